//! The HTTP and WebSocket API.

pub(crate) mod board;
pub(crate) mod echo;
pub(crate) mod engine;
pub(crate) mod explorer;
pub(crate) mod games;
pub(crate) mod messages;
pub(crate) mod pgn;
pub(crate) mod position;
pub(crate) mod puzzles;
pub(crate) mod tablebase;
pub(crate) mod types;
