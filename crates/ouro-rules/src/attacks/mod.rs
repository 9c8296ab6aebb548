//! Attack tables, and the lines between squares.

#[cfg(test)]
mod magics;
mod rays;
mod sliders;

pub use sliders::{bishop, rook};

use crate::{Bitboard, Color, Role, Square};

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = leaper(KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];
static ROOK_RAYS: [Bitboard; 64] = empty_board(rays::ROOK_STEPS);
static BISHOP_RAYS: [Bitboard; 64] = empty_board(rays::BISHOP_STEPS);
static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

/// Computes the attacks of a piece that makes single steps.
const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = Square::ALL[from].offset(steps[i].0, steps[i].1) {
                table[from].0 |= 1 << to as u8;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Computes the attacks of a slider on an empty board.
const fn empty_board(steps: [(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(rays::walk(square as u8, 0, steps));
        square += 1;
    }
    table
}

/// Computes, for each pair of squares on a common line, the squares strictly between them, or the
/// whole line from edge to edge.
const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let all_steps = [rays::ROOK_STEPS, rays::BISHOP_STEPS];
    let mut a = 0;
    while a < 64 {
        let mut kind = 0;
        while kind < 2 {
            let mut i = 0;
            while i < 4 {
                let (df, dr) = all_steps[kind][i];
                let opposite = all_steps[kind][(i + 2) % 4];
                let edge_to_edge =
                    1 << a | ray(a, (df, dr), !0) | ray(a, (opposite.0, opposite.1), !0);
                let mut n = 1;
                while n < 8 {
                    if let Some(b) = Square::ALL[a].offset(df * n, dr * n) {
                        table[a][b as usize] = Bitboard(if whole {
                            edge_to_edge
                        } else {
                            ray(a, (df, dr), n as u32 - 1)
                        });
                    }
                    n += 1;
                }
                i += 1;
            }
            kind += 1;
        }
        a += 1;
    }
    table
}

/// Returns at most `length` squares from `square` in one direction.
const fn ray(square: usize, (df, dr): (i8, i8), length: u32) -> u64 {
    let mut squares = 0;
    let mut n = 1;
    while n < 8 && n as u32 <= length {
        if let Some(next) = Square::ALL[square].offset(df * n, dr * n) {
            squares |= 1 << next as u8;
        }
        n += 1;
    }
    squares
}

/// Returns the squares that a knight on `square` attacks.
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares that a king on `square` attacks.
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares that a pawn of `color` on `square` attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares that any of these pawns of `color` attacks.
#[inline]
#[must_use]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.west() | ahead.east()
}

/// Returns the squares that a queen on `square` attacks when `occupied` squares block it.
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// Returns the squares that a piece attacks from `square` when `occupied` squares block it.
///
/// ```
/// use ouro_rules::{attacks, Bitboard, Color, Role, Square};
/// let attacked = attacks::of(Role::Knight, Color::White, Square::A1, Bitboard::EMPTY);
/// assert_eq!(attacked, [Square::B3, Square::C2].into_iter().collect());
/// ```
#[inline]
#[must_use]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// Returns the squares that a rook on `square` attacks on an empty board.
#[inline]
pub(crate) fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Returns the squares that a bishop on `square` attacks on an empty board.
#[inline]
pub(crate) fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Returns the squares strictly between two squares on a common rank, file or diagonal, and an
/// empty set for any other pair.
///
/// ```
/// use ouro_rules::{attacks, Square};
/// assert_eq!(attacks::between(Square::A1, Square::C3).first(), Some(Square::B2));
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole rank, file or diagonal through two squares, from edge to edge. The set is
/// empty if the squares are the same or share no line.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaper_attacks_match_their_geometry() {
        for a in Square::ALL {
            for b in Square::ALL {
                let files = (a.file() as i8 - b.file() as i8).abs();
                let ranks = b.rank() as i8 - a.rank() as i8;
                let knight_step = files * ranks.abs() == 2;
                assert_eq!(knight(a).contains(b), knight_step);
                assert_eq!(king(a).contains(b), a.distance(b) == 1);
                assert_eq!(pawn(Color::White, a).contains(b), files == 1 && ranks == 1);
                assert_eq!(pawn(Color::Black, a).contains(b), files == 1 && ranks == -1);
            }
        }
    }

    #[test]
    fn lines_agree_with_slider_attacks() {
        for a in Square::ALL {
            for b in Square::ALL {
                let ends = Bitboard::from(a) | Bitboard::from(b);
                let expected = if rook_rays(a).contains(b) {
                    (rook(a, ends) & rook(b, ends), (rook_rays(a) & rook_rays(b)) | ends)
                } else if bishop_rays(a).contains(b) {
                    (bishop(a, ends) & bishop(b, ends), (bishop_rays(a) & bishop_rays(b)) | ends)
                } else {
                    (Bitboard::EMPTY, Bitboard::EMPTY)
                };
                assert_eq!((between(a, b), line(a, b)), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn attacks_of_several_pawns_are_the_union_of_their_attacks() {
        let set: Bitboard = [Square::A2, Square::E4, Square::H7].into_iter().collect();
        for color in Color::BOTH {
            let each = set.into_iter().fold(Bitboard::EMPTY, |all, sq| all | pawn(color, sq));
            assert_eq!(pawns(color, set), each);
        }
    }
}
