//! The value of a position from tables that know nothing of en passant.

use ouro_rules::{Move, Position};

use crate::material::{Material, MaterialError};
use crate::value::Value;

/// Tables of positions without castling rights and en passant captures.
pub(crate) trait Lookup {
    /// The reason why a value is not available.
    type Error: From<MaterialError>;

    /// Returns the number of plies within which a capture, pawn move or mate must happen: 100 under
    /// the fifty-move rule.
    fn limit(&self) -> u16;

    /// Returns `true` if the values of positions with this many men contain distances to mate.
    fn has_dtm(&self, men: usize) -> bool;

    /// Returns the value of a position as if no en passant capture were possible. `exchanged` says
    /// that the colors of the position have to be exchanged to get the material.
    fn stored(
        &self,
        position: &Position,
        material: Material,
        exchanged: bool,
    ) -> Result<Value, Self::Error>;

    /// Returns the value of a position whose halfmove clock is zero.
    fn value(&self, position: &Position) -> Result<Value, Self::Error> {
        let (material, exchanged) = Material::of(position.board())?;
        if material == Material::KINGS {
            return Ok(Value::draw(self.has_dtm(2)));
        }
        if position.en_passant().is_none() {
            return self.stored(position, material, exchanged);
        }
        // The table knows the best of the other moves, if there is one.
        let (captures, others): (Vec<Move>, Vec<Move>) =
            position.legal_moves().into_iter().partition(|mv| mv.is_en_passant());
        let mut best = match others.is_empty() {
            true => None,
            false => Some(self.stored(position, material, exchanged)?),
        };
        for mv in captures {
            let value = self.value(&after(position, mv))?.before(true, self.limit());
            best = Some(best.map_or(value, |best| best.best(value)));
        }
        // An en passant square is set only if an en passant capture is legal.
        Ok(best.unwrap_or(Value::draw(self.has_dtm(material.men()))))
    }
}

/// Returns the position after a legal move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}
