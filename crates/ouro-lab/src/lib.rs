//! Matches between UCI engines in chess, Chess960 and self-capture chess, with the rules library as
//! the arbiter.

pub mod arena;
