//! Does what is due in games although nobody asks for it: the engine's moves and the fall of flags.
//!
//! What is due when is in the storage, so it survives a restart, and a process takes a game before it
//! does anything in it, so that of several processes only one does. What a process has taken and not
//! finished, others take over after a while.

use std::sync::Arc;
use std::time::Duration;

use ouro_engine::Limits;
use ouro_rules::Color;

use super::event::{Event, Player};
use super::hub::News;
use super::service::{Loaded, now};
use super::state::State;
use crate::api::types::draw_code;
use crate::app::App;
use crate::config::SearchCaps;
use crate::problem::{Code, Problem};
use crate::scheduler::Class;

/// How long a process keeps a game to itself, in milliseconds. It takes it again while it thinks.
const CLAIM: i64 = 5_000;
/// The longest that the driver sleeps.
const LONGEST_SLEEP: i64 = 1_000;
/// Milliseconds that the engine thinks without a clock.
const WITHOUT_CLOCK: u64 = 1_000;
/// Games taken at once.
const BATCH: i64 = 32;
/// Milliseconds after which a game is looked at again when the engines are busy.
const BUSY: i64 = 500;

/// Runs until the server shuts down.
pub(crate) async fn drive(app: Arc<App>) {
    let mut shutdown = app.shutdown.subscribe();
    loop {
        let at = now();
        match app.store.claim_due(&app.process, at, at + CLAIM, BATCH).await {
            Ok(games) => {
                let full = games.len() as i64 == BATCH;
                for id in games {
                    tokio::spawn(attend(Arc::clone(&app), id));
                }
                if full {
                    continue;
                }
            }
            Err(error) => tracing::error!(%error, "what is due could not be read"),
        }
        let next = app.store.next_due(now()).await.ok().flatten();
        let sleep = next.map_or(LONGEST_SLEEP, |at| (at - now()).clamp(1, LONGEST_SLEEP));
        let sleep = Duration::from_millis(u64::try_from(sleep).unwrap_or(1));
        tokio::select! {
            () = tokio::time::sleep(sleep) => {}
            () = app.wake.notified() => {}
            _ = shutdown.changed() => return,
        }
    }
}

/// Does what is due in a game that this process has taken.
async fn attend(app: Arc<App>, id: String) {
    // While the engine thinks, the game stays taken.
    let keeper = {
        let (app, id) = (Arc::clone(&app), id.clone());
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_millis(CLAIM as u64 / 3)).await;
                if let Err(error) = app.store.extend_claim(&app.process, &id, now() + CLAIM).await {
                    tracing::warn!(%error, id, "a game could not be kept");
                }
            }
        })
    };
    let again = match do_what_is_due(&app, &id).await {
        Ok(()) => None,
        Err(problem) if problem.code() == Code::NotFound => None,
        Err(problem) if matches!(problem.code(), Code::Busy | Code::Quota) => Some(now() + BUSY),
        Err(problem) => {
            tracing::error!(?problem, id, "what is due could not be done");
            Some(now() + CLAIM)
        }
    };
    keeper.abort();
    // A change gives the game back by itself; where there was none, it is done here.
    let due = match again {
        Some(at) => Some(at),
        None => app.load(&id).await.ok().and_then(|loaded| loaded.state.due_at()),
    };
    if let Err(error) = app.store.release(&app.process, &id, due).await {
        tracing::warn!(%error, id, "a game could not be given back");
    }
    app.wake.notify_one();
}

