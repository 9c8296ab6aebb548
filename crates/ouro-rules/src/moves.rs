//! Moves as 16-bit values.

use std::fmt;

use crate::{Role, Square};

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A move or capture without special rules.
    Normal,
    /// A pawn reaches the last rank, with or without a capture, and promotes to this role.
    Promotion(Role),
    /// A pawn captures the pawn that has just passed it.
    EnPassant,
    /// The king castles with the rook on the target square.
    Castle,
}

/// A move in 16 bits: six for the origin, six for the target, two for the kind, two for the
/// promotion.
///
/// Castling is stored as the king going to the square of its own rook, in every variant; the kind
/// distinguishes it from a king that captures that rook. Any 16-bit value is allowed:
/// [`Position::is_legal`](crate::Position::is_legal) tells whether it is a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    const KIND: u16 = 0xC000;
    const PROMOTION: u16 = 0x4000;
    const EN_PASSANT: u16 = 0x8000;
    const CASTLE: u16 = 0xC000;

    /// The null move (`a1` to `a1`), written `0000` in UCI. It is never legal.
    pub const NULL: Move = Move(0);

    #[inline]
    const fn with(from: Square, to: Square, flags: u16) -> Move {
        Move(from as u16 | (to as u16) << 6 | flags)
    }

    /// Creates a move or capture without special rules.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::with(from, to, 0)
    }

    /// Creates a promotion. A role other than knight, bishop, rook and queen is read as queen.
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Move {
        let bits = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen | Role::Pawn | Role::King => 3,
        };
        Move::with(from, to, Move::PROMOTION | bits << 12)
    }

    /// Creates an en passant capture; `to` is the target of the capturing pawn.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::with(from, to, Move::EN_PASSANT)
    }

    /// Creates the castling move of the king on `king` with the rook on `rook`.
    #[inline]
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::with(king, rook, Move::CASTLE)
    }

    /// Creates a move from any 16 bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// Returns the bits of the move.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the origin square.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Returns the target square; for castling, the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0 as u32 >> 6)
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0 & Move::KIND {
            Move::PROMOTION => MoveKind::Promotion(Role::PROMOTIONS[(self.0 >> 12 & 3) as usize]),
            Move::EN_PASSANT => MoveKind::EnPassant,
            Move::CASTLE => MoveKind::Castle,
            _ => MoveKind::Normal,
        }
    }

    /// Returns the role that a pawn promotes to, if the move is a promotion.
    #[inline]
    #[must_use]
    pub const fn promoted_to(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Castle => None,
        }
    }

    /// Returns `true` if the move is castling.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        self.0 & Move::KIND == Move::CASTLE
    }

    /// Returns `true` if the move is an en passant capture.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.0 & Move::KIND == Move::EN_PASSANT
    }

    /// Returns `true` if the promotion bits are zero in a move that is not a promotion, so that
    /// every move has exactly one value.
    #[inline]
    pub(crate) const fn is_canonical(self) -> bool {
        self.0 & Move::KIND == Move::PROMOTION || self.0 & 0x3000 == 0
    }
}

/// Writes the move in UCI notation, with castling as the king going to the square of its rook.
/// [`Position::uci`](crate::Position::uci) writes castling in the notation of the variant.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Move::NULL {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.promoted_to().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => Ok(()),
            MoveKind::Promotion(role) => write!(f, "={}", role.upper_char()),
            MoveKind::EnPassant => f.write_str(" en passant"),
            MoveKind::Castle => f.write_str(" castling"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_returns_the_parts_it_was_created_from() {
        let mv = Move::promotion(Square::E7, Square::D8, Role::Rook);
        assert_eq!((mv.from(), mv.to()), (Square::E7, Square::D8));
        assert_eq!(mv.kind(), MoveKind::Promotion(Role::Rook));
        assert_eq!(mv.promoted_to(), Some(Role::Rook));
        assert_eq!(Move::from_bits(mv.bits()), mv);
        assert!(Move::castle(Square::E1, Square::H1).is_castle());
        assert!(Move::en_passant(Square::E5, Square::D6).is_en_passant());
        assert_eq!(Move::normal(Square::E2, Square::E4).promoted_to(), None);
        for role in Role::PROMOTIONS {
            assert_eq!(Move::promotion(Square::A7, Square::A8, role).promoted_to(), Some(role));
        }
    }

    #[test]
    fn display_is_uci_and_debug_names_the_kind() {
        let moves = [
            Move::normal(Square::E2, Square::E4),
            Move::promotion(Square::E7, Square::E8, Role::King),
            Move::en_passant(Square::E5, Square::D6),
            Move::castle(Square::E1, Square::H1),
        ];
        let debug = moves.map(|mv| format!("{mv:?}"));
        assert_eq!(debug, ["e2e4", "e7e8=Q", "e5d6 en passant", "e1h1 castling"]);
        let display = moves.map(|mv| mv.to_string());
        assert_eq!(display, ["e2e4", "e7e8q", "e5d6", "e1h1"]);
        assert_eq!(Move::NULL.to_string(), "0000");
    }
}
