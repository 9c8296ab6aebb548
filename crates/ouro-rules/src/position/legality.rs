//! Legality of single moves.

use super::Position;
use crate::castling::{CastlingPath, CastlingSide};
use crate::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square, Variant, attacks};

/// Legality of single moves.
impl Position {
    /// Returns `true` if a move is legal. It is correct for any 16-bit value, so moves from a
    /// transposition table or from the network can be checked before use.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Variant};
    /// let position = Position::start(Variant::Chess);
    /// let legal = (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits)));
    /// assert_eq!(legal.count(), 20);
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let piece = match self.piece_on(from) {
            Some(piece) if piece.color() == self.turn && mv.is_canonical() => piece,
            _ => return false,
        };
        match mv.kind() {
            MoveKind::Castle => {
                piece.role() == Role::King
                    && self.rooks_free_to_castle().contains(to)
                    && self.castling_is_safe(to, self.threats())
            }
            MoveKind::EnPassant => {
                piece.role() == Role::Pawn
                    && self.en_passant == Some(to)
                    && attacks::pawn(self.turn, from).contains(to)
                    && self.en_passant_is_safe(self.turn, from, to)
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let promotes =
                    piece.role() == Role::Pawn && to.rank() == Rank::Eighth.relative_to(self.turn);
                promotes == mv.promoted_to().is_some()
                    && self.reach(piece, from).contains(to)
                    && self.keeps_king_safe(piece.role(), from, to)
            }
        }
    }

    /// Returns the pseudo-legal targets of a piece of the side to move, without en passant and
    /// castling.
    #[inline]
    pub(crate) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let attacked = attacks::of(piece.role(), piece.color(), from, occupied);
        if piece.role() == Role::Pawn {
            (attacked & self.capturable()) | pawn_pushes(piece.color(), from, occupied)
        } else {
            attacked & (self.capturable() | !occupied)
        }
    }

    /// Returns `true` if a pseudo-legal move does not leave the own king in check.
    #[inline]
    pub(crate) fn keeps_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            return self.king_is_safe_on(to);
        }
        if self.pinned.contains(from) && !attacks::line(self.king_of(self.turn), from).contains(to)
        {
            return false;
        }
        self.check_evasion_targets().contains(to)
    }

    /// Returns the targets that get the king out of check with a move of another piece: all squares
    /// without check, the checker and the squares between in single check, none in double check.
    #[inline]
    pub(crate) fn check_evasion_targets(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::FULL,
            Some(_) if self.checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => {
                attacks::between(self.king_of(self.turn), checker) | Bitboard::from(checker)
            }
        }
    }
}

/// Castling and en passant.
impl Position {
    /// Returns the rook with the right to castle on one side of the board, if there is one.
    ///
    /// ```
    /// use ouro_rules::{CastlingSide, Color, Position, Square, Variant};
    /// let position = Position::start(Variant::Chess);
    /// let rook = position.castling_rook(Color::Black, CastlingSide::Queen);
    /// assert_eq!(rook, Some(Square::A8));
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king_of(color);
        (self.castling & Bitboard::from(Rank::First.relative_to(color)))
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Returns the rooks of the side to move that have the right to castle and a free path.
    #[inline]
    pub(crate) fn rooks_free_to_castle(&self) -> Bitboard {
        let us = self.turn;
        let king = self.king_of(us);
        let occupied = self.board.occupied();
        let mut free = Bitboard::EMPTY;
        for rook in self.castling & Bitboard::from(Rank::First.relative_to(us)) {
            if !CastlingPath::of(us, king, rook).must_be_free.intersects(occupied) {
                free |= Bitboard::from(rook);
            }
        }
        free
    }

    /// Returns `true` if the king crosses no attacked square when it castles with the rook on
    /// `rook`.
    #[inline]
    pub(crate) fn castling_is_safe(&self, rook: Square, threats: Bitboard) -> bool {
        let us = self.turn;
        let king = self.king_of(us);
        if CastlingPath::of(us, king, rook).must_be_safe.intersects(threats) {
            return false;
        }
        if self.variant != Variant::Chess960 {
            return true;
        }
        // In Chess960 the rook may block an attack on the king's target along the back rank.
        let side = CastlingSide::of(king, rook);
        let left = self.board.occupied() ^ Bitboard::from(king) ^ Bitboard::from(rook);
        let after = left | Bitboard::from(side.rook_target(us));
        let enemies = self.board.of_color(!us) & self.board.rooks_and_queens();
        !attacks::rook(side.king_target(us), after).intersects(enemies)
    }

    /// Returns `true` if the pawn of `color` on `from` may capture en passant on `target` without
    /// exposing its king. Both pawns must be in place.
    pub(crate) fn en_passant_is_safe(&self, color: Color, from: Square, target: Square) -> bool {
        let king = self.king_of(color);
        let victim = Bitboard::from(target.en_passant_victim());
        let occupied =
            (self.board.occupied() ^ Bitboard::from(from) ^ victim) | Bitboard::from(target);
        let enemies = self.board.of_color(!color) & !victim;
        !self.attackers_to(king, occupied).intersects(enemies)
    }

    /// Returns `true` if a pawn of `color` may capture en passant on `target`.
    pub(super) fn en_passant_capture_exists(&self, color: Color, target: Square) -> bool {
        let pawns = attacks::pawn(!color, target) & self.board.pieces(color, Role::Pawn);
        pawns.into_iter().any(|from| self.en_passant_is_safe(color, from, target))
    }

    /// Returns `true` if the side to move may capture en passant on `target`.
    pub(super) fn can_capture_en_passant(&self, target: Square) -> bool {
        self.en_passant_capture_exists(self.turn, target)
    }
}

/// Returns the squares to which a pawn can be pushed.
pub(crate) fn pawn_pushes(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let single = Bitboard::from(from).forward(color) & !occupied;
    let third = Bitboard::from(Rank::Third.relative_to(color));
    single | ((single & third).forward(color) & !occupied)
}
