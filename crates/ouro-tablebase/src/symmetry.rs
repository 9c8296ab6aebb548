//! Symmetries of the board, and the numbers of king pairs and of sets of squares.

use std::sync::LazyLock;

use ouro_rules::Square;

/// One of the eight symmetries of the board: mirror the files, mirror the ranks, then exchange files
/// and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    pub(crate) const MIRROR_FILES: Symmetry = Symmetry(1);
    const MIRROR_RANKS: u8 = 2;
    const TRANSPOSE: u8 = 4;

    /// Returns the image of a square.
    #[inline]
    pub(crate) fn apply(self, square: Square) -> Square {
        IMAGES[usize::from(self.0)][square.index()]
    }

    /// Returns `true` if files and ranks are exchanged.
    #[inline]
    pub(crate) const fn transposes(self) -> bool {
        self.0 & Symmetry::TRANSPOSE != 0
    }

    /// The exchange of files and ranks.
    pub(crate) const DIAGONAL: Symmetry = Symmetry(Symmetry::TRANSPOSE);
}

static IMAGES: LazyLock<[[Square; 64]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        Square::ALL.map(|square| {
            let mut index = square.index();
            if symmetry & 1 != 0 {
                index ^= 7;
            }
            if symmetry & 2 != 0 {
                index ^= 56;
            }
            if symmetry & 4 != 0 {
                index = index >> 3 | (index & 7) << 3;
            }
            Square::ALL[index]
        })
    })
});

/// Numbers the pairs of squares of the two kings.
pub(crate) struct KingPairs {
    /// For each pair of squares, the symmetry that leads to the numbered pair, and its number.
    numbers: Vec<Option<(Symmetry, u16)>>,
    /// The squares of the white and the black king.
    pairs: Vec<(Square, Square)>,
}

impl KingPairs {
    /// Returns the 462 pairs up to all eight symmetries, for material without pawns. The white king
    /// is in the triangle a1–d1–d4; if it is on the long diagonal, the black king is not above it.
    pub(crate) fn without_pawns() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(triangle));
        &PAIRS
    }

    /// Returns all 3,612 pairs, for material with pawns: the symmetry is used up by the pawns.
    pub(crate) fn with_pawns() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> =
            LazyLock::new(|| KingPairs::new(|_, _| Symmetry::IDENTITY));
        &PAIRS
    }

    fn new(symmetry: fn(Square, Square) -> Symmetry) -> KingPairs {
        let mut pairs = Vec::new();
        for white in Square::ALL {
            for black in Square::ALL {
                if white.distance(black) > 1 && symmetry(white, black) == Symmetry::IDENTITY {
                    pairs.push((white, black));
                }
            }
        }
        let number = |white: Square, black: Square| {
            let symmetry = symmetry(white, black);
            let image = (symmetry.apply(white), symmetry.apply(black));
            let number = pairs.binary_search(&image).ok()?;
            Some((symmetry, number as u16))
        };
        let numbers = Square::ALL
            .into_iter()
            .flat_map(|white| Square::ALL.into_iter().map(move |black| (white, black)))
            .map(|(white, black)| number(white, black))
            .collect();
        KingPairs { numbers, pairs }
    }

    /// Returns the number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the squares of the white and the black king.
    #[inline]
    pub(crate) fn squares(&self, number: usize) -> (Square, Square) {
        self.pairs[number]
    }

    /// Returns the symmetry that leads to the numbered pair, and its number; `None` if the kings
    /// touch.
    #[inline]
    pub(crate) fn number(&self, white: Square, black: Square) -> Option<(Symmetry, usize)> {
        let (symmetry, number) = self.numbers[white.index() << 6 | black.index()]?;
        Some((symmetry, usize::from(number)))
    }
}

/// Returns the symmetry that brings a pair of kings into the triangle.
fn triangle(white: Square, black: Square) -> Symmetry {
    let mut bits = 0;
    if white.file() as u8 > 3 {
        bits |= Symmetry::MIRROR_FILES.0;
    }
    if white.rank() as u8 > 3 {
        bits |= Symmetry::MIRROR_RANKS;
    }
    let above = |square: Square| {
        let image = Symmetry(bits).apply(square);
        (image.rank() as u8).cmp(&(image.file() as u8))
    };
    if above(white).then(above(black)).is_gt() {
        bits |= Symmetry::TRANSPOSE;
    }
    Symmetry(bits)
}

/// Returns `true` if a square is on the diagonal from a1 to h8.
#[inline]
pub(crate) fn is_on_diagonal(square: Square) -> bool {
    square.file() as u8 == square.rank() as u8
}

/// Returns the number of sets of `count` squares out of `squares`, for at most three squares.
pub(crate) const fn sets(squares: usize, count: usize) -> usize {
    match count {
        0 => 1,
        1 => squares,
        2 => squares * (squares - 1) / 2,
        _ => squares * (squares - 1) * (squares - 2) / 6,
    }
}

/// Returns the number of a set of at most three different squares, in any order.
#[inline]
pub(crate) fn set_number(squares: &mut [u8]) -> usize {
    squares.sort_unstable();
    squares.iter().enumerate().map(|(i, &square)| choose(usize::from(square), i + 1)).sum()
}

/// Returns the number of ways to choose `count` of `n`, for at most three.
#[inline]
const fn choose(n: usize, count: usize) -> usize {
    match count {
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        _ => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
    }
}

/// Returns the sets of `count` squares out of the first `squares` in the order of their numbers. The
/// unused places of an entry are zero.
pub(crate) fn all_sets(squares: u8, count: usize) -> Vec<[u8; 3]> {
    let mut all = vec![[0; 3]; sets(usize::from(squares), count)];
    let mut visit = |set: [u8; 3]| {
        let mut squares = set;
        all[set_number(&mut squares[..count])] = set;
    };
    match count {
        0 => {}
        1 => (0..squares).for_each(|a| visit([a, 0, 0])),
        2 => (0..squares).for_each(|b| (0..b).for_each(|a| visit([a, b, 0]))),
        _ => (0..squares).for_each(|c| (0..c).for_each(|b| (0..b).for_each(|a| visit([a, b, c])))),
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_and_3612_pairs_of_kings() {
        assert_eq!(KingPairs::without_pawns().len(), 462);
        assert_eq!(KingPairs::with_pawns().len(), 3612);
    }

    #[test]
    fn every_pair_of_kings_that_do_not_touch_has_a_number() {
        for pairs in [KingPairs::without_pawns(), KingPairs::with_pawns()] {
            for white in Square::ALL {
                for black in Square::ALL {
                    let number = pairs.number(white, black);
                    assert_eq!(number.is_some(), white.distance(black) > 1);
                    if let Some((symmetry, number)) = number {
                        let image = (symmetry.apply(white), symmetry.apply(black));
                        assert_eq!(pairs.squares(number), image);
                    }
                }
            }
        }
    }

    #[test]
    fn sets_are_numbered_without_gaps() {
        for count in 0..=3 {
            let all = all_sets(48, count);
            assert_eq!(all.len(), sets(48, count));
            for (number, mut set) in all.into_iter().enumerate() {
                assert_eq!(set_number(&mut set[..count]), number);
            }
        }
    }
}
