//! The move picker: legal moves in stages, best first, generated only when they are needed.

use arrayvec::ArrayVec;
use ouro_rules::{Bitboard, MAX_MOVES, Move, MoveList, Position, Role, Stage, attacks};

use crate::history::{History, PieceTo};
use crate::params::ActiveParams;
use crate::score::MAX_PLY;

/// The stages of the move picker, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PickStage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    Killer,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Picks the legal moves of a position, best first.
///
/// TT move, good captures by SEE and history, killer, quiet moves with self-captures among them, other
/// captures.
pub(crate) struct MovePicker {
    stage: PickStage,
    tt_move: Option<Move>,
    killer: Option<Move>,
    moves: MoveList,
    /// The score of each of `moves`.
    scores: ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad_captures: MoveList,
    next_bad: usize,
    ply: usize,
    /// The squares that the opponent attacks.
    threats: Bitboard,
    /// With captures only, those with a SEE below this are left out.
    see_threshold: i32,
    captures_only: bool,
    defers_self_captures: bool,
}

impl MovePicker {
    /// Picks all moves. The TT move and the killer must be legal.
    pub(crate) fn new(
        tt_move: Option<Move>,
        killer: Option<Move>,
        ply: usize,
        threats: Bitboard,
    ) -> MovePicker {
        MovePicker {
            stage: PickStage::TtMove,
            tt_move,
            killer: killer.filter(|&mv| Some(mv) != tt_move),
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            bad_captures: MoveList::new(),
            next_bad: 0,
            ply,
            threats,
            see_threshold: 0,
            captures_only: false,
            defers_self_captures: false,
        }
    }

    /// Picks captures and promotions with a SEE of at least `see_threshold`.
    pub(crate) fn captures(tt_move: Option<Move>, see_threshold: i32) -> MovePicker {
        let all = MovePicker::new(tt_move, None, MAX_PLY, Bitboard::EMPTY);
        MovePicker { see_threshold, captures_only: true, ..all }
    }

    /// Leaves self-captures out until [`pick_deferred`](MovePicker::pick_deferred).
    pub(crate) fn defer_self_captures(&mut self) {
        self.defers_self_captures = true;
    }

    /// Picks the deferred self-captures after all other moves. Returns `true` if there are any.
    pub(crate) fn pick_deferred(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        continuation: &[Option<PieceTo>],
    ) -> bool {
        if !self.defers_self_captures {
            return false;
        }
        self.defers_self_captures = false;
        self.clear();
        self.add_self_captures(position, history, params, continuation);
        self.stage = PickStage::Quiets;
        !self.moves.is_empty()
    }

    /// Skips the remaining quiet moves and self-captures.
    pub(crate) fn skip_quiets(&mut self) {
        if matches!(self.stage, PickStage::Killer | PickStage::GenerateQuiets | PickStage::Quiets) {
            self.stage = PickStage::BadCaptures;
        }
    }

    pub(crate) fn next(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        continuation: &[Option<PieceTo>],
    ) -> Option<Move> {
        loop {
            match self.stage {
                PickStage::TtMove => {
                    self.stage = PickStage::GenerateCaptures;
                    if let Some(mv) = self.tt_move {
                        return Some(mv);
                    }
                }
                PickStage::GenerateCaptures => {
                    self.add_captures(position, history);
                    self.stage = PickStage::GoodCaptures;
                }
                PickStage::GoodCaptures => match self.pick_best() {
                    Some(mv) if Some(mv) == self.tt_move => {}
                    Some(mv) => {
                        // The better the history, the more an exchange may lose.
                        let threshold = if self.captures_only {
                            self.see_threshold
                        } else {
                            -self.scores[self.next - 1] / params.order_good_capture_divisor
                        };
                        if position.see_at_least(mv, threshold) {
                            return Some(mv);
                        }
                        self.bad_captures.push(mv);
                    }
                    None if self.captures_only => self.stage = PickStage::Done,
                    None => self.stage = PickStage::Killer,
                },
                PickStage::Killer => {
                    self.stage = PickStage::GenerateQuiets;
                    if let Some(mv) = self.killer {
                        return Some(mv);
                    }
                }
                PickStage::GenerateQuiets => {
                    self.clear();
                    self.add_quiets(position, history, params, continuation);
                    if !self.defers_self_captures {
                        self.add_self_captures(position, history, params, continuation);
                    }
                    self.stage = PickStage::Quiets;
                }
                PickStage::Quiets => match self.pick_best() {
                    Some(mv) if Some(mv) == self.tt_move || Some(mv) == self.killer => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = PickStage::BadCaptures,
                },
                PickStage::BadCaptures => {
                    if let Some(&mv) = self.bad_captures.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    self.stage = PickStage::Done;
                }
                PickStage::Done => return None,
            }
        }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
    }

