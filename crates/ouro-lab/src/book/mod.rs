//! Opening books: best-first expansion from the start position.
//!
//! [`BookBuild`] searches positions in batches. After each batch the scores are backed up
//! (`backup.rs`), every position gets its distance from the main line (`frontier.rs`), and the nearest
//! positions that are not in the book make the next batch. This is the drop-out expansion of Lincke
//! (*Strategies for the Automatic Construction of Opening Books*, 2000) for both sides.
//!
//! A search starts with an empty transposition table and depends only on position, nodes and width, and
//! the book depends only on the results of the searches. So the book is the same for any number of
//! threads, and the log of the searches (`log.rs`) is all that is needed to resume.

mod backup;
mod build;
mod compare;
mod effort;
mod frontier;
mod graph;
mod log;
mod plot;
mod search;

pub use build::{BookBuild, BookError, BookProgress};
pub use compare::{Comparison, OpeningValue, compare, frequent_self_captures, main_line};
pub use log::LogError;
pub use plot::{FirstMove, plot_first_moves};
