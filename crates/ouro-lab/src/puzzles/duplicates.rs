//! Near-duplicates: puzzles with the same first move in almost the same position, and puzzles that share a
//! position.

use std::collections::{HashMap, HashSet};

use ouro_puzzles::Puzzle;
use ouro_rules::{Color, Move, Position, Square};

/// Positions that differ on at most this many squares are nearly the same. A moved piece changes two.
const MAX_DIFFERENCES: usize = 4;

/// The pieces on the squares, as seen by a solver that plays White.
type Placement = [u8; 64];

/// The positions of puzzles.
#[derive(Debug, Default)]
pub(super) struct Duplicates {
    /// The keys of all positions in which the solver moves.
    keys: HashSet<u64>,
    /// The first positions by the first move of the solution.
    positions: HashMap<(usize, usize), Vec<Placement>>,
}

impl Duplicates {
    /// Adds a puzzle, unless it is nearly the same as an earlier one. Returns whether it was added.
    pub(super) fn add_puzzle(&mut self, puzzle: &Puzzle) -> bool {
        let moves: Vec<(Position, Move)> = puzzle.solver_moves().collect();
        let shares = moves.iter().any(|(position, _)| self.keys.contains(&position.key()));
        let Some((position, mv)) = moves.first().filter(|_| !shares) else { return false };
        if !self.add(position, *mv) {
            return false;
        }
        self.keys.extend(moves.iter().map(|(position, _)| position.key()));
        true
    }

    /// Adds a position and its first move, unless it is nearly the same as an earlier one. Returns whether
    /// it was added.
    pub(super) fn add(&mut self, position: &Position, mv: Move) -> bool {
        let key = [mv.from(), mv.to()].map(|square| seen_by(position, square));
        let placement = placement(position);
        let earlier = self.positions.entry((key[0], key[1])).or_default();
        let differences = |other: &Placement| {
            other.iter().zip(&placement).filter(|(ours, theirs)| ours != theirs).count()
        };
        if earlier.iter().any(|other| differences(other) <= MAX_DIFFERENCES) {
            return false;
        }
        earlier.push(placement);
        true
    }
}

/// Returns the index of a square as seen by the side to move.
fn seen_by(position: &Position, square: Square) -> usize {
    match position.turn() {
        Color::White => square.index(),
        Color::Black => square.index() ^ 56,
    }
}

fn placement(position: &Position) -> Placement {
    let mut placement = [0; 64];
    for (square, piece) in position.board().iter() {
        let own = piece.color() == position.turn();
        placement[seen_by(position, square)] = 1 + 2 * piece.role().index() as u8 + u8::from(own);
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    fn puzzle(fen: &str, moves: [&str; 2]) -> Puzzle {
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mut after = position.clone();
        let moves = moves.map(|uci| {
            let mv = after.parse_uci(uci).unwrap();
            after.play_unchecked(mv);
            mv
        });
        let text = "check move=Rxg2+ piece=rook victim=pawn square=g2";
        let explanation = text.parse().unwrap();
        Puzzle::new(position, moves.to_vec(), 900, Vec::new(), String::new(), explanation)
    }

    #[test]
    fn a_puzzle_with_two_moved_pieces_or_other_colors_is_a_near_duplicate() {
        let mut duplicates = Duplicates::default();
        assert!(
            duplicates.add_puzzle(&puzzle("5k2/p7/p7/8/8/8/6P1/4K1R1 b - - 0 1", ["f8g8", "g1g2"]))
        );
        for (fen, moves) in [
            ("5k2/p7/p7/8/8/8/6P1/4K1R1 b - - 3 9", ["f8g8", "g1g2"]),
            ("5k2/7p/1p6/8/8/8/6P1/4K1R1 b - - 0 1", ["f8g8", "g1g2"]),
            ("4k1r1/6p1/8/8/8/P7/P7/5K2 w - - 0 1", ["f1g1", "g8g7"]),
            ("5k2/p7/p7/8/8/8/6P1/4K1R1 b - - 0 1", ["f8g8", "g1f1"]),
        ] {
            assert!(!duplicates.add_puzzle(&puzzle(fen, moves)), "{fen}");
        }
        for (fen, moves) in [
            ("5k2/7p/1p6/8/8/8/6P1/3K2R1 b - - 0 1", ["f8g8", "g1g2"]),
            ("5k2/p7/p7/8/8/8/6P1/4K1R1 b - - 0 1", ["f8g7", "g1f1"]),
        ] {
            assert!(duplicates.add_puzzle(&puzzle(fen, moves)), "{fen}");
        }
    }
}
