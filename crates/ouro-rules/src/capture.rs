//! The piece that a move captures.

use crate::{Move, MoveKind, Piece, Position, Role, Square};

/// Captures.
impl Position {
    /// Returns the piece that a legal move captures and its square.
    #[inline]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<(Piece, Square)> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) => {
                self.piece_on(mv.to()).map(|piece| (piece, mv.to()))
            }
            MoveKind::EnPassant => {
                Some((Piece::new(!self.turn(), Role::Pawn), mv.to().en_passant_victim()))
            }
            MoveKind::Castle => None,
        }
    }

    /// Returns `true` if a legal move captures a piece of its own side.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// assert!(position.is_self_capture(Move::normal(Square::A1, Square::A2)));
    /// assert!(!position.is_self_capture(Move::normal(Square::B1, Square::A3)));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_self_capture(&self, mv: Move) -> bool {
        !mv.is_castle() && self.board().of_color(self.turn()).contains(mv.to())
    }
}
