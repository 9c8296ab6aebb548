//! The main search: principal variation search as a sequence of titled steps.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use ouro_rules::{Move, Role};

use super::{Shared, Worker};
use crate::fifty_move;
use crate::movepick::MovePicker;
use crate::score::{DRAW, INFINITE, MAX_PLY, Score, is_decisive, is_loss, mate_at, mated_at};
use crate::tt::{Bound, Entry};

/// Searched moves that are remembered for a history malus.
const MAX_SEARCHED: usize = 64;

/// Self-captures are searched from this depth on. At lower depths the evaluation after a self-capture is
/// seldom confirmed.
const SELF_CAPTURE_DEPTH: i32 = 8;

/// The same in the first plies, where self-captures are candidates for play.
const EARLY_SELF_CAPTURE_DEPTH: i32 = 4;

/// The last of the first plies.
const EARLY_PLIES: usize = 2;

/// What the steps before the move loop know about a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) cut_node: bool,
    /// The corrected static evaluation.
    pub(super) static_eval: Score,
    /// The static evaluation, or the TT score where it is a better estimate.
    pub(super) eval: Score,
}

impl Worker {
    /// Returns the score of the current node within `alpha` and `beta`, searched to `depth` plies.
    pub(super) fn search<const PV: bool>(
        &mut self,
        shared: &Shared,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut_node: bool,
    ) -> Score {
        // Quiescence search at the horizon.
        if depth <= 0 {
            return self.qsearch::<PV>(shared, alpha, beta);
        }

        let ply = self.stack.ply;
        let root = ply == 0;
        let in_check = self.stack.position().in_check();
        let excluded = self.stack.frame().excluded;
        if PV {
            self.stack.frame_mut().pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.is_stopped(shared) {
            return 0;
        }

        if !root {
            // Draw detection.
            if self.stack.is_draw() {
                return self.draw_score();
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluate() };
            }

            // Upcoming repetition: the side to move has at least a draw.
            if alpha < DRAW && self.stack.has_upcoming_repetition() {
                alpha = self.draw_score();
                if alpha >= beta {
                    return alpha;
                }
            }

            // Mate distance pruning: no mate from here can be shorter than one already found.
            alpha = alpha.max(mated_at(ply));
            beta = beta.min(mate_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Transposition table lookup. A proved mate needs no depth.
        let tt_entry = if excluded.is_some() { None } else { self.probe_tt(shared) };
        if let Some(entry) = tt_entry
            && !PV
            && !self.proving_mate
            && (entry.depth >= depth || entry.proves_mate_against(beta))
            && entry.bound.allows_cutoff(entry.score, beta)
            && fifty_move::allows_tt_cutoff(self.stack.position())
        {
            if entry.score >= beta {
                let tt_move = self.legal_tt_move(tt_entry);
                self.update_histories_after_tt_cutoff(tt_move, depth);
            }
            return entry.score;
        }
        let tt_move = if root {
            self.root_moves.get(self.pv_index).map(|root_move| root_move.mv)
        } else {
            self.legal_tt_move(tt_entry)
        };
        let tt_pv = PV || tt_entry.is_some_and(|entry| entry.tt_pv);
        let tt_capture = tt_move.is_some_and(|mv| self.stack.position().classify(mv).is_capture());

        // Tablebase probe.
        let mut best_score = -INFINITE;
        let mut max_score = INFINITE;
        if !root
            && excluded.is_none()
            && let Some((score, bound)) = shared.tables.probe(self.stack.position(), depth, ply)
        {
            let is_cutoff = match bound {
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
                Bound::Exact | Bound::None => true,
            };
            if is_cutoff {
                // No search of any depth knows better.
                let depth = (depth + 6).min(MAX_PLY as i32 - 1);
                self.store_tt(
                    shared,
                    Entry { mv: None, score, raw_eval: None, depth, bound, tt_pv },
                );
                return score;
            }
            if PV && bound == Bound::Lower {
                best_score = score;
                alpha = alpha.max(score);
            } else if PV {
                max_score = score;
            }
        }

        // Static evaluation, corrected by what searches found in similar positions.
        let mut raw_eval = None;
        let mut static_eval = -INFINITE;
        if excluded.is_some() && !in_check {
            static_eval = self.stack.frame().static_eval;
        } else if !in_check {
            let tt_eval = tt_entry.and_then(|entry| entry.raw_eval);
            let raw = tt_eval.unwrap_or_else(|| self.evaluate());
            raw_eval = Some(raw);
            static_eval = self.corrected(raw);
        }
        self.stack.frame_mut().static_eval = static_eval;
        let mut eval = static_eval;
        if let Some(entry) = tt_entry
            && !in_check
            && !is_decisive(entry.score)
            && entry.bound.allows_cutoff(entry.score, static_eval)
        {
            eval = entry.score;
        }
        let improving = !in_check && self.is_improving(static_eval);

        self.stack.after_mut(1).killer = None;
        self.stack.after_mut(2).cutoff_count = 0;
        if root {
            self.stack.after_mut(1).cutoff_count = 0;
        }

        let prunes_node = !in_check && excluded.is_none() && !self.proving_mate;
        if prunes_node && !root {
            self.reward_eval_gain(static_eval);
        }

        // Hindsight reduction: the move was reduced, and it let the evaluation rise so much that even
        // less depth will do.
        if prunes_node
            && !root
            && depth >= 2
            && self.stack.before(1).is_some_and(|parent| {
                parent.reduction >= 2
                    && parent.static_eval != -INFINITE
                    && parent.static_eval + static_eval > self.params.hindsight_margin
            })
        {
            depth -= 1;
        }

        let node = Node { beta, depth, cut_node, static_eval, eval };
        if !PV && prunes_node {
            // Reverse futility pruning (RFP): the evaluation is so far above beta that the opponent will
            // not make up for it within this depth. Not near mates, where margins mean nothing.
            let margin =
                self.params.rfp_margin * depth - self.params.rfp_improving * i32::from(improving);
            if depth <= 8 && eval - margin >= beta && !is_decisive(eval) && !is_decisive(beta) {
                return eval.midpoint(beta);
            }

            // Razoring: the evaluation is so far below alpha that only captures can help. The qsearch
            // confirms it.
            let square = if depth > 3 { self.params.razoring_square * depth * depth } else { 0 };
            let margin = square + self.params.razoring_slope * depth + self.params.razoring_base;
            if depth <= 7 && eval + margin < alpha {
                let score = self.qsearch::<false>(shared, alpha, alpha + 1);
                if score <= alpha {
                    return score;
                }
            }

            // Null-move pruning (NMP).
            if let Some(score) = self.null_move_pruning(shared, &node) {
                return score;
            }
        }

        // Internal iterative reduction (IIR): without a TT move the order of moves is poor, and a
        // shallower search finds one for the next iteration.
        if (PV || cut_node) && depth >= 4 && tt_move.is_none() && !self.proving_mate {
            depth -= 1;
        }

        // ProbCut.
        let probcut_beta = beta + self.params.probcut_margin
            - self.params.probcut_improving * i32::from(improving);
        if !PV
            && prunes_node
            && depth >= 5
            && !is_decisive(beta)
            && !tt_entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < probcut_beta)
            && let Some(score) =
                self.probcut(shared, tt_move.filter(|_| tt_capture), probcut_beta, depth, raw_eval)
        {
            return score;
        }

        // A static evaluation above beta is as good as one that rises.
        let improving = improving || (!in_check && static_eval >= beta);
        let continuation = self.stack.continuation();
        let killer = self.stack.frame().killer.filter(|&mv| {
            let position = self.stack.position();
            position.is_legal(mv) && position.classify(mv).is_quiet()
        });
        let threats = self.stack.position().threats();
        self.stack.frame_mut().threats = threats;
        let mut picker = MovePicker::new(tt_move, killer, ply, threats);
        let self_capture_depth =
            if ply <= EARLY_PLIES { EARLY_SELF_CAPTURE_DEPTH } else { SELF_CAPTURE_DEPTH };
        if depth < self_capture_depth && !root && !in_check && !self.proving_mate {
            picker.defer_self_captures();
        }
        // Moves that a reduced strength overlooks are searched only if all others lose.
        let (mut overlooked_any, mut search_overlooked) = (false, false);
        let start_alpha = alpha;
        let mut best_move = None;
        let mut move_count = 0;
        let mut quiets_searched = ArrayVec::<Move, MAX_SEARCHED>::new();
        let mut captures_searched = ArrayVec::<Move, MAX_SEARCHED>::new();

        loop {
            let position = self.stack.position();
            let Some(mv) = picker.next(position, &self.history, &self.params, &continuation) else {
                // Mate scores are true: moves that were left out are searched if all others lose.
                if !is_loss(best_score) {
                    break;
                }
                if picker.pick_deferred(position, &self.history, &self.params, &continuation) {
                    continue;
                }
                if !overlooked_any || search_overlooked {
                    break;
                }
                search_overlooked = true;
                picker = MovePicker::new(tt_move, killer, ply, threats);
                continue;
            };
            if Some(mv) == excluded || (root && !self.is_root_move(mv)) {
                continue;
            }
            let gives_check = position.gives_check(mv);
            if self.overlooks(shared, mv, gives_check) != search_overlooked {
                overlooked_any = true;
                continue;
            }
            move_count += 1;
            let class = position.classify(mv);
            let victim_value = class.victim().map_or(0, Role::value);
            let history = self.history.score(position, mv, class, threats, &continuation);
            let base_reduction = self.reductions.get(depth, move_count);

            // Pruning, once a move has been found that does not lose.
            if !root && !self.proving_mate && !is_loss(best_score) {
                // The depth that is left after a reduction by move count and history.
                let reduction = base_reduction - history * self.params.lmr_history / 1024;
                let lmr_depth = (depth - reduction / 1024).max(0);
                if !class.is_tactical() {
                    // Late move pruning (LMP): with good ordering, quiet moves this late are bad.
                    let limit = (self.params.lmp_base + self.params.lmp_slope * depth * depth)
                        / (100 * (2 - i32::from(improving)));
                    if move_count > limit {
                        picker.skip_quiets();
                    }

                    // History pruning: the move failed in most earlier nodes.
                    if depth <= 5 && history < -self.params.history_pruning_margin * depth {
                        continue;
                    }

                    // Futility pruning: a quiet move does not lift the evaluation to alpha. A
                    // self-capture also loses its victim.
                    let loss = if class.is_self_capture() { victim_value } else { 0 };
                    let margin =
                        self.params.futility_base + self.params.futility_slope * lmr_depth - loss;
                    if !in_check && !gives_check && lmr_depth <= 7 && static_eval + margin <= alpha
                    {
                        continue;
                    }
                }

                // Futility pruning of captures: even the victim does not lift the evaluation to alpha.
                if class.is_tactical()
                    && !in_check
                    && !gives_check
                    && lmr_depth <= 6
                    && mv.promoted_to().is_none()
                {
                    let gain =
                        victim_value + history / self.params.capture_futility_history_divisor;
                    let margin = self.params.capture_futility_base
                        + self.params.capture_futility_slope * lmr_depth;
                    if static_eval + margin + gain <= alpha {
                        continue;
                    }
                }

                // SEE pruning: the exchange loses too much. A self-capture may also lose its
                // victim, because it is played for other reasons than material.
                let margin = if class.is_tactical() {
                    -self.params.see_capture_margin * depth
                } else {
                    -self.params.see_quiet_margin * lmr_depth * lmr_depth
                };
                let allowance = if class.is_self_capture() { victim_value } else { 0 };
                if lmr_depth <= 8 && !self.stack.position().see_at_least(mv, margin - allowance) {
                    continue;
                }
            }

            // Extensions: singular moves, and safe checks on the principal variation.
            let mut extension = 0;
            if let Some(entry) = tt_entry
                && !root
                && Some(mv) == tt_move
                && excluded.is_none()
                && depth >= 5 + i32::from(tt_pv)
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !is_decisive(entry.score)
                && ply < MAX_PLY - 40
            {
                let node = Node { depth, ..node };
                match self.singular_extension::<PV>(shared, mv, entry.score, &node) {
                    ControlFlow::Continue(plies) => extension = plies,
                    ControlFlow::Break(score) => return score,
                }
            } else if PV && gives_check && depth >= 5 && self.stack.position().see_at_least(mv, 0) {
                extension = 1;
            }

            let nodes_before = self.nodes;
            self.stack.frame_mut().move_count = move_count;
            self.make_move(mv, shared);
            let mut new_depth = depth - 1 + extension;
            let mut score = alpha;

            // Late move reductions (LMR): late moves are searched with less depth and a null window, and
            // again with full depth only if they beat alpha.
            let mut full_depth_search = !PV || move_count > 1;
            let mut researched = false;
            if depth >= 2 && !self.proving_mate && move_count > 1 + i32::from(root) {
                let params = &self.params;
                let mut reduction = base_reduction;
                reduction -= params.lmr_pv * i32::from(tt_pv);
                reduction += params.lmr_cut_node * i32::from(cut_node);
                reduction -= params.lmr_improving * i32::from(improving);
                reduction -= params.lmr_check * i32::from(gives_check);
                reduction += params.lmr_tt_capture * i32::from(tt_capture);
                reduction += params.lmr_cutoffs * i32::from(self.stack.frame().cutoff_count > 2);
                let shallow_tt = !PV && tt_entry.is_some_and(|entry| entry.depth < depth);
                reduction += params.lmr_tt_depth * i32::from(shallow_tt);
                reduction -= history * params.lmr_history / 1024;
                reduction -= params.lmr_capture * i32::from(class.is_tactical());
                // Few self-captures are good, but they decide games. At the root, where they cost
                // little, they get almost full depth.
                if class.is_self_capture() {
                    reduction +=
                        if root { -params.lmr_self_capture_root } else { params.lmr_self_capture };
                }
                // The first moves may be extended by a ply.
                let extendable = move_count <= 4 && !class.is_self_capture();
                let max_depth = new_depth.max(1) + i32::from(extendable);
                let reduced_depth = (new_depth - reduction / 1024).clamp(1, max_depth);
                self.stack.parent_mut().reduction = (new_depth - reduced_depth).max(0);
                score = -self.search::<false>(shared, -alpha - 1, -alpha, reduced_depth, true);
                self.stack.parent_mut().reduction = 0;
                full_depth_search = score > alpha && reduced_depth < new_depth;
                if full_depth_search {
                    researched = true;
                    new_depth += i32::from(score > best_score + self.params.lmr_deeper);
                    new_depth -= i32::from(score < best_score + self.params.lmr_shallower);
                    full_depth_search = reduced_depth < new_depth;
                }
            }

            // Null-window search at full depth.
            if full_depth_search {
                score = -self.search::<false>(shared, -alpha - 1, -alpha, new_depth, !cut_node);
            }

            // Full-window search of the principal variation.
            if PV && (move_count == 1 || score > alpha) {
                score = -self.search::<true>(shared, -beta, -alpha, new_depth, false);
            }
            self.unmake_move();
            if self.is_stopped(shared) {
                return 0;
            }

            if researched && !class.is_tactical() && (score <= alpha || score >= beta) {
                self.update_history_after_research(mv, depth, score >= beta);
            }

            if root {
                self.update_root_move(mv, score, move_count, (alpha, beta), nodes_before);
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.stack.update_pv(mv);
                    }
                    if score >= beta {
                        self.stack.frame_mut().cutoff_count += 1;
                        break;
                    }
                    alpha = score;
                    // Moves after one that raised alpha are seldom better.
                    if (3..12).contains(&depth)
                        && !root
                        && !is_decisive(score)
                        && !self.proving_mate
                    {
                        depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                let searched =
                    if class.is_tactical() { &mut captures_searched } else { &mut quiets_searched };
                // Moves beyond its capacity get no malus.
                let _ = searched.try_push(mv);
            }
        }

        // Checkmate and stalemate.
        if move_count == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_at(ply)
            } else {
                self.draw_score()
            };
        }

