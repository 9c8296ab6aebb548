//! Insufficient material.

use crate::{Bitboard, Color, Position, Role, Variant};

/// Material.
impl Position {
    /// Returns `true` if a side has enough material to mate with the help of the opponent.
    ///
    /// In self-capture chess a king is never trapped by its own pieces, because it may capture
    /// them: a mate is still a mate without the other pieces of the losing side. So only material
    /// that can mate a bare king counts, and one minor piece against another is a draw.
    #[must_use]
    pub fn can_mate(&self, color: Color) -> bool {
        let board = self.board();
        let own = board.of_color(color);
        let heavy = board.of_role(Role::Pawn) | board.rooks_and_queens();
        if own.intersects(heavy) {
            return true;
        }
        let knights = own & board.of_role(Role::Knight);
        let bishops = own & board.of_role(Role::Bishop);
        let both_colours =
            |set: Bitboard| set.intersects(Bitboard::LIGHT) && set.intersects(!Bitboard::LIGHT);
        if knights.more_than_one() || (knights.any() && bishops.any()) || both_colours(bishops) {
            return true;
        }
        if self.variant() == Variant::SelfCapture {
            return false;
        }
        // In chess the losing side's own pieces may block its king.
        let theirs = board.of_color(!color) & !board.of_role(Role::King);
        if knights.any() {
            return theirs.intersects(!board.of_role(Role::Queen));
        }
        if bishops.any() {
            let all_bishops = board.of_role(Role::Bishop);
            return theirs.intersects(board.of_role(Role::Pawn) | board.of_role(Role::Knight))
                || both_colours(all_bishops);
        }
        false
    }

    /// Returns `true` if neither side has enough material to mate.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        !self.can_mate(Color::White) && !self.can_mate(Color::Black)
    }
}
