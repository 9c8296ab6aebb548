//! The seam to the clock: everything in the engine that asks for the time is here.

use std::time::Instant;

/// A stopwatch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock(Instant::now())
    }

    /// Milliseconds since the start.
    pub(crate) fn elapsed(self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}
