//! The root of the search: iterative deepening, best lines and what is told about them.

use std::sync::atomic::Ordering;

use ouro_rules::{Move, Position};

use super::{Shared, Worker};
use crate::scale::Wdl;
use crate::score::{Evaluation, INFINITE, MAX_PLY, Score, is_mate, moves_to_mate};
use crate::table::{Bound, Table};

/// What a search has found so far.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How deep the last whole iteration went.
    pub depth: i32,
    /// The deepest line that was looked at.
    pub seldepth: usize,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// Milliseconds.
    pub time: u64,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
}

/// A line of play and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in the search's own units.
    pub score: Score,
    /// The same for people.
    pub evaluation: Evaluation,
    /// Whether the score is exact, or only at least or at most this.
    pub bound: Bound,
    /// The chances of the side to move.
    pub wdl: Wdl,
    /// Legal moves from first to last, ending at a repetition.
    pub moves: Vec<Move>,
}

/// What a search ends with.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best move; none only where there is no legal move.
    pub best: Option<Move>,
    /// The answer that is expected to it.
    pub ponder: Option<Move>,
    /// What was found in the end.
    pub report: Report,
    /// How the table did.
    pub table: TableUse,
}

/// How the table did in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUse {
    /// Moves that were not legal and so not used: two positions with one key, or a fault.
    pub rejected: u64,
    /// Entries of this search that had to make room for other positions.
    pub collisions: u64,
}

impl std::ops::AddAssign for TableUse {
    fn add_assign(&mut self, other: TableUse) {
        self.rejected += other.rejected;
        self.collisions += other.collisions;
    }
}

/// Fails of the aspiration window are told from this many nodes on; before, there are too many.
const TELL_BOUNDS_FROM: u64 = 2_000_000;

/// Mates of up to this many moves are looked for without pruning first, so that none is missed.
const PROVED_MATES: i32 = 3;

impl Worker {
    /// Searches deeper and deeper until a limit is reached. Thread 0 reports and minds the time.
    pub(crate) fn think(
        &mut self,
        shared: &Shared,
        thread: usize,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let lines = shared.limits.lines.max(1).min(self.root_moves.len());
        let deepest =
            shared.limits.depth.unwrap_or(MAX_PLY as i32 - 8).clamp(1, MAX_PLY as i32 - 8);
        let mut last = self.report(shared, 0, lines);
        if self.root_moves.is_empty() {
            return last;
        }
        let mut stability = 0;
        let mut previous_best = None;
        let known_mate = self.known_mate(shared);
        for depth in 1..=deepest {
            // Some threads skip some depths, so that they do not all do the same.
            if thread > 0
                && depth > 2
                && (depth as usize + thread).is_multiple_of(4)
                && depth < deepest
            {
                continue;
            }
            for root_move in &mut self.root_moves {
                // Without a score if it was not among the best: an older one is no comparison.
                root_move.previous = root_move.score;
                root_move.score = -INFINITE;
            }
            (self.seldepth, self.root_depth) = (0, depth);
            self.proving =
                shared.limits.mate.is_some_and(|moves| moves <= PROVED_MATES && depth < 2 * moves);
            for line in 0..lines {
                self.lines_found = line;
                self.aspirate(shared, depth, &mut |worker: &Worker| {
                    if thread == 0 && worker.nodes >= TELL_BOUNDS_FROM {
                        report(&worker.report(shared, depth, line + 1));
                    }
                });
                if self.stopped(shared) {
                    break;
                }
            }
            // A search that was broken off leaves moves that it has not come to without a score, so
            // they stay behind those it has, in their old order.
            self.root_moves.sort_by_key(|root| (-root.score, -root.previous));
            if let Some((mv, score)) = known_mate {
                self.prefer_mate(mv, score);
            }
            if self.stopped(shared) && depth > 1 {
                break;
            }
            last = self.report(shared, depth, lines);
            if thread == 0 {
                report(&last);
            }
            if thread == 0 && self.is_time_up(shared, &mut stability, &mut previous_best) {
                break;
            }
            let best = self.root_moves.first().map_or(0, |root| root.score);
            let mate_found = shared.limits.mate.is_some_and(|wanted| {
                moves_to_mate(best).is_some_and(|moves| moves > 0 && moves <= wanted)
            });
            let enough = shared.limits.enough_nodes().is_some_and(|limit| self.nodes >= limit);
            if mate_found || enough || self.stopped(shared) {
                break;
            }
        }
        if thread == 0 {
            shared.done.store(true, Ordering::Relaxed);
            last = self.report(shared, last.depth, lines);
        }
        last
    }

    /// Returns the mate that an earlier search has proved from here, with its first move. A search of few
    /// nodes might not find it again.
    fn known_mate(&self, shared: &Shared) -> Option<(Move, Score)> {
        let root = &self.frames[0].position;
        let entry = shared.table.get(root.key(), 0, root.halfmove_clock())?;
        let mv = entry.mv.filter(|_| entry.proves_mate() && entry.score > 0)?;
        self.root_moves.iter().any(|root| root.mv == mv).then_some((mv, entry.score))
    }

    /// Puts the move of a known mate first, unless this search has found a mate that is as short.
    fn prefer_mate(&mut self, mv: Move, score: Score) {
        if self.root_moves.first().is_some_and(|best| best.score.max(best.previous) >= score) {
            return;
        }
        let Some(place) = self.root_moves.iter().position(|root| root.mv == mv) else { return };
        self.root_moves[..=place].rotate_right(1);
        let root = &mut self.root_moves[0];
        (root.score, root.bound) = (score, Bound::Lower);
        root.pv.truncate(1);
    }

