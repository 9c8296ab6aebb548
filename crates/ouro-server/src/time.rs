//! The clock of the service.
//!
//! Games store wall-clock times, because clocks run on while the service restarts. A wall clock can jump, though, and a
//! jump must not end games on time. The clock therefore follows the monotonic clock, starts at the wall clock, and
//! follows small corrections of the wall clock only.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The greatest correction of the wall clock at once that the clock follows.
const MAX_CORRECTION_MS: i64 = 500;
/// The time between two corrections.
const CORRECTION_INTERVAL: Duration = Duration::from_secs(10);

/// Returns the milliseconds since 1970.
pub(crate) fn now() -> i64 {
    static CLOCK: OnceLock<Mutex<Clock>> = OnceLock::new();
    let start = || Mutex::new(Clock::new(Instant::now(), wall_clock()));
    let mut clock = CLOCK.get_or_init(start).lock().unwrap_or_else(PoisonError::into_inner);
    clock.now(Instant::now(), wall_clock)
}

fn wall_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A clock that does not jump.
struct Clock {
    /// When the clock was last corrected.
    corrected: Instant,
    /// What it showed then.
    shown: i64,
    /// Whether a jump of the wall clock was reported.
    reported: bool,
}

impl Clock {
    const fn new(at: Instant, wall: i64) -> Clock {
        Clock { corrected: at, shown: wall, reported: false }
    }

    fn now(&mut self, at: Instant, wall: impl FnOnce() -> i64) -> i64 {
        let passed = at.saturating_duration_since(self.corrected);
        let shown =
            self.shown.saturating_add(i64::try_from(passed.as_millis()).unwrap_or(i64::MAX));
        if passed < CORRECTION_INTERVAL {
            return shown;
        }
        let ahead_ms = wall().saturating_sub(shown);
        let is_small = ahead_ms.abs() <= MAX_CORRECTION_MS;
        if !is_small && !self.reported {
            tracing::warn!(ahead_ms, "the wall clock has jumped; games ignore it until a restart");
        }
        let correction = if is_small { ahead_ms } else { 0 };
        *self = Clock { corrected: at, shown: shown + correction, reported: !is_small };
        self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the clock every ten seconds while the wall clock is `ahead` of the monotonic clock.
    fn read(clock: &mut Clock, start: Instant, seconds: &[u64], ahead: i64) -> Vec<i64> {
        let mut read = |second: &u64| {
            let passed = Duration::from_secs(*second);
            clock.now(start + passed, || *second as i64 * 1_000 + ahead)
        };
        seconds.iter().map(&mut read).collect()
    }

    #[test]
    fn a_jump_of_the_wall_clock_is_ignored() {
        let start = Instant::now();
        let mut clock = Clock::new(start, 0);
        for jump in [3_600_000, -3_600_000, 501] {
            assert_eq!(read(&mut clock, start, &[10, 20, 30], jump), [10_000, 20_000, 30_000]);
            clock = Clock::new(start, 0);
        }
    }

    #[test]
    fn small_corrections_of_the_wall_clock_are_followed() {
        let start = Instant::now();
        let mut clock = Clock::new(start, 0);
        assert_eq!(read(&mut clock, start, &[5, 10, 15], 100), [5_000, 10_100, 15_100]);
        assert_eq!(read(&mut clock, start, &[20, 30], 600), [20_600, 30_600]);
    }
}
