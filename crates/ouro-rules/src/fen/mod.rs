//! Forsyth-Edwards Notation.
//!
//! Strict parsing takes what is well formed and can be played, and rejects the rest. Lenient parsing
//! repairs what can be repaired without guessing and tells what it did. Either way a failed parse
//! yields no position at all, and the error names every problem with the byte where it is.

mod fast;
mod parse;
mod write;

pub(crate) use write::write_placement;

use std::fmt;

use crate::validation::Problem;
use crate::{Position, Setup, Square, Variant};

/// One thing wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenProblem {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// The byte of the text at which it is wrong, counted from 0.
    pub at: usize,
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind, self.at)
    }
}

/// What can be wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// Not six fields; four are enough for lenient reading.
    #[error("a FEN has six fields, and here are {0}")]
    FieldCount(usize),
    /// A field is empty: two spaces in a row, or one at an end.
    #[error("a FEN has one space between its fields and none around them")]
    Spaces,
    /// Not eight ranks.
    #[error("the board has eight ranks with a '/' between them, and here are {0}")]
    RankCount(usize),
    /// A rank that does not describe eight squares.
    #[error("rank {rank} describes {width} squares instead of 8")]
    RankWidth {
        /// The rank, from 1 to 8.
        rank: u8,
        /// How many squares are described, as far as they were counted.
        width: usize,
    },
    /// A sign that stands for no piece and no number of empty squares.
    #[error("'{0}' is neither a piece nor a number from 1 to 8")]
    PlacementCharacter(char),
    /// Two numbers next to each other.
    #[error("two numbers of empty squares stand next to each other in rank {0}")]
    AdjacentNumbers(u8),
    /// Neither White nor Black is to move.
    #[error("the side to move is 'w' or 'b', not '{0}'")]
    SideToMove(String),
    /// A castling field that cannot be read.
    #[error("the castling field is '-' or some of 'KQkq', not '{0}'")]
    Castling(String),
    /// File letters for castling outside Chess960.
    #[error("rights to castle by file letter ('{0}') belong to chess960")]
    CastlingFiles(String),
    /// A right to castle that is written twice.
    #[error("the right to castle '{0}' is written twice")]
    CastlingRepeated(char),
    /// An en passant field that cannot be read.
    #[error("the en passant field is '-' or a square, not '{0}'")]
    EnPassant(String),
    /// A halfmove clock that is no number or too large.
    #[error("the halfmove clock is a number from 0 to 999, not '{0}'")]
    HalfmoveClock(String),
    /// A move number that is no number, zero or too large.
    #[error("the move number is a number from 1 to 65535, not '{0}'")]
    FullmoveNumber(String),
    /// The text can be read, but what it describes cannot be played.
    #[error(transparent)]
    Position(Problem),
}

/// Everything that is wrong with a FEN: at least one problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FenError {
    problems: Vec<FenProblem>,
}

impl FenError {
    /// All problems in the order in which they were found.
    #[must_use]
    pub fn problems(&self) -> &[FenProblem] {
        &self.problems
    }

    /// What is wrong in the first place.
    #[must_use]
    pub fn kind(&self) -> &FenErrorKind {
        &self.problems[0].kind
    }

    /// The byte at which the first problem is.
    #[must_use]
    pub fn at(&self) -> usize {
        self.problems[0].at
    }
}

impl FenError {
    /// The same error in a text in which the FEN begins later.
    pub(crate) fn shifted(mut self, by: usize) -> FenError {
        for problem in &mut self.problems {
            problem.at += by;
        }
        self
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let gap = if i == 0 { "" } else { "; " };
            write!(f, "{gap}{problem}")?;
        }
        Ok(())
    }
}

/// Something that lenient parsing put right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Repair {
    /// Both clocks were missing.
    #[error("the clocks are missing; the position is taken as the first move of a game")]
    ClocksAdded,
    /// The move number was missing.
    #[error("the move number is missing; it is taken as 1")]
    MoveNumberAdded,
    /// Spaces that do not belong there were passed over.
    #[error("superfluous spaces were passed over")]
    SpacesRemoved,
    /// A right to castle was dropped.
    #[error("a right to castle was dropped: {0}")]
    CastlingDropped(Problem),
    /// The en passant square was dropped.
    #[error("the en passant square was dropped: {0}")]
    EnPassantDropped(Problem),
    /// The halfmove clock was brought into its range.
    #[error("the halfmove clock '{0}' was set to {1}")]
    HalfmoveClock(String, u16),
    /// The move number was brought into its range.
    #[error("the move number '{0}' was set to {1}")]
    FullmoveNumber(String, u16),
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenStyle {
    /// `KQkq`; in Chess960 the file of the rook where there is another one further out.
    XFen,
    /// The files of the rooks, as in `HAha`.
    Shredder,
}

/// Reading and writing FEN.
impl Position {
    /// Reads a FEN strictly.
    ///
    /// ```
    /// use ouro_rules::{FenErrorKind, Position, Variant};
    /// let error = Position::from_fen("8/8/8/8/8/8/8/8 x - - 0 1", Variant::Chess).unwrap_err();
    /// assert_eq!(error.kind(), &FenErrorKind::SideToMove("x".into()));
    /// assert_eq!(error.at(), 16);
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the text or the position it describes.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Position, FenError> {
        parse::strict(fen, variant)
    }

    /// Reads a FEN and repairs what can safely be repaired: castling rights without king or rook
    /// in place, impossible en passant squares, clocks out of range or missing, spaces.
    ///
    /// ```
    /// use ouro_rules::{Position, Variant};
    /// let (position, repairs) =
    ///     Position::from_fen_lenient("r3k3/8/8/8/8/8/8/4K3 b kq -", Variant::Chess)?;
    /// assert_eq!(position.to_fen(), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
    /// assert_eq!(repairs.len(), 2);
    /// # Ok::<(), ouro_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong and cannot be repaired.
    pub fn from_fen_lenient(
        fen: &str,
        variant: Variant,
    ) -> Result<(Position, Vec<Repair>), FenError> {
        parse::lenient(fen, variant)
    }

    /// The FEN of the position: with `KQkq` for castling in chess and self-capture chess, and with
    /// file letters (Shredder-FEN) in Chess960.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let style = match self.variant() {
            Variant::Chess960 => FenStyle::Shredder,
            Variant::Chess | Variant::SelfCapture => FenStyle::XFen,
        };
        self.to_fen_in(style)
    }

    /// The FEN of the position with castling rights written in a chosen style.
    #[must_use]
    pub fn to_fen_in(&self, style: FenStyle) -> String {
        write::fen(&self.to_setup(), style, self.variant())
    }
}

/// Reading and writing FEN.
impl Setup {
    /// Reads a FEN strictly, whether what it describes can be played or not.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Setup, FenError> {
        parse::setup(fen, variant)
    }

    /// The FEN of the setup.
    #[must_use]
    pub fn to_fen(&self, style: FenStyle, variant: Variant) -> String {
        write::fen(self, style, variant)
    }
}

/// The byte at which the piece on a square stands in a piece placement that can be read.
fn byte_of(placement: &[u8], square: Square) -> usize {
    let (mut file, mut rank) = (0, 7);
    for (at, &byte) in placement.iter().enumerate() {
        match byte {
            b'/' => (file, rank) = (0, rank - 1),
            b'1'..=b'8' => file += usize::from(byte - b'0'),
            _ if rank * 8 + file == square.index() => return at,
            _ => file += 1,
        }
    }
    0
}
