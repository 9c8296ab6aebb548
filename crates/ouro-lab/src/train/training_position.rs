//! A training position: a packed board with its score and result.

use ouro_engine::network::{feature_index, is_mirrored};
use ouro_rules::{
    Bitboard, Board, Color, PgnResult, Piece, Position, Role, Setup, Square, Variant,
};

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
    /// The size of an encoded position.
    pub(super) const BYTES: usize = 28;

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

    /// Encodes the position.
    pub(super) fn to_bytes(self) -> [u8; TrainingPosition::BYTES] {
        let mut bytes = [0; TrainingPosition::BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24] = self.turn.index() as u8;
        bytes[25] = self.half_points;
        bytes[26..].copy_from_slice(&self.score.to_le_bytes());
        bytes
    }

    /// Decodes a position. Returns `None` if the bytes are not one.
    pub(super) fn from_bytes(bytes: &[u8; TrainingPosition::BYTES]) -> Option<TrainingPosition> {
        let (occupied, rest) = bytes.split_first_chunk()?;
        let (&pieces, rest) = rest.split_first_chunk()?;
        let [turn, half_points, low, high] = *rest else { return None };
        let position = TrainingPosition {
            occupied: u64::from_le_bytes(*occupied),
            pieces,
            turn: *Color::BOTH.get(usize::from(turn))?,
            score: i16::from_le_bytes([low, high]),
            half_points,
        };
        let valid_piece = |byte: &u8| byte & 15 < 12 && byte >> 4 < 12;
        let valid = position.piece_count() <= MAX_PIECES
            && half_points <= 2
            && position.pieces.iter().all(valid_piece);
        valid.then_some(position)
    }

    /// Returns the squares with their pieces.
    fn board(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied).into_iter().enumerate().map(|(i, square)| {
            (square, Piece::ALL[usize::from(self.pieces[i / 2] >> (4 * (i % 2)) & 15)])
        })
    }

    /// Returns whether the board and the side to move are the same.
    pub(super) fn is_duplicate(&self, other: &TrainingPosition) -> bool {
        self.occupied == other.occupied && self.pieces == other.pieces && self.turn == other.turn
    }

    /// Returns a hash of the board, the same for both sides to move.
    pub(super) fn hash(&self) -> u64 {
        let pieces = u128::from_le_bytes(self.pieces);
        let parts = [self.occupied, pieces as u64, (pieces >> 64) as u64];
        parts.iter().fold(0, |hash: u64, part| {
            (hash.rotate_left(29) ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// Returns a key to sort positions by. Duplicates follow each other.
    pub(super) fn sort_key(&self) -> (u64, u128, usize, i16, u8) {
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
    fn a_training_position_keeps_board_score_and_result() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::Chess).unwrap();
            let packed = TrainingPosition::new(&position, -31, PgnResult::Win(Color::White));
            assert_eq!(packed.position(Variant::Chess), Some(position.clone()));
            let expected = if position.turn() == Color::White { 2 } else { 0 };
            assert_eq!((packed.score, packed.half_points), (-31, expected));
            assert_eq!(TrainingPosition::from_bytes(&packed.to_bytes()), Some(packed));
            assert_eq!(size_of::<TrainingPosition>(), 32);
            for (place, value) in [(0, 255), (8, 12), (23, 0xF0), (24, 2), (25, 3)] {
                let mut bytes = packed.to_bytes();
                bytes[place] = value;
                let decoded = TrainingPosition::from_bytes(&bytes);
                assert!(decoded.is_none() || place == 0, "byte {place}");
            }
        }
    }
}
