//! The clock: the only module that reads the time.

pub(crate) use watch::Clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use watch::set_clock;

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
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The clock of the host: the time since any fixed moment.
    static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, once: WebAssembly has none of its own. `now` returns the time since any fixed
    /// moment.
    ///
    /// Before that, depth, nodes, mates and signals end a search, but not time.
    pub fn set_clock(now: fn() -> Duration) {
        NOW.get_or_init(|| now);
    }

    fn now() -> Duration {
        NOW.get().map_or(Duration::ZERO, |now| now())
    }

    /// A stopwatch.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Clock(Duration);

    impl Clock {
        pub(crate) fn start() -> Clock {
            Clock(now())
        }

        /// Returns the time since the start.
        pub(crate) fn elapsed(self) -> Duration {
            now().saturating_sub(self.0)
        }
    }
}
