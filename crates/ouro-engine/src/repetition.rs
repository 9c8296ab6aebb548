//! Upcoming repetitions: whether one reversible move leads back to an earlier position.
//!
//! The keys of two positions that are one reversible move apart differ by a number that is unique to the
//! move. A cuckoo hash table of all these numbers (Marcel van Kervinck's algorithm) finds the move from the
//! keys alone.

use std::sync::LazyLock;

use ouro_rules::{Bitboard, Board, Color, Piece, Position, Role, Square, attacks};

const SIZE: usize = 8_192;

/// The cuckoo table: key difference and squares of every reversible move, in one of its two slots.
static REVERSIBLE_MOVES: LazyLock<Vec<Option<(u64, Square, Square)>>> = LazyLock::new(|| {
    let mut table = vec![None; SIZE];
    for (piece, from, to) in reversible_moves() {
        let mut displaced = Some((Position::key_difference(piece, from, to), from, to));
        let mut slot = displaced.map_or(0, |(key, ..)| slots(key)[0]);
        // A displaced entry goes to its other slot. This ends, because the table is less than half full.
        while let Some((key, from, to)) = displaced {
            displaced = table[slot].replace((key, from, to));
            if let Some((key, ..)) = displaced {
                let [one, two] = slots(key);
                slot = if slot == one { two } else { one };
            }
        }
    }
    table
});

const fn slots(key: u64) -> [usize; 2] {
    [key as usize % SIZE, (key >> 16) as usize % SIZE]
}

/// Returns every move of a piece on an empty board, in one of its two directions.
fn reversible_moves() -> impl Iterator<Item = (Piece, Square, Square)> {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let pieces = roles.into_iter().flat_map(|role| Color::BOTH.map(|color| (role, color)));
    pieces.flat_map(|(role, color)| {
        Square::ALL.into_iter().flat_map(move |from| {
            let reached = attacks::of(role, color, from, Bitboard::EMPTY);
            let piece = Piece::new(color, role);
            reached.into_iter().filter(move |&to| from < to).map(move |to| (piece, from, to))
        })
    })
}

/// Returns `true` if positions whose keys differ by this are one reversible move apart and no piece blocks
/// the move.
pub(crate) fn is_one_move_apart(difference: u64, board: &Board) -> bool {
    slots(difference).into_iter().any(|slot| {
        REVERSIBLE_MOVES[slot].is_some_and(|(key, from, to)| {
            key == difference && (attacks::between(from, to) & board.occupied()).is_empty()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    #[test]
    fn the_table_holds_exactly_the_reversible_moves() {
        let empty = Board::EMPTY;
        let mut count = 0;
        for (piece, from, to) in reversible_moves() {
            assert!(is_one_move_apart(Position::key_difference(piece, from, to), &empty));
            assert!(is_one_move_apart(Position::key_difference(piece, to, from), &empty));
            count += 1;
        }
        assert_eq!(count, 3_668);
        assert_eq!(REVERSIBLE_MOVES.iter().flatten().count(), 3_668);
        assert!(!is_one_move_apart(0, &empty));
        let pawn = Position::key_difference(Piece::WhitePawn, Square::E2, Square::E3);
        assert!(!is_one_move_apart(pawn, &empty));
    }

    #[test]
    fn a_blocking_piece_prevents_a_repetition() {
        let start = Position::start(Variant::Chess);
        let rook = Position::key_difference(Piece::WhiteRook, Square::A1, Square::A4);
        let knight = Position::key_difference(Piece::WhiteKnight, Square::G1, Square::F3);
        assert!(!is_one_move_apart(rook, start.board()));
        assert!(is_one_move_apart(knight, start.board()));
    }
}
