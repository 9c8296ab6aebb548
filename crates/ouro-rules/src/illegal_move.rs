//! The reasons why a move is illegal, with their codes for programs and their sentences for
//! players.
//!
//! All wording of illegal-move messages is in this file. `find_move.rs` decides which reason
//! applies.

use std::fmt;

use crate::castling::CastlingSide;
use crate::{Color, Message, Move, Params, Role, Square};

/// The error of making a move that is not legal in the position.
///
/// It names the move only. [`Position::find_move`](crate::Position::find_move) returns the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{0} is not a legal move in this position")]
pub struct IllegalMoveError(pub Move);

impl Message for IllegalMoveError {
    fn code(&self) -> &'static str {
        "illegal"
    }

    fn params(&self) -> Params {
        Params::NONE.with("text", self.0.to_string())
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The origin square is empty.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the side that is not to move.
    #[error("it is {0}'s turn")]
    NotYourTurn(Color),
    /// Origin and target are the same square.
    #[error("the piece must move to another square")]
    SameSquare,
    /// The target is the king of the side to move.
    #[error("your own king cannot be captured")]
    OwnKing,
    /// The target is the opponent's king.
    #[error("a king cannot be captured")]
    EnemyKing,
    /// The target is a piece of the side to move, in a variant without self-captures.
    #[error("your own {0} is on {1}")]
    OwnPiece(Role, Square),
    /// The piece does not move like that.
    #[error("a {0} does not move like that")]
    NotReachable(Role),
    /// A piece is in the way.
    #[error("the path is blocked on {0}")]
    Blocked(Square),
    /// A pawn is pushed onto an occupied square.
    #[error("a pawn cannot capture straight ahead, and {0} is occupied")]
    PawnBlocked(Square),
    /// A pawn moves diagonally to an empty square.
    #[error("a pawn moves diagonally only to capture, and {0} is empty")]
    NothingToCapture(Square),
    /// The pawn can no longer be captured en passant.
    #[error("a pawn can be captured en passant only right after its double step")]
    EnPassantExpired,
    /// Capturing en passant opens a line to the king.
    #[error("your king would be in check: capturing en passant opens a line to it")]
    EnPassantExposesKing,
    /// The king moves to an attacked square.
    #[error("your king would be in check on {0}")]
    KingIntoCheck(Square),
    /// The piece is pinned.
    #[error("your king would be in check: the {0} is pinned")]
    Pinned(Role),
    /// The king is in check and remains in check.
    #[error("your king is in check, and this move does not stop it")]
    StillInCheck,
    /// Only the king can move in double check.
    #[error("two pieces give check, so only the king can move")]
    DoubleCheck,
    /// A pawn reaches the last rank without a promotion.
    #[error("choose a promotion: queen, rook, bishop or knight")]
    PromotionMissing,
    /// A promotion is given for a move that does not promote.
    #[error("only a pawn that reaches the last rank can promote")]
    NoPromotion,
    /// A pawn cannot promote to a king or a pawn.
    #[error("a pawn cannot promote to a {0}")]
    PromotionRole(Role),
    /// The side to move does not have the castling right. [`Game`](crate::Game) replaces this
    /// reason by a [`CastlingLoss`].
    #[error(
        "the right to castle on that side is lost: the king or the rook has moved, or the rook was captured"
    )]
    NoCastlingRight(CastlingSide),
    /// A square that king or rook must cross is occupied.
    #[error("castling is not possible while {0} is occupied")]
    CastlingBlocked(Square),
    /// The king is in check.
    #[error("castling is not possible in check")]
    CastlingInCheck,
    /// The king would cross or reach an attacked square.
    #[error("castling is not possible while {0} is attacked")]
    CastlingThroughCheck(Square),
}

