//! Calls that need no stored game.

pub(crate) mod board;
pub(crate) mod echo;
pub(crate) mod engine;
pub(crate) mod pgn;
pub(crate) mod position;
pub(crate) mod review;
pub(crate) mod types;
