//! Colors, roles and pieces.

use std::fmt;
use std::ops::Not;

/// The color of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// Returns 0 for White and 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the color of a FEN letter, `w` or `b`.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// Returns the FEN letter, `w` or `b`.
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

/// The role of a piece.
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
    /// All roles, from pawn to king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The roles that a pawn can promote to, in the order of the bits of a [`Move`](crate::Move).
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// Returns the conventional value in centipawns. The king counts more than all other pieces
    /// together.
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

    /// Returns a number from 0 for the pawn to 5 for the king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// Returns the role of a letter in either case.
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

    /// Returns the lower-case letter, as in UCI moves.
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

    /// Returns the upper-case letter, as in SAN.
    #[must_use]
    pub const fn upper_char(self) -> char {
        self.char().to_ascii_uppercase()
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece: a color and a role.
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

    /// Returns the piece of a color and role.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub const fn new(color: Color, role: Role) -> Piece {
        // SAFETY: 2 × (0 to 5) + (0 or 1) is a value from 0 to 11, and the enum has exactly these.
        // This is a hot path of making moves, where a table would cost a load.
        unsafe { std::mem::transmute::<u8, Piece>(role as u8 * 2 + color as u8) }
    }

    /// Returns a number from 0 to 11: twice the role, plus one for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the color of the piece.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the role of the piece.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub const fn role(self) -> Role {
        // SAFETY: half of 0 to 11 is a value from 0 to 5, and the enum has exactly these.
        unsafe { std::mem::transmute::<u8, Role>(self as u8 >> 1) }
    }

    /// Returns the piece of a FEN letter.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<Piece> {
        match Role::from_char(letter) {
            Some(role) if letter.is_ascii_uppercase() => Some(Piece::new(Color::White, role)),
            Some(role) => Some(Piece::new(Color::Black, role)),
            None => None,
        }
    }

    /// Returns the FEN letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn char(self) -> char {
        match self.color() {
            Color::White => self.role().upper_char(),
            Color::Black => self.role().char(),
        }
    }

    /// Returns the Unicode chess symbol.
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
    fn a_piece_is_its_color_and_role() {
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
    fn pieces_and_colors_have_names_and_symbols() {
        assert_eq!(Piece::BlackQueen.to_string(), "Black queen");
        let symbols: String = Piece::ALL.into_iter().map(Piece::symbol).collect();
        assert_eq!(symbols, "♙♟♘♞♗♝♖♜♕♛♔♚");
        for color in Color::BOTH {
            assert_eq!(Color::from_char(color.char()), Some(color));
        }
        assert_eq!(Color::from_char('W'), None);
    }
}
