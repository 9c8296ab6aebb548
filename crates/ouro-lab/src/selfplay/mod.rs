//! Self-play data generation, the file format of its games, and statistics of them.

mod datagen;
mod format;
mod game;
mod manifest;
mod relabel;
mod stats;
mod wdl_fit;

pub use datagen::{Datagen, DatagenError};
pub use format::{FormatError, GameReader, Origin, SelfPlayGame};
pub use game::SelfPlaySettings;
pub use manifest::game_files;
pub use relabel::Relabel;
pub use stats::SelfPlayStats;
pub use wdl_fit::WdlCounts;
