//! The dataset: quiet positions of self-play games with their scores and results.

use ouro_engine::network::{feature_index, is_mirrored};
use ouro_rules::{
    Bitboard, Board, Color, PgnResult, Piece, Position, Role, Setup, Square, Variant,
};

use super::position_filter::is_quiet;
use crate::selfplay::SelfPlayGame;

/// A position with its search score and game result, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrainingPosition {
    occupied: u64,
    /// The pieces on the occupied squares in order, four bits each.
    pieces: [u8; 16],
    turn: Color,
    /// The score of the search, from the point of view of the side to move.
    pub(super) score: i16,
    /// The game result in half points of the side to move.
    pub(super) half_points: u8,
}

/// The maximum number of pieces on a board.
pub(super) const MAX_PIECES: usize = 32;

impl TrainingPosition {
    pub(super) fn new(position: &Position, score: i16, result: PgnResult) -> TrainingPosition {
        let mut pieces = [0; 16];
        for (i, (_, piece)) in position.board().iter().enumerate() {
            pieces[i / 2] |= (piece.index() as u8) << (4 * (i % 2));
        }
        let half_points = match result {
            PgnResult::Win(winner) if winner == position.turn() => 2,
            PgnResult::Win(_) => 0,
            PgnResult::Draw | PgnResult::Unknown => 1,
        };
        TrainingPosition {
            occupied: position.board().occupied().0,
            pieces,
            turn: position.turn(),
            score,
            half_points,
        }
    }

    /// Returns the squares with their pieces.
    fn board(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied).into_iter().enumerate().map(|(i, square)| {
            (square, Piece::ALL[usize::from(self.pieces[i / 2] >> (4 * (i % 2)) & 15)])
        })
    }

    /// Returns a key to sort positions by.
    fn sort_key(&self) -> (u64, u128, usize, i16, u8) {
        let pieces = u128::from_le_bytes(self.pieces);
        (self.occupied, pieces, self.turn.index(), self.score, self.half_points)
    }

    /// Returns the number of pieces, kings included.
    pub(super) fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Writes the active features of the side to move and of its opponent to two lists. Each list has
    /// one feature per piece.
    pub(super) fn features(&self, lists: &mut [[u16; MAX_PIECES]; 2]) {
        let mut mirrored = [false; 2];
        for (square, piece) in self.board() {
            if piece.role() == Role::King {
                mirrored[piece.color().index()] = is_mirrored(square);
            }
        }
        for (i, (square, piece)) in self.board().enumerate() {
            for (list, side) in lists.iter_mut().zip([self.turn, !self.turn]) {
                list[i] = feature_index(side, mirrored[side.index()], piece, square) as u16;
            }
        }
    }

    /// Returns the position without castling rights.
    pub(super) fn position(&self, variant: Variant) -> Option<Position> {
        let mut setup = Setup { board: Board::EMPTY, turn: self.turn, ..Setup::empty() };
        for (square, piece) in self.board() {
            setup.board.put(piece, square);
        }
        Position::from_setup(&setup, variant).ok()
    }
}

/// The training set and the validation set.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub(super) training: Vec<TrainingPosition>,
    pub(super) validation: Vec<TrainingPosition>,
    games: usize,
}

/// One in this many games goes to the validation set.
const VALIDATION_INTERVAL: usize = 50;

impl Dataset {
    /// Adds the quiet positions of a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        let positions = if self.games.is_multiple_of(VALIDATION_INTERVAL) {
            &mut self.validation
        } else {
            &mut self.training
        };
        for (position, mv, score) in game.positions() {
            if is_quiet(&position, mv, score) {
                positions.push(TrainingPosition::new(&position, score, game.result));
            }
        }
    }

    /// Returns the number of positions in the training set.
    #[must_use]
    pub fn training_count(&self) -> usize {
        self.training.len()
    }

    /// Returns the number of positions in the validation set.
    #[must_use]
    pub fn validation_count(&self) -> usize {
        self.validation.len()
    }

    /// Shuffles the training set. The order depends only on the seed, not on the order before.
    pub(super) fn shuffle(&mut self, seed: u64) {
        self.training.sort_unstable_by_key(TrainingPosition::sort_key);
        fastrand::Rng::with_seed(seed).shuffle(&mut self.training);
    }
}

#[cfg(test)]
pub(super) fn test_positions() -> Vec<TrainingPosition> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/P1N1B3/1PPQB1PP/R4RK1 w - - 4 14",
    ];
    let position = |fen| Position::from_fen(fen, Variant::Chess).unwrap();
    let win = PgnResult::Win(Color::White);
    fens.map(|fen| TrainingPosition::new(&position(fen), 120, win)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_position_has_32_bytes_and_keeps_board_score_and_result() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::Chess).unwrap();
            let packed = TrainingPosition::new(&position, 31, PgnResult::Win(Color::White));
            assert_eq!(packed.position(Variant::Chess), Some(position.clone()));
            let expected = if position.turn() == Color::White { 2 } else { 0 };
            assert_eq!((packed.score, packed.half_points), (31, expected));
            assert_eq!(size_of::<TrainingPosition>(), 32);
        }
    }
}
