//! Search and evaluation for chess, Chess960 and self-capture chess.
//!
//! The engine prints nothing: it reports through a callback, so that every front end can use it. Threads,
//! the clock and huge pages are each behind a small module, so that the crate builds for WebAssembly. There it
//! searches on the calling thread, `set_clock` passes the clock of the host, [`Signals::polled`] asks the host
//! for signals, and without the feature `embedded-networks` the networks are read from bytes.

pub mod bench;
mod clock;
mod engine;
mod evaluation;
mod fifty_move;
mod history;
mod limits;
mod memory;
mod mop_up;
mod movepick;
pub mod nnue;
pub mod params;
mod repetition;
mod review;
mod score;
mod search;
mod signals;
mod strength;
mod tablebases;
mod threads;
mod time;
mod tt;
mod wdl;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
pub use engine::Engine;
pub use limits::Limits;
pub use nnue::{Networks, network};
pub use review::{Judgement, Moment, MomentKind, Purpose, Review};
pub use score::{Evaluation, MATE, MAX_PLY, Score};
pub use search::{Line, Report, SearchResult, TtStats};
pub use signals::Signals;
pub use strength::Strength;
pub use threads::MAX_THREADS;
pub use tt::{Bound, TranspositionTable};
pub use wdl::{Wdl, WdlModel};
