//! Finding the move that lost a castling right.

use super::Game;
use crate::castling::CastlingSide;
use crate::{CastlingLoss, Role};

impl Game {
    /// Returns how the side to move lost the right to castle on one side. It must have lost it.
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
            CastlingLoss::RookCaptured(rook, number, before.turn())
        }
    }
}
