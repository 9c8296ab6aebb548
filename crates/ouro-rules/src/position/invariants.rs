//! What must be true of every position, checked after every move in debug builds.

use super::Position;

/// Something in a position that contradicts the rest of it: a mistake in this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvariantError {
    /// Bitboards and the array of squares disagree.
    #[error("the bitboards and the array of squares disagree")]
    BoardOutOfStep,
    /// A key updated move by move differs from the one computed from the board.
    #[error("the incremental keys differ from the rebuilt ones")]
    WrongKey,
    /// Noted checkers or pins are not those on the board.
    #[error("the noted checkers or pinned pieces are not those on the board")]
    WrongChecks,
    /// An en passant square is noted that nobody can use.
    #[error("an en passant square is noted that nobody can use")]
    UselessEnPassant,
    /// The position is not playable.
    #[error("the position is not playable")]
    NotPlayable,
}

impl Position {
    /// Compares everything that is kept incrementally with what the board says.
    ///
    /// # Errors
    /// The first contradiction found. None is known to happen; tests and fuzzers ask.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        if !self.board.is_in_step() {
            return Err(InvariantError::BoardOutOfStep);
        }
        if self.keys != self.rebuilt_keys() {
            return Err(InvariantError::WrongKey);
        }
        if self.en_passant.is_some_and(|square| !self.can_take_en_passant(square)) {
            return Err(InvariantError::UselessEnPassant);
        }
        let mut again = self.clone();
        again.find_checkers_and_pins();
        let king = self.king_of(self.turn);
        let attackers = self.attackers_to(king, self.board.occupied());
        if (self.checkers, self.pinned) != (again.checkers, again.pinned)
            || self.checkers != attackers & self.board.of_color(!self.turn)
            || self.pinned != self.blockers_of(self.turn) & self.board.of_color(self.turn)
        {
            return Err(InvariantError::WrongChecks);
        }
        if self.to_setup().is_playable(self.variant) {
            Ok(())
        } else {
            Err(InvariantError::NotPlayable)
        }
    }

    /// In debug builds, panics if the position contradicts itself.
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
    fn every_kind_of_contradiction_is_noticed() {
        let sound = Position::start(Variant::Chess);
        assert_eq!(sound.check_invariants(), Ok(()));

        let mut position = sound.clone();
        position.keys.switch_turn();
        assert_eq!(position.check_invariants(), Err(InvariantError::WrongKey));

        let mut position = sound.clone();
        position.pinned = Bitboard::from(Square::E2);
        assert_eq!(position.check_invariants(), Err(InvariantError::WrongChecks));

        let mut position = sound.clone();
        position.en_passant = Some(Square::E6);
        position.keys = position.rebuilt_keys();
        assert_eq!(position.check_invariants(), Err(InvariantError::UselessEnPassant));

        let mut position = sound;
        position.castling |= Bitboard::from(Square::B1);
        position.keys = position.rebuilt_keys();
        assert_eq!(position.check_invariants(), Err(InvariantError::NotPlayable));
    }
}
