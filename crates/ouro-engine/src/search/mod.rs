//! The search: iterative deepening, principal variation search and quiescence search.

mod draw;
mod history_updates;
mod iterative_deepening;
mod main_search;
mod null_move_pruning;
mod probcut;
mod pv;
mod qsearch;
mod reductions;
mod report;
mod singular_extension;
mod stack;
mod stopwatch;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ouro_rules::{Move, Position};

use crate::evaluation::{Evaluator, Networks};
use crate::history::History;
use crate::limits::Limits;
use crate::params::ActiveParams;
use crate::score::{INFINITE, MAX_EVALUATION, Score};
use crate::signals::Signals;
use crate::tablebases::{RootRank, Tables};
use crate::time::TimeLimits;
use crate::tt::{Bound, Entry, TranspositionTable};
use reductions::Reductions;
use stack::Stack;

pub use report::{Line, Report, SearchResult, TtStats};
pub(crate) use stopwatch::Stopwatch;

/// Nodes for which the first iteration cannot be stopped.
const FIRST_ITERATION_NODES: u64 = 10_000;

/// What the threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) tables: Tables<'a>,
    pub(crate) signals: &'a Signals,
    /// Set when a limit is reached; all threads stop.
    pub(crate) done: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) limits: &'a Limits,
    pub(crate) time_limits: Option<TimeLimits>,
    pub(crate) stopwatch: Stopwatch<'a>,
}

impl Shared<'_> {
    /// Returns the time limits, unless the engine is pondering.
    fn time_limits(&self) -> Option<TimeLimits> {
        self.time_limits.filter(|_| !self.signals.is_pondering())
    }
}

/// One search thread and what it has learned.
pub(crate) struct Worker {
    params: ActiveParams,
    reductions: Reductions,
    stack: Stack,
    history: History,
    evaluator: Evaluator,
    root_moves: Vec<RootMove>,
    /// The index of the principal variation that is searched, with several of them.
    pv_index: usize,
    /// The depth of the iteration.
    root_depth: i32,
    seldepth: usize,
    nodes: u64,
    /// The part of `nodes` that is already counted in [`Shared::nodes`].
    shared_nodes: u64,
    /// No null moves before this ply while one is verified.
    nmp_min_ply: usize,
    /// Whether a short mate is searched without any pruning.
    proving_mate: bool,
    pub(crate) tt_stats: TtStats,
}

/// A move at the root and what the search knows about it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    score: Score,
    /// The score of the previous iteration.
    previous_score: Score,
    bound: Bound,
    /// What the tablebases know about it.
    tablebase: RootRank,
    nodes: u64,
    seldepth: usize,
    pv: Vec<Move>,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            tablebase: RootRank::default(),
            nodes: 0,
            seldepth: 0,
            pv: vec![mv],
        }
    }
}

/// Set-up.
impl Worker {
    pub(crate) fn new(networks: &Networks, params: &ActiveParams) -> Worker {
        let start = Position::start(ouro_rules::Variant::Chess);
        Worker {
            params: params.clone(),
            reductions: Reductions::new(params),
            stack: Stack::new(&start),
            history: History::new(),
            evaluator: Evaluator::new(networks, &start),
            root_moves: Vec::new(),
            pv_index: 0,
            root_depth: 0,
            seldepth: 0,
            nodes: 0,
            shared_nodes: 0,
            nmp_min_ply: 0,
            proving_mate: false,
            tt_stats: TtStats::default(),
        }
    }

    /// Forgets the histories of the last game.
    pub(crate) fn new_game(&mut self) {
        self.history.clear();
    }

