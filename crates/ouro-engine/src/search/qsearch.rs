//! The quiescence search: captures and promotions until the position is quiet.

use ouro_rules::{Move, MoveClass, Role};

use super::{Shared, Worker};
use crate::movepick::MovePicker;
use crate::score::{INFINITE, MAX_PLY, Score, is_decisive, is_loss, mated_at};
use crate::tt::{Bound, Entry};

/// Captures that late move pruning spares.
const FIRST_CAPTURES: i32 = 2;

/// Evasions after which quiet ones are pruned.
const FIRST_EVASIONS: i32 = 2;

impl Worker {
    /// Returns the score of the current node with captures and promotions only, or with all evasions in
    /// check. Self-captures lose material, so the main search decides about them.
    pub(super) fn qsearch<const PV: bool>(
        &mut self,
        shared: &Shared,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let ply = self.stack.ply;
        if PV {
            self.stack.frame_mut().pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.is_stopped(shared) {
            return 0;
        }

        // Draw detection.
        if self.stack.is_draw() {
            return self.draw_score();
        }
        let in_check = self.stack.position().in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate() };
        }

        // Transposition table lookup.
        let tt_entry = self.probe_tt(shared);
        if let Some(entry) = tt_entry
            && !PV
            && entry.bound.allows_cutoff(entry.score, beta)
        {
            return entry.score;
        }
        let tt_move = self.legal_tt_move(tt_entry);
        let tt_pv = PV || tt_entry.is_some_and(|entry| entry.tt_pv);

        // Stand pat: nobody is forced to capture, so the static evaluation is a lower bound.
        let mut best_score = mated_at(ply);
        let mut raw_eval = None;
        let mut futility_base = Score::MIN;
        if !in_check {
            let (raw, score) = self.stand_pat(tt_entry);
            (raw_eval, best_score) = (Some(raw), score);
            if best_score >= beta {
                if !is_decisive(best_score) && !is_decisive(beta) {
                    best_score = best_score.midpoint(beta);
                }
                if tt_entry.is_none() {
                    let (mv, score, depth, bound) = (None, best_score, 0, Bound::Lower);
                    self.store_tt(shared, Entry { mv, score, raw_eval, depth, bound, tt_pv });
                }
                return best_score;
            }
            alpha = alpha.max(best_score);
            futility_base = best_score + self.params.qsearch_futility;
        }

        let mut picker = if in_check {
            MovePicker::new(tt_move, None, ply, self.stack.position().threats())
        } else {
            let position = self.stack.position();
            MovePicker::captures(tt_move.filter(|&mv| position.classify(mv).is_tactical()), 0)
        };
        let continuation = self.stack.continuation();
        let start_alpha = alpha;
        let mut best_move = None;
        let mut move_count = 0;
        while let Some(mv) =
            picker.next(self.stack.position(), &self.history, &self.params, &continuation)
        {
            if !in_check && self.overlooks(shared, mv, false) {
                continue;
            }
            move_count += 1;
            let position = self.stack.position();
            let class = position.classify(mv);

            // Pruning, once a move has been found that does not lose.
            if !is_loss(best_score) {
                // Late evasions: two ways out of check are enough to know that it is no mate.
                if in_check && move_count > FIRST_EVASIONS && !class.is_capture() {
                    continue;
                }
                if !in_check
                    && mv.promoted_to().is_none()
                    && let Some(bound) =
                        self.prune_capture(mv, class, move_count, alpha, futility_base)
                {
                    best_score = best_score.max(bound);
                    continue;
                }
            }

            self.make_move(mv, shared);
            let score = -self.qsearch::<PV>(shared, -beta, -alpha);
            self.unmake_move();
            if self.is_stopped(shared) {
                return 0;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.stack.update_pv(mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        // Transposition table store.
        let bound = Bound::of(best_score, beta, PV && best_score > start_alpha);
        let entry = Entry { mv: best_move, score: best_score, raw_eval, depth: 0, bound, tt_pv };
        self.store_tt(shared, entry);
        best_score
    }

    /// Returns the evaluation before its correction, and the score of standing pat: the corrected
    /// evaluation, or the TT score where it is a better estimate.
    fn stand_pat(&mut self, tt_entry: Option<Entry>) -> (Score, Score) {
        let tt_eval = tt_entry.and_then(|entry| entry.raw_eval);
        let raw_eval = tt_eval.unwrap_or_else(|| self.evaluate());
        let static_eval = self.corrected(raw_eval);
        let better = tt_entry.filter(|entry| {
            !is_decisive(entry.score) && entry.bound.allows_cutoff(entry.score, static_eval)
        });
        (raw_eval, better.map_or(static_eval, |entry| entry.score))
    }

    /// Returns an upper bound of a capture's score if it can be pruned.
    fn prune_capture(
        &self,
        mv: Move,
        class: MoveClass,
        move_count: i32,
        alpha: Score,
        futility_base: Score,
    ) -> Option<Score> {
        let position = self.stack.position();

        // Late move pruning: late captures matter only if they recapture or give check.
        if move_count > FIRST_CAPTURES && !self.is_recapture(mv) && !position.gives_check(mv) {
            return Some(-INFINITE);
        }

        // Futility pruning (delta pruning): even the victim does not reach alpha.
        let futility = futility_base + class.victim().map_or(0, Role::value);
        if futility <= alpha {
            return Some(futility);
        }

        // SEE pruning: the exchange does not reach alpha.
        let loses = futility_base < alpha && !position.see_at_least(mv, alpha - futility_base);
        loses.then_some(futility_base)
    }

    /// Returns `true` if a move captures on the square that the last move went to.
    fn is_recapture(&self, mv: Move) -> bool {
        let last = self.stack.before(1).and_then(|parent| parent.mv);
        last.is_some_and(|last| last.to() == mv.to())
    }
}
