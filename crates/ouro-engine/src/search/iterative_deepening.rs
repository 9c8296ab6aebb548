//! Iterative deepening with aspiration windows, and the moves at the root.

use std::sync::atomic::Ordering;

use ouro_rules::Move;

use super::report::Report;
use super::{RootMove, Shared, Worker};
use crate::score::{INFINITE, MAX_PLY, Score, is_decisive, is_loss, moves_to_mate};
use crate::time::TimeManager;
use crate::tt::Bound;

/// Fail highs and fail lows at the root are reported from this many nodes on.
const REPORT_BOUNDS_NODES: u64 = 2_000_000;

/// With a mate limit, mates of up to this many moves are searched without pruning first.
const PROVED_MATE_MOVES: i32 = 3;

impl Worker {
    /// Searches deeper and deeper until a limit is reached. Thread 0 reports and manages the time.
    pub(crate) fn iterative_deepening(
        &mut self,
        shared: &Shared,
        thread: usize,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let multipv = shared.limits.multipv.max(1).min(self.root_moves.len());
        let mut last = self.report(shared, 0, multipv);
        if self.root_moves.is_empty() {
            return last;
        }
        let max_depth = MAX_PLY as i32 - 8;
        let max_depth = shared.limits.depth.unwrap_or(max_depth).clamp(1, max_depth);
        let mut time_manager = TimeManager::default();
        let known_mate = self.known_mate(shared);
        for depth in 1..=max_depth {
            // Helper threads skip some depths, so that threads do not search the same tree.
            let skip = thread > 0 && depth > 2 && (depth as usize + thread).is_multiple_of(4);
            if skip && depth < max_depth {
                continue;
            }
            let previous_best = self.root_moves[0].clone();
            self.search_depth(shared, depth, multipv, &mut |worker: &Worker, lines| {
                if thread == 0 && worker.nodes >= REPORT_BOUNDS_NODES {
                    report(&worker.report(shared, depth, lines));
                }
            });
            // Moves without a score in an interrupted iteration keep their order behind the others.
            self.root_moves
                .sort_by_key(|root| (-root.tablebase.rank, -root.score, -root.previous_score));
            if let Some((mv, score)) = known_mate {
                self.prefer_mate(mv, score);
            }
            if self.is_stopped(shared) && depth > 1 {
                self.reject_unproved_loss(previous_best);
                break;
            }
            last = self.report(shared, depth, multipv);
            if thread == 0 {
                report(&last);
                if self.is_time_up(shared, &mut time_manager) {
                    break;
                }
            }
            let enough = shared.limits.soft_node_limit().is_some_and(|limit| self.nodes >= limit);
            if enough || self.has_wanted_mate(shared) || self.is_stopped(shared) {
                break;
            }
        }
        if thread == 0 {
            shared.done.store(true, Ordering::Relaxed);
            last = self.report(shared, last.depth, multipv);
        }
        last
    }

    /// Searches all principal variations to one depth. `on_bound` is called when a window fails.
    fn search_depth(
        &mut self,
        shared: &Shared,
        depth: i32,
        multipv: usize,
        on_bound: &mut dyn FnMut(&Worker, usize),
    ) {
        for root_move in &mut self.root_moves {
            root_move.previous_score = root_move.score;
            root_move.score = -INFINITE;
        }
        (self.seldepth, self.root_depth) = (0, depth);
        let proves = |moves: i32| moves <= PROVED_MATE_MOVES && depth < 2 * moves;
        self.proving_mate = shared.limits.mate.is_some_and(proves);
        for line in 0..multipv {
            self.pv_index = line;
            self.aspiration_search(shared, depth, &mut |worker| on_bound(worker, line + 1));
            if self.is_stopped(shared) {
                break;
            }
        }
    }

