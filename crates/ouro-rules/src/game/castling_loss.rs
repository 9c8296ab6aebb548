//! How a right to castle was lost.

use std::fmt;

use super::Game;
use crate::castling::CastlingSide;
use crate::{Color, Role, Square};

/// How a side lost the right to castle to one side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingLoss {
    /// The game started without it.
    NeverHad(CastlingSide),
    /// The king moved, or castled, on this move.
    KingMoved(u16),
    /// The rook moved on this move.
    RookMoved(Square, u16),
    /// The rook was taken on this move, by this side.
    RookTaken(Square, u16, Color),
}

impl fmt::Display for CastlingLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingLoss::NeverHad(side) => write!(
                f,
                "the game started without the right to castle {}",
                match side {
                    CastlingSide::King => "short",
                    CastlingSide::Queen => "long",
                }
            ),
            CastlingLoss::KingMoved(number) => {
                write!(f, "the right to castle is lost: the king moved on move {number}")
            }
            CastlingLoss::RookMoved(square, number) => write!(
                f,
                "the right to castle is lost: the rook on {square} moved on move {number}"
            ),
            CastlingLoss::RookTaken(square, number, by) => write!(
                f,
                "the right to castle is lost: {by} took the rook on {square} on move {number}"
            ),
        }
    }
}

impl Game {
    /// How the side to move lost the right to castle to one side, which it has not any more.
    pub(super) fn castling_loss(&self, side: CastlingSide) -> CastlingLoss {
        let us = self.position().turn();
        let rook_at = |ply: usize| self.positions[ply].castling_rook(us, side);
        let last = (0..self.moves.len()).rev().find_map(|ply| Some((ply, rook_at(ply)?)));
        let Some((ply, rook)) = last else {
            return CastlingLoss::NeverHad(side);
        };
        let (before, mv) = (&self.positions[ply], self.moves[ply]);
        let number = before.fullmove_number();
        let mover = before.piece_on(mv.from());
        if mover.is_some_and(|piece| piece.color() == us && piece.role() == Role::King) {
            CastlingLoss::KingMoved(number)
        } else if mv.from() == rook {
            CastlingLoss::RookMoved(rook, number)
        } else {
            CastlingLoss::RookTaken(rook, number, before.turn())
        }
    }
}
