//! Captures until the position is quiet.

use ouro_rules::{Move, Role};

use super::{Shared, Worker};
use crate::picker::Picker;
use crate::score::{MATE_BOUND, MAX_PLY, Score, is_mate, mated_at};
use crate::table::{Bound, Entry};

/// Captures that are looked at whatever they are.
const FIRST: i32 = 2;

impl Worker {
    /// The score of the position when only captures and promotions are looked at, and all moves
    /// out of check. Self-captures are not: they lose material, and what they win is seen by the
    /// search before.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        shared: &Shared,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if PV {
            self.frames[self.ply].pv.clear();
            self.seldepth = self.seldepth.max(self.ply);
        }
        if self.stopped(shared) {
            return 0;
        }
        if self.is_draw() {
            return self.draw_score();
        }
        let in_check = self.position().in_check();
        if self.ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate() };
        }

        // Known positions.
        let key = self.position().key();
        let entry = shared.table.get(key, self.ply, self.position().halfmove_clock());
        if let Some(entry) = entry
            && !PV
            && entry.bound.decides(entry.score, beta)
        {
            return entry.score;
        }
        let table_move = self.legal_table_move(entry);

        // Standing pat: nobody has to take.
        let mut best = mated_at(self.ply);
        let mut raw = None;
        let mut futility = Score::MIN;
        if !in_check {
            let evaluation =
                entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate());
            raw = Some(evaluation);
            best = self.corrected(evaluation);
            if let Some(entry) = entry
                && !is_mate(entry.score)
                && entry.bound.decides(entry.score, best)
            {
                best = entry.score;
            }
            if best >= beta {
                if !is_mate(best) && !is_mate(beta) {
                    best = best.midpoint(beta);
                }
                if entry.is_none() {
                    let entry = Entry {
                        mv: None,
                        score: best,
                        evaluation: raw,
                        depth: 0,
                        bound: Bound::Lower,
                        was_pv: PV,
                    };
                    self.remember(shared, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = best + self.params.qsearch_futility;
        }

        let mut picker = if in_check {
            Picker::new(table_move, None, self.position().threats())
        } else {
            let tactical = table_move.filter(|&mv| self.position().classify(mv).is_tactical());
            Picker::captures(tactical, 0)
        };
        let before = self.steps_before();
        let start_alpha = alpha;
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) =
            picker.next(&self.frames[self.ply].position, &self.history, &self.params, &before)
        {
            if !in_check && self.overlooks(shared, mv, false) {
                continue;
            }
            tried += 1;
            if best > -MATE_BOUND {
                if in_check {
                    // One way out of check is enough to know that it is no mate.
                    if tried > 2 && !self.position().classify(mv).is_capture() {
                        continue;
                    }
                } else if mv.promoted_to().is_none() {
                    // Late captures: the first are the most promising, and the others matter only if
                    // they take back or give check.
                    if tried > FIRST && !self.takes_back(mv) && !self.position().gives_check(mv) {
                        continue;
                    }
                    // Futility: what cannot reach alpha even with its victim for nothing.
                    let victim = self.position().classify(mv).victim();
                    let gain = victim.map_or(0, Role::value);
                    if futility + gain <= alpha {
                        best = best.max(futility + gain);
                        continue;
                    }
                    // Or with what the exchanges leave of it.
                    if futility < alpha && !self.position().see_at_least(mv, alpha - futility) {
                        best = best.max(futility);
                        continue;
                    }
                }
            }
            self.push(mv, shared);
            let score = -self.quiescence::<PV>(shared, -beta, -alpha);
            self.pop();
            if self.stopped(shared) {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.set_pv(mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best, beta, PV && best > start_alpha);
        let entry = Entry {
            mv: best_move,
            score: best,
            evaluation: raw,
            depth: 0,
            bound,
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
        };
        self.remember(shared, entry);
        best
    }

    /// Whether a move goes where the one before it went.
    fn takes_back(&self, mv: Move) -> bool {
        let before = self.ply.checked_sub(1).and_then(|ply| self.frames[ply].mv);
        before.is_some_and(|before| before.to() == mv.to())
    }
}
