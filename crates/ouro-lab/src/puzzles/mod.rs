//! Puzzles: mining them from games, verifying them, and positions for "Mate or not?".
//!
//! A candidate is a position of a game and the move that led to it. [`Mining`] tests candidates in a
//! cascade of searches, so that most of them fall early, and appends the puzzles to a CSV file.
//! [`Verification`] tests puzzles of such a file again with the same definitions and more nodes,
//! [`rate_all`] replaces their initial ratings, and [`describe_all`] their themes and explanations.

mod candidate;
mod definition;
mod describe;
mod duplicates;
mod explain;
mod feed;
mod forced_mate;
mod mates;
mod miner;
mod mining;
mod progress_file;
mod rating;
mod rule_test;
mod searcher;
mod searchers;
mod solution;
mod source;
mod statistics;
#[cfg(test)]
mod testing;
mod themes;
mod verify;

pub use describe::describe_all;
pub use mates::MateSearch;
pub use miner::Cascade;
pub use mining::{Mining, MiningError, MiningProgress};
pub use progress_file::{Filter, FilterCounts, ProgressFile};
pub use rating::rate_all;
pub use searchers::Searchers;
pub use source::SourceError;
pub use statistics::PuzzleStatistics;
pub use verify::{Failed, Verification};
