//! Endgame tablebases for chess and self-capture chess.
//!
//! A table knows the result of every position of a [`Material`] such as `KRPvKR`, for both sides to
//! move: its [`Category`] under the fifty-move rule, its distance to the next capture, pawn move or
//! mate (DTZ) and, up to four men, its distance to mate (DTM). Positions with castling rights are not
//! included. En passant is.
//!
//! One generator serves both variants: [`Generator`] writes the tables of a folder, [`verify`] checks
//! them with the forward move generator, and [`Tablebase`] probes them. A search probes through
//! [`SearchTables`], which Ouro's tables and, with the feature `syzygy`, Syzygy tables implement.
//!
//! ```
//! use ouro_rules::{Position, Variant};
//! use ouro_tablebase::{Category, Generator, Tablebase};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! Generator::new(Variant::SelfCapture).run(&["KQvK".parse()?], folder, &mut |_| {})?;
//!
//! let tables = Tablebase::open(folder, Variant::SelfCapture)?;
//! let position = Position::from_fen("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", Variant::SelfCapture)?;
//! let best = tables.probe_moves(&position)?[0];
//! assert_eq!(position.san(best.mv), "Qg8#");
//! assert_eq!((best.after.category, best.after.dtm), (Category::Loss, Some(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Method
//!
//! Materials are solved from fewer to more men, and materials with fewer pawns first. Captures and
//! promotions lead to tables that exist already. The positions with the same pawns are solved
//! together, the most advanced pawns first, so pawn moves lead to values that are known. What remains
//! are the moves of pieces, whose distances spread backwards from mates and from those known values,
//! ply by ply. Threads share the positions of a ply, and the result does not depend on their number.
//!
//! In self-capture chess, a capture of an own piece leads to a smaller table like any other capture.

mod codec;
mod file;
mod generate;
mod layout;
mod loader;
mod lookup;
mod material;
mod memory;
mod own_tables;
mod parallel;
mod positions;
mod retrograde;
mod search_tables;
mod solve;
mod statistics;
mod symmetry;
#[cfg(feature = "syzygy")]
pub mod syzygy;
mod tablebase;
mod value;
mod verify;

pub use file::TableError;
pub use generate::{Generator, GeneratorProgress};
pub use loader::FolderError;
pub use material::{MAX_MEN, Material, MaterialError};
pub use own_tables::OwnTables;
pub use positions::{folder_contents, for_each_position};
pub use search_tables::{RootProbe, SearchTables};
pub use statistics::{Differences, LongestWin, Statistics, differences, statistics};
pub use tablebase::{MoveProbe, Probe, ProbeError, Tablebase};
pub use value::Category;
pub use verify::{Verification, verify};
