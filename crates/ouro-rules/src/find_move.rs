//! Finding the legal move between two squares, or the reason why it is illegal.

use crate::castling::{CastlingPath, CastlingSide};
use crate::position::pawn_pushes;
use crate::{
    Bitboard, Color, File, IllegalReason, Move, Piece, Position, Rank, Role, Square, Variant,
    attacks,
};

/// Moves given by their squares.
impl Position {
    /// Returns the legal move from one square to another, or the reason why it is illegal.
    ///
    /// The move is castling if the king goes at least two squares to its castling target or, in
    /// variants without self-captures, to the square of its own rook.
    ///
    /// ```
    /// use ouro_rules::{IllegalReason, Position, Square, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// assert!(position.find_move(Square::A1, Square::A2, None).is_ok());
    /// assert_eq!(position.find_move(Square::D1, Square::E1, None), Err(IllegalReason::OwnKing));
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalReason> {
        let us = self.turn();
        let piece = self.piece_on(from).ok_or(IllegalReason::NoPiece(from))?;
        if piece.color() != us {
            return Err(IllegalReason::NotYourTurn(us));
        }
        if from == to {
            return Err(IllegalReason::SameSquare);
        }
        if let Some(rook) = self.intended_castling_rook(piece, from, to) {
            if promotion.is_some() {
                return Err(IllegalReason::NoPromotion);
            }
            return self.check_castling(from, rook).map(|()| Move::castle(from, rook));
        }
        match self.piece_on(to) {
            Some(target) if target.role() == Role::King && target.color() == us => {
                return Err(IllegalReason::OwnKing);
            }
            Some(target) if target.role() == Role::King => return Err(IllegalReason::EnemyKing),
            _ => {}
        }
        if piece.role() == Role::Pawn
            && self.en_passant() == Some(to)
            && attacks::pawn(us, from).contains(to)
        {
            let safe = self.en_passant_is_safe(us, from, to);
            return match (safe, promotion) {
                (_, Some(_)) => Err(IllegalReason::NoPromotion),
                (true, None) => Ok(Move::en_passant(from, to)),
                (false, None) => Err(IllegalReason::EnPassantExposesKing),
            };
        }
        if !self.reach(piece, from).contains(to) {
            return Err(self.why_out_of_reach(piece, from, to));
        }
        if !self.keeps_king_safe(piece.role(), from, to) {
            return Err(self.why_unsafe(piece.role(), from, to));
        }
        let promotes = piece.role() == Role::Pawn && to.rank() == Rank::Eighth.relative_to(us);
        match promotion {
            None if promotes => Err(IllegalReason::PromotionMissing),
            None => Ok(Move::normal(from, to)),
            Some(_) if !promotes => Err(IllegalReason::NoPromotion),
            Some(role @ (Role::King | Role::Pawn)) => Err(IllegalReason::PromotionRole(role)),
            Some(role) => Ok(Move::promotion(from, to, role)),
        }
    }

