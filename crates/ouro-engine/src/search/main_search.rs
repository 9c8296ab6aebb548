//! The main search: principal variation search, a step after the other.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use ouro_rules::{Move, MoveClass, Role};

use super::{Shared, Worker};
use crate::history::Step;
use crate::picker::Picker;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score, is_mate, mate_at, mated_at};
use crate::table::{Bound, Entry};

/// How many moves are remembered to be told that another one was better.
const MAX_TRIED: usize = 64;

/// The least depth at which self-captures are looked at, except out of check.
const SELF_CAPTURES_FROM: i32 = 8;

/// The same within the first plies, where they are what is played or answered next.
const EARLY_SELF_CAPTURES_FROM: i32 = 4;

/// The last of those plies.
const EARLY: usize = 2;

/// What is known of a position before its moves are looked at.
struct Node {
    beta: Score,
    depth: i32,
    /// Whether a move that is good enough is expected.
    cut_node: bool,
    /// The static evaluation, corrected.
    evaluation: Score,
    /// The same, or what the table says, which is nearer the truth.
    estimate: Score,
    /// Whether things have become better since the side's last move.
    improving: bool,
}

impl Worker {
    /// The move of a table entry, if it is legal here. Nothing from the table is believed.
    pub(super) fn legal_table_move(&mut self, entry: Option<Entry>) -> Option<Move> {
        let mv = entry?.mv?;
        if self.position().is_legal(mv) {
            return Some(mv);
        }
        self.table_use.rejected += 1;
        None
    }

