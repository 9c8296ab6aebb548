//! The invariants of a position, checked after every move in debug builds.

use super::Position;

/// A violated invariant of a position: a bug in this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvariantError {
    /// The bitboards and the array of squares disagree.
    #[error("the bitboards and the array of squares disagree")]
    InconsistentBoard,
    /// An incrementally updated key differs from the one computed from scratch.
    #[error("the incremental keys differ from the keys computed from scratch")]
    WrongKey,
    /// The stored checkers or pinned pieces are wrong.
    #[error("the stored checkers or pinned pieces are wrong")]
    WrongCheckersOrPins,
    /// The en passant square is stored, but no en passant capture is legal.
    #[error("an en passant square is stored, but no en passant capture is legal")]
    NoEnPassantCapture,
    /// The position is not playable.
    #[error("the position is not playable")]
    NotPlayable,
}

impl Position {
    /// Compares everything that is updated incrementally with values computed from scratch.
    ///
    /// # Errors
    /// The first violated invariant, which is a bug in this library. Tests and fuzz targets call
    /// this.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        if !self.board.is_consistent() {
            return Err(InvariantError::InconsistentBoard);
        }
        if self.keys != self.computed_keys() {
            return Err(InvariantError::WrongKey);
        }
        if self.en_passant.is_some_and(|square| !self.can_capture_en_passant(square)) {
            return Err(InvariantError::NoEnPassantCapture);
        }
        let mut recomputed = self.clone();
        recomputed.find_checkers_and_pins();
        let king = self.king_of(self.turn);
        let attackers = self.attackers_to(king, self.board.occupied());
        if (self.checkers, self.pinned) != (recomputed.checkers, recomputed.pinned)
            || self.checkers != attackers & self.board.of_color(!self.turn)
            || self.pinned != self.blockers_of(self.turn) & self.board.of_color(self.turn)
        {
            return Err(InvariantError::WrongCheckersOrPins);
        }
        if self.to_setup().is_playable(self.variant) {
            Ok(())
        } else {
            Err(InvariantError::NotPlayable)
        }
    }

    /// Panics in debug builds if an invariant is violated.
    #[inline]
    pub(super) fn debug_check(&self) {
        #[cfg(debug_assertions)]
        if let Err(error) = self.check_invariants() {
            panic!("{error} in {self:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Square, Variant};

    #[test]
    fn every_violated_invariant_is_detected() {
        let valid = Position::start(Variant::Chess);
        assert_eq!(valid.check_invariants(), Ok(()));

        let mut position = valid.clone();
        position.keys.switch_turn();
        assert_eq!(position.check_invariants(), Err(InvariantError::WrongKey));

        let mut position = valid.clone();
        position.pinned = Bitboard::from(Square::E2);
        assert_eq!(position.check_invariants(), Err(InvariantError::WrongCheckersOrPins));

        let mut position = valid.clone();
        position.en_passant = Some(Square::E6);
        position.keys = position.computed_keys();
        assert_eq!(position.check_invariants(), Err(InvariantError::NoEnPassantCapture));

        let mut position = valid;
        position.castling |= Bitboard::from(Square::B1);
        position.keys = position.computed_keys();
        assert_eq!(position.check_invariants(), Err(InvariantError::NotPlayable));
    }
}
