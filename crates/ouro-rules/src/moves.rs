//! Moves in sixteen bits.

use std::fmt;

use crate::{Role, Square};

/// What a move is besides going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Goes to its target and takes what stands there, if anything.
    Normal,
    /// A pawn reaches the last rank, taking or not, and becomes this.
    Promotion(Role),
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// The king castles with the rook on the target square.
    Castle,
}

/// A move in 16 bits: six for the origin, six for the target, two for the kind, two for the
/// promotion.
///
/// Castling is written as the king going to the square of its own rook, in every game; the kind
/// tells it apart from a king taking that rook. Any 16-bit value can be held, sensible or not:
/// [`Position::is_legal`](crate::Position::is_legal) tells which are moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    const KIND: u16 = 0xC000;
    const PROMOTION: u16 = 0x4000;
    const EN_PASSANT: u16 = 0x8000;
    const CASTLE: u16 = 0xC000;

    /// No move (`a1` to `a1`), written `0000` in UCI. It is legal nowhere.
    pub const NULL: Move = Move(0);

    #[inline]
    const fn with(from: Square, to: Square, flags: u16) -> Move {
        Move(from as u16 | (to as u16) << 6 | flags)
    }

    /// An ordinary move or capture.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::with(from, to, 0)
    }

    /// A promotion. Pawns become knights, bishops, rooks or queens; any other role is taken as a
    /// queen.
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

    /// An en passant capture; `to` is the square that the pawn goes to.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::with(from, to, Move::EN_PASSANT)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::with(king, rook, Move::CASTLE)
    }

    /// The move with these bits, whatever they are.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The bits of the move.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the piece comes from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Where the piece goes to; for castling, the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0 as u32 >> 6)
    }

    /// What the move is besides.
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

    /// What a pawn becomes, if the move is a promotion.
    #[inline]
    #[must_use]
    pub const fn promoted_to(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Castle => None,
        }
    }

    /// Whether the move castles.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        self.0 & Move::KIND == Move::CASTLE
    }

    /// Whether the move takes en passant.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.0 & Move::KIND == Move::EN_PASSANT
    }

    /// Whether the promotion bits are clear wherever there is no promotion, so that every move has
    /// one value only.
    #[inline]
    pub(crate) const fn is_canonical(self) -> bool {
        self.0 & Move::KIND == Move::PROMOTION || self.0 & 0x3000 == 0
    }
}

/// Writes the move in UCI notation, with castling as the king going to the square of its rook.
/// [`Position::uci`](crate::Position::uci) writes castling as the variant of the position has it.
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
    fn a_move_gives_back_what_it_was_made_of() {
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
