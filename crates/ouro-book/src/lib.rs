//! Opening books of chess and self-capture chess.
//!
//! A [`Book`] maps positions to scores. It is read from bytes, so that it also works where there are no
//! files. Nothing in it is trusted: every move that it returns is legal in the position that it was asked
//! about, whatever its keys collide with.
//!
//! ```
//! use ouro_book::{Book, Entry, Origin, Score};
//! use ouro_rules::{Position, Variant};
//!
//! let start = Position::start(Variant::SelfCapture);
//! let mut after = start.clone();
//! after.play(start.parse_san("e4")?)?;
//! let entry = |score| Entry { score: Score::centipawns(score), depth: 20, best: None };
//! let entries = vec![(start.key(), entry(30)), (after.key(), entry(-30))];
//! let book = Book::new(Variant::SelfCapture, Origin::default(), entries);
//! let book = Book::from_bytes(&book.to_bytes())?;
//! let best = &book.moves(&start)[0];
//! assert_eq!((start.san(best.mv), best.score), ("e4".to_owned(), Score::centipawns(30)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod choice;
mod codec;
#[cfg(feature = "embedded")]
mod embedded;
mod format;
mod named;
#[cfg(feature = "polyglot")]
mod polyglot;
mod results;
mod score;
mod walk;

pub use book::{Book, BookMove, Entry, Origin};
pub use choice::Variety;
pub use codec::FormatError;
#[cfg(feature = "embedded")]
pub use embedded::{embedded_book, embedded_opening, embedded_results};
pub use named::{NamedOpening, OpeningListError};
#[cfg(feature = "polyglot")]
pub use polyglot::{PolyglotBook, PolyglotError, polyglot_key};
pub use results::{MoveResults, Results};
pub use score::{Score, Value};
pub use walk::Walk;
