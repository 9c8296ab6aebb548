//! Forsyth-Edwards Notation.
//!
//! Strict parsing accepts well-formed FENs of playable positions and rejects all others. Lenient
//! parsing repairs what can be repaired without guessing and reports the repairs. The error of a
//! failed parse names every problem and its byte.

mod fast;
mod parse;
mod write;

pub(crate) use write::write_placement;

use std::fmt;

use crate::validation::Problem;
use crate::{Message, Params, Position, Setup, Square, Variant};

/// A problem of a FEN and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenProblem {
    /// The problem.
    pub kind: FenErrorKind,
    /// The byte offset in the text.
    pub at: usize,
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind, self.at)
    }
}

/// The kinds of problems of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The number of fields is not six. Lenient parsing accepts four or five.
    #[error("a FEN has six fields, but this one has {0}")]
    FieldCount(usize),
    /// A field is empty: there are two spaces in a row or one at an end.
    #[error("a FEN has one space between its fields and none around them")]
    Spaces,
    /// The number of ranks is not eight.
    #[error("the board has eight ranks separated by '/', but this one has {0}")]
    RankCount(usize),
    /// A rank that does not describe eight squares.
    #[error("rank {rank} describes {width} squares instead of 8")]
    RankWidth {
        /// The rank, from 1 to 8.
        rank: u8,
        /// The number of squares counted so far.
        width: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    #[error("'{0}' is neither a piece nor a number from 1 to 8")]
    PlacementCharacter(char),
    /// Two adjacent numbers.
    #[error("rank {0} has two adjacent numbers of empty squares")]
    AdjacentNumbers(u8),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is 'w' or 'b', not '{0}'")]
    SideToMove(String),
    /// A castling field that cannot be parsed.
    #[error("the castling field is '-' or some of 'KQkq', not '{0}'")]
    Castling(String),
    /// File letters for castling outside Chess960.
    #[error("castling rights by file letter ('{0}') are valid in chess960 only")]
    CastlingFiles(String),
    /// A repeated castling right.
    #[error("the castling right '{0}' is repeated")]
    CastlingRepeated(char),
    /// An en passant field that cannot be parsed.
    #[error("the en passant field is '-' or a square, not '{0}'")]
    EnPassant(String),
    /// A halfmove clock that is not a number or too large.
    #[error("the halfmove clock is a number from 0 to 999, not '{0}'")]
    HalfmoveClock(String),
    /// A move number that is not a number, zero or too large.
    #[error("the move number is a number from 1 to 65535, not '{0}'")]
    FullmoveNumber(String),
    /// The text is well formed, but the position is not playable.
    #[error(transparent)]
    Position(Problem),
}

/// A position that is not playable has the code and the parameters of its problem.
impl Message for FenErrorKind {
    fn code(&self) -> &'static str {
        match self {
            FenErrorKind::FieldCount(_) => "field_count",
            FenErrorKind::Spaces => "spaces",
            FenErrorKind::RankCount(_) => "rank_count",
            FenErrorKind::RankWidth { .. } => "rank_width",
            FenErrorKind::PlacementCharacter(_) => "placement_character",
            FenErrorKind::AdjacentNumbers(_) => "adjacent_numbers",
            FenErrorKind::SideToMove(_) => "side_to_move",
            FenErrorKind::Castling(_) => "castling_field",
            FenErrorKind::CastlingFiles(_) => "castling_files",
            FenErrorKind::CastlingRepeated(_) => "castling_repeated",
            FenErrorKind::EnPassant(_) => "en_passant_field",
            FenErrorKind::HalfmoveClock(_) => "halfmove_clock_field",
            FenErrorKind::FullmoveNumber(_) => "move_number_field",
            FenErrorKind::Position(problem) => problem.code(),
        }
    }

    fn params(&self) -> Params {
        match self {
            FenErrorKind::FieldCount(count) | FenErrorKind::RankCount(count) => {
                Params::NONE.with("count", *count)
            }
            FenErrorKind::Spaces => Params::NONE,
            FenErrorKind::RankWidth { rank, width } => {
                Params::NONE.with("rank", *rank).with("count", *width)
            }
            FenErrorKind::AdjacentNumbers(rank) => Params::NONE.with("rank", *rank),
            FenErrorKind::PlacementCharacter(found) | FenErrorKind::CastlingRepeated(found) => {
                Params::NONE.with("text", *found)
            }
            FenErrorKind::SideToMove(text)
            | FenErrorKind::Castling(text)
            | FenErrorKind::CastlingFiles(text)
            | FenErrorKind::EnPassant(text)
            | FenErrorKind::HalfmoveClock(text)
            | FenErrorKind::FullmoveNumber(text) => Params::NONE.with("text", text.clone()),
            FenErrorKind::Position(problem) => problem.params(),
        }
    }
}

/// All problems of a FEN. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FenError {
    problems: Vec<FenProblem>,
}

