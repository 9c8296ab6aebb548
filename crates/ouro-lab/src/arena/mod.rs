//! Matches: who plays whom, from where, how fast, and what it comes to.

mod contest;
mod engine;
mod openings;
mod play;
mod statistics;

pub use contest::{Contest, Progress, Tally};
pub use engine::{EngineError, EngineSpec, Thought};
pub use openings::{Openings, OpeningsError};
pub use play::{Adjudication, End, Pace, Record};
pub use statistics::{Pairs, Sprt, SprtState};
