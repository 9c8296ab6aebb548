//! Sides, kinds of pieces and pieces.

use std::fmt;
use std::ops::Not;

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side that a letter of FEN stands for.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// The letter of FEN: `w` or `b`.
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All kinds, from the pawn to the king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn can become, in the order of the bits of a [`Move`](crate::Move).
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// Returns the conventional value in centipawns. The king counts more than everything else together.
    ///
    /// ```
    /// use ouro_rules::Role;
    /// assert_eq!(Role::Rook.value(), 500);
    /// ```
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        match self {
            Role::Pawn => 100,
            Role::Knight | Role::Bishop => 300,
            Role::Rook => 500,
            Role::Queen => 900,
            Role::King => 20_000,
        }
    }

    /// From 0 for the pawn to 5 for the king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind that a letter names, in either case.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<Role> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Role::Pawn),
            'n' => Some(Role::Knight),
            'b' => Some(Role::Bishop),
            'r' => Some(Role::Rook),
            'q' => Some(Role::Queen),
            'k' => Some(Role::King),
            _ => None,
        }
    }

    /// The lower-case letter, as in UCI moves.
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The upper-case letter, as in SAN.
    #[must_use]
    pub const fn upper_char(self) -> char {
        self.char().to_ascii_uppercase()
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A piece: a kind and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All pieces in the order of their numbers.
    pub const ALL: [Piece; 12] = {
        let mut all = [Piece::WhitePawn; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Piece::new(Color::BOTH[i % 2], Role::ALL[i / 2]);
            i += 1;
        }
        all
    };

    /// The piece of this side and kind.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub const fn new(color: Color, role: Role) -> Piece {
        // SAFETY: 2 × (0 to 5) + (0 or 1) is a value from 0 to 11, and the enumeration has exactly
        // these. It stands on the path of every move made, where a table costs a load.
        unsafe { std::mem::transmute::<u8, Piece>(role as u8 * 2 + color as u8) }
    }

    /// A number from 0 to 11: twice the kind, plus one for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose piece it is.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Which kind of piece it is.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub const fn role(self) -> Role {
        // SAFETY: half of 0 to 11 is a value from 0 to 5, and the enumeration has exactly these.
        unsafe { std::mem::transmute::<u8, Role>(self as u8 >> 1) }
    }

    /// The piece that a letter of FEN stands for.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<Piece> {
        match Role::from_char(letter) {
            Some(role) if letter.is_ascii_uppercase() => Some(Piece::new(Color::White, role)),
            Some(role) => Some(Piece::new(Color::Black, role)),
            None => None,
        }
    }

    /// The letter of FEN: upper case for White, lower case for Black.
    #[must_use]
    pub const fn char(self) -> char {
        match self.color() {
            Color::White => self.role().upper_char(),
            Color::Black => self.role().char(),
        }
    }

    /// The Unicode chess symbol.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Piece::WhiteKing => '♔',
            Piece::WhiteQueen => '♕',
            Piece::WhiteRook => '♖',
            Piece::WhiteBishop => '♗',
            Piece::WhiteKnight => '♘',
            Piece::WhitePawn => '♙',
            Piece::BlackKing => '♚',
            Piece::BlackQueen => '♛',
            Piece::BlackRook => '♜',
            Piece::BlackBishop => '♝',
            Piece::BlackKnight => '♞',
            Piece::BlackPawn => '♟',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color(), self.role())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_made_of_a_side_and_a_kind() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            assert_eq!(Piece::from_char(piece.char()), Some(piece));
            assert_eq!(Role::from_char(piece.char()), Some(piece.role()));
        }
        assert_eq!(Piece::from_char('x'), None);
        assert_eq!(!Color::White, Color::Black);
        assert_eq!(!Color::Black, Color::White);
    }

    #[test]
    fn pieces_have_names_and_symbols() {
        assert_eq!(Piece::BlackQueen.to_string(), "Black queen");
        let symbols: String = Piece::ALL.into_iter().map(Piece::symbol).collect();
        assert_eq!(symbols, "♙♟♘♞♗♝♖♜♕♛♔♚");
        for color in Color::BOTH {
            assert_eq!(Color::from_char(color.char()), Some(color));
        }
        assert_eq!(Color::from_char('W'), None);
    }
}
