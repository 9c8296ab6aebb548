//! The background worker: engine moves, flags, expiry of games and reviews.
//!
//! The queue is in the storage, so it survives a restart. A process leases work before it does it, so that only one
//! of several processes does. When a process dies, its leases end and another process takes over.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::engine_player::choose_move;
use super::games::{GameError, Games, LoadedGame};
use super::hub::Change;
use crate::app::App;
use crate::games::draw_policy;
use crate::games::event::Event;
use crate::reviews::{self, ReviewError};
use crate::scheduler::ScheduleError;
use crate::storage::{StorageError, Work, WorkKind};
use crate::time::now;

/// How long a lease lasts, in milliseconds. It is extended while the work is done.
const LEASE_MS: i64 = 5_000;
/// The longest sleep between two looks at the queue.
const MAX_SLEEP_MS: i64 = 1_000;
/// How long work waits when all engines are busy.
const BUSY_RETRY_MS: i64 = 500;
/// How long work waits after a failure.
const FAILURE_RETRY_MS: i64 = 5_000;
/// Games that one process handles at the same time.
const MAX_GAMES: usize = 256;

/// Why due work was not done.
#[derive(Debug, thiserror::Error)]
enum WorkError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Review(#[from] ReviewError),
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

/// The work in progress of this process.
#[derive(Default)]
struct InProgress {
    work: Mutex<HashSet<Work>>,
    leases: AtomicU64,
}

impl InProgress {
    /// Returns the name of a new lease. A change reschedules a game while it is handled, so leases of the same game
    /// must differ.
    fn new_lease(&self, process: &str) -> String {
        format!("{process}:{}", self.leases.fetch_add(1, Ordering::Relaxed))
    }

    fn count(&self, kind: WorkKind) -> usize {
        self.lock().iter().filter(|work| work.kind == kind).count()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<Work>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works until the server shuts down.
pub(crate) async fn run(app: Arc<App>) {
    let in_progress = Arc::new(InProgress::default());
    let mut shutdown = app.shutdown.subscribe();
    loop {
        let mut next = MAX_SLEEP_MS;
        for kind in [WorkKind::Game, WorkKind::Review] {
            match start_due(&app, kind, &in_progress).await {
                Ok(Some(at)) => next = next.min(at - now()),
                Ok(None) => {}
                Err(error) => tracing::error!(%error, ?kind, "failed to read due work"),
            }
        }
        let sleep = Duration::from_millis(u64::try_from(next.max(1)).unwrap_or(1));
        tokio::select! {
            () = tokio::time::sleep(sleep) => {}
            () = app.games.wake.notified() => {}
            _ = shutdown.changed() => return,
        }
    }
}

/// Starts the due work of a kind that there is room for. Returns when to look again, if not only after a change.
async fn start_due(
    app: &Arc<App>,
    kind: WorkKind,
    in_progress: &Arc<InProgress>,
) -> Result<Option<i64>, StorageError> {
    let capacity = match kind {
        WorkKind::Game => MAX_GAMES,
        WorkKind::Review => app.engines.slots(),
    };
    let room = capacity.saturating_sub(in_progress.count(kind));
    let store = &app.games.store;
    let at = now();
    // Finished work wakes the loop.
    if room == 0 {
        return Ok(None);
    }
    let due = store.next_work_at(kind).await?;
    if due.is_none_or(|due| due > at) {
        return Ok(due);
    }
    let lease = in_progress.new_lease(&app.games.process);
    let leased = store.lease_work(kind, &lease, at, at + LEASE_MS, room as i64).await?;
    for work in leased {
        in_progress.lock().insert(work.clone());
        let (app, in_progress) = (Arc::clone(app), Arc::clone(in_progress));
        tokio::spawn(async move {
            handle(&app, &work).await;
            in_progress.lock().remove(&work);
            app.games.wake.notify_one();
        });
    }
    store.next_work_at(kind).await
}

/// Does leased work and ends the lease.
async fn handle(app: &Arc<App>, work: &Work) {
    let result = {
        let lease = keep_lease(app, work);
        let task = async {
            match work.kind {
                WorkKind::Game => handle_game(app, &work.subject).await.map(|()| true),
                WorkKind::Review => Ok(reviews::review_next_move(app, &work.subject).await?),
            }
        };
        tokio::select! {
            result = task => result,
            () = lease => return,
        }
    };
    let due_at = match result {
        Ok(is_finished) => match work.kind {
            WorkKind::Game => {
                let game = app.games.load(&work.subject).await;
                game.ok().and_then(|game| game.state.due_at())
            }
            // Behind all other reviews that are due.
            WorkKind::Review => (!is_finished).then(now),
        },
        Err(WorkError::Schedule(_) | WorkError::Review(ReviewError::Schedule(_))) => {
            Some(now() + BUSY_RETRY_MS)
        }
        Err(WorkError::Game(GameError::NotFound) | WorkError::Review(ReviewError::NotFound)) => {
            None
        }
        Err(error) => {
            tracing::error!(%error, ?work, "failed to process due work");
            Some(now() + FAILURE_RETRY_MS)
        }
    };
    if let Err(error) = app.games.store.end_lease(work, due_at).await {
        tracing::warn!(%error, ?work, "failed to end a lease; it expires");
    }
}

/// Extends a lease for as long as the work takes.
async fn keep_lease(app: &App, work: &Work) {
    loop {
        tokio::time::sleep(Duration::from_millis(LEASE_MS.unsigned_abs() / 3)).await;
        let until = now() + LEASE_MS;
        if let Err(error) = app.games.store.extend_lease(work, until).await {
            tracing::warn!(%error, ?work, "failed to extend a lease");
        }
    }
}

/// Plays a move of the engine, or ends a game whose flag has fallen or that nobody has started.
async fn handle_game(app: &Arc<App>, id: &str) -> Result<(), WorkError> {
    // Listening starts before the game is loaded, so that no change is missed.
    let mut changes = app.games.hub.listen(id);
    let game = app.games.load(id).await?;
    let now = now();
    if game.state.decide_flag(now).is_some() || game.state.decide_expiry(now).is_some() {
        let end = |game: &LoadedGame, now| {
            let event = game.state.decide_flag(now).or_else(|| game.state.decide_expiry(now));
            Ok(event.into_iter().collect())
        };
        app.games.change(id, None, end).await?;
        return Ok(());
    }
    if !game.state.is_engine_to_move() {
        return Ok(());
    }
    let seen = game.state.version;
    let client = format!("games of {}", game.record.creator);
    let search = choose_move(&app.engines, &client, &game.state, &app.config);
    // A game that was deleted, paused, resigned or taken back frees the engine at once.
    let choice = tokio::select! {
        choice = search => choice?,
        () = changed(&app.games, id, seen, &mut changes) => return Ok(()),
    };
    let play = |game: &LoadedGame, now| {
        let state = &game.state;
        if state.version != seen {
            return Ok(Vec::new());
        }
        match choice {
            Some(choice) => match draw_policy::claim(state, choice.is_better) {
                Some(reason) => Ok(vec![Event::DrawClaimed { by: state.turn(), reason }]),
                None => state.play(&state.game.position().uci(choice.mv), now),
            },
            None => Ok(state.decide_flag(now).into_iter().collect()),
        }
    };
    app.games.change(id, None, play).await?;
    Ok(())
}

/// Completes when a game has another version than `seen`.
async fn changed(
    games: &Games,
    id: &str,
    seen: i64,
    changes: &mut broadcast::Receiver<Arc<Change>>,
) {
    loop {
        match changes.recv().await {
            Ok(change) => match &*change {
                Change::Event(announcement) if announcement.logged.version <= seen => {}
                Change::Event(_) | Change::Deleted => return,
                Change::Unknown => match games.store.game(id).await {
                    Ok(Some(record)) if record.version == seen => {}
                    _ => return,
                },
            },
            Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Passes on the changes that other processes announce, until the server shuts down.
pub(crate) async fn relay(app: Arc<App>) {
    let mut shutdown = app.shutdown.subscribe();
    loop {
        let listener = tokio::select! {
            listener = app.games.store.listen() => listener,
            _ = shutdown.changed() => return,
        };
        let mut listener = match listener {
            Ok(Some(listener)) => listener,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "failed to listen to other processes");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
        };
        loop {
            let notification = tokio::select! {
                notification = listener.recv() => notification,
                _ = shutdown.changed() => return,
            };
            let Ok(notification) = notification else {
                tracing::warn!("lost the connection to other processes");
                break;
            };
            let Some((process, id)) = notification.payload().split_once(' ') else { continue };
            if process != app.games.process {
                app.games.wake.notify_one();
                app.games.hub.announce(id, Change::Unknown);
            }
        }
    }
}

/// Writes to the database while it is not writable, until it is.
pub(crate) async fn probe_storage(app: Arc<App>) {
    let mut shutdown = app.shutdown.subscribe();
    loop {
        if !app.games.store.is_writable() {
            // A failure is logged where all writes are.
            let _ = app.games.store.probe_write().await;
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            _ = shutdown.changed() => return,
        }
    }
}
