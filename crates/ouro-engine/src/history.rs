//! Histories: statistics of how moves did in earlier nodes, for move ordering, pruning and reductions.
//!
//! Butterfly, continuation, pawn and low-ply history for quiet moves, capture history, a continuation
//! history of its own for self-captures, and correction history for the static evaluation. All values
//! follow the gravity formula, so they stay within ±[`LIMIT`].

use ouro_rules::{Bitboard, Color, Move, MoveClass, Piece, Position, Role};

use crate::params::ActiveParams;

/// The bound of every value.
const LIMIT: i32 = 16_384;

/// A value that is updated with gravity: the closer it is to the limit, the less a bonus moves it.
#[derive(Clone, Copy, Default)]
struct Gravity(i16);

impl Gravity {
    #[inline]
    fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = i32::from(self.0);
        self.0 = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }

    #[inline]
    fn get(self) -> i32 {
        i32::from(self.0)
    }
}

/// A piece and its target square, the index of capture and continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = 12 * 64;

    pub(crate) fn new(piece: Piece, mv: Move) -> PieceTo {
        PieceTo((piece.index() * 64 + mv.to().index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The histories of one thread.
pub(crate) struct History {
    /// Quiet moves by color, whether origin and target are attacked, origin and target.
    butterfly: Vec<Gravity>,
    /// Quiet moves by pawn structure and the move itself.
    pawn: Vec<Gravity>,
    /// Quiet moves near the root by ply, origin and target. They belong to one search.
    low_ply: Vec<Gravity>,
    /// Captures and self-captures by piece, target, victim and the victim's side.
    captures: Vec<Gravity>,
    /// Quiet moves by an earlier move and the move itself.
    continuation: Vec<Gravity>,
    /// Self-captures likewise: they have other reasons than quiet moves to the same square.
    self_capture_continuation: Vec<Gravity>,
    /// Errors of the static evaluation by color and key: pawns, minor pieces, non-pawns of each side.
    corrections: [Vec<Gravity>; 4],
}

/// Rows of the pawn history.
const PAWN_ROWS: usize = 512;

/// Plies of the low-ply history.
const LOW_PLIES: usize = 5;

/// Entries of a correction table per color.
const CORRECTIONS: usize = 1 << 14;

impl History {
    pub(crate) fn new() -> History {
        let table = |size| vec![Gravity::default(); size];
        History {
            butterfly: table(2 * 4 * 64 * 64),
            pawn: table(PAWN_ROWS * PieceTo::COUNT),
            low_ply: table(LOW_PLIES * 64 * 64),
            captures: table(PieceTo::COUNT * 12),
            continuation: table(PieceTo::COUNT * PieceTo::COUNT),
            self_capture_continuation: table(PieceTo::COUNT * PieceTo::COUNT),
            corrections: std::array::from_fn(|_| table(2 * CORRECTIONS)),
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = History::new();
    }

    /// Prepares for the next search of a game: the low-ply history starts anew, and the butterfly history
    /// counts less.
    pub(crate) fn new_search(&mut self) {
        self.low_ply.fill(Gravity::default());
        for value in &mut self.butterfly {
            value.0 = (value.get() * 3 / 4) as i16;
        }
    }

    /// Returns the history of a legal move after the moves in `continuation`.
    #[inline]
    pub(crate) fn score(
        &self,
        position: &Position,
        mv: Move,
        class: MoveClass,
        threats: Bitboard,
        continuation: &[Option<PieceTo>],
    ) -> i32 {
        let Some(piece) = position.piece_on(mv.from()) else { return 0 };
        let piece_to = PieceTo::new(piece, mv);
        match class {
            MoveClass::Quiet => self.quiet(position.turn(), piece_to, mv, threats, continuation),
            MoveClass::SelfCapture(victim) => self.self_capture(piece_to, victim, continuation),
            MoveClass::Capture(victim) | MoveClass::Promotion(Some(victim)) => {
                self.capture(piece_to, victim)
            }
            MoveClass::Promotion(None) => 0,
        }
    }

    /// Adds a bonus, or a malus if it is negative, to the histories of a legal move.
    pub(crate) fn update(
        &mut self,
        position: &Position,
        mv: Move,
        class: MoveClass,
        threats: Bitboard,
        continuation: &[Option<PieceTo>],
        bonus: i32,
    ) {
        let Some(piece) = position.piece_on(mv.from()) else { return };
        let piece_to = PieceTo::new(piece, mv);
        match class {
            MoveClass::Quiet => {
                self.butterfly[butterfly_index(position.turn(), mv, threats)].update(bonus);
                self.pawn[pawn_index(position, piece_to)].update(bonus);
                for &earlier in continuation.iter().flatten() {
                    self.continuation[continuation_index(earlier, piece_to)].update(bonus);
                }
            }
            MoveClass::SelfCapture(victim) => {
                self.captures[capture_index(piece_to, victim, true)].update(bonus);
                for &earlier in continuation.iter().flatten() {
                    let index = continuation_index(earlier, piece_to);
                    self.self_capture_continuation[index].update(bonus);
                }
            }
            MoveClass::Capture(victim) | MoveClass::Promotion(Some(victim)) => {
                self.captures[capture_index(piece_to, victim, false)].update(bonus);
            }
            MoveClass::Promotion(None) => {}
        }
    }

    /// Adds a bonus or malus to the low-ply history of a quiet move.
    pub(crate) fn update_low_ply(&mut self, ply: usize, mv: Move, bonus: i32) {
        if ply < LOW_PLIES {
            self.low_ply[low_ply_index(ply, mv)].update(bonus);
        }
    }

    /// Returns the history by which a quiet move is ordered: that of pruning and reductions, pawn history
    /// and, near the root, low-ply history.
    #[inline]
    pub(crate) fn quiet_order(
        &self,
        position: &Position,
        piece_to: PieceTo,
        mv: Move,
        ply: usize,
        threats: Bitboard,
        continuation: &[Option<PieceTo>],
    ) -> i32 {
        let mut sum = self.quiet(position.turn(), piece_to, mv, threats, continuation);
        sum += self.pawn[pawn_index(position, piece_to)].get();
        if ply < LOW_PLIES {
            sum += self.low_ply[low_ply_index(ply, mv)].get() * 8 / (1 + ply as i32);
        }
        sum
    }

    /// Returns the history of a quiet move for pruning and reductions.
    #[inline]
    pub(crate) fn quiet(
        &self,
        color: Color,
        piece_to: PieceTo,
        mv: Move,
        threats: Bitboard,
        continuation: &[Option<PieceTo>],
    ) -> i32 {
        let mut sum = self.butterfly[butterfly_index(color, mv, threats)].get();
        for &earlier in continuation.iter().flatten() {
            sum += self.continuation[continuation_index(earlier, piece_to)].get();
        }
        sum
    }

    /// Returns the history of a capture of an opposing piece.
    #[inline]
    pub(crate) fn capture(&self, piece_to: PieceTo, victim: Role) -> i32 {
        self.captures[capture_index(piece_to, victim, false)].get()
    }

    /// Returns the history of a self-capture.
    #[inline]
    pub(crate) fn self_capture(
        &self,
        piece_to: PieceTo,
        victim: Role,
        continuation: &[Option<PieceTo>],
    ) -> i32 {
        let mut sum = self.captures[capture_index(piece_to, victim, true)].get();
        for &earlier in continuation.iter().flatten() {
            sum += self.self_capture_continuation[continuation_index(earlier, piece_to)].get();
        }
        sum
    }

    /// Returns the correction of the static evaluation.
    pub(crate) fn correction(&self, position: &Position, params: &ActiveParams) -> i32 {
        let offset = position.turn().index() * CORRECTIONS;
        let sum: i32 = self
            .corrections
            .iter()
            .zip(correction_keys(position))
            .map(|(table, key)| table[offset + key as usize % CORRECTIONS].get())
            .sum();
        sum / params.correction_divisor
    }

    /// Learns the difference between the score of a search and the static evaluation.
    pub(crate) fn update_correction(&mut self, position: &Position, difference: i32, depth: i32) {
        let bonus = (difference * depth * 2).clamp(-LIMIT / 4, LIMIT / 4);
        let offset = position.turn().index() * CORRECTIONS;
        for (table, key) in self.corrections.iter_mut().zip(correction_keys(position)) {
            table[offset + key as usize % CORRECTIONS].update(bonus);
        }
    }
}

#[inline]
fn butterfly_index(color: Color, mv: Move, threats: Bitboard) -> usize {
    let attacked = |square| usize::from(threats.contains(square));
    let threat = attacked(mv.from()) * 2 + attacked(mv.to());
    ((color.index() * 4 + threat) * 64 + mv.from().index()) * 64 + mv.to().index()
}

#[inline]
fn pawn_index(position: &Position, piece_to: PieceTo) -> usize {
    (position.pawn_key() as usize % PAWN_ROWS) * PieceTo::COUNT + piece_to.index()
}

#[inline]
fn low_ply_index(ply: usize, mv: Move) -> usize {
    (ply * 64 + mv.from().index()) * 64 + mv.to().index()
}

#[inline]
fn capture_index(piece_to: PieceTo, victim: Role, own: bool) -> usize {
    piece_to.index() * 12 + victim.index() * 2 + usize::from(own)
}

#[inline]
fn continuation_index(earlier: PieceTo, piece_to: PieceTo) -> usize {
    earlier.index() * PieceTo::COUNT + piece_to.index()
}

fn correction_keys(position: &Position) -> [u64; 4] {
    [
        position.pawn_key(),
        position.minor_piece_key(),
        position.non_pawn_key(Color::White),
        position.non_pawn_key(Color::Black),
    ]
}
