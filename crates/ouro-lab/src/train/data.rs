//! What is learned from: positions, what the search thought of them and what became of them.

use ouro_engine::network::{feature_index, is_mirrored};
use ouro_rules::{Bitboard, Board, Color, PgnResult, Piece, Position, Setup, Square, Variant};

use crate::selfplay::{SelfPlayGame, is_quiet};

/// A position in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// The pieces on the occupied squares in order, four bits each.
    pieces: [u8; 16],
    turn: Color,
    /// The score of the search for the side to move.
    pub score: i16,
    /// Half points of the side to move.
    pub half_points: u8,
}

/// The most pieces a board has.
pub(super) const MOST_PIECES: usize = 32;

impl Sample {
    /// A position with what is known of it.
    #[must_use]
    pub fn new(position: &Position, score: i16, result: PgnResult) -> Sample {
        let mut pieces = [0; 16];
        for (i, (_, piece)) in position.board().iter().enumerate() {
            pieces[i / 2] |= (piece.index() as u8) << (4 * (i % 2));
        }
        let half_points = match result {
            PgnResult::Win(winner) if winner == position.turn() => 2,
            PgnResult::Win(_) => 0,
            PgnResult::Draw | PgnResult::Unknown => 1,
        };
        Sample {
            occupied: position.board().occupied().0,
            pieces,
            turn: position.turn(),
            score,
            half_points,
        }
    }

    /// The pieces on their squares.
    fn board(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied).into_iter().enumerate().map(|(i, square)| {
            (square, Piece::ALL[usize::from(self.pieces[i / 2] >> (4 * (i % 2)) & 15)])
        })
    }

    /// A number by which samples can be put in order.
    pub(super) fn order(&self) -> (u64, u128, usize, i16, u8) {
        let pieces = u128::from_le_bytes(self.pieces);
        (self.occupied, pieces, self.turn.index(), self.score, self.half_points)
    }

    /// How many pieces there are.
    pub(super) fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The inputs of the side to move's view and of the other's, into lists that are as long as there
    /// are pieces.
    pub(super) fn inputs(&self, lists: &mut [[u16; MOST_PIECES]; 2]) {
        let mut kings = [false; 2];
        for (square, piece) in self.board() {
            if piece.role() == ouro_rules::Role::King {
                kings[piece.color().index()] = is_mirrored(square);
            }
        }
        for (i, (square, piece)) in self.board().enumerate() {
            for (list, view) in lists.iter_mut().zip([self.turn, !self.turn]) {
                list[i] = feature_index(view, kings[view.index()], piece, square) as u16;
            }
        }
    }

    /// The position again, without rights to castle.
    #[must_use]
    pub fn position(&self, variant: Variant) -> Option<Position> {
        let mut setup = Setup { board: Board::EMPTY, turn: self.turn, ..Setup::empty() };
        for (square, piece) in self.board() {
            setup.board.put(piece, square);
        }
        Position::from_setup(&setup, variant).ok()
    }
}

/// All positions, some of them kept apart to see how well others are judged.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Learned from.
    pub training: Vec<Sample>,
    /// Kept apart.
    pub validation: Vec<Sample>,
    games: usize,
}

/// One game in so many is kept apart.
const KEPT_APART: usize = 50;

impl Data {
    /// Takes the quiet positions of a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        let samples = if self.games.is_multiple_of(KEPT_APART) {
            &mut self.validation
        } else {
            &mut self.training
        };
        for (position, mv, score) in game.positions() {
            if is_quiet(&position, mv, score) {
                samples.push(Sample::new(&position, score, game.result));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_position_it_was_made_of() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::Chess).unwrap();
            let sample = Sample::new(&position, 31, PgnResult::Win(Color::White));
            assert_eq!(sample.position(Variant::Chess), Some(position.clone()));
            let expected = if position.turn() == Color::White { 2 } else { 0 };
            assert_eq!((sample.score, sample.half_points), (31, expected));
            assert_eq!(size_of::<Sample>(), 32);
        }
    }
}
