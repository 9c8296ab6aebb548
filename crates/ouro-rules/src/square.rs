//! Squares, files and ranks.

use std::fmt;
use std::str::FromStr;

use crate::Color;

/// A file of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, a to h.
    pub const ALL: [File; 8] = {
        use File::{A, B, C, D, E, F, G, H};
        [A, B, C, D, E, F, G, H]
    };

    /// Returns the file of a letter from `a` to `h`, in either case.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            'A'..='H' => Some(File::ALL[letter as usize - 'A' as usize]),
            _ => None,
        }
    }

    /// Returns the lower-case letter of the file.
    #[must_use]
    pub const fn char(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// A rank of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks, first to eighth.
    pub const ALL: [Rank; 8] = {
        use Rank::{Eighth, Fifth, First, Fourth, Second, Seventh, Sixth, Third};
        [First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth]
    };

    /// Returns the rank of a digit from `1` to `8`.
    #[must_use]
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// Returns the digit of the rank.
    #[must_use]
    pub const fn char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank from `color`'s point of view.
    ///
    /// ```
    /// use ouro_rules::{Color, Rank};
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// A square of the board, numbered a1 = 0, b1 = 1, …, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares in the order of their numbers.
    pub const ALL: [Square; 64] = {
        let mut all = [Square::A1; 64];
        let mut i = 0;
        while i < 64 {
            all[i as usize] = Square::from_low_bits(i);
            i += 1;
        }
        all
    };

    /// Returns the square on a file and rank.
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_low_bits(rank as u32 * 8 + file as u32)
    }

    /// Returns the square with a number, or `None` if it is above 63.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::from_low_bits(index as u32)) } else { None }
    }

    /// Returns the square whose number is in the six low bits of `bits`.
    ///
    /// The enum tells the compiler that a square is below 64, which saves the bounds check of every
    /// table lookup. A `match` or an array here would cost as much as that saves.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub(crate) const fn from_low_bits(bits: u32) -> Square {
        // SAFETY: six bits are a value from 0 to 63, and the enum has exactly these.
        unsafe { std::mem::transmute::<u8, Square>((bits & 63) as u8) }
    }

    /// Returns the name of the square, such as `e4`.
    ///
    /// ```
    /// use ouro_rules::Square;
    /// assert_eq!(Square::E4.name(), "e4");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
                             a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";
        &NAMES[self.index() * 2..self.index() * 2 + 2]
    }

    /// Returns the number of the square, from 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Returns the rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// Returns the square `files` to the right and `ranks` up, or `None` if it is off the board.
    ///
    /// ```
    /// use ouro_rules::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i16 & 7) + files as i16;
        let rank = (self as i16 >> 3) + ranks as i16;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::from_low_bits((rank * 8 + file) as u32))
    }

    /// Returns the square whose number is `delta` higher, wrapping around. Only for offsets that
    /// are known to stay on the board.
    #[inline]
    #[must_use]
    pub(crate) const fn shifted(self, delta: i32) -> Square {
        Square::from_low_bits((self as i32 + delta) as u32)
    }

    /// Returns the square of the pawn that an en passant capture on this square captures.
    #[inline]
    #[must_use]
    pub(crate) const fn en_passant_victim(self) -> Square {
        Square::from_low_bits(self as u32 ^ 8)
    }

    /// Returns the vertically mirrored square (a1 becomes a8).
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Square {
        Square::from_low_bits(self as u32 ^ 56)
    }

    /// Returns `true` if the square is light.
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self as u8 % 8 + self as u8 / 8) % 2 == 1
    }

    /// Returns the number of king steps between two squares.
    #[must_use]
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Parses a square from two bytes such as `e4`.
    pub(crate) const fn from_ascii(name: &[u8]) -> Option<Square> {
        match name {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Square::from_low_bits((*rank - b'1') as u32 * 8 + (*file - b'a') as u32))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of parsing a text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square: a square is a letter from a to h and a digit from 1 to 8")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(name: &str) -> Result<Square, SquareError> {
        Square::from_ascii(name.as_bytes()).ok_or_else(|| SquareError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_round_trip() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.flipped().rank(), square.rank().relative_to(Color::Black));
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn invalid_squares_are_refused_and_quoted() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            let error = text.parse::<Square>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn letters_of_files_and_ranks_round_trip() {
        for file in File::ALL {
            assert_eq!(File::from_char(file.char()), Some(file));
            assert_eq!(File::from_char(file.char().to_ascii_uppercase()), Some(file));
        }
        for rank in Rank::ALL {
            assert_eq!(Rank::from_char(rank.char()), Some(rank));
        }
        assert_eq!(File::from_char('i'), None);
        assert_eq!(Rank::from_char('9'), None);
    }

    #[test]
    fn square_colors_and_distances_are_correct() {
        assert!(!Square::A1.is_light());
        assert!(Square::H1.is_light());
        assert!(Square::A8.is_light());
        assert_eq!(Square::A1.distance(Square::B8), 7);
        assert_eq!(Square::E4.distance(Square::F3), 1);
        assert_eq!(Square::E4.distance(Square::E4), 0);
        assert_eq!(Square::H8.offset(i8::MAX, i8::MIN), None);
    }
}
