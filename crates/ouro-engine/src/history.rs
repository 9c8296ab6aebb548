//! What has worked before in similar positions, for ordering and for judging moves.

use ouro_rules::{Bitboard, Color, Move, Piece, Position, Role};

use crate::params::ActiveParams;

/// Values stay within ± this, and new ones weigh less the nearer they are.
const LIMIT: i32 = 16_384;

/// A number that moves towards what it is told.
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

/// A piece and the square it went to, in one number: how a move is remembered by those after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step(u16);

impl Step {
    const COUNT: usize = 12 * 64;

    pub(crate) fn new(piece: Piece, mv: Move) -> Step {
        Step((piece.index() * 64 + mv.to().index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// All histories of one thread.
pub(crate) struct History {
    /// By side, origin and target, and whether the enemy attacks either.
    butterfly: Vec<Gravity>,
    /// By piece, target and victim; self-captures by their victim, too.
    captures: Vec<Gravity>,
    /// By an earlier step and this one.
    continuation: Vec<Gravity>,
    /// The same for self-captures, which have other reasons than quiet moves to the same square.
    self_captures: Vec<Gravity>,
    /// How far the static evaluation was off, by side and what is on the board.
    corrections: [Vec<Gravity>; 4],
}

/// Entries of a correction table for each side.
const CORRECTIONS: usize = 1 << 14;

impl History {
    pub(crate) fn new() -> History {
        let table = |size| vec![Gravity::default(); size];
        History {
            butterfly: table(2 * 4 * 64 * 64),
            captures: table(Step::COUNT * 12),
            continuation: table(Step::COUNT * Step::COUNT),
            self_captures: table(Step::COUNT * Step::COUNT),
            corrections: std::array::from_fn(|_| table(2 * CORRECTIONS)),
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = History::new();
    }

    fn butterfly_index(color: Color, mv: Move, threats: Bitboard) -> usize {
        let attacked = |square| usize::from(threats.contains(square));
        let danger = attacked(mv.from()) * 2 + attacked(mv.to());
        ((color.index() * 4 + danger) * 64 + mv.from().index()) * 64 + mv.to().index()
    }

    /// How a quiet move did, alone and after the steps before it.
    #[inline]
    pub(crate) fn quiet(
        &self,
        color: Color,
        step: Step,
        mv: Move,
        threats: Bitboard,
        before: &[Option<Step>],
    ) -> i32 {
        let mut sum = self.butterfly[History::butterfly_index(color, mv, threats)].get();
        for earlier in before.iter().flatten() {
            sum += self.continuation[earlier.index() * Step::COUNT + step.index()].get();
        }
        sum
    }

    pub(crate) fn update_quiet(
        &mut self,
        color: Color,
        step: Step,
        mv: Move,
        threats: Bitboard,
        before: &[Option<Step>],
        bonus: i32,
    ) {
        self.butterfly[History::butterfly_index(color, mv, threats)].update(bonus);
        for earlier in before.iter().flatten() {
            self.continuation[earlier.index() * Step::COUNT + step.index()].update(bonus);
        }
    }

    /// How a self-capture did, alone and after the steps before it.
    #[inline]
    pub(crate) fn self_capture(&self, step: Step, victim: Role, before: &[Option<Step>]) -> i32 {
        let mut sum = self.capture(step, victim, true);
        for earlier in before.iter().flatten() {
            sum += self.self_captures[earlier.index() * Step::COUNT + step.index()].get();
        }
        sum
    }

    pub(crate) fn update_self_capture(
        &mut self,
        step: Step,
        victim: Role,
        before: &[Option<Step>],
        bonus: i32,
    ) {
        self.update_capture(step, victim, true, bonus);
        for earlier in before.iter().flatten() {
            self.self_captures[earlier.index() * Step::COUNT + step.index()].update(bonus);
        }
    }

    fn capture_index(step: Step, victim: Role, own: bool) -> usize {
        step.index() * 12 + victim.index() * 2 + usize::from(own)
    }

    /// How a capture did, of an enemy piece or of an own one.
    #[inline]
    pub(crate) fn capture(&self, step: Step, victim: Role, own: bool) -> i32 {
        self.captures[History::capture_index(step, victim, own)].get()
    }

    pub(crate) fn update_capture(&mut self, step: Step, victim: Role, own: bool, bonus: i32) {
        self.captures[History::capture_index(step, victim, own)].update(bonus);
    }

    fn correction_keys(position: &Position) -> [u64; 4] {
        [
            position.pawn_key(),
            position.minor_piece_key(),
            position.non_pawn_key(Color::White),
            position.non_pawn_key(Color::Black),
        ]
    }

    /// What is to be added to a static evaluation.
    pub(crate) fn correction(&self, position: &Position, params: &ActiveParams) -> i32 {
        let keys = History::correction_keys(position);
        let offset = position.turn().index() * CORRECTIONS;
        let sum: i32 = self
            .corrections
            .iter()
            .zip(keys)
            .map(|(table, key)| table[offset + key as usize % CORRECTIONS].get())
            .sum();
        sum / params.correction_divisor
    }

    /// Learns by how much the search disagreed with the static evaluation.
    pub(crate) fn update_correction(&mut self, position: &Position, difference: i32, depth: i32) {
        let bonus = (difference * depth * 2).clamp(-LIMIT / 4, LIMIT / 4);
        let offset = position.turn().index() * CORRECTIONS;
        for (table, key) in self.corrections.iter_mut().zip(History::correction_keys(position)) {
            table[offset + key as usize % CORRECTIONS].update(bonus);
        }
    }
}
