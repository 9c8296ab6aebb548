//! The domain of puzzles: which ones there are, which one comes next, and what an attempt changes.
//!
//! This module performs no I/O and knows neither HTTP nor SQL: `service` connects it to the storage, and `api` maps
//! puzzles and errors to JSON.

pub(crate) mod attempt;
pub(crate) mod choice;
pub(crate) mod daily;
pub(crate) mod mate_or_not;
pub(crate) mod progress;
pub(crate) mod rating;
mod shuffle;
pub(crate) mod stock;