    /// Picks the remaining move with the highest score.
    fn pick_best(&mut self) -> Option<Move> {
        let remaining = self.scores.iter().enumerate().skip(self.next);
        let (best, _) = remaining.max_by_key(|&(_, score)| score)?;
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// Generates captures and promotions: most valuable victim first, then by capture history.
    fn add_captures(&mut self, position: &Position, history: &History) {
        position.generate(Stage::Captures, &mut self.moves);
        for &mv in self.moves.iter() {
            let promotion = mv.promoted_to().map_or(0, Role::value);
            let victim = position.classify(mv).victim();
            let gain = victim.map_or(0, Role::value) + promotion;
            let history = match (position.piece_on(mv.from()), victim) {
                (Some(piece), Some(victim)) => history.capture(PieceTo::new(piece, mv), victim),
                _ => 0,
            };
            self.scores.push(gain * 16 + history);
        }
    }

    /// Generates quiet moves, ordered by history, with a bonus for checks and for escapes from lesser
    /// pieces.
    fn add_quiets(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        continuation: &[Option<PieceTo>],
    ) {
        position.generate(Stage::Quiets, &mut self.moves);
        let minor = params.order_escape_minor;
        let escape = [0, minor, minor, params.order_escape_rook, params.order_escape_queen, 0];
        let turn = position.turn();
        let king = position.king_of(!turn);
        let occupied = position.board().occupied();
        let check_squares = Role::ALL.map(|role| attacks::of(role, !turn, king, occupied));
        let lesser = attacked_by_lesser(position);
        for &mv in self.moves.iter() {
            self.scores.push(position.piece_on(mv.from()).map_or(0, |piece| {
                let role = piece.role().index();
                let check = check_squares[role].contains(mv.to())
                    && position.see_at_least(mv, -params.order_check_see);
                let attacked = |square| i32::from(lesser[role].contains(square));
                let piece_to = PieceTo::new(piece, mv);
                history.quiet_order(position, piece_to, mv, self.ply, self.threats, continuation)
                    + if check { params.order_check } else { 0 }
                    + escape[role] * (attacked(mv.from()) - attacked(mv.to()))
            }));
        }
    }

    /// Generates self-captures, ordered like quiet moves that lose their victim.
    fn add_self_captures(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        continuation: &[Option<PieceTo>],
    ) {
        let first = self.moves.len();
        position.generate(Stage::SelfCaptures, &mut self.moves);
        for &mv in &self.moves[first..] {
            let victim = position.classify(mv).victim();
            self.scores.push(match (position.piece_on(mv.from()), victim) {
                (Some(piece), Some(victim)) => {
                    let threshold = -params.order_check_see - victim.value();
                    let check = position.gives_check(mv) && position.see_at_least(mv, threshold);
                    history.self_capture(PieceTo::new(piece, mv), victim, continuation)
                        + if check { params.order_check } else { 0 }
                        - params.order_self_capture * victim.value()
                }
                _ => 0,
            });
        }
    }
}

/// Returns, for each role, the squares that less valuable opposing pieces attack.
fn attacked_by_lesser(position: &Position) -> [Bitboard; 6] {
    let board = position.board();
    let them = !position.turn();
    let attacked = |role| {
        board.pieces(them, role).into_iter().fold(Bitboard::EMPTY, |sum, square| {
            sum | attacks::of(role, them, square, board.occupied())
        })
    };
    let pawns = attacked(Role::Pawn);
    let minors = pawns | attacked(Role::Knight) | attacked(Role::Bishop);
    let rooks = minors | attacked(Role::Rook);
    [Bitboard::EMPTY, pawns, pawns, minors, rooks, Bitboard::EMPTY]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    /// Returns the moves before and after the deferred ones are picked, each sorted.
    fn picked(position: &Position, deferred: bool) -> (Vec<Move>, Vec<Move>) {
        let mut picker = MovePicker::new(None, None, 0, position.threats());
        if deferred {
            picker.defer_self_captures();
        }
        let (history, params) = (History::new(), ActiveParams::default());
        let rest = |picker: &mut MovePicker| {
            let mut moves: Vec<Move> =
                std::iter::from_fn(|| picker.next(position, &history, &params, &[])).collect();
            moves.sort_unstable_by_key(|mv| mv.bits());
            moves
        };
        let first = rest(&mut picker);
        picker.pick_deferred(position, &history, &params, &[]);
        (first, rest(&mut picker))
    }

    #[test]
    fn deferred_self_captures_come_after_all_other_moves() {
        let mut self_captures = 0;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            // Only captures of opposing pieces otherwise.
            "8/8/8/8/p7/pp6/P1k5/K7 w - - 0 1",
            // Stalemate without self-captures.
            "8/8/8/8/8/p7/P1k5/K7 w - - 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            legal.sort_unstable_by_key(|mv| mv.bits());
            let (own, others): (Vec<Move>, Vec<Move>) =
                legal.iter().partition(|&&mv| position.is_self_capture(mv));
            self_captures += own.len();
            assert_eq!(picked(&position, false), (legal, Vec::new()), "{fen}");
            assert_eq!(picked(&position, true), (others, own), "{fen}");
        }
        assert_eq!(self_captures, 20);
    }
}