async fn do_what_is_due(app: &App, id: &str) -> Result<(), Problem> {
    let loaded = app.load(id).await?;
    if let Some(flag) = loaded.state.decide_flag(now()) {
        let seen = loaded.state.version;
        app.change(id, None, |loaded, now| {
            let same = loaded.state.version == seen;
            Ok(if same || loaded.state.decide_flag(now).is_some() {
                vec![flag.clone()]
            } else {
                Vec::new()
            })
        })
        .await?;
        return Ok(());
    }
    if !loaded.state.engine_is_to_move() {
        return Ok(());
    }
    let class = if loaded.state.is_between_engines() { Class::Background } else { Class::GameMove };
    let limits = limits(&loaded.state, &app.config.search);
    let game = loaded.state.game.clone();
    let name = format!("game {id}");
    let think = app.engines.run(class, &name, move |engine, signals| {
        let answer = engine.search(&game, &limits, signals, &mut |_| {});
        let better = answer.report.lines.first().is_some_and(|line| line.score > 0);
        answer.best.map(|mv| (mv, better))
    });
    // A flag that falls while the engine waits for its turn still falls.
    let best = match loaded.state.flag_falls() {
        Some(at) => {
            let left = u64::try_from(at - now()).unwrap_or(0);
            match tokio::time::timeout(Duration::from_millis(left), think).await {
                Ok(best) => best?,
                Err(_) => None,
            }
        }
        None => think.await?,
    };
    let seen = loaded.state.version;
    app.change(id, None, |loaded: &Loaded, now| {
        // Somebody took back, resigned or deleted meanwhile: the move is for another position.
        if loaded.state.version != seen || !loaded.state.engine_is_to_move() {
            return Ok(Vec::new());
        }
        match best {
            // A draw that can be claimed is, unless the engine thinks that it is better than a person.
            Some((_, better)) if loaded.state.engine_claims(better) => {
                let by = loaded.state.turn().into();
                let reason = loaded.state.game.claimable_draw().map_or("draw", draw_code);
                Ok(vec![Event::DrawClaimed { by, reason: reason.to_owned() }])
            }
            Some((mv, _)) => loaded.state.play(&loaded.state.game.position().uci(mv), now),
            None => Ok(loaded.state.decide_flag(now).into_iter().collect()),
        }
    })
    .await?;
    Ok(())
}

impl State {
    /// Whether the engine, which is to move, claims a draw.
    fn engine_claims(&self, better: bool) -> bool {
        self.game.claimable_draw().is_some() && (self.is_between_engines() || !better)
    }

    /// Returns `true` if both players are engines.
    fn is_between_engines(&self) -> bool {
        self.players.iter().all(|player| player.is_engine())
    }
}

/// How well and how long the engine thinks about its move.
fn limits(state: &State, caps: &SearchCaps) -> Limits {
    let turn = state.turn();
    let strength = match state.player(turn) {
        Player::Engine { level: Some(level) } => ouro_engine::Strength::level(level),
        _ => None,
    };
    // Another game is another player that overlooks other moves.
    let strength = strength.map(|strength| strength.with_seed(state.created_at.unsigned_abs()));
    let max_time = if state.is_between_engines() { caps.engine_game_ms } else { caps.game_ms };
    let mut limits = Limits { strength, max_time: Some(max_time), ..Limits::default() };
    match state.clocks {
        Some(clocks) => {
            let left = |color: Color| Some(clocks.left(color, turn, now()));
            limits.clock = Color::BOTH.map(left);
            limits.increment = [clocks.settings.increment_ms; 2];
            limits.move_overhead = 100;
        }
        None => limits.move_time = Some(WITHOUT_CLOCK),
    }
    limits
}

/// Passes on what other processes tell, until the server shuts down.
pub(crate) async fn listen(app: Arc<App>) {
    let mut shutdown = app.shutdown.subscribe();
    let mut listener = match app.store.listen().await {
        Ok(Some(listener)) => listener,
        Ok(None) => return,
        Err(error) => {
            tracing::error!(%error, "other processes cannot be heard");
            return;
        }
    };
    loop {
        let notification = tokio::select! {
            notification = listener.recv() => notification,
            _ = shutdown.changed() => return,
        };
        match notification {
            Ok(notification) => {
                let Some((process, id)) = notification.payload().split_once(' ') else { continue };
                if process != app.process {
                    app.wake.notify_one();
                    app.hub.tell(id, News::Elsewhere);
                }
            }
            Err(error) => {
                tracing::error!(%error, "other processes cannot be heard for a moment");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}
