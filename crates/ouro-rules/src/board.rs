//! Pieces on squares, kept both as bitboards and as an array.

use crate::{Bitboard, Color, Piece, Role, Square};

/// The pieces on the board, stored twice: as bitboards by color and role, and as an array of
/// squares.
///
/// ```
/// use ouro_rules::{Board, Color, Piece, Role, Square};
/// let mut board = Board::EMPTY;
/// board.put(Piece::WhiteQueen, Square::D1);
/// assert_eq!(board.piece_on(Square::D1), Some(Piece::WhiteQueen));
/// assert!(board.pieces(Color::White, Role::Queen).contains(Square::D1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    by_role: [Bitboard; 6],
    by_color: [Bitboard; 2],
    on_square: [Option<Piece>; 64],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        by_role: [Bitboard::EMPTY; 6],
        by_color: [Bitboard::EMPTY; 2],
        on_square: [None; 64],
    };

    /// Places many pieces at once: `fill` writes the array of an empty board, and the bitboards are
    /// computed from it. That is faster than updating both for each piece.
    #[inline]
    pub(crate) fn fill<T>(&mut self, fill: impl FnOnce(&mut [Option<Piece>; 64]) -> T) -> T {
        debug_assert!(self.occupied().is_empty());
        let result = fill(&mut self.on_square);
        // The four bits of the piece numbers are gathered into four bitboards, from which those of
        // colors and roles follow. The compiler stores an empty square as 12, so this `map_or` is
        // free.
        let numbers = self.on_square.map(|piece| piece.map_or(12, |piece| piece as u8));
        let mut planes = [0; 4];
        for (rank, numbers) in numbers.as_chunks().0.iter().enumerate() {
            let row = u64::from_le_bytes(*numbers);
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= low_bits_of_bytes(row >> bit) << (rank * 8);
            }
        }
        let [black, low, middle, high] = planes;
        let empty = high & middle;
        let by_role = [
            !(high | middle | low),
            low & !(high | middle),
            middle & !(high | low),
            middle & low,
            high & !(middle | low),
            high & low,
        ];
        self.by_role = by_role.map(Bitboard);
        self.by_color = [Bitboard(!(empty | black)), Bitboard(black)];
        result
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.on_square[square.index()]
    }

    /// Returns the occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the squares of the pieces of a color.
    #[inline]
    #[must_use]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Returns the squares of the pieces of a role, of both colors.
    #[inline]
    #[must_use]
    pub const fn of_role(&self, role: Role) -> Bitboard {
        self.by_role[role.index()]
    }

    /// Returns the squares of the pieces of a color and role.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.of_color(color) & self.of_role(role)
    }

    /// Returns the squares of the rooks and queens of both colors.
    #[inline]
    #[must_use]
    pub fn rooks_and_queens(&self) -> Bitboard {
        self.of_role(Role::Rook) | self.of_role(Role::Queen)
    }

    /// Returns the squares of the bishops and queens of both colors.
    #[inline]
    #[must_use]
    pub fn bishops_and_queens(&self) -> Bitboard {
        self.of_role(Role::Bishop) | self.of_role(Role::Queen)
    }

    /// Puts a piece on a square and replaces the piece that stood there, if any.
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.remove(square);
        self.toggle(piece, square);
        self.on_square[square.index()] = Some(piece);
    }

    /// Removes the piece from a square and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.on_square[square.index()].take()?;
        self.toggle(piece, square);
        Some(piece)
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put_on_empty(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_on(square), None);
        self.toggle(piece, square);
        self.on_square[square.index()] = Some(piece);
    }

    /// Removes a piece that stands on a square.
    #[inline]
    pub(crate) fn remove_piece(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_on(square), Some(piece));
        self.toggle(piece, square);
        self.on_square[square.index()] = None;
    }

    /// Moves a piece from `from` to the empty square `to`.
    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!((self.piece_on(from), self.piece_on(to)), (Some(piece), None));
        let both = Bitboard::from(from) | Bitboard::from(to);
        self.by_role[piece.role().index()] ^= both;
        self.by_color[piece.color().index()] ^= both;
        self.on_square[from.index()] = None;
        self.on_square[to.index()] = Some(piece);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.by_role[piece.role().index()] ^= Bitboard::from(square);
        self.by_color[piece.color().index()] ^= Bitboard::from(square);
    }

    /// Iterates over all pieces and their squares, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|sq| self.piece_on(sq).map(|piece| (sq, piece)))
    }

    /// Returns the pieces of both colors that attack `square` when `occupied` squares block
    /// sliders.
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        use crate::attacks;
        (attacks::knight(square) & self.of_role(Role::Knight))
            | (attacks::king(square) & self.of_role(Role::King))
            | (attacks::pawn(Color::Black, square) & self.pieces(Color::White, Role::Pawn))
            | (attacks::pawn(Color::White, square) & self.pieces(Color::Black, Role::Pawn))
            | (attacks::rook(square, occupied) & self.rooks_and_queens())
            | (attacks::bishop(square, occupied) & self.bishops_and_queens())
    }

    /// Returns `true` if the bitboards and the array of squares describe the same pieces.
    pub(crate) fn is_consistent(&self) -> bool {
        let mut rebuilt = Board::EMPTY;
        for square in Square::ALL {
            if let Some(piece) = self.piece_on(square) {
                rebuilt.put(piece, square);
            }
        }
        *self == rebuilt
    }
}

/// Gathers the lowest bit of each byte of a word into eight bits.
#[inline]
fn low_bits_of_bytes(word: u64) -> u64 {
    const LOW_BITS: u64 = 0x0101_0101_0101_0101;
    #[cfg(ouro_pext)]
    return crate::pext::pext(word, LOW_BITS);
    #[cfg(not(ouro_pext))]
    return (word & LOW_BITS).wrapping_mul(0x0102_0408_1020_4080) >> 56;
}

impl Default for Board {
    fn default() -> Board {
        Board::EMPTY
    }
}

/// Writes the piece placement as in FEN.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        crate::fen::write_placement(self, f)
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitboards_and_squares_follow_every_change() {
        let mut board = Board::default();
        assert!(board.is_consistent());
        board.put(Piece::WhiteRook, Square::A1);
        board.put(Piece::BlackQueen, Square::A1);
        assert!(board.is_consistent());
        assert!(board.pieces(Color::White, Role::Rook).is_empty());
        assert_eq!(board.iter().collect::<Vec<_>>(), [(Square::A1, Piece::BlackQueen)]);
        board.relocate(Piece::BlackQueen, Square::A1, Square::H8);
        assert!(board.is_consistent());
        assert_eq!(board.remove(Square::H8), Some(Piece::BlackQueen));
        assert_eq!(board.remove(Square::H8), None);
        assert_eq!(board, Board::EMPTY);
        assert_eq!(format!("{board:?}"), "Board(8/8/8/8/8/8/8/8)");
    }

    #[test]
    fn filling_a_board_at_once_equals_putting_each_piece() {
        let mut board = Board::EMPTY;
        for (i, piece) in Piece::ALL.into_iter().cycle().take(48).enumerate() {
            board.put(piece, Square::ALL[i * 37 % 64]);
        }
        let mut filled = Board::EMPTY;
        filled.fill(|_| ());
        assert_eq!(filled, Board::EMPTY);
        filled.fill(|squares| *squares = board.on_square);
        assert_eq!(filled, board);
    }

    #[test]
    fn an_inconsistent_board_is_detected() {
        let mut board = Board::EMPTY;
        board.put(Piece::WhiteRook, Square::A1);
        board.by_color[0] = Bitboard::EMPTY;
        assert!(!board.is_consistent());
    }
}
