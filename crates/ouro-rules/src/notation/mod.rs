//! Moves in SAN and in UCI notation.

mod san;
mod uci;

pub use san::SanError;
pub use uci::UciError;
