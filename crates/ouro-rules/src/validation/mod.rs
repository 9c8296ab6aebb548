//! Validation of positions.
//!
//! There are two levels. Only a *playable* setup becomes a [`Position`](crate::Position). A
//! position that fails the necessary conditions for being *reachable* cannot come from a game, but
//! it can still be played.

mod playable;
mod reachable;

pub(crate) use playable::check as check_playable;
pub(crate) use reachable::check as check_reachable;

use std::fmt;
use std::ops::Deref;

use crate::{Bitboard, Color, Message, Params, Square};

/// A problem of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has more than one king.
    #[error("{0} has more than one king ({squares})", squares = list(*.1))]
    ManyKings(Color, Bitboard),
    /// Pawns stand on the first or eighth rank.
    #[error("a pawn cannot stand on the first or eighth rank ({squares})", squares = list(*.0))]
    PawnsOnBackRank(Bitboard),
    /// A side has more than 16 pieces.
    #[error("{0} has {1} pieces, but the maximum is 16")]
    TooManyPieces(Color, u32),
    /// A side has more than eight pawns.
    #[error("{0} has {1} pawns, but the maximum is 8")]
    TooManyPawns(Color, u32),
    /// The side that is not to move is in check.
    #[error("{0} is in check, but it is {turn}'s turn", turn = !*.0)]
    OpponentInCheck(Color, Square),
    /// A castling right is given, but the king is not on its home square.
    #[error("{0} cannot castle with a rook on {1}: its king is not on its home square")]
    CastlingWithoutKing(Color, Square),
    /// A castling right is given, but the rook is not there.
    #[error("{0} cannot castle with a rook on {1}: no castling rook is there")]
    CastlingWithoutRook(Color, Square),
    /// Castling rights are given for two rooks on the same side of the king.
    #[error("{0} cannot castle with two rooks on the same side of its king")]
    CastlingTwice(Color, Square),
    /// A castling right is given for a square that is not on a back rank.
    #[error("a castling rook cannot start on {0}")]
    CastlingOffBackRank(Square),
    /// The en passant square is on the wrong rank.
    #[error("{0} cannot be an en passant square with {1} to move: it must be on rank {rank}",
        rank = if *.1 == Color::White { 6 } else { 3 })]
    EnPassantRank(Square, Color),
    /// No pawn stands in front of the en passant square.
    #[error("{0} cannot be an en passant square: no pawn has just passed it")]
    EnPassantWithoutPawn(Square),
    /// The pawn cannot have passed the en passant square, because its path is occupied.
    #[error("{0} cannot be an en passant square: {1} is occupied")]
    EnPassantBlocked(Square, Square),
    /// The halfmove clock is larger than 999.
    #[error("the halfmove clock is {0}, but the maximum is 999")]
    HalfmoveClock(u16),
    /// The move number is zero.
    #[error("the move number is 0, but the minimum is 1")]
    FullmoveNumber,

    /// There are more promoted pieces than missing pawns.
    #[error("{color} has {promoted} promoted pieces, but only {missing} pawns are missing")]
    PromotedPieces {
        /// The color of the pieces.
        color: Color,
        /// The minimum number of promoted pieces.
        promoted: u32,
        /// The number of missing pawns.
        missing: u32,
    },
    /// No captures can have brought the pawns to their squares.
    #[error("{0}'s pawns cannot have reached their squares")]
    PawnStructure(Color),
    /// The pawns needed more captures than there are missing pieces.
    #[error("the pawns of {side} needed at least {needed} captures, but only {missing} pieces \
        can have been captured", side = .color.map_or("both sides".to_owned(), |c| c.to_string()))]
    PawnCaptures {
        /// The color of the pawns, or `None` for both together in self-capture chess.
        color: Option<Color>,
        /// The minimum number of captures that explains the squares of the pawns.
        needed: u32,
        /// The number of missing pieces that the pawns may have captured.
        missing: u32,
    },
    /// No last move explains the check.
    #[error("no last move can have given this check ({squares})", squares = list(*.0))]
    ImpossibleCheck(Bitboard),
    /// The halfmove clock is not 0, but a pawn has just moved.
    #[error("a pawn has just moved, so the halfmove clock must be 0, not {0}")]
    ClockAfterPawnMove(u16),
    /// The halfmove clock is larger than the number of plies played.
    #[error("the halfmove clock is {0}, but only {1} plies have been played")]
    ClockBeforeStart(u16, u32),
}

