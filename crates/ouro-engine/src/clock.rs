//! The seam to the clock: everything in the engine that asks for the time is here.

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

        /// Milliseconds since the start.
        pub(crate) fn elapsed(self) -> u64 {
            self.0.elapsed().as_millis() as u64
        }
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod watch {
    /// A machine without a clock: depth, nodes, mates and signals end a search there, time does not.
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
