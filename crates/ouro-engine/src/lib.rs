//! Search and evaluation for chess, Chess960 and self-capture chess.
//!
//! The engine prints nothing: it reports through a callback, so that every front end can use it.
//! Threads and the clock are each behind a module of their own.

pub mod bench;
mod clock;
mod engine;
mod evaluation;
mod history;
mod huge_pages;
mod limits;
pub mod params;
mod picker;
mod repetition;
mod review;
mod scale;
mod score;
mod search;
mod strength;
mod table;
mod threads;

pub use engine::Engine;
pub use evaluation::{Networks, network};
pub use limits::{Budget, Limits, Signals};
pub use review::{Judgement, Moment, MomentKind, Purpose, Review};
pub use scale::{Model, Wdl};
pub use score::{Evaluation, MATE, MAX_PLY, Score};
pub use search::{Answer, Line, Report, TableUse};
pub use strength::Strength;
pub use table::{Bound, Entry, Table};
