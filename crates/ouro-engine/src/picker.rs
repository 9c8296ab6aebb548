//! Moves in the order in which they are worth trying, generated no earlier than needed.

use arrayvec::ArrayVec;
use ouro_rules::{Bitboard, MAX_MOVES, Move, MoveList, Position, Role, Stage, attacks};

use crate::history::{History, Step};
use crate::params::ActiveParams;

/// What the picker hands out next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    TableMove,
    MakeCaptures,
    GoodCaptures,
    Killer,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Hands out the legal moves of a position, the most promising first.
pub(crate) struct Picker {
    phase: Phase,
    table_move: Option<Move>,
    killer: Option<Move>,
    moves: MoveList,
    /// The score of each of the moves.
    scores: ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad: MoveList,
    next_bad: usize,
    /// What the enemy attacks.
    threats: Bitboard,
    /// Captures that lose more than this are put off.
    threshold: i32,
    captures_only: bool,
    /// Whether self-captures are handed out even if there are other moves.
    self_captures: bool,
}

impl Picker {
    /// All moves. The table move and the killer are known to be legal.
    pub(crate) fn new(table_move: Option<Move>, killer: Option<Move>, threats: Bitboard) -> Picker {
        Picker {
            phase: Phase::TableMove,
            table_move,
            killer: killer.filter(|&mv| Some(mv) != table_move),
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            bad: MoveList::new(),
            next_bad: 0,
            threats,
            threshold: 0,
            captures_only: false,
            self_captures: true,
        }
    }

    /// Leaves self-captures out until [`hand_out_self_captures`](Picker::hand_out_self_captures).
    pub(crate) fn skip_self_captures(&mut self) {
        self.self_captures = false;
    }

    /// Hands out the self-captures that were left out, after all other moves. Returns whether there
    /// are any.
    pub(crate) fn hand_out_self_captures(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        before: &[Option<Step>],
    ) -> bool {
        if self.self_captures || self.captures_only {
            return false;
        }
        self.self_captures = true;
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
        self.make_self_captures(position, history, params, before);
        self.phase = Phase::Quiets;
        !self.moves.is_empty()
    }

    /// Only captures and promotions that gain at least `threshold`.
    pub(crate) fn captures(table_move: Option<Move>, threshold: i32) -> Picker {
        Picker { threshold, captures_only: true, ..Picker::new(table_move, None, Bitboard::EMPTY) }
    }

    /// Passes over the quiet moves and self-captures that are left.
    pub(crate) fn skip_quiets(&mut self) {
        match self.phase {
            Phase::Quiets | Phase::MakeQuiets | Phase::Killer => {
                self.phase = Phase::BadCaptures;
            }
            _ => {}
        }
    }

