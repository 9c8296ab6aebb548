//! Who can still win with what is on the board.

use crate::{Bitboard, Color, Position, Role, Variant};

/// Material.
impl Position {
    /// Whether a side has enough material to mate, if the other side helps.
    ///
    /// In self-capture chess a king is never shut in by its own pieces, because it may take them: a
    /// mate there would still be mate if all the other pieces of the loser were gone. So only what
    /// can mate a bare king counts, and two minor pieces against each other are dead.
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
        // In chess the loser's own men may shut the king in.
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

    /// Whether neither side can ever mate with what is on the board.
    #[must_use]
    pub fn is_dead_by_material(&self) -> bool {
        !self.can_mate(Color::White) && !self.can_mate(Color::Black)
    }
}
