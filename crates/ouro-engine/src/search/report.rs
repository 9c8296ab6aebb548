//! What a search reports: after every iteration and at its end.

use std::sync::atomic::Ordering;

use ouro_rules::Move;

use super::pv::VerifiedLine;
use super::{Shared, Worker};
use crate::score::{Evaluation, INFINITE, Score, is_decisive, is_mate};
use crate::tt::Bound;
use crate::wdl::Wdl;

/// The state of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The depth of the last completed iteration.
    pub depth: i32,
    /// The greatest ply that was reached.
    pub seldepth: usize,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Milliseconds since the start of the search, without those for which it was paused.
    pub time: u64,
    /// Permille of the transposition table in use.
    pub hashfull: usize,
    /// Positions found in tablebases by all threads.
    pub tbhits: u64,
    /// The principal variations, best first.
    pub lines: Vec<Line>,
}

/// A principal variation and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in internal units.
    pub score: Score,
    /// The score as centipawns or moves to mate.
    pub evaluation: Evaluation,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The expected results for the side to move.
    pub wdl: Wdl,
    /// Legal moves from first to last, ending at a repetition.
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The last report.
    pub report: Report,
    /// Statistics of the transposition table.
    pub tt_stats: TtStats,
}

/// Statistics of the transposition table during a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TtStats {
    /// TT moves that were illegal and therefore ignored: key collisions or faults.
    pub rejected: u64,
    /// Entries of this search that were replaced by other positions.
    pub collisions: u64,
}

impl std::ops::AddAssign for TtStats {
    fn add_assign(&mut self, other: TtStats) {
        self.rejected += other.rejected;
        self.collisions += other.collisions;
    }
}

impl Worker {
    /// Reports the best `multipv` lines.
    pub(super) fn report(&self, shared: &Shared, depth: i32, multipv: usize) -> Report {
        let root = self.stack.root();
        let lines = self.root_moves[..multipv]
            .iter()
            .map(|best| {
                let score = if best.score > -INFINITE { best.score } else { best.previous_score };
                let score = if score > -INFINITE { score } else { 0 };
                // The tablebases know better than the evaluation, but not how soon it is mate.
                let (score, bound) = match best.tablebase.score {
                    Some(score_of_tables) if !is_mate(score) => (score_of_tables, Bound::Exact),
                    _ => (score, best.bound),
                };
                let wdl = if is_decisive(score) {
                    Wdl::decided(score > 0)
                } else {
                    Wdl::of_score(score, root)
                };
                let mut line = VerifiedLine::new(root, &self.stack.keys);
                line.extend(best.pv.iter().copied());
                if line.moves.len() == 1 {
                    line.extend_from_tt(shared.tt);
                }
                let evaluation = Evaluation::new(score, root);
                Line { score, evaluation, bound, wdl, moves: line.moves }
            })
            .collect();
        Report {
            depth,
            seldepth: self.root_moves.first().map_or(0, |best| best.seldepth),
            nodes: shared.nodes.load(Ordering::Relaxed) + (self.nodes - self.shared_nodes),
            time: shared.stopwatch.millis(),
            hashfull: shared.tt.hashfull(),
            tbhits: shared.tables.hits(),
            lines,
        }
    }
}