    /// Prepares for a search from a position that was reached through positions with `keys`. `ranks` are
    /// those of its moves in the tablebases, if these contain it.
    pub(crate) fn set_root(
        &mut self,
        networks: &Networks,
        position: &Position,
        keys: &[u64],
        limits: &Limits,
        ranks: &[(Move, RootRank)],
    ) {
        self.evaluator.reset(networks, position);
        self.stack.reset(position, keys);
        self.history.new_search();
        (self.nodes, self.shared_nodes, self.nmp_min_ply) = (0, 0, 0);
        self.tt_stats = TtStats::default();
        let wanted = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let moves = position.legal_moves().into_iter().filter(wanted);
        self.root_moves = moves.map(RootMove::new).collect();
        for root in &mut self.root_moves {
            let rank = ranks.iter().find(|&&(mv, _)| mv == root.mv);
            root.tablebase = rank.map_or(RootRank::default(), |&(_, rank)| rank);
        }
        self.root_moves.sort_by_key(|root| -root.tablebase.rank);
    }
}

/// Making moves.
impl Worker {
    fn make_move(&mut self, mv: Move, shared: &Shared) {
        let changes = self.stack.push(mv);
        shared.tt.prefetch(self.stack.position().key());
        self.evaluator.push(&changes);
        self.count_node(shared);
    }

    fn make_null_move(&mut self, shared: &Shared) {
        self.stack.push_null();
        self.evaluator.push(&ouro_rules::Changes::default());
        self.count_node(shared);
    }

    fn unmake_move(&mut self) {
        self.evaluator.pop();
        self.stack.pop();
    }

    /// Counts a node, checks the hard limits and sleeps while the search is paused. With a node limit every node is checked, so that a
    /// single-threaded search is reproducible.
    fn count_node(&mut self, shared: &Shared) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) || shared.limits.nodes.is_some() {
            let new_nodes = self.nodes - self.shared_nodes;
            self.shared_nodes = self.nodes;
            let total = shared.nodes.fetch_add(new_nodes, Ordering::Relaxed) + new_nodes;
            if shared.limits.nodes.is_some_and(|limit| total >= limit) {
                shared.done.store(true, Ordering::Relaxed);
            }
            if self.nodes.is_multiple_of(1024) {
                shared.signals.wait_while_paused();
                if shared.time_limits().is_some_and(|time| shared.stopwatch.millis() >= time.hard) {
                    shared.done.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Returns `true` if the search has to stop. The first iteration is completed unless it takes
    /// unusually long, so that there is always a sensible move.
    fn is_stopped(&self, shared: &Shared) -> bool {
        if self.root_depth <= 1 && self.nodes < FIRST_ITERATION_NODES {
            return false;
        }
        shared.done.load(Ordering::Relaxed) || shared.signals.is_stopped()
    }
}

/// Transposition table.
impl Worker {
    fn probe_tt(&self, shared: &Shared) -> Option<Entry> {
        let position = self.stack.position();
        shared.tt.probe(position.key(), self.stack.ply, position.halfmove_clock())
    }

    fn store_tt(&mut self, shared: &Shared, entry: Entry) {
        let replaced = shared.tt.store(self.stack.position().key(), self.stack.ply, entry);
        self.tt_stats.collisions += u64::from(replaced);
    }

    /// Returns the TT move if it is legal. No move from the table is trusted.
    fn legal_tt_move(&mut self, entry: Option<Entry>) -> Option<Move> {
        let mv = entry?.mv?;
        if self.stack.position().is_legal(mv) {
            return Some(mv);
        }
        self.tt_stats.rejected += 1;
        None
    }
}

/// Evaluation.
impl Worker {
    fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(self.stack.position(), &self.params)
    }

    /// Returns a static evaluation with the correction of the histories.
    fn corrected(&self, raw_eval: Score) -> Score {
        let correction = self.history.correction(self.stack.position(), &self.params);
        (raw_eval + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Returns `true` if a player of reduced strength overlooks a move. Stronger ones see all checks, so
    /// that they are not mated in one.
    fn overlooks(&self, shared: &Shared, mv: Move, gives_check: bool) -> bool {
        shared.limits.strength.is_some_and(|strength| {
            !(gives_check && strength.sees_checks())
                && strength.overlooks(self.stack.position().key(), mv, self.stack.ply == 0)
        })
    }
}
