//! Signals to a running search: stop, pause and ponder.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// Signals to a running search, from any thread.
#[derive(Debug, Default)]
pub struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// Whether [`Pauses::current`] is set, for a check without a lock.
    paused: AtomicBool,
    pauses: Mutex<Pauses>,
    /// Notified when a pause ends or the search is stopped.
    woken: Condvar,
    /// Asks the host for signals, where no other thread can send any.
    poll: Option<fn(&Signals)>,
}

/// The pauses of a search.
#[derive(Debug, Default)]
struct Pauses {
    /// The pause that has not ended yet.
    current: Option<Clock>,
    /// The length of the earlier ones.
    ended: Duration,
}

impl Signals {
    /// Creates signals for a host without threads: the search calls `poll` every 1,024 nodes, which passes on
    /// what has been asked of it.
    #[must_use]
    pub fn polled(poll: fn(&Signals)) -> Signals {
        Signals { poll: Some(poll), ..Signals::default() }
    }

    /// Stops the search as soon as possible, also while it is paused.
    pub fn stop(&self) {
        let pauses = self.pauses();
        self.stopped.store(true, Ordering::Relaxed);
        drop(pauses);
        self.woken.notify_all();
    }

    /// Returns `true` if the search has to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Pauses the search: its threads sleep from their next check on, which comes every 1,024 nodes, and
    /// its time stands still. A stopped search cannot be paused.
    ///
    /// On a target without threads nothing could resume the search, so it must not be paused there.
    pub fn pause(&self) {
        let mut pauses = self.pauses();
        pauses.current.get_or_insert_with(Clock::start);
        self.paused.store(true, Ordering::Relaxed);
    }

    /// Continues a paused search.
    pub fn resume(&self) {
        let mut pauses = self.pauses();
        if let Some(pause) = pauses.current.take() {
            pauses.ended += pause.elapsed();
        }
        self.paused.store(false, Ordering::Relaxed);
        drop(pauses);
        self.woken.notify_all();
    }

    /// Asks the host for signals, if it has to be polled. Then returns at once, or after the pause if there is
    /// one. The search calls this by itself.
    pub fn wait_while_paused(&self) {
        if let Some(poll) = self.poll {
            poll(self);
        }
        if !self.paused.load(Ordering::Relaxed) {
            return;
        }
        let mut pauses = self.pauses();
        while pauses.current.is_some() && !self.is_stopped() {
            pauses = self.woken.wait(pauses).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns how long the search has been paused so far.
    pub(crate) fn paused_time(&self) -> Duration {
        let pauses = self.pauses();
        pauses.ended + pauses.current.map_or(Duration::ZERO, Clock::elapsed)
    }

    /// Suspends the time limits until the opponent has played the expected move, or not. Returns whether
    /// they were suspended.
    pub fn set_pondering(&self, pondering: bool) -> bool {
        self.pondering.swap(pondering, Ordering::Relaxed)
    }

    /// Returns `true` if the time limits are suspended.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Withdraws [`Signals::stop`], for the next search with the same signals.
    pub fn reset(&self) {
        self.stopped.store(false, Ordering::Relaxed);
    }

    fn pauses(&self) -> MutexGuard<'_, Pauses> {
        // A panic cannot leave the pauses inconsistent.
        self.pauses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