        // The result in the tablebases bounds the score on the principal variation.
        best_score = best_score.min(max_score);

        // History updates.
        if let Some(mv) = best_move {
            self.update_histories(mv, depth, &quiets_searched, &captures_searched);
            // A fail high at low depth says little about how far the score is above beta.
            if best_score >= beta && !is_decisive(best_score) && !is_decisive(beta) {
                best_score = (best_score * depth + beta) / (depth + 1);
            }
        } else if best_score <= start_alpha && excluded.is_none() {
            self.reward_previous_move(depth);
        }

        // Transposition table store and correction history. At the root, moves may be left out.
        let complete = !root || (self.pv_index == 0 && shared.limits.search_moves.is_empty());
        if excluded.is_none() && complete {
            let bound = Bound::of(best_score, beta, PV && best_score > start_alpha);
            self.store_tt(
                shared,
                Entry { mv: best_move, score: best_score, raw_eval, depth, bound, tt_pv },
            );
            let position = self.stack.position();
            if !in_check
                && best_move.is_none_or(|mv| position.classify(mv).is_quiet())
                && !is_decisive(best_score)
                && bound.allows_cutoff(best_score, static_eval)
            {
                self.history.update_correction(position, best_score - static_eval, depth);
            }
        }
        best_score
    }

    /// Returns `true` if the static evaluation is better than at the side's last move out of check.
    fn is_improving(&self, static_eval: Score) -> bool {
        [2, 4]
            .into_iter()
            .filter_map(|plies| Some(self.stack.before(plies)?.static_eval))
            .find(|&before| before != -INFINITE)
            .is_some_and(|before| static_eval > before)
    }
}
