//! What a session needs from its surroundings: signals and random numbers.

use std::hash::{BuildHasher, RandomState};

use ouro_engine::Signals;

/// The surroundings of a session.
///
/// The default is a process with threads. In WebAssembly, tasks run on the calling thread and the commands
/// `stop` and `ponderhit` cannot be read meanwhile, so the task polls for them.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Passes on the signals that a running task should receive. It is called every 1,024 nodes.
    pub poll: Option<fn(&Signals)>,
    /// Returns a random number that differs between calls.
    pub random: fn() -> u64,
}

impl Default for Host {
    fn default() -> Host {
        Host { poll: None, random: || RandomState::new().hash_one(0) }
    }
}

impl Host {
    pub(crate) fn signals(&self) -> Signals {
        self.poll.map_or_else(Signals::default, Signals::polled)
    }
}