    /// The score of the position at this ply within `alpha` and `beta`, looking `depth` plies
    /// ahead.
    pub(super) fn search<const PV: bool>(
        &mut self,
        shared: &Shared,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(shared, alpha, beta);
        }
        let root = self.ply == 0;
        let in_check = self.position().in_check();
        let excluded = self.frame().excluded;
        if PV {
            self.frames[self.ply].pv.clear();
            self.seldepth = self.seldepth.max(self.ply);
        }
        if self.stopped(shared) {
            return 0;
        }
        if !root {
            if self.is_draw() {
                return self.draw_score();
            }
            if self.ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluate() };
            }
            // Repetition at hand: the side to move has a draw at least.
            if alpha < DRAW && self.can_repeat() {
                alpha = self.draw_score();
                if alpha >= beta {
                    return alpha;
                }
            }
            // Mate distance: a shorter mate is already known.
            alpha = alpha.max(mated_at(self.ply));
            beta = beta.min(mate_at(self.ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Known positions.
        let key = self.position().key();
        let entry = if excluded.is_some() {
            None
        } else {
            shared.table.get(key, self.ply, self.position().halfmove_clock())
        };
        if let Some(entry) = entry
            && !PV
            && !self.proving
            && (entry.depth >= depth || entry.proves_mate())
            && entry.bound.decides(entry.score, beta)
            && self.position().halfmove_clock() < 90
        {
            return entry.score;
        }
        let table_move = if root {
            self.root_moves.get(self.lines_found).map(|root| root.mv)
        } else {
            self.legal_table_move(entry)
        };
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);

        // Static evaluation.
        let mut raw = None;
        let mut evaluation = -INFINITE;
        if !in_check {
            if excluded.is_some() {
                evaluation = self.frame().evaluation;
            } else {
                let value =
                    entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate());
                raw = Some(value);
                evaluation = self.corrected(value);
            }
        }
        self.frames[self.ply].evaluation = evaluation;
        // What the table says about it is nearer the truth.
        let mut estimate = evaluation;
        if let Some(entry) = entry
            && !in_check
            && !is_mate(entry.score)
            && entry.bound.decides(entry.score, evaluation)
        {
            estimate = entry.score;
        }
        // Whether things have become better since the side's last move.
        let improving = !in_check
            && [2, 4]
                .into_iter()
                .filter_map(|back| Some(self.frames[self.ply.checked_sub(back)?].evaluation))
                .find(|&before| before != -INFINITE)
                .is_some_and(|before| evaluation > before);
        self.frames[self.ply + 1].killer = None;
        self.frames[self.ply + 2].cutoffs = 0;
        if root {
            self.frames[1].cutoffs = 0;
        }

        let mut depth = depth;
        // A move after which the evaluation is better than before is a good one.
        if !in_check && excluded.is_none() && !root && !self.proving {
            let before = self.frames[self.ply - 1].evaluation;
            if before != -INFINITE {
                let gain = -(before + evaluation);
                let limit = self.params.eval_gain_max;
                self.praise_previous(
                    &[],
                    (self.params.eval_gain_bonus * gain / 16).clamp(-limit, limit),
                );
            }
        }
        let node = Node { beta, depth, cut_node, evaluation, estimate, improving };
        if !PV
            && !in_check
            && excluded.is_none()
            && !self.proving
            && let Some(score) = self.decided_without_moves(shared, alpha, &node)
        {
            return score;
        }

        // Internal iterative reduction: without a move to begin with, a shallower search finds one.
        if (PV || cut_node) && depth >= 4 && table_move.is_none() && !self.proving {
            depth -= 1;
        }

        // ProbCut: a capture that beats beta by far at a reduced depth will beat it at this one.
        let probcut_beta = beta + self.params.probcut_margin
            - self.params.probcut_improving * i32::from(improving);
        if !PV
            && !in_check
            && !self.proving
            && excluded.is_none()
            && depth >= 5
            && !is_mate(beta)
            && !entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < probcut_beta)
            && let Some(score) = self.probcut(shared, table_move, probcut_beta, depth, raw)
        {
            return score;
        }

        let before = self.steps_before();
        let killer = self
            .frame()
            .killer
            .filter(|&mv| self.position().is_legal(mv) && self.position().classify(mv).is_quiet());
        let threats = self.position().threats();
        self.frames[self.ply].threats = threats;
        let mut picker = Picker::new(table_move, killer, threats);
        // Self-captures: near the leaves, what the evaluation says after one is seldom confirmed, and
        // of the many that could be played later in a line hardly one ever is.
        let self_captures_from =
            if self.ply <= EARLY { EARLY_SELF_CAPTURES_FROM } else { SELF_CAPTURES_FROM };
        if depth < self_captures_from && !root && !in_check && !self.proving {
            picker.skip_self_captures();
        }
        let mut best = -INFINITE;
        let mut best_move = None;
        let start_alpha = alpha;
        let mut number = 0;
        let mut quiets_tried = ArrayVec::<Move, MAX_TRIED>::new();
        let mut captures_tried = ArrayVec::<Move, MAX_TRIED>::new();
        let color = self.position().turn();
        let takes_first = table_move.is_some_and(|mv| self.position().classify(mv).is_capture());
        // Moves that a weaker player overlooks are searched only if all others are mated.
        let (mut overlooked, mut look_again) = (false, false);

        loop {
            let position = &self.frames[self.ply].position;
            let Some(mv) = picker.next(position, &self.history, &self.params, &before) else {
                // Mate scores are true: what was left out is searched if everything else is mated.
                if best > -MATE_BOUND {
                    break;
                }
                if picker.hand_out_self_captures(position, &self.history, &self.params, &before) {
                    continue;
                }
                if !overlooked || look_again {
                    break;
                }
                look_again = true;
                picker = Picker::new(table_move, killer, threats);
                continue;
            };
            if Some(mv) == excluded || (root && !self.is_wanted_at_root(mv)) {
                continue;
            }
            let position = self.position();
            let Some(piece) = position.piece_on(mv.from()) else { continue };
            let gives_check = position.gives_check(mv);
            if !root && self.overlooks(shared, mv, gives_check) != look_again {
                overlooked = true;
                continue;
            }
            number += 1;
            let position = self.position();
            let step = Step::new(piece, mv);
            let class = position.classify(mv);
            let (own, victim) = (class.is_self_capture(), class.victim());
            let learned = match class {
                MoveClass::Quiet => self.history.quiet(color, step, mv, threats, &before),
                MoveClass::SelfCapture(victim) => self.history.self_capture(step, victim, &before),
                MoveClass::Capture(victim) | MoveClass::Promotion(Some(victim)) => {
                    self.history.capture(step, victim, false)
                }
                MoveClass::Promotion(None) => 0,
            };
            let base = self.reductions.get(depth, number);

            if !root && !self.proving && best > -MATE_BOUND {
                let left = (depth - base / 1024).max(0);
                if !class.is_tactical() {
                    // Late moves: those before them were better, and so were they.
                    let enough = (self.params.lmp_base + self.params.lmp_slope * depth * depth)
                        / (100 * (2 - i32::from(improving)));
                    if number > enough {
                        picker.skip_quiets();
                    }
                    // History: moves that never worked.
                    if depth <= 5 && learned < -self.params.history_pruning_margin * depth {
                        continue;
                    }
                    // Futility: too far below alpha for a quiet move. A self-capture costs besides.
                    let cost = if own { victim.map_or(0, Role::value) } else { 0 };
                    let margin = self.params.futility_base + self.params.futility_slope * left;
                    if !in_check && !gives_check && left <= 7 && evaluation + margin - cost <= alpha
                    {
                        continue;
                    }
                }
                // Captures that do not make up for what is missing.
                if class.is_tactical() && !in_check && !gives_check && left <= 6 {
                    let gain = victim.map_or(0, Role::value)
                        + learned / self.params.capture_futility_history_divisor;
                    if mv.promoted_to().is_none()
                        && evaluation
                            + self.params.capture_futility_base
                            + self.params.capture_futility_slope * left
                            + gain
                            <= alpha
                    {
                        continue;
                    }
                }
                // Exchanges that lose too much. A self-capture may lose its victim for more than
                // material, so the limit is that of its price.
                let margin = if !class.is_tactical() {
                    -self.params.see_quiet_margin * left * left
                } else {
                    -self.params.see_capture_margin * depth
                };
                let allowance = if own { -victim.map_or(0, Role::value) } else { 0 };
                if left <= 8 && !self.position().see_at_least(mv, margin + allowance) {
                    continue;
                }
            }

            // Singular extension: a move that is much better than all others is looked at deeper.
            let mut extension = 0;
            if let Some(entry) = entry
                && !root
                && Some(mv) == table_move
                && excluded.is_none()
                && depth >= 7
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && entry.bound != Bound::None
                && !is_mate(entry.score)
                && self.ply < MAX_PLY - 40
            {
                match self.singular::<PV>(shared, mv, entry.score, &Node { depth, ..node }) {
                    ControlFlow::Continue(plies) => extension = plies,
                    ControlFlow::Break(score) => return score,
                }
            } else if gives_check && depth >= 5 && self.position().see_at_least(mv, 0) {
                extension = i32::from(PV);
            }

            let nodes_before = self.nodes;
            self.push(mv, shared);
            let mut new_depth = depth - 1 + extension;
            let mut score = alpha;

            // Late move reductions: those that come late are looked at less deeply, and again only
            // if they surprise.
            let mut full = !PV || number > 1;
            if depth >= 2 && !self.proving && number > 1 + i32::from(root) {
                let mut reduced = base;
                reduced -= self.params.lmr_pv * i32::from(was_pv);
                reduced += self.params.lmr_cut_node * i32::from(cut_node);
                reduced -= self.params.lmr_improving * i32::from(improving);
                reduced -= self.params.lmr_check * i32::from(gives_check);
                reduced += self.params.lmr_tt_capture * i32::from(takes_first);
                reduced += self.params.lmr_cutoffs * i32::from(self.frame().cutoffs > 2);
                reduced -= learned * self.params.lmr_history / 1024;
                if class.is_tactical() {
                    reduced -= self.params.lmr_capture;
                }
                // Few self-captures are good, but those that are decide games, and are seen late:
                // at the root, where they cost little, they are looked at as deeply as first moves.
                if own {
                    reduced += if root {
                        -self.params.lmr_self_capture_root
                    } else {
                        self.params.lmr_self_capture
                    };
                }
                let shallower = (new_depth - reduced / 1024).clamp(1, new_depth.max(1));
                score = -self.search::<false>(shared, -alpha - 1, -alpha, shallower, true);
                full = score > alpha && shallower < new_depth;
                if full {
                    // A little deeper if it surprises much, less if hardly.
                    new_depth += i32::from(score > best + self.params.lmr_deeper)
                        - i32::from(score < best + self.params.lmr_shallower);
                    full = shallower < new_depth;
                }
            }
            if full {
                score = -self.search::<false>(shared, -alpha - 1, -alpha, new_depth, !cut_node);
            }
            if PV && (number == 1 || score > alpha) {
                score = -self.search::<true>(shared, -beta, -alpha, new_depth, false);
            }
            self.pop();
            if self.stopped(shared) {
                return 0;
            }

            if root {
                self.note_root_move(mv, score, number, (alpha, beta), nodes_before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.set_pv(mv);
                    }
                    if score >= beta {
                        self.frames[self.ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    // What comes after a good move is seldom better.
                    if (3..12).contains(&depth) && !root && !is_mate(score) && !self.proving {
                        depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                let tried =
                    if class.is_tactical() { &mut captures_tried } else { &mut quiets_tried };
                // If it is full, enough will be told.
                let _ = tried.try_push(mv);
            }
        }

        // No move at all: mate or stalemate.
        if number == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_at(self.ply)
            } else {
                self.draw_score()
            };
        }

        if let Some(mv) = best_move {
            self.learn(mv, depth, &quiets_tried, &captures_tried);
            // How much a move is better than needed is not certain at low depths.
            if best >= beta && !is_mate(best) && !is_mate(beta) {
                best = (best * depth + beta) / (depth + 1);
            }
        } else if best <= start_alpha && excluded.is_none() {
            // No answer is good enough: the move that led here was good.
            let before = self.steps_before_ply(self.ply.saturating_sub(1));
            let bonus = (self.params.prior_bonus_slope * depth - self.params.prior_bonus_offset)
                .min(self.params.prior_bonus_max);
            self.praise_previous(&before, bonus);
            self.praise_previous_capture(&before, bonus);
        }
        // At the root, some moves may have been left out.
        let whole = !root || (self.lines_found == 0 && shared.limits.search_moves.is_empty());
        if excluded.is_none() && whole {
            let bound = Bound::of(best, beta, PV && best > start_alpha);
            let entry = Entry { mv: best_move, score: best, evaluation: raw, depth, bound, was_pv };
            self.remember(shared, entry);
            let quiet_best = best_move.is_none_or(|mv| self.position().classify(mv).is_quiet());
            if !in_check && quiet_best && !is_mate(best) && bound.decides(best, evaluation) {
                let position = self.frames[self.ply].position.clone();
                self.history.update_correction(&position, best - evaluation, depth);
            }
        }
        best
    }

    /// What is known without looking at moves, if that is enough.
    fn decided_without_moves(
        &mut self,
        shared: &Shared,
        alpha: Score,
        node: &Node,
    ) -> Option<Score> {
        let Node { beta, depth, cut_node, evaluation, estimate, improving } = *node;
        // Reverse futility: so far above beta that the opponent will not make up for it.
        let margin =
            self.params.rfp_margin * depth - self.params.rfp_improving * i32::from(improving);
        if depth <= 8 && estimate - margin >= beta && !is_mate(estimate) && !is_mate(beta) {
            return Some(estimate.midpoint(beta));
        }

        // Razoring: so far below alpha that only captures can help.
        if depth <= 3
            && estimate + self.params.razoring_slope * depth + self.params.razoring_base < alpha
        {
            let score = self.quiescence::<false>(shared, alpha, alpha + 1);
            if score <= alpha {
                return Some(score);
            }
        }

        // Null move: if passing is good enough, a move is too. Not where passing may be best.
        if cut_node
            && estimate >= beta
            && evaluation >= beta - self.params.nmp_slope * depth + self.params.nmp_base
            && self.ply >= self.null_allowed_from
            && self.has_pieces()
            && self.frames[self.ply - 1].step.is_some()
            && beta > -MATE_BOUND
        {
            let reduced = depth
                - (4 + depth / 3 + ((estimate - beta) / self.params.nmp_reduction_divisor).min(3));
            self.push_null(shared);
            let score = -self.search::<false>(shared, -beta, 1 - beta, reduced, false);
            self.pop();
            if self.stopped(shared) {
                return Some(0);
            }
            // A mate after a null move is no proof of a mate.
            if score >= beta && !is_mate(score) {
                if depth < 14 || self.null_allowed_from > 0 {
                    return Some(score);
                }
                // Deep ones are verified without null moves near the root.
                self.null_allowed_from = self.ply + (reduced.max(0) as usize) * 3 / 4;
                let verified = self.search::<false>(shared, beta - 1, beta, reduced, false);
                self.null_allowed_from = 0;
                if verified >= beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// By how many plies a move with this score in the table is extended, asking whether any other move
    /// is nearly as good; or a score that is good enough without it.
    fn singular<const PV: bool>(
        &mut self,
        shared: &Shared,
        mv: Move,
        table_score: Score,
        node: &Node,
    ) -> ControlFlow<Score, i32> {
        let Node { beta, depth, cut_node, .. } = *node;
        let singular_beta = table_score - self.params.singular_margin * depth / 16;
        self.frames[self.ply].excluded = Some(mv);
        let score = self.search::<false>(
            shared,
            singular_beta - 1,
            singular_beta,
            (depth - 1) / 2,
            cut_node,
        );
        self.frames[self.ply].excluded = None;
        if self.stopped(shared) {
            return ControlFlow::Break(0);
        }
        ControlFlow::Continue(if score < singular_beta {
            // Twice only as long as the line is not much longer than the search.
            let short = (self.ply as i32) < 2 * self.root_depth;
            1 + i32::from(
                !PV && short && score < singular_beta - self.params.double_extension_margin,
            )
        } else if singular_beta >= beta {
            // Another move beats beta as well.
            return ControlFlow::Break(singular_beta);
        } else if table_score >= beta {
            -2
        } else {
            -i32::from(cut_node)
        })
    }

    /// Whether the side to move has more than pawns and a king.
    fn has_pieces(&self) -> bool {
        let board = self.position().board();
        let plain = board.of_role(Role::Pawn) | board.of_role(Role::King);
        board.of_color(self.position().turn()).intersects(!plain)
    }

    fn probcut(
        &mut self,
        shared: &Shared,
        table_move: Option<Move>,
        probcut_beta: Score,
        depth: i32,
        raw: Option<Score>,
    ) -> Option<Score> {
        let evaluation = self.frame().evaluation;
        let tactical = table_move.filter(|&mv| self.position().classify(mv).is_capture());
        let mut picker = Picker::captures(tactical, (probcut_beta - evaluation).clamp(0, 2_000));
        let before = self.steps_before();
        while let Some(mv) =
            picker.next(&self.frames[self.ply].position, &self.history, &self.params, &before)
        {
            self.push(mv, shared);
            let mut score = -self.quiescence::<false>(shared, -probcut_beta, 1 - probcut_beta);
            if score >= probcut_beta {
                score =
                    -self.search::<false>(shared, -probcut_beta, 1 - probcut_beta, depth - 4, true);
            }
            self.pop();
            if self.stopped(shared) {
                return None;
            }
            if score >= probcut_beta {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    evaluation: raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                self.remember(shared, entry);
                return Some(score);
            }
        }
        None
    }
}