    /// One depth and line, with a window around the score of the last one.
    fn aspirate(&mut self, shared: &Shared, depth: i32, failed: &mut dyn FnMut(&Worker)) {
        let line = self.lines_found;
        let Some(expected) = self.root_moves.get(line).map(|root| root.previous) else { return };
        let mut delta = self.params.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && !is_mate(expected) && expected > -INFINITE {
            alpha = (expected - delta).max(-INFINITE);
            beta = (expected + delta).min(INFINITE);
        }
        let mut searched = depth;
        loop {
            let score = self.search::<true>(shared, alpha, beta, searched.max(1), false);
            let unfinished = &mut self.root_moves[line..];
            unfinished.sort_by_key(|root| -root.score);
            if self.stopped(shared) {
                return;
            }
            if score <= alpha || score >= beta {
                failed(self);
            }
            if score <= alpha {
                beta = alpha.midpoint(beta);
                alpha = (score - delta).max(-INFINITE);
                searched = depth;
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                searched = (searched - 1).max(depth - 3);
            } else {
                return;
            }
            delta += delta / 2 + 5;
            if delta > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether a move belongs to the line that is looked for.
    pub(super) fn is_wanted_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.lines_found..].iter().any(|root| root.mv == mv)
    }

    /// Notes what a root move came to. Moves that did not beat alpha have no score of their own.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        score: Score,
        number: i32,
        (alpha, beta): (Score, Score),
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let behind = &self.frames[1].pv;
        let line = self.lines_found;
        let Some(root) = self.root_moves[line..].iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += spent;
        if number == 1 || score > alpha {
            root.score = score;
            root.bound = Bound::of(score, beta, score > alpha);
            root.seldepth = self.seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend_from_slice(behind);
        } else {
            root.score = -INFINITE;
        }
    }

    /// Whether another iteration would take too long: less time for a best move that has not
    /// changed for long and that most of the work went to.
    fn is_time_up(
        &self,
        shared: &Shared,
        stability: &mut i32,
        previous_best: &mut Option<Move>,
    ) -> bool {
        let Some(budget) = shared.budget() else { return false };
        let Some(best) = self.root_moves.first() else { return true };
        *stability = if *previous_best == Some(best.mv) { (*stability + 1).min(8) } else { 0 };
        *previous_best = Some(best.mv);
        if shared.limits.move_time.is_some() {
            return shared.clock.elapsed() >= budget.hard;
        }
        if self.root_moves.len() == 1 && shared.limits.search_moves.is_empty() {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        // A score that falls is a reason to look for something else.
        let fall = if is_mate(best.score) || best.previous == -INFINITE {
            0
        } else {
            best.previous - best.score
        };
        // Most best moves are settled and get less than their share, so shares are larger than what is
        // left allows: else a sixth of the clock is never used.
        let scale = 1.35
            * (1.5 - share).clamp(0.5, 1.4)
            * (1.35 - 0.09 * f64::from(*stability))
            * (1.0 + f64::from(fall.clamp(-20, 60)) / 100.0);
        shared.clock.elapsed() as f64 >= (budget.soft as f64 * scale).min(budget.hard as f64)
    }

    fn report(&self, shared: &Shared, depth: i32, lines: usize) -> Report {
        let root = &self.frames[0].position;
        let lines = self.root_moves[..lines]
            .iter()
            .map(|best| {
                let score = if best.score > -INFINITE { best.score } else { best.previous };
                let score = if score > -INFINITE { score } else { 0 };
                let wdl = match moves_to_mate(score) {
                    Some(_) => Wdl::decided(score > 0),
                    None => Wdl::of_score(score, root),
                };
                let mut line = VerifiedLine::new(root, &self.keys);
                line.extend(best.pv.iter().copied());
                if line.moves.len() == 1 {
                    line.extend_from_table(shared.table);
                }
                let evaluation = Evaluation::new(score, root);
                Line { score, evaluation, bound: best.bound, wdl, moves: line.moves }
            })
            .collect();
        let others = shared.nodes.load(Ordering::Relaxed);
        Report {
            depth,
            seldepth: self.root_moves.first().map_or(0, |best| best.seldepth),
            nodes: others + (self.nodes - self.reported),
            time: shared.clock.elapsed(),
            hashfull: shared.table.fullness(),
            lines,
        }
    }
}

/// As much of a line as is legal move by move and repeats no position.
struct VerifiedLine {
    moves: Vec<Move>,
    position: Position,
    seen: Vec<u64>,
    ended: bool,
}

impl VerifiedLine {
    fn new(root: &Position, played: &[u64]) -> VerifiedLine {
        let mut seen = played.to_vec();
        seen.push(root.key());
        VerifiedLine { moves: Vec::new(), position: root.clone(), seen, ended: false }
    }

    fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        for mv in moves {
            if self.ended || !self.position.play(mv) {
                self.ended = true;
                return;
            }
            self.moves.push(mv);
            self.ended = self.seen.contains(&self.position.key());
            self.seen.push(self.position.key());
        }
    }

    /// Goes on with what the table holds for the best moves, as long as they are legal.
    fn extend_from_table(&mut self, table: &Table) {
        while !self.ended && self.moves.len() < MAX_PLY {
            let entry = table.get(self.position.key(), 0, self.position.halfmove_clock());
            match entry.and_then(|entry| entry.mv) {
                Some(mv) => self.extend([mv]),
                None => return,
            }
        }
    }
}
