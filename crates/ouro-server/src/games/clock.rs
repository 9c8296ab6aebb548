//! Clocks: the time control of a game and the remaining time of both sides.

use ouro_rules::Color;

/// The longest initial time: a day.
const MAX_INITIAL_MS: u64 = 86_400_000;
const MIN_INITIAL_MS: u64 = 1_000;
/// The longest increment: ten minutes.
const MAX_INCREMENT_MS: u64 = 600_000;

/// The time for each side. No clock runs before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    pub(crate) initial_ms: u64,
    /// Time added after each move.
    pub(crate) increment_ms: u64,
}

impl TimeControl {
    pub(crate) fn is_valid(self) -> bool {
        (MIN_INITIAL_MS..=MAX_INITIAL_MS).contains(&self.initial_ms)
            && self.increment_ms <= MAX_INCREMENT_MS
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) time_control: TimeControl,
    /// The remaining time of each side when its clock was last stopped.
    stopped_ms: [u64; 2],
    /// Since when the clock of the side to move runs.
    running_since: Option<i64>,
}

impl Clocks {
    pub(crate) const fn new(time_control: TimeControl) -> Clocks {
        Clocks { time_control, stopped_ms: [time_control.initial_ms; 2], running_since: None }
    }

    /// Returns the remaining time of a side at `now`.
    pub(crate) fn remaining(&self, color: Color, turn: Color, now: i64) -> u64 {
        let stopped = self.stopped_ms[color.index()];
        match self.running_since {
            Some(since) if color == turn => {
                stopped.saturating_sub(u64::try_from(now.saturating_sub(since)).unwrap_or(0))
            }
            _ => stopped,
        }
    }

    /// Returns when the side to move runs out of time.
    pub(crate) fn flag_falls_at(&self, turn: Color) -> Option<i64> {
        let left = i64::try_from(self.stopped_ms[turn.index()]).unwrap_or(i64::MAX);
        self.running_since.map(|since| since.saturating_add(left))
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running_since.is_some()
    }

    /// Returns the time that a move adds now: the increment, once the clocks run.
    pub(crate) const fn increment(&self) -> u64 {
        if self.is_running() { self.time_control.increment_ms } else { 0 }
    }

    /// Sets the clock of the side that has moved and starts the other one.
    pub(crate) fn press(&mut self, mover: Color, remaining_ms: Option<u64>, now: i64) {
        if let Some(remaining_ms) = remaining_ms {
            self.stopped_ms[mover.index()] = remaining_ms;
        }
        self.running_since = Some(now);
    }

    /// Stops the clock of the side to move.
    pub(crate) fn stop(&mut self, turn: Color, now: i64) {
        self.stopped_ms[turn.index()] = self.remaining(turn, turn, now);
        self.running_since = None;
    }

    /// Sets both clocks, which must be stopped.
    pub(crate) const fn set(&mut self, clocks_ms: [u64; 2]) {
        self.stopped_ms = clocks_ms;
    }

    /// Starts the clock of the side to move.
    pub(crate) const fn start(&mut self, now: i64) {
        self.running_since = Some(now);
    }
}
