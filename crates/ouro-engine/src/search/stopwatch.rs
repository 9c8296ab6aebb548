//! The time of a search, without the time for which it was paused.

use std::time::Duration;

use crate::clock::Clock;
use crate::signals::Signals;

/// Measures how long a search has run.
pub(crate) struct Stopwatch<'a> {
    clock: Clock,
    signals: &'a Signals,
    /// How long earlier searches with the same signals were paused.
    paused_before: Duration,
}

impl Stopwatch<'_> {
    pub(crate) fn start(signals: &Signals) -> Stopwatch<'_> {
        Stopwatch { paused_before: signals.paused_time(), clock: Clock::start(), signals }
    }

    /// Returns the milliseconds for which the search has run.
    pub(crate) fn millis(&self) -> u64 {
        let paused = self.signals.paused_time().saturating_sub(self.paused_before);
        self.clock.elapsed().saturating_sub(paused).as_millis() as u64
    }
}
