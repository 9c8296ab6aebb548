//! Why a move is not legal, for people.

use crate::castling::{CastlingPath, CastlingSide};
use crate::position::pawn_pushes;
use crate::{Bitboard, Color, File, Move, Piece, Position, Rank, Role, Square, Variant, attacks};

/// The error of making a move that is not legal in the position.
///
/// It names the move only. [`Position::find_move`] gives the reason as an [`Illegal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{0} is not a legal move in this position")]
pub struct IllegalMoveError(pub Move);

/// A reason why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// No piece stands on the origin.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the other side.
    #[error("it is {0}'s turn")]
    NotYourTurn(Color),
    /// Origin and target are the same.
    #[error("a move must lead to another square")]
    SameSquare,
    /// The target is the own king.
    #[error("your own king cannot be taken")]
    OwnKing,
    /// The target is the enemy king.
    #[error("a king cannot be taken")]
    EnemyKing,
    /// The target is an own piece, in a game without self-capture.
    #[error("your own {0} stands on {1}")]
    OwnPiece(Role, Square),
    /// The piece does not move like that.
    #[error("a {0} does not move like that")]
    NotReachable(Role),
    /// A piece is in the way.
    #[error("the way is blocked on {0}")]
    Blocked(Square),
    /// A pawn is pushed onto another piece.
    #[error("a pawn does not take straight ahead, and {0} is occupied")]
    PawnBlocked(Square),
    /// A pawn moves diagonally to an empty square.
    #[error("a pawn moves diagonally only to take, and there is nothing on {0}")]
    NothingToTake(Square),
    /// A pawn beside the origin can no longer be taken en passant.
    #[error("a pawn can be taken en passant only right after its double step")]
    EnPassantGone,
    /// Taking en passant would open a line to the own king.
    #[error("your king would be in check: taking en passant opens a line to it")]
    EnPassantExposesKing,
    /// The king would step into check.
    #[error("your king would be in check on {0}")]
    KingIntoCheck(Square),
    /// The piece shields the king.
    #[error("your king would be in check: the {0} is pinned")]
    Pinned(Role),
    /// The king is in check, and the move does not help.
    #[error("your king is in check, and this does not stop it")]
    StillInCheck,
    /// Two pieces give check; only the king can move.
    #[error("two pieces give check, so only the king can move")]
    DoubleCheck,
    /// The pawn reaches the last rank, but what it becomes is not said.
    #[error("say what the pawn becomes: a queen, a rook, a bishop or a knight")]
    PromotionMissing,
    /// Something is to be promoted that cannot be.
    #[error("only a pawn that reaches the last rank is promoted")]
    NoPromotion,
    /// Pawns do not become kings or pawns.
    #[error("a pawn cannot become a {0}")]
    PromotionRole(Role),
    /// The right to castle is lost.
    #[error(
        "the right to castle to that side is lost: the king or the rook has moved or the rook was taken"
    )]
    NoCastlingRight(CastlingSide),
    /// A piece stands between king and rook.
    #[error("castling is not possible while {0} is occupied")]
    CastlingBlocked(Square),
    /// The king is in check.
    #[error("castling is not possible in check")]
    CastlingInCheck,
    /// The king would pass or reach an attacked square.
    #[error("castling is not possible while {0} is attacked")]
    CastlingThroughCheck(Square),
}

impl Illegal {
    /// A stable name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Illegal::NoPiece(_) => "no_piece",
            Illegal::NotYourTurn(_) => "not_your_turn",
            Illegal::SameSquare => "same_square",
            Illegal::OwnKing => "own_king",
            Illegal::EnemyKing => "enemy_king",
            Illegal::OwnPiece(..) => "own_piece",
            Illegal::NotReachable(_) => "not_reachable",
            Illegal::Blocked(_) => "blocked",
            Illegal::PawnBlocked(_) => "pawn_blocked",
            Illegal::NothingToTake(_) => "nothing_to_take",
            Illegal::EnPassantGone => "en_passant_gone",
            Illegal::EnPassantExposesKing => "en_passant_exposes_king",
            Illegal::KingIntoCheck(_) => "king_into_check",
            Illegal::Pinned(_) => "pinned",
            Illegal::StillInCheck => "still_in_check",
            Illegal::DoubleCheck => "double_check",
            Illegal::PromotionMissing => "promotion_missing",
            Illegal::NoPromotion => "no_promotion",
            Illegal::PromotionRole(_) => "promotion_role",
            Illegal::NoCastlingRight(_) => "no_castling_right",
            Illegal::CastlingBlocked(_) => "castling_blocked",
            Illegal::CastlingInCheck => "castling_in_check",
            Illegal::CastlingThroughCheck(_) => "castling_through_check",
        }
    }
}

