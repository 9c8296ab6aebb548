//! Matches between UCI engines and self-play in chess, Chess960 and self-capture chess, with the
//! rules library as the arbiter.

pub mod arena;
mod outcome;
pub mod puzzles;
pub mod selfplay;
mod starts;
pub mod train;