impl Problem {
    /// Returns the squares that the problem concerns, if any.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match *self {
            Problem::ManyKings(_, squares)
            | Problem::PawnsOnBackRank(squares)
            | Problem::ImpossibleCheck(squares) => squares,
            Problem::OpponentInCheck(_, square)
            | Problem::CastlingWithoutKing(_, square)
            | Problem::CastlingWithoutRook(_, square)
            | Problem::CastlingTwice(_, square)
            | Problem::CastlingOffBackRank(square)
            | Problem::EnPassantRank(square, _)
            | Problem::EnPassantWithoutPawn(square)
            | Problem::EnPassantBlocked(square, _) => square.into(),
            Problem::NoKing(_)
            | Problem::TooManyPieces(..)
            | Problem::TooManyPawns(..)
            | Problem::HalfmoveClock(_)
            | Problem::FullmoveNumber
            | Problem::PromotedPieces { .. }
            | Problem::PawnStructure(_)
            | Problem::PawnCaptures { .. }
            | Problem::ClockAfterPawnMove(_)
            | Problem::ClockBeforeStart(..) => Bitboard::EMPTY,
        }
    }
}

impl Message for Problem {
    fn code(&self) -> &'static str {
        match self {
            Problem::NoKing(_) => "no_king",
            Problem::ManyKings(..) => "many_kings",
            Problem::PawnsOnBackRank(_) => "pawns_on_back_rank",
            Problem::TooManyPieces(..) => "too_many_pieces",
            Problem::TooManyPawns(..) => "too_many_pawns",
            Problem::OpponentInCheck(..) => "opponent_in_check",
            Problem::CastlingWithoutKing(..) => "castling_without_king",
            Problem::CastlingWithoutRook(..) => "castling_without_rook",
            Problem::CastlingTwice(..) => "castling_twice",
            Problem::CastlingOffBackRank(_) => "castling_off_back_rank",
            Problem::EnPassantRank(..) => "en_passant_rank",
            Problem::EnPassantWithoutPawn(_) => "en_passant_without_pawn",
            Problem::EnPassantBlocked(..) => "en_passant_blocked",
            Problem::HalfmoveClock(_) => "halfmove_clock_too_large",
            Problem::FullmoveNumber => "move_number_zero",
            Problem::PromotedPieces { .. } => "promoted_pieces",
            Problem::PawnStructure(_) => "pawn_structure",
            Problem::PawnCaptures { color: Some(_), .. } => "pawn_captures",
            Problem::PawnCaptures { color: None, .. } => "pawn_captures_of_both",
            Problem::ImpossibleCheck(_) => "impossible_check",
            Problem::ClockAfterPawnMove(_) => "clock_after_pawn_move",
            Problem::ClockBeforeStart(..) => "clock_before_start",
        }
    }

    fn params(&self) -> Params {
        match *self {
            Problem::NoKing(color) | Problem::PawnStructure(color) => {
                Params::NONE.with("color", color)
            }
            Problem::ManyKings(color, squares) => {
                Params::NONE.with("color", color).with("squares", squares)
            }
            Problem::PawnsOnBackRank(squares) | Problem::ImpossibleCheck(squares) => {
                Params::NONE.with("squares", squares)
            }
            Problem::TooManyPieces(color, count) | Problem::TooManyPawns(color, count) => {
                Params::NONE.with("color", color).with("count", count)
            }
            Problem::OpponentInCheck(color, square)
            | Problem::CastlingWithoutKing(color, square)
            | Problem::CastlingWithoutRook(color, square)
            | Problem::CastlingTwice(color, square)
            | Problem::EnPassantRank(square, color) => {
                Params::NONE.with("color", color).with("square", square)
            }
            Problem::CastlingOffBackRank(square) | Problem::EnPassantWithoutPawn(square) => {
                Params::NONE.with("square", square)
            }
            Problem::EnPassantBlocked(square, occupied) => {
                Params::NONE.with("square", square).with("occupied", occupied)
            }
            Problem::HalfmoveClock(count) | Problem::ClockAfterPawnMove(count) => {
                Params::NONE.with("count", count)
            }
            Problem::FullmoveNumber => Params::NONE,
            Problem::PromotedPieces { color, promoted, missing } => {
                let params = Params::NONE.with("color", color);
                params.with("count", promoted).with("missing", missing)
            }
            Problem::PawnCaptures { color, needed, missing } => {
                let params = Params::NONE.with_some("color", color);
                params.with("count", needed).with("missing", missing)
            }
            Problem::ClockBeforeStart(clock, plies) => {
                Params::NONE.with("count", clock).with("plies", plies)
            }
        }
    }
}

/// Joins the names of squares with commas.
fn list(squares: Bitboard) -> String {
    let names: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(", ")
}

/// All problems of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn new(problems: Vec<Problem>) -> Problems {
        Problems(problems)
    }

    /// Returns the problems in a fixed order.
    #[must_use]
    pub fn as_slice(&self) -> &[Problem] {
        &self.0
    }
}

impl Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "; " };
            write!(f, "{gap}{problem}")?;
        }
        Ok(())
    }
}
