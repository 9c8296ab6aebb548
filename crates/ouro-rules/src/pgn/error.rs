//! Problems that end the reading of a game.

use std::fmt;

use crate::{FenError, SanError, VariantError};

/// The reason why a game could not be parsed, or not to its end, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PgnError {
    /// The problem.
    pub kind: PgnErrorKind,
    /// The number of the game in the text, counted from 1.
    pub game: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The byte offset in the text.
    pub at: usize,
    /// The number of the move at that place, or `None` before the moves.
    pub move_number: Option<u16>,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {} (byte {}): {}", self.game, self.line, self.at, self.kind)
    }
}

/// The kinds of problems of a PGN game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// Invalid syntax.
    #[error("{0}")]
    Syntax(&'static str),
    /// An unknown variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// An invalid start position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An illegal move.
    #[error("after {after}: {error}")]
    Move {
        /// The move before it, or the start position.
        after: String,
        /// The reason why it is illegal.
        error: SanError,
    },
    /// A null move in the main line. No game contains one.
    #[error("after {0}: a null move is allowed in variations only")]
    NullMoveInMainLine(String),
    /// A null move of a side in check.
    #[error("after {0}: a side in check cannot make a null move")]
    NullMoveInCheck(String),
    /// More moves than the limit of the reader.
    #[error("the game has more than {0} moves")]
    TooManyMoves(usize),
}