    /// Returns the reason why the move from one square to another is illegal, or `None` if it is
    /// legal.
    #[must_use]
    pub fn why_illegal(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<IllegalReason> {
        self.find_move(from, to, promotion).err()
    }

    /// Returns the square of the rook if a king move can only mean castling.
    fn intended_castling_rook(&self, piece: Piece, from: Square, to: Square) -> Option<Square> {
        let us = self.turn();
        let home = Rank::First.relative_to(us);
        if piece.role() != Role::King || from.rank() != home || to.rank() != home {
            return None;
        }
        let onto_rook = self.piece_on(to) == Some(Piece::new(us, Role::Rook));
        if onto_rook && self.variant() != Variant::SelfCapture {
            match self.castling_rook(us, CastlingSide::of(from, to)) {
                Some(rook) if rook == to => return Some(to),
                None if from.distance(to) > 1 => return Some(to),
                _ => {}
            }
        }
        let side = CastlingSide::BOTH.into_iter().find(|side| side.king_target(us) == to)?;
        let starts_here = self.variant() == Variant::Chess960 || from.file() == File::E;
        if !starts_here || CastlingSide::of(from, to) != side || from.distance(to) < 2 {
            return None;
        }
        Some(self.castling_rook(us, side).unwrap_or(side.corner(us)))
    }

    /// Checks that castling with the rook on `rook` is legal.
    fn check_castling(&self, king: Square, rook: Square) -> Result<(), IllegalReason> {
        if !self.castling_rooks().contains(rook) {
            return Err(IllegalReason::NoCastlingRight(CastlingSide::of(king, rook)));
        }
        let path = CastlingPath::of(self.turn(), king, rook);
        if let Some(square) = (path.must_be_free & self.board().occupied()).first() {
            return Err(IllegalReason::CastlingBlocked(square));
        }
        if self.in_check() {
            return Err(IllegalReason::CastlingInCheck);
        }
        let threats = self.threats();
        if let Some(square) = (path.must_be_safe & threats).first() {
            return Err(IllegalReason::CastlingThroughCheck(square));
        }
        if !self.castling_is_safe(rook, threats) {
            let target = CastlingSide::of(king, rook).king_target(self.turn());
            return Err(IllegalReason::CastlingThroughCheck(target));
        }
        Ok(())
    }

    /// Returns the reason why a piece cannot reach its target.
    fn why_out_of_reach(&self, piece: Piece, from: Square, to: Square) -> IllegalReason {
        let board = self.board();
        let role = piece.role();
        if role == Role::Pawn {
            return self.why_pawn_cannot(piece.color(), from, to);
        }
        let on_empty_board = attacks::of(role, piece.color(), from, Bitboard::EMPTY);
        if !on_empty_board.contains(to) {
            return IllegalReason::NotReachable(role);
        }
        let in_the_way = attacks::between(from, to) & board.occupied();
        let nearest = in_the_way.into_iter().min_by_key(|square| square.distance(from));
        match (nearest, board.piece_on(to)) {
            (Some(square), _) => IllegalReason::Blocked(square),
            (None, Some(own)) => IllegalReason::OwnPiece(own.role(), to),
            (None, None) => IllegalReason::NotReachable(role),
        }
    }

    /// Returns the reason why a pawn cannot reach its target.
    fn why_pawn_cannot(&self, color: Color, from: Square, to: Square) -> IllegalReason {
        let board = self.board();
        if attacks::pawn(color, from).contains(to) {
            let beside = Square::new(to.file(), from.rank());
            return match board.piece_on(to) {
                Some(own) => IllegalReason::OwnPiece(own.role(), to),
                None if from.rank() != Rank::Fifth.relative_to(color)
                    || board.piece_on(beside) != Some(Piece::new(!color, Role::Pawn)) =>
                {
                    IllegalReason::NothingToCapture(to)
                }
                None if self.in_check() => IllegalReason::StillInCheck,
                None if !self.en_passant_is_safe(color, from, to) => {
                    IllegalReason::EnPassantExposesKing
                }
                None => IllegalReason::EnPassantExpired,
            };
        }
        let pushes = pawn_pushes(color, from, Bitboard::EMPTY);
        if !pushes.contains(to) {
            return IllegalReason::NotReachable(Role::Pawn);
        }
        match (attacks::between(from, to) & board.occupied()).first() {
            Some(square) => IllegalReason::Blocked(square),
            None => IllegalReason::PawnBlocked(to),
        }
    }

    /// Returns the reason why a move leaves the own king in check.
    fn why_unsafe(&self, role: Role, from: Square, to: Square) -> IllegalReason {
        if role == Role::King {
            IllegalReason::KingIntoCheck(to)
        } else if self.checkers().more_than_one() {
            IllegalReason::DoubleCheck
        } else if self.check_evasion_targets().contains(to) && self.pinned().contains(from) {
            IllegalReason::Pinned(role)
        } else {
            IllegalReason::StillInCheck
        }
    }
}
