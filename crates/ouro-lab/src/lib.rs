//! Tools to develop the engine: self-play data generation, network training, opening books, puzzles and
//! matches between UCI engines, in chess, Chess960 and self-capture chess.

pub mod book;
pub mod judge;
pub mod matches;
mod outcome;
mod playing;
pub mod puzzles;
mod random_openings;
pub mod selfplay;
pub mod train;
pub mod tune;
