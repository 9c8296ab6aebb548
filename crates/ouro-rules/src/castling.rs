//! The squares that castling involves.

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

    /// Returns the side of the king on which a rook stands.
    #[inline]
    #[must_use]
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook > king { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Returns the king's target square, which is the same in Chess960.
    #[inline]
    #[must_use]
    pub fn king_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Returns the rook's target square, which is the same in Chess960.
    #[inline]
    #[must_use]
    pub fn rook_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Returns the square of the rook in the start position of chess.
    #[must_use]
    pub fn corner(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::H,
            CastlingSide::Queen => File::A,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Returns the move in SAN.
    #[must_use]
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        }
    }
}

/// The squares that king and rook cross when they castle.
pub(crate) struct CastlingPath {
    /// Squares that no piece other than these two may occupy.
    pub(crate) must_be_free: Bitboard,
    /// Squares that the king leaves, crosses or reaches, none of which may be attacked.
    pub(crate) must_be_safe: Bitboard,
}

impl CastlingPath {
    /// Returns the path of a king and a rook of `color` on their back rank.
    #[inline]
    pub(crate) fn of(color: Color, king: Square, rook: Square) -> &'static CastlingPath {
        &PATHS[color.index()][king.file() as usize][rook.file() as usize]
    }

    const fn new(color: Color, king: u32, rook: u32) -> CastlingPath {
        let (king_target, rook_target) = if rook > king { (6, 5) } else { (2, 3) };
        let king_path = files(king, king_target);
        let paths = king_path | files(rook, rook_target);
        let shift = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        CastlingPath {
            must_be_free: Bitboard((paths & !(1 << king | 1 << rook)) << shift),
            must_be_safe: Bitboard(king_path << shift),
        }
    }
}

/// Returns the squares of the first rank on the files from `a` to `b`, both included.
const fn files(a: u32, b: u32) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (2 << high) - (1 << low)
}

/// The path for each color, file of the king and file of the rook. Move generation reads it for
/// every castling right.
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
    fn the_castling_paths_of_chess_are_correct() {
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
    fn a_king_on_its_target_square_crosses_no_other_square() {
        let path = CastlingPath::of(Color::White, Square::G1, Square::H1);
        assert_eq!(path.must_be_free, Square::F1.into());
        assert_eq!(path.must_be_safe, Square::G1.into());
        assert_eq!(CastlingSide::King.san(), "O-O");
        assert_eq!(CastlingSide::Queen.corner(Color::Black), Square::A8);
    }
}