    /// Searches one principal variation with an aspiration window around its previous score, and widens
    /// the window until the score lies within it.
    fn aspiration_search(
        &mut self,
        shared: &Shared,
        depth: i32,
        on_bound: &mut dyn FnMut(&Worker),
    ) {
        let line = self.pv_index;
        let Some(previous) = self.root_moves.get(line).map(|root| root.previous_score) else {
            return;
        };
        let mut delta = self.params.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && !is_decisive(previous) && previous > -INFINITE {
            alpha = (previous - delta).max(-INFINITE);
            beta = (previous + delta).min(INFINITE);
        }
        let mut search_depth = depth;
        loop {
            let score = self.search::<true>(shared, alpha, beta, search_depth.max(1), false);
            self.root_moves[line..].sort_by_key(|root| (-root.tablebase.rank, -root.score));
            if self.is_stopped(shared) {
                return;
            }
            if score <= alpha {
                on_bound(self);
                beta = alpha.midpoint(beta);
                alpha = (score - delta).max(-INFINITE);
                search_depth = depth;
            } else if score >= beta {
                on_bound(self);
                beta = (score + delta).min(INFINITE);
                search_depth = (search_depth - 1).max(depth - 3);
            } else {
                return;
            }
            delta += delta / 2 + 5;
            if delta > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Returns `true` if a move at the root belongs to the current or a later principal variation and the
    /// tablebases know none that is better.
    pub(super) fn is_root_move(&self, mv: Move) -> bool {
        let candidates = &self.root_moves[self.pv_index..];
        let rank = candidates.first().map(|best| best.tablebase.rank);
        candidates.iter().any(|root| root.mv == mv && Some(root.tablebase.rank) == rank)
    }

    /// Records the score of a root move. Only the first move and moves that beat alpha have one.
    pub(super) fn update_root_move(
        &mut self,
        mv: Move,
        score: Score,
        move_count: i32,
        (alpha, beta): (Score, Score),
        nodes_before: u64,
    ) {
        let line = self.pv_index;
        let Some(root) = self.root_moves[line..].iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += self.nodes - nodes_before;
        if move_count == 1 || score > alpha {
            root.score = score;
            root.bound = Bound::of(score, beta, score > alpha);
            root.seldepth = self.seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend_from_slice(&self.stack.after_mut(1).pv);
        } else {
            root.score = -INFINITE;
        }
    }

    /// Returns the mate that an earlier search proved from the root, with its first move. A search of few
    /// nodes might not find it again.
    fn known_mate(&self, shared: &Shared) -> Option<(Move, Score)> {
        let root = self.stack.root();
        let entry = shared.tt.probe(root.key(), 0, root.halfmove_clock())?;
        let mv = entry.mv.filter(|_| entry.proves_mate() && entry.score > 0)?;
        self.root_moves.iter().any(|root| root.mv == mv).then_some((mv, entry.score))
    }

    /// Moves the first move of a known mate to the front, unless the search found one as short.
    fn prefer_mate(&mut self, mv: Move, score: Score) {
        let best = self.root_moves.first().map(|best| best.score.max(best.previous_score));
        if best.is_some_and(|best| best >= score) {
            return;
        }
        let Some(place) = self.root_moves.iter().position(|root| root.mv == mv) else { return };
        self.root_moves[..=place].rotate_right(1);
        let root = &mut self.root_moves[0];
        (root.score, root.bound) = (score, Bound::Exact);
        root.pv.truncate(1);
    }

    /// Restores the best move of the last completed iteration if the interrupted one has only found moves
    /// that lose: other moves are not searched yet.
    fn reject_unproved_loss(&mut self, previous_best: RootMove) {
        if !is_loss(self.root_moves[0].score) {
            return;
        }
        self.root_moves.retain(|root| root.mv != previous_best.mv);
        self.root_moves.insert(0, previous_best);
    }

    /// Returns `true` if the search was limited to a mate and has found it.
    fn has_wanted_mate(&self, shared: &Shared) -> bool {
        let best = self.root_moves.first().and_then(|root| moves_to_mate(root.score));
        let within = |wanted: i32| best.is_some_and(|moves| moves > 0 && moves <= wanted);
        shared.limits.mate.is_some_and(within)
    }

    /// Returns `true` if there is no time for another iteration.
    fn is_time_up(&self, shared: &Shared, time_manager: &mut TimeManager) -> bool {
        let Some(limits) = shared.time_limits() else { return false };
        let Some(best) = self.root_moves.first() else { return true };
        let scale = time_manager.scale(
            best.mv,
            best.nodes as f64 / self.nodes.max(1) as f64,
            best.score,
            best.previous_score,
        );
        let Some(soft) = limits.soft else { return shared.stopwatch.millis() >= limits.hard };
        if self.root_moves.len() == 1 && shared.limits.search_moves.is_empty() {
            return true;
        }
        let soft = (soft as f64 * scale).min(limits.hard as f64);
        shared.stopwatch.millis() as f64 >= soft
    }
}
