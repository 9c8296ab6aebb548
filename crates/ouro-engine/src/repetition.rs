//! Which single move would bring an earlier position back.
//!
//! The keys of two positions that are one reversible move apart differ by a number that only that
//! move has. All these numbers are in a hash table with two places for each, after Marcel van
//! Kervinck's idea, so a look at the earlier keys tells whether a repetition is at hand.

use std::sync::LazyLock;

use ouro_rules::{Bitboard, Board, Color, Piece, Position, Role, Square, attacks};

const SIZE: usize = 8_192;

/// The differences with their moves, each at one of its two places.
static STEPS: LazyLock<Vec<Option<(u64, Square, Square)>>> = LazyLock::new(|| {
    let mut steps = vec![None; SIZE];
    for (piece, from, to) in reversible_steps() {
        let mut homeless = Some((Position::key_difference(piece, from, to), from, to));
        let mut place = homeless.map_or(0, |(key, ..)| places(key)[0]);
        // Whoever is pushed out goes to its other place. This ends because there are enough.
        while let Some((key, from, to)) = homeless {
            homeless = steps[place].replace((key, from, to));
            if let Some((key, ..)) = homeless {
                let [one, two] = places(key);
                place = if place == one { two } else { one };
            }
        }
    }
    steps
});

const fn places(key: u64) -> [usize; 2] {
    [key as usize % SIZE, (key >> 16) as usize % SIZE]
}

/// Each move of a piece between two squares on an empty board, in one of its directions.
fn reversible_steps() -> impl Iterator<Item = (Piece, Square, Square)> {
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

/// Whether two positions with keys that differ by this are a move apart, and the way is free.
pub(crate) fn is_one_move(difference: u64, board: &Board) -> bool {
    places(difference).into_iter().any(|place| {
        STEPS[place].is_some_and(|(key, from, to)| {
            key == difference && (attacks::between(from, to) & board.occupied()).is_empty()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    #[test]
    fn every_reversible_move_is_in_the_table_and_nothing_else() {
        let empty = Board::EMPTY;
        let mut count = 0;
        for (piece, from, to) in reversible_steps() {
            assert!(is_one_move(Position::key_difference(piece, from, to), &empty));
            assert!(is_one_move(Position::key_difference(piece, to, from), &empty));
            count += 1;
        }
        assert_eq!(count, 3_668);
        assert_eq!(STEPS.iter().flatten().count(), 3_668);
        assert!(!is_one_move(0, &empty));
        let pawn = Position::key_difference(Piece::WhitePawn, Square::E2, Square::E3);
        assert!(!is_one_move(pawn, &empty));
    }

    #[test]
    fn a_piece_in_the_way_prevents_a_repetition() {
        let start = Position::start(Variant::Chess);
        let rook = Position::key_difference(Piece::WhiteRook, Square::A1, Square::A4);
        let knight = Position::key_difference(Piece::WhiteKnight, Square::G1, Square::F3);
        assert!(!is_one_move(rook, start.board()));
        assert!(is_one_move(knight, start.board()));
    }
}
