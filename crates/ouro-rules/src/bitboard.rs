//! Sets of squares as 64-bit integers.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, File, Rank, Square};

/// A set of squares; bit `n` is the square with the number `n`.
///
/// ```
/// use ouro_rules::{Bitboard, Rank, Square};
/// let second = Bitboard::from(Rank::Second);
/// assert!(second.contains(Square::E2));
/// assert_eq!(second.count(), 8);
/// assert_eq!(second.into_iter().next(), Some(Square::A2));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

    const NOT_A: Bitboard = Bitboard(0xFEFE_FEFE_FEFE_FEFE);
    const NOT_H: Bitboard = Bitboard(0x7F7F_7F7F_7F7F_7F7F);

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set is not empty.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns `true` if the set has at least two squares.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Returns `true` if the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the square with the lowest number, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.lowest()) }
    }

    /// Returns the square with the highest number, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::from_low_bits(63 - self.0.leading_zeros()))
        }
    }

    /// Returns the square with the lowest number. The set must not be empty; an empty one gives a1.
    #[inline]
    #[must_use]
    pub(crate) const fn lowest(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros())
    }

    /// Shifts the set one rank forward from `color`'s point of view. Squares of the last rank drop
    /// out.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Shifts the set one file towards the a-file. Squares of the a-file drop out.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & Self::NOT_A.0) >> 1)
    }

    /// Shifts the set one file towards the h-file. Squares of the h-file drop out.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & Self::NOT_H.0) << 1)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard(1 << square as u8)
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (rank as u8 * 8))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::from(square))
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident;)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                self.0.$assign(other.0);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// An iterator over the squares of a [`Bitboard`] in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0 ^= Bitboard::from(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl std::iter::FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// Writes eight lines of eight characters, the eighth rank first: `1` for a square in the set, `.`
/// for any other.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let sign = if self.contains(Square::new(file, rank)) { '1' } else { '.' };
                let gap = if file == File::H { "\n" } else { " " };
                write!(f, "{sign}{gap}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_iterates_over_its_squares_in_both_directions() {
        let squares = [Square::A1, Square::E4, Square::H8];
        let set: Bitboard = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.into_iter().len(), 3);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [Square::H8, Square::E4, Square::A1]);
        assert_eq!((set.first(), set.last()), (Some(Square::A1), Some(Square::H8)));
        assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
        assert!(set.more_than_one() && set.any() && !set.is_empty());
        assert!(!Bitboard::from(Square::E4).more_than_one());
        assert_eq!(format!("{set:?}"), "{a1, e4, h8}");
    }

    #[test]
    fn shifts_do_not_wrap_around_the_edges() {
        for square in Square::ALL {
            let set = Bitboard::from(square);
            assert_eq!(set.west().first(), square.offset(-1, 0));
            assert_eq!(set.east().first(), square.offset(1, 0));
            assert_eq!(set.forward(Color::White).first(), square.offset(0, 1));
            assert_eq!(set.forward(Color::Black).first(), square.offset(0, -1));
            assert_eq!(Bitboard::LIGHT.contains(square), square.is_light());
        }
    }

    #[test]
    fn display_draws_a_board() {
        let drawn = (Bitboard::from(Rank::Eighth) | Bitboard::from(Square::A1)).to_string();
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "1 1 1 1 1 1 1 1");
        assert_eq!(lines[7], "1 . . . . . . .");
        assert_eq!(lines.len(), 8);
    }
}
