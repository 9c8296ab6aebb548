//! What a position is worth, without looking ahead.

mod tables;

use ouro_rules::{Changes, Color, Piece, Position, Role, Square};

use crate::score::{MAX_EVALUATION, Score};
use tables::{PHASE, PIECE_SQUARES};

/// The bonus of the side to move.
const TEMPO: Score = 12;
/// The phase of a board with all its pieces.
const FULL_PHASE: i32 = 24;

/// Keeps the sums of a position and its line up to date, move by move.
///
/// The search tells it what moved; it never looks at the board for that.
pub(crate) struct Evaluator {
    sums: Vec<Sums>,
}

/// Middlegame and endgame values from White's side, and how much of the middlegame is left.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Sums {
    middlegame: i32,
    endgame: i32,
    phase: i32,
}

impl Sums {
    fn add(&mut self, piece: Piece, square: Square, sign: i32) {
        let (middlegame, endgame) = value(piece, square);
        self.middlegame += sign * middlegame;
        self.endgame += sign * endgame;
        self.phase += sign * PHASE[piece.role().index()];
    }
}

/// What a piece is worth on a square, for White.
fn value(piece: Piece, square: Square) -> (i32, i32) {
    let (seen, sign) = match piece.color() {
        Color::White => (square, 1),
        Color::Black => (square.flipped(), -1),
    };
    let (middlegame, endgame) = PIECE_SQUARES[piece.role().index()][seen.index()];
    (sign * i32::from(middlegame), sign * i32::from(endgame))
}

impl Evaluator {
    /// For a line that begins with this position.
    #[must_use]
    pub(crate) fn new(position: &Position) -> Evaluator {
        let mut sums = Sums::default();
        for (square, piece) in position.board().iter() {
            sums.add(piece, square, 1);
        }
        Evaluator { sums: vec![sums] }
    }

    /// A move was made.
    pub(crate) fn push(&mut self, changes: &Changes) {
        let mut sums = self.last();
        for &(piece, square) in changes.removed() {
            sums.add(piece, square, -1);
        }
        for &(piece, square) in changes.placed() {
            sums.add(piece, square, 1);
        }
        self.sums.push(sums);
    }

    /// A move was taken back.
    pub(crate) fn pop(&mut self) {
        self.sums.pop();
    }

    fn last(&self) -> Sums {
        self.sums.last().copied().unwrap_or_default()
    }

    /// The value of the position for the side to move.
    #[must_use]
    pub(crate) fn evaluate(&self, position: &Position) -> Score {
        let sums = self.last();
        let phase = sums.phase.clamp(0, FULL_PHASE);
        let white = (sums.middlegame * phase + sums.endgame * (FULL_PHASE - phase)) / FULL_PHASE;
        let score = if position.turn() == Color::White { white } else { -white };
        (score + TEMPO).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// What a kind of piece is roughly worth, for ordering and pruning.
#[inline]
#[must_use]
pub(crate) const fn piece_value(role: Role) -> Score {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 335,
        Role::Rook => 500,
        Role::Queen => 975,
        Role::King => 0,
    }
}
