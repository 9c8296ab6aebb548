//! Where king and rook go when they castle, and what must be true for it.

use crate::{Bitboard, Color, File, Rank, Square};

/// The side of the board to which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Short, towards the h-file: `O-O`.
    King,
    /// Long, towards the a-file: `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const BOTH: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The side on which a rook stands as seen from its king.
    #[inline]
    #[must_use]
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook > king { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Where the king ends up, in Chess960 too.
    #[inline]
    #[must_use]
    pub fn king_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Where the rook ends up, in Chess960 too.
    #[inline]
    #[must_use]
    pub fn rook_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Where the rook stands at the start of a game of chess.
    #[must_use]
    pub fn corner(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::H,
            CastlingSide::Queen => File::A,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// The notation of SAN.
    #[must_use]
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        }
    }
}

/// The way of king and rook when they castle.
pub(crate) struct CastlingPath {
    /// Squares that must be free of other pieces than these two.
    pub(crate) must_be_free: Bitboard,
    /// Squares the king starts from, passes or reaches, which must not be attacked.
    pub(crate) must_be_safe: Bitboard,
}

impl CastlingPath {
    /// The way for a king and a rook of `color` on their back rank.
    #[inline]
    pub(crate) fn of(color: Color, king: Square, rook: Square) -> &'static CastlingPath {
        &PATHS[color.index()][king.file() as usize][rook.file() as usize]
    }

    const fn new(color: Color, king: u32, rook: u32) -> CastlingPath {
        let (king_target, rook_target) = if rook > king { (6, 5) } else { (2, 3) };
        let king_way = files(king, king_target);
        let ways = king_way | files(rook, rook_target);
        let shift = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        CastlingPath {
            must_be_free: Bitboard((ways & !(1 << king | 1 << rook)) << shift),
            must_be_safe: Bitboard(king_way << shift),
        }
    }
}

/// The files from `a` to `b`, both included, on the first rank.
const fn files(a: u32, b: u32) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (2 << high) - (1 << low)
}

/// By side, file of the king and file of the rook. It is read for every right in every position
/// whose moves are generated.
static PATHS: [[[CastlingPath; 8]; 8]; 2] = {
    let mut paths =
        [const { [const { [const { CastlingPath::new(Color::White, 0, 0) }; 8] }; 8] }; 2];
    let mut i = 0;
    while i < 128 {
        let (color, king, rook) = (i / 64, i / 8 % 8, i % 8);
        paths[color][king][rook] = CastlingPath::new(Color::BOTH[color], king as u32, rook as u32);
        i += 1;
    }
    paths
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_of_a_classical_castling_is_the_known_one() {
        let short = CastlingPath::of(Color::White, Square::E1, Square::H1);
        assert_eq!(short.must_be_free, [Square::F1, Square::G1].into_iter().collect());
        assert_eq!(short.must_be_safe, [Square::E1, Square::F1, Square::G1].into_iter().collect());
        let long = CastlingPath::of(Color::Black, Square::E8, Square::A8);
        let free = [Square::B8, Square::C8, Square::D8];
        assert_eq!(long.must_be_free, free.into_iter().collect());
        let safe = [Square::C8, Square::D8, Square::E8];
        assert_eq!(long.must_be_safe, safe.into_iter().collect());
    }

    #[test]
    fn a_king_already_on_its_target_needs_no_way() {
        let path = CastlingPath::of(Color::White, Square::G1, Square::H1);
        assert_eq!(path.must_be_free, Square::F1.into());
        assert_eq!(path.must_be_safe, Square::G1.into());
        assert_eq!(CastlingSide::King.san(), "O-O");
        assert_eq!(CastlingSide::Queen.corner(Color::Black), Square::A8);
    }
}
