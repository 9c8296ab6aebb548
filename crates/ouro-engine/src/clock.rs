//! The clock: the only module that reads the time.

pub(crate) use watch::Clock;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod watch {
    use std::time::Instant;

    /// A stopwatch.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Clock(Instant);

    impl Clock {
        pub(crate) fn start() -> Clock {
            Clock(Instant::now())
        }

        /// Returns the milliseconds since the start.
        pub(crate) fn elapsed(self) -> u64 {
            self.0.elapsed().as_millis() as u64
        }
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod watch {
    /// A target without a clock. Depth, nodes, mates and signals end a search there, but not time.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Clock;

    impl Clock {
        pub(crate) fn start() -> Clock {
            Clock
        }

        pub(crate) fn elapsed(self) -> u64 {
            0
        }
    }
}