impl Message for IllegalReason {
    fn code(&self) -> &'static str {
        match self {
            IllegalReason::NoPiece(_) => "no_piece",
            IllegalReason::NotYourTurn(_) => "not_your_turn",
            IllegalReason::SameSquare => "same_square",
            IllegalReason::OwnKing => "own_king",
            IllegalReason::EnemyKing => "enemy_king",
            IllegalReason::OwnPiece(..) => "own_piece",
            IllegalReason::NotReachable(_) => "not_reachable",
            IllegalReason::Blocked(_) => "blocked",
            IllegalReason::PawnBlocked(_) => "pawn_blocked",
            IllegalReason::NothingToCapture(_) => "nothing_to_take",
            IllegalReason::EnPassantExpired => "en_passant_gone",
            IllegalReason::EnPassantExposesKing => "en_passant_exposes_king",
            IllegalReason::KingIntoCheck(_) => "king_into_check",
            IllegalReason::Pinned(_) => "pinned",
            IllegalReason::StillInCheck => "still_in_check",
            IllegalReason::DoubleCheck => "double_check",
            IllegalReason::PromotionMissing => "promotion_missing",
            IllegalReason::NoPromotion => "no_promotion",
            IllegalReason::PromotionRole(_) => "promotion_role",
            IllegalReason::NoCastlingRight(_) => "no_castling_right",
            IllegalReason::CastlingBlocked(_) => "castling_blocked",
            IllegalReason::CastlingInCheck => "castling_in_check",
            IllegalReason::CastlingThroughCheck(_) => "castling_through_check",
        }
    }

    fn params(&self) -> Params {
        match *self {
            IllegalReason::NoPiece(square)
            | IllegalReason::Blocked(square)
            | IllegalReason::PawnBlocked(square)
            | IllegalReason::NothingToCapture(square)
            | IllegalReason::KingIntoCheck(square)
            | IllegalReason::CastlingBlocked(square)
            | IllegalReason::CastlingThroughCheck(square) => Params::NONE.with("square", square),
            IllegalReason::NotYourTurn(color) => Params::NONE.with("color", color),
            IllegalReason::OwnPiece(piece, square) => {
                Params::NONE.with("piece", piece).with("square", square)
            }
            IllegalReason::NotReachable(piece)
            | IllegalReason::Pinned(piece)
            | IllegalReason::PromotionRole(piece) => Params::NONE.with("piece", piece),
            IllegalReason::NoCastlingRight(side) => Params::NONE.with("side", side),
            IllegalReason::SameSquare
            | IllegalReason::OwnKing
            | IllegalReason::EnemyKing
            | IllegalReason::EnPassantExpired
            | IllegalReason::EnPassantExposesKing
            | IllegalReason::StillInCheck
            | IllegalReason::DoubleCheck
            | IllegalReason::PromotionMissing
            | IllegalReason::NoPromotion
            | IllegalReason::CastlingInCheck => Params::NONE,
        }
    }
}

/// How a side lost the right to castle on one side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingLoss {
    /// The start position did not have it.
    NeverHad(CastlingSide),
    /// The king moved, or castled, on this move.
    KingMoved(u16),
    /// The rook moved on this move.
    RookMoved(Square, u16),
    /// The rook was captured on this move, by this side.
    RookCaptured(Square, u16, Color),
}

impl fmt::Display for CastlingLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingLoss::NeverHad(side) => write!(
                f,
                "the game started without the right to castle {}",
                match side {
                    CastlingSide::King => "kingside",
                    CastlingSide::Queen => "queenside",
                }
            ),
            CastlingLoss::KingMoved(number) => {
                write!(f, "the right to castle is lost: the king moved on move {number}")
            }
            CastlingLoss::RookMoved(square, number) => write!(
                f,
                "the right to castle is lost: the rook on {square} moved on move {number}"
            ),
            CastlingLoss::RookCaptured(square, number, by) => write!(
                f,
                "the right to castle is lost: {by} captured the rook on {square} on move {number}"
            ),
        }
    }
}

/// The code is that of [`IllegalReason::NoCastlingRight`]; the parameter `cause` says more.
impl Message for CastlingLoss {
    fn code(&self) -> &'static str {
        "no_castling_right"
    }

    fn params(&self) -> Params {
        let cause = |cause: &'static str| Params::NONE.with("cause", cause);
        match *self {
            CastlingLoss::NeverHad(side) => cause("never_had").with("side", side),
            CastlingLoss::KingMoved(number) => cause("king_moved").with("move", number),
            CastlingLoss::RookMoved(square, number) => {
                cause("rook_moved").with("square", square).with("move", number)
            }
            CastlingLoss::RookCaptured(square, number, by) => {
                cause("rook_captured").with("square", square).with("move", number).with("color", by)
            }
        }
    }
}