/// Moves as people describe them.
impl Position {
    /// The legal move from one square to another, or the reason why there is none.
    ///
    /// Castling is meant when the king goes two squares or more to where castling takes it, or, where
    /// taking own pieces is impossible, onto its own rook.
    ///
    /// ```
    /// use ouro_rules::{Illegal, Position, Square, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// assert!(position.find_move(Square::A1, Square::A2, None).is_ok());
    /// assert_eq!(position.find_move(Square::D1, Square::E1, None), Err(Illegal::OwnKing));
    /// ```
    ///
    /// # Errors
    /// The reason why the move is not legal.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Illegal> {
        let us = self.turn();
        let piece = self.piece_on(from).ok_or(Illegal::NoPiece(from))?;
        if piece.color() != us {
            return Err(Illegal::NotYourTurn(us));
        }
        if from == to {
            return Err(Illegal::SameSquare);
        }
        if let Some(rook) = self.castling_rook_meant(piece, from, to) {
            if promotion.is_some() {
                return Err(Illegal::NoPromotion);
            }
            return self.check_castling(from, rook).map(|()| Move::castle(from, rook));
        }
        match self.piece_on(to) {
            Some(target) if target.role() == Role::King && target.color() == us => {
                return Err(Illegal::OwnKing);
            }
            Some(target) if target.role() == Role::King => return Err(Illegal::EnemyKing),
            _ => {}
        }
        if piece.role() == Role::Pawn
            && self.en_passant() == Some(to)
            && attacks::pawn(us, from).contains(to)
        {
            let safe = self.en_passant_is_safe(us, from, to);
            return match (safe, promotion) {
                (_, Some(_)) => Err(Illegal::NoPromotion),
                (true, None) => Ok(Move::en_passant(from, to)),
                (false, None) => Err(Illegal::EnPassantExposesKing),
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
            None if promotes => Err(Illegal::PromotionMissing),
            None => Ok(Move::normal(from, to)),
            Some(_) if !promotes => Err(Illegal::NoPromotion),
            Some(role @ (Role::King | Role::Pawn)) => Err(Illegal::PromotionRole(role)),
            Some(role) => Ok(Move::promotion(from, to, role)),
        }
    }

    /// The reason why there is no legal move from one square to another; none if there is one.
    #[must_use]
    pub fn why_illegal(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<Illegal> {
        self.find_move(from, to, promotion).err()
    }

    /// The square of the rook if a move of the king can only mean castling.
    fn castling_rook_meant(&self, piece: Piece, from: Square, to: Square) -> Option<Square> {
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

    fn check_castling(&self, king: Square, rook: Square) -> Result<(), Illegal> {
        if !self.castling_rooks().contains(rook) {
            return Err(Illegal::NoCastlingRight(CastlingSide::of(king, rook)));
        }
        let path = CastlingPath::of(self.turn(), king, rook);
        if let Some(square) = (path.must_be_free & self.board().occupied()).first() {
            return Err(Illegal::CastlingBlocked(square));
        }
        if self.in_check() {
            return Err(Illegal::CastlingInCheck);
        }
        let threats = self.threats();
        if let Some(square) = (path.must_be_safe & threats).first() {
            return Err(Illegal::CastlingThroughCheck(square));
        }
        if !self.castling_is_safe(rook, threats) {
            let target = CastlingSide::of(king, rook).king_target(self.turn());
            return Err(Illegal::CastlingThroughCheck(target));
        }
        Ok(())
    }

    fn why_out_of_reach(&self, piece: Piece, from: Square, to: Square) -> Illegal {
        let board = self.board();
        let role = piece.role();
        if role == Role::Pawn {
            return self.why_pawn_cannot(piece.color(), from, to);
        }
        let on_empty_board = attacks::of(role, piece.color(), from, Bitboard::EMPTY);
        if !on_empty_board.contains(to) {
            return Illegal::NotReachable(role);
        }
        let way = attacks::between(from, to) & board.occupied();
        let nearest = way.into_iter().min_by_key(|square| square.distance(from));
        match (nearest, board.piece_on(to)) {
            (Some(square), _) => Illegal::Blocked(square),
            (None, Some(own)) => Illegal::OwnPiece(own.role(), to),
            (None, None) => Illegal::NotReachable(role),
        }
    }

    fn why_pawn_cannot(&self, color: Color, from: Square, to: Square) -> Illegal {
        let board = self.board();
        if attacks::pawn(color, from).contains(to) {
            let beside = Square::new(to.file(), from.rank());
            return match board.piece_on(to) {
                Some(own) => Illegal::OwnPiece(own.role(), to),
                None if from.rank() != Rank::Fifth.relative_to(color)
                    || board.piece_on(beside) != Some(Piece::new(!color, Role::Pawn)) =>
                {
                    Illegal::NothingToTake(to)
                }
                None if self.in_check() => Illegal::StillInCheck,
                None if !self.en_passant_is_safe(color, from, to) => Illegal::EnPassantExposesKing,
                None => Illegal::EnPassantGone,
            };
        }
        let pushes = pawn_pushes(color, from, Bitboard::EMPTY);
        if !pushes.contains(to) {
            return Illegal::NotReachable(Role::Pawn);
        }
        match (attacks::between(from, to) & board.occupied()).first() {
            Some(square) => Illegal::Blocked(square),
            None => Illegal::PawnBlocked(to),
        }
    }

    fn why_unsafe(&self, role: Role, from: Square, to: Square) -> Illegal {
        if role == Role::King {
            Illegal::KingIntoCheck(to)
        } else if self.checkers().more_than_one() {
            Illegal::DoubleCheck
        } else if self.check_evasion_targets().contains(to) && self.pinned().contains(from) {
            Illegal::Pinned(role)
        } else {
            Illegal::StillInCheck
        }
    }
}
