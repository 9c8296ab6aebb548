//! The clock: the only module that reads the time.

pub(crate) use watch::Clock;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod watch {
    use std::time::{Duration, Instant};

    /// A stopwatch.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Clock(Instant);

    impl Clock {
        pub(crate) fn start() -> Clock {
            Clock(Instant::now())
        }

        /// Returns the time since the start.
        pub(crate) fn elapsed(self) -> Duration {
            self.0.elapsed()
        }
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod watch {
    use std::time::Duration;

    /// A target without a clock. Depth, nodes, mates and signals end a search there, but not time.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Clock;

    impl Clock {
        pub(crate) fn start() -> Clock {
            Clock
        }

        pub(crate) fn elapsed(self) -> Duration {
            Duration::ZERO
        }
    }
}
