//! The engine as a player: it chooses moves and responds to draw offers.

use std::time::Duration;

use ouro_book::{Score, Variety, embedded_book};
use ouro_engine::{Limits, Strength};
use ouro_rules::{Color, Move};

use crate::config::{Config, SearchCaps};
use crate::games::draw_policy;
use crate::games::event::{Event, Player};
use crate::games::state::GameState;
use crate::scheduler::{Class, ScheduleError, Scheduler};
use crate::time::now;

/// How long the engine thinks about a move without a clock, in milliseconds.
const TIME_WITHOUT_CLOCK: u64 = 1_000;
/// The time that passes between the end of a search and the stored move, in milliseconds.
const MOVE_OVERHEAD: u64 = 100;

/// What the engine does on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    /// Whether the engine evaluates its side as better.
    pub(crate) is_better: bool,
}

/// Chooses a move for the side to move: one of the opening book, or else by a search. Returns `None` if its flag falls before the search ends. Games of the same
/// `client` take turns.
pub(crate) async fn choose_move(
    engines: &Scheduler,
    client: &str,
    state: &GameState,
    config: &Config,
) -> Result<Option<Choice>, ScheduleError> {
    if config.opening_book
        && let Some(choice) = book_move(state)
    {
        return Ok(Some(choice));
    }
    let class = if state.only_engines() { Class::Background } else { Class::GameMove };
    let (searched, caps) = (state.clone(), config.search.clone());
    let search = engines.run(class, client, move |engine, signals| {
        // The clock has run while the search was waiting.
        let limits = limits(&searched, &caps);
        let result = engine.search(&searched.game, &limits, signals, &mut |_| {});
        let is_better = result.report.lines.first().is_some_and(|line| line.score > 0);
        result.best.map(|mv| Choice { mv, is_better })
    });
    match state.flag_falls_at() {
        Some(at) => {
            let left = Duration::from_millis(u64::try_from(at - now()).unwrap_or(0));
            tokio::time::timeout(left, search).await.unwrap_or(Ok(None))
        }
        None => search.await,
    }
}

/// Chooses a move of the opening book. Weaker levels know less of it and play worse moves of it, too.
fn book_move(state: &GameState) -> Option<Choice> {
    let book = embedded_book(state.game.variant())?;
    let variety = level(state).map_or_else(Variety::default, Variety::of_level);
    let chosen = book.choose(&state.game, variety, seed(state))?;
    Some(Choice { mv: chosen.mv, is_better: chosen.score > Score::DRAW })
}

/// Returns the level of the side to move, or `None` at full strength.
fn level(state: &GameState) -> Option<u8> {
    match state.player(state.turn()) {
        Player::Engine { level } => level,
        Player::Human => None,
    }
}

/// Returns a number that differs between games: an engine plays other moves in another game.
fn seed(state: &GameState) -> u64 {
    state.created_at.unsigned_abs()
}

/// Returns the events of a draw offer to the engine: the offer and the response.
pub(crate) async fn respond_to_draw_offer(
    engines: &Scheduler,
    client: &str,
    state: &GameState,
    offered_by: Color,
) -> Result<Vec<Event>, ScheduleError> {
    let game = state.game.clone();
    let limits = Limits { nodes: Some(draw_policy::OFFER_NODES), ..Limits::default() };
    let result = engines
        .run(Class::GameMove, client, move |engine, signals| {
            engine.search(&game, &limits, signals, &mut |_| {})
        })
        .await?;
    let evaluation = result.report.lines.first().map(|line| line.evaluation);
    let by = !offered_by;
    let response = if draw_policy::accepts(state, by, evaluation) {
        Event::DrawAgreed { by }
    } else {
        Event::DrawDeclined { by }
    };
    Ok(vec![Event::DrawOffered { by: offered_by }, response])
}

fn limits(state: &GameState, caps: &SearchCaps) -> Limits {
    let turn = state.turn();
    let strength = level(state).and_then(Strength::level);
    let strength = strength.map(|strength| strength.with_seed(seed(state)));
    let max_time = if state.only_engines() { caps.engine_game_ms } else { caps.game_ms };
    let mut limits = Limits { strength, max_time: Some(max_time), ..Limits::default() };
    match state.clocks {
        Some(clocks) => {
            limits.clock = Color::BOTH.map(|color| Some(clocks.remaining(color, turn, now())));
            limits.increment = [clocks.time_control.increment_ms; 2];
            limits.move_overhead = MOVE_OVERHEAD;
        }
        None => limits.move_time = Some(TIME_WITHOUT_CLOCK),
    }
    limits
}