    pub(crate) fn next(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        before: &[Option<Step>],
    ) -> Option<Move> {
        loop {
            match self.phase {
                Phase::TableMove => {
                    self.phase = Phase::MakeCaptures;
                    if let Some(mv) = self.table_move {
                        return Some(mv);
                    }
                }
                Phase::MakeCaptures => {
                    position.generate(Stage::Captures, &mut self.moves);
                    self.score_captures(position, history);
                    self.phase = Phase::GoodCaptures;
                }
                Phase::GoodCaptures => match self.best() {
                    Some(mv) if Some(mv) == self.table_move => {}
                    Some(mv) => {
                        if position.see_at_least(mv, self.threshold) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.captures_only => self.phase = Phase::Done,
                    None => self.phase = Phase::Killer,
                },
                Phase::Killer => {
                    self.phase = Phase::MakeQuiets;
                    if let Some(mv) = self.killer {
                        return Some(mv);
                    }
                }
                Phase::MakeQuiets => {
                    self.refill(position, Stage::Quiets);
                    self.score_quiets(position, history, params, before);
                    if self.self_captures {
                        self.make_self_captures(position, history, params, before);
                    }
                    self.phase = Phase::Quiets;
                }
                Phase::Quiets => match self.best() {
                    Some(mv) if self.was_tried(mv) => {}
                    Some(mv) => return Some(mv),
                    None => self.phase = Phase::BadCaptures,
                },
                Phase::BadCaptures => {
                    if let Some(&mv) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    self.phase = Phase::Done;
                }
                Phase::Done => return None,
            }
        }
    }

    fn was_tried(&self, mv: Move) -> bool {
        Some(mv) == self.table_move || Some(mv) == self.killer
    }

    fn refill(&mut self, position: &Position, stage: Stage) {
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
        position.generate(stage, &mut self.moves);
    }

    /// The best of the moves that are left, taken out.
    fn best(&mut self) -> Option<Move> {
        let left = self.scores.iter().enumerate().skip(self.next);
        let (best, _) = left.max_by_key(|&(_, score)| score)?;
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The most valuable victim first, then what did well before.
    fn score_captures(&mut self, position: &Position, history: &History) {
        for &mv in self.moves.iter() {
            let promotion = mv.promoted_to().map_or(0, Role::value);
            let victim = position.captured(mv).map(|(piece, _)| piece.role());
            let gain = victim.map_or(0, Role::value) + promotion;
            let learned = match (position.piece_on(mv.from()), victim) {
                (Some(piece), Some(victim)) => history.capture(Step::new(piece, mv), victim, false),
                _ => 0,
            };
            self.scores.push(gain * 16 + learned);
        }
    }

    /// What did well before, checks and flights from lesser pieces above others.
    fn score_quiets(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        before: &[Option<Step>],
    ) {
        let escape = [
            0,
            params.order_escape_minor,
            params.order_escape_minor,
            params.order_escape_rook,
            params.order_escape_queen,
            0,
        ];
        let turn = position.turn();
        let king = position.king_of(!turn);
        let occupied = position.board().occupied();
        let checks = Role::ALL.map(|role| attacks::of(role, !turn, king, occupied));
        let lesser = attacked_by_lesser(position);
        for &mv in self.moves.iter() {
            self.scores.push(position.piece_on(mv.from()).map_or(0, |piece| {
                let role = piece.role().index();
                let check = checks[role].contains(mv.to())
                    && position.see_at_least(mv, -params.order_check_see);
                let attacked = |square| i32::from(lesser[role].contains(square));
                let learned = history.quiet(turn, Step::new(piece, mv), mv, self.threats, before);
                learned
                    + if check { params.order_check } else { 0 }
                    + escape[role] * (attacked(mv.from()) - attacked(mv.to()))
            }));
        }
    }

    /// Like quiet moves that cost their victim.
    fn make_self_captures(
        &mut self,
        position: &Position,
        history: &History,
        params: &ActiveParams,
        before: &[Option<Step>],
    ) {
        let first = self.moves.len();
        position.generate(Stage::SelfCaptures, &mut self.moves);
        for &mv in &self.moves[first..] {
            let victim = position.captured(mv).map(|(piece, _)| piece.role());
            self.scores.push(match (position.piece_on(mv.from()), victim) {
                (Some(piece), Some(victim)) => {
                    let step = Step::new(piece, mv);
                    let loss = -params.order_check_see - victim.value();
                    let check = position.gives_check(mv) && position.see_at_least(mv, loss);
                    let check = if check { params.order_check } else { 0 };
                    history.self_capture(step, victim, before) + check
                        - params.order_self_capture * victim.value()
                }
                _ => 0,
            });
        }
    }
}

/// The squares that enemy pieces attack which are worth less than a kind of piece, by that kind.
fn attacked_by_lesser(position: &Position) -> [Bitboard; 6] {
    let board = position.board();
    let enemy = !position.turn();
    let attacked = |role| {
        board.pieces(enemy, role).into_iter().fold(Bitboard::EMPTY, |sum, square| {
            sum | attacks::of(role, enemy, square, board.occupied())
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

    /// All moves in the order of their bits, self-captures only at the end of the list if `deferred`.
    fn picked(position: &Position, deferred: bool) -> (Vec<Move>, Vec<Move>) {
        let mut picker = Picker::new(None, None, position.threats());
        if deferred {
            picker.skip_self_captures();
        }
        let (history, params) = (History::new(), ActiveParams::default());
        let rest = |picker: &mut Picker| {
            let mut moves: Vec<Move> =
                std::iter::from_fn(|| picker.next(position, &history, &params, &[])).collect();
            moves.sort_unstable_by_key(|mv| mv.bits());
            moves
        };
        let first = rest(&mut picker);
        picker.hand_out_self_captures(position, &history, &params, &[]);
        (first, rest(&mut picker))
    }

    #[test]
    fn deferred_self_captures_come_after_all_other_moves() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            // Only captures of opposing pieces besides.
            "8/8/8/8/p7/pp6/P1k5/K7 w - - 0 1",
            // Stalemate, could the king not capture its pawn.
            "8/8/8/8/8/p7/P1k5/K7 w - - 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            legal.sort_unstable_by_key(|mv| mv.bits());
            let (own, others): (Vec<Move>, Vec<Move>) =
                legal.iter().partition(|&&mv| position.is_self_capture(mv));
            assert!(!own.is_empty());
            assert_eq!(picked(&position, false), (legal, Vec::new()), "{fen}");
            assert_eq!(picked(&position, true), (others, own), "{fen}");
        }
    }
}
