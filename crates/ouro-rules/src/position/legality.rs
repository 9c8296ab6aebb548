//! Whether a move value from anywhere is a legal move here.

use super::Position;
use crate::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square, attacks};

/// Legality of single moves.
impl Position {
    /// Whether a move is legal. Any 16-bit value gets a right answer, so what comes out of a hash
    /// table or off the wire can be asked about before it is used.
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

    /// Squares that a piece of the side to move can go to or take on, the safety of its king, en
    /// passant and castling aside.
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

    /// Whether an ordinary move within reach leaves the own king unattacked.
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

    /// Squares on which a piece other than the king answers a check: all if there is none, the
    /// checker and the squares on its way if there is one, none if there are more.
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

/// Where a pawn can be pushed.
pub(crate) fn pawn_pushes(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let single = Bitboard::from(from).forward(color) & !occupied;
    let third = Bitboard::from(Rank::Third.relative_to(color));
    single | ((single & third).forward(color) & !occupied)
}
