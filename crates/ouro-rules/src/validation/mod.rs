//! What can be wrong with a position.
//!
//! There are two levels. A position is *playable* if the game can go on from it; only such ones
//! become a [`Position`](crate::Position). It is *reachable* as far as the cheap necessary
//! conditions of this module tell; a position can fail them and still be played.

mod playable;
mod reachable;

pub(crate) use playable::check as check_playable;
pub(crate) use reachable::check as check_reachable;

use std::fmt;
use std::ops::Deref;

use crate::{Bitboard, Color, Square};

/// Something wrong with a position.
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
    #[error("{0} has {1} pieces, and 16 are the most")]
    TooManyPieces(Color, u32),
    /// A side has more than eight pawns.
    #[error("{0} has {1} pawns, and 8 are the most")]
    TooManyPawns(Color, u32),
    /// The side that has just moved is in check.
    #[error("{0} is in check, but it is {turn}'s turn", turn = !*.0)]
    OpponentInCheck(Color, Square),
    /// A right to castle is claimed, but the king is not where castling starts.
    #[error("{0} cannot have the right to castle with a rook on {1}: its king is not at home")]
    CastlingWithoutKing(Color, Square),
    /// A right to castle is claimed with a rook that is not there.
    #[error(
        "{0} cannot have the right to castle with a rook on {1}: no rook that could stands there"
    )]
    CastlingWithoutRook(Color, Square),
    /// Two rooks on one side of the king are both said to have the right to castle.
    #[error("{0} cannot have the right to castle with two rooks on one side of its king")]
    CastlingTwice(Color, Square),
    /// A right to castle is claimed for a square on which no rook starts.
    #[error("no rook that castles starts on {0}")]
    CastlingOffBackRank(Square),
    /// The en passant square is not on the rank that a pawn has just passed.
    #[error("{0} cannot be an en passant square with {1} to move: it must be on rank {rank}",
        rank = if *.1 == Color::White { 6 } else { 3 })]
    EnPassantRank(Square, Color),
    /// No pawn stands in front of the en passant square.
    #[error("{0} cannot be an en passant square: no pawn has just passed it")]
    EnPassantWithoutPawn(Square),
    /// The pawn that is said to have passed the square could not have come from behind it.
    #[error("{0} cannot be an en passant square: {1} is occupied")]
    EnPassantBlocked(Square, Square),
    /// The halfmove clock is larger than 999.
    #[error("the halfmove clock is {0}, and 999 is the most")]
    HalfmoveClock(u16),
    /// The move number is zero.
    #[error("the move number is 0, and moves are counted from 1")]
    FullmoveNumber,

    /// More promoted pieces than pawns are missing.
    #[error("{color} has {promoted} promoted pieces, but only {missing} pawns are missing")]
    PromotedPieces {
        /// Whose pieces.
        color: Color,
        /// How many pieces must have been pawns.
        promoted: u32,
        /// How many pawns are gone.
        missing: u32,
    },
    /// Pawns stand where no captures can have brought them.
    #[error("{0}'s pawns cannot have come to where they stand")]
    PawnStructure(Color),
    /// The pawns needed more captures than pieces are missing.
    #[error("the pawns of {side} needed at least {needed} captures, but only {missing} pieces \
        can have been taken", side = .color.map_or("both sides".to_owned(), |c| c.to_string()))]
    PawnCaptures {
        /// Whose pawns, or those of both sides together where a side can take its own pieces.
        color: Option<Color>,
        /// The fewest captures that explain where the pawns stand.
        needed: u32,
        /// How many pieces are gone that the pawns may have taken.
        missing: u32,
    },
    /// No last move explains the check.
    #[error("no last move can have given this check ({squares})", squares = list(*.0))]
    ImpossibleCheck(Bitboard),
    /// The clock counts moves since a pawn move, but a pawn has just moved.
    #[error("a pawn has just moved, so the halfmove clock must be 0, not {0}")]
    ClockAfterPawnMove(u16),
    /// The clock counts more moves than were made.
    #[error("the halfmove clock is {0}, but only {1} plies were made before this move")]
    ClockBeforeStart(u16, u32),
}

impl Problem {
    /// The squares that the problem is about, if it is about squares.
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

fn list(squares: Bitboard) -> String {
    let names: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(", ")
}

/// All problems of a position, at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn new(problems: Vec<Problem>) -> Problems {
        Problems(problems)
    }

    /// The problems in a fixed order.
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
