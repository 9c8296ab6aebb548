//! Attacks, checks and pins.

use super::Position;
use crate::castling::CastlingSide;
use crate::{Bitboard, Color, Move, MoveKind, Role, Square, attacks};

/// Attacks, checks and pins.
impl Position {
    /// Returns `true` if the side to move is in check.
    #[inline]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns the pieces that give check to the side to move. A game has at most two of them; a
    /// position from a FEN may have more.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns the pinned pieces of the side to move.
    #[inline]
    #[must_use]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Returns the pieces of both colors that attack `square` when `occupied` squares block
    /// sliders.
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// Returns `true` if `color` attacks `square`.
    #[must_use]
    pub fn is_attacked_by(&self, color: Color, square: Square) -> bool {
        self.attackers_to(square, self.board.occupied()).intersects(self.board.of_color(color))
    }

    /// Returns the pieces of both colors that alone block an enemy slider from the king of `color`.
    pub(super) fn blockers_of(&self, color: Color) -> Bitboard {
        let king = self.king_of(color);
        let occupied = self.board.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in self.snipers(king, !color) {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Returns `true` if a legal move gives check.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let fen = "rnbqkbnr/ppppp1pp/8/5p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    /// let position = Position::from_fen(fen, Variant::Chess)?;
    /// assert!(position.gives_check(Move::normal(Square::D1, Square::H5)));
    /// # Ok::<(), ouro_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.turn;
        let Some(piece) = self.piece_on(mv.from()) else {
            return false;
        };
        let king = self.king_of(!us);
        let king_set = Bitboard::from(king);
        let mut role = piece.role();
        let mut vacated = Bitboard::from(mv.from());
        let mut target = mv.to();
        let mut castled_rook = Bitboard::EMPTY;
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Promotion(promoted) => role = promoted,
            MoveKind::EnPassant => vacated |= Bitboard::from(target.en_passant_victim()),
            MoveKind::Castle => {
                let side = CastlingSide::of(mv.from(), mv.to());
                vacated |= Bitboard::from(mv.to());
                target = side.king_target(us);
                castled_rook = Bitboard::from(side.rook_target(us));
            }
        }
        let arrived = Bitboard::from(target);
        match role {
            Role::Pawn if attacks::pawn(us, target).intersects(king_set) => return true,
            Role::Knight if attacks::knight(target).intersects(king_set) => return true,
            _ => {}
        }
        let occupied = (self.board.occupied() & !vacated) | arrived | castled_rook;
        // A captured piece gives no check, not even one of the own side.
        let standing = self.board.of_color(us) & !vacated & !arrived;
        let diagonal = matches!(role, Role::Bishop | Role::Queen);
        let straight = matches!(role, Role::Rook | Role::Queen);
        let mut rooks = (self.board.rooks_and_queens() & standing) | castled_rook;
        let mut bishops = self.board.bishops_and_queens() & standing;
        if straight {
            rooks |= arrived;
        }
        if diagonal {
            bishops |= arrived;
        }
        attacks::rook(king, occupied).intersects(rooks)
            || attacks::bishop(king, occupied).intersects(bishops)
    }

    /// Returns the sliders of `color` that would attack `square` on an empty board.
    #[inline]
    fn snipers(&self, square: Square, color: Color) -> Bitboard {
        ((attacks::rook_rays(square) & self.board.rooks_and_queens())
            | (attacks::bishop_rays(square) & self.board.bishops_and_queens()))
            & self.board.of_color(color)
    }

    /// Updates the checkers and the pinned pieces of the side to move.
    #[inline]
    pub(super) fn find_checkers_and_pins(&mut self) {
        let us = self.turn;
        let king = self.king_of(us);
        let occupied = self.board.occupied();
        let mut checkers = ((attacks::knight(king) & self.board.of_role(Role::Knight))
            | (attacks::pawn(us, king) & self.board.of_role(Role::Pawn)))
            & self.board.of_color(!us);
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king, !us) {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                checkers |= Bitboard::from(sniper);
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.board.of_color(us);
    }

    /// Returns `true` if the king of the side to move would not be in check on `square`.
    #[inline]
    pub(crate) fn king_is_safe_on(&self, square: Square) -> bool {
        let occupied = self.board.occupied() ^ self.board.pieces(self.turn, Role::King);
        !self.attackers_to(square, occupied).intersects(self.board.of_color(!self.turn))
    }

    /// Returns the squares that the opponent attacks when sliders see through the king of the side
    /// to move: the squares where it cannot go.
    #[inline]
    #[must_use]
    pub fn threats(&self) -> Bitboard {
        let board = &self.board;
        let them = !self.turn;
        let theirs = board.of_color(them);
        let occupied = board.occupied() ^ board.pieces(self.turn, Role::King);
        let mut threats = attacks::pawns(them, theirs & board.of_role(Role::Pawn))
            | attacks::king(self.king_of(them));
        for from in theirs & board.of_role(Role::Knight) {
            threats |= attacks::knight(from);
        }
        for from in theirs & board.bishops_and_queens() {
            threats |= attacks::bishop(from, occupied);
        }
        for from in theirs & board.rooks_and_queens() {
            threats |= attacks::rook(from, occupied);
        }
        threats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn attacks_are_those_of_the_given_side() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let position = Position::from_fen(fen, Variant::Chess).unwrap();
        assert!(position.is_attacked_by(Color::White, Square::A8));
        assert!(!position.is_attacked_by(Color::Black, Square::A8));
        assert!(position.is_attacked_by(Color::Black, Square::D7));
        assert_eq!(position.blockers_of(Color::White).count(), 0);
    }
}