impl FenError {
    /// Returns all problems in the order in which they were found.
    #[must_use]
    pub fn problems(&self) -> &[FenProblem] {
        &self.problems
    }

    /// Returns the kind of the first problem.
    #[must_use]
    pub fn kind(&self) -> &FenErrorKind {
        &self.problems[0].kind
    }

    /// Returns the byte offset of the first problem.
    #[must_use]
    pub fn at(&self) -> usize {
        self.problems[0].at
    }
}

impl FenError {
    /// Shifts all byte offsets, for a FEN that is part of a longer text.
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

/// A repair made by lenient parsing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Repair {
    /// Both clocks were missing.
    #[error("the clocks are missing; the halfmove clock is set to 0 and the move number to 1")]
    ClocksAdded,
    /// The move number was missing.
    #[error("the move number is missing; it is set to 1")]
    MoveNumberAdded,
    /// Extra spaces were ignored.
    #[error("extra spaces were ignored")]
    SpacesRemoved,
    /// A castling right was dropped.
    #[error("a castling right was dropped: {0}")]
    CastlingDropped(Problem),
    /// The en passant square was dropped.
    #[error("the en passant square was dropped: {0}")]
    EnPassantDropped(Problem),
    /// The halfmove clock was clamped to its range.
    #[error("the halfmove clock '{0}' was set to {1}")]
    HalfmoveClock(String, u16),
    /// The move number was clamped to its range.
    #[error("the move number '{0}' was set to {1}")]
    FullmoveNumber(String, u16),
}

impl Message for Repair {
    fn code(&self) -> &'static str {
        match self {
            Repair::ClocksAdded => "clocks_added",
            Repair::MoveNumberAdded => "move_number_added",
            Repair::SpacesRemoved => "spaces_removed",
            Repair::CastlingDropped(_) => "castling_dropped",
            Repair::EnPassantDropped(_) => "en_passant_dropped",
            Repair::HalfmoveClock(..) => "halfmove_clock_set",
            Repair::FullmoveNumber(..) => "move_number_set",
        }
    }

    /// A dropped right or square also has the code of its problem, as `problem`, and the parameters
    /// of that.
    fn params(&self) -> Params {
        match self {
            Repair::ClocksAdded | Repair::MoveNumberAdded | Repair::SpacesRemoved => Params::NONE,
            Repair::CastlingDropped(problem) | Repair::EnPassantDropped(problem) => {
                Params::NONE.with("problem", problem.code()).and(problem.params())
            }
            Repair::HalfmoveClock(text, value) | Repair::FullmoveNumber(text, value) => {
                Params::NONE.with("text", text.clone()).with("count", *value)
            }
        }
    }
}

/// The notation of castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenStyle {
    /// X-FEN: `KQkq`, and in Chess960 the file of a rook that is not the outermost one.
    XFen,
    /// Shredder-FEN: the files of the rooks, as in `HAha`.
    Shredder,
}

/// FEN.
impl Position {
    /// Parses a FEN strictly.
    ///
    /// ```
    /// use ouro_rules::{FenErrorKind, Position, Variant};
    /// let error = Position::from_fen("8/8/8/8/8/8/8/8 x - - 0 1", Variant::Chess).unwrap_err();
    /// assert_eq!(error.kind(), &FenErrorKind::SideToMove("x".into()));
    /// assert_eq!(error.at(), 16);
    /// ```
    ///
    /// # Errors
    /// All problems of the text or of the position it describes.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Position, FenError> {
        parse::strict(fen, variant)
    }

    /// Parses a FEN and repairs what can safely be repaired: castling rights without king or rook
    /// in place, impossible en passant squares, clocks out of range or missing, extra spaces.
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
    /// All problems that cannot be repaired.
    pub fn from_fen_lenient(
        fen: &str,
        variant: Variant,
    ) -> Result<(Position, Vec<Repair>), FenError> {
        parse::lenient(fen, variant)
    }

    /// Returns the FEN of the position, with castling rights as `KQkq` in chess and self-capture
    /// chess and as file letters (Shredder-FEN) in Chess960.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let style = match self.variant() {
            Variant::Chess960 => FenStyle::Shredder,
            Variant::Chess | Variant::SelfCapture => FenStyle::XFen,
        };
        self.to_fen_in(style)
    }

    /// Returns the FEN of the position with castling rights in the given style.
    #[must_use]
    pub fn to_fen_in(&self, style: FenStyle) -> String {
        write::fen(&self.to_setup(), style, self.variant())
    }
}

/// FEN.
impl Setup {
    /// Parses a FEN strictly. The position need not be playable.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Setup, FenError> {
        parse::setup(fen, variant)
    }

    /// Returns the FEN of the setup.
    #[must_use]
    pub fn to_fen(&self, style: FenStyle, variant: Variant) -> String {
        write::fen(self, style, variant)
    }
}

/// Returns the byte offset of the piece on a square in a valid piece placement.
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
