//! What the service does with games: it loads them, applies commands, stores events, announces changes and does what
//! is due without a request.

pub(crate) mod due_work;
pub(crate) mod engine_player;
pub(crate) mod games;
pub(crate) mod hub;
pub(crate) mod puzzles;
