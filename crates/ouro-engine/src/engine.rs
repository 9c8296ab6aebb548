//! The engine: transposition table, networks and search threads.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use ouro_rules::{Game, Position};
use ouro_tablebase::SearchTables;

use crate::evaluation::Networks;
use crate::limits::Limits;
use crate::params::ActiveParams;
use crate::search::{Report, SearchResult, Shared, Stopwatch, TtStats, Worker};
use crate::signals::Signals;
use crate::strength::Strength;
use crate::tablebases::{self, Sources, Tables};
use crate::threads;
use crate::time::TimeLimits;
use crate::tt::TranspositionTable;

/// Searches positions of chess, Chess960 and self-capture chess.
///
/// ```
/// use ouro_engine::{Engine, Evaluation, Limits, Signals};
/// use ouro_rules::{Game, Position, Variant};
///
/// let mut engine = Engine::new(1, 1).unwrap();
/// let mate = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Variant::Chess).unwrap();
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let game = Game::from_position(mate);
/// let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
/// assert_eq!(game.position().san(result.best.unwrap()), "Ra8#");
/// assert_eq!(result.report.lines[0].evaluation, Evaluation::Mate(1));
/// ```
pub struct Engine {
    tt: Arc<TranspositionTable>,
    workers: Vec<Worker>,
    networks: Networks,
    params: ActiveParams,
    tables: Sources,
    /// The strength of the last search.
    strength: Option<Strength>,
}

impl Engine {
    /// Creates an engine with the embedded networks, a transposition table of this many mebibytes and this
    /// many threads.
    ///
    /// # Errors
    /// If there is not enough memory.
    #[cfg(feature = "embedded-networks")]
    pub fn new(mebibytes: usize, threads: usize) -> Result<Engine, TryReserveError> {
        Engine::with_networks(Networks::embedded(), mebibytes, threads)
    }

    /// Creates an engine with networks, a transposition table of this many mebibytes and this many threads.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_networks(
        networks: Networks,
        mebibytes: usize,
        threads: usize,
    ) -> Result<Engine, TryReserveError> {
        let mut engine = Engine {
            tt: Arc::new(TranspositionTable::new(mebibytes)?),
            workers: Vec::new(),
            networks,
            params: ActiveParams::default(),
            tables: tablebases::embedded(),
            strength: None,
        };
        engine.set_threads(threads);
        Ok(engine)
    }

    /// Sets the number of threads, from one to [`MAX_THREADS`](crate::MAX_THREADS).
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, threads::MAX_THREADS);
        self.workers.resize_with(threads, || Worker::new(&self.networks, &self.params));
    }

    /// Sets the size of the transposition table and clears it.
    ///
    /// # Errors
    /// If there is not enough memory; the old table is kept.
    pub fn set_hash_size(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.tt = Arc::new(TranspositionTable::new(mebibytes)?);
        Ok(())
    }

    /// Returns the transposition table for fault injection.
    #[doc(hidden)]
    #[must_use]
    pub fn tt(&self) -> Arc<TranspositionTable> {
        Arc::clone(&self.tt)
    }

    /// Replaces the networks and forgets everything about earlier games.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.new_game();
    }

    /// Replaces the endgame tables and forgets everything about earlier games. They are asked in this order,
    /// and after them the tables that are part of the program.
    pub fn set_tables(&mut self, tables: Vec<Arc<dyn SearchTables>>) {
        self.tables = tables;
        self.tables.extend(tablebases::embedded());
        self.new_game();
    }

    /// Replaces the tunable constants and forgets everything about earlier games.
    #[cfg(feature = "tune")]
    pub fn set_params(&mut self, params: crate::params::Params) {
        let threads = self.workers.len();
        self.params = ActiveParams(params);
        self.workers.clear();
        self.set_threads(threads);
        self.new_game();
    }

    /// Clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.tt.clear(self.workers.len());
        for worker in &mut self.workers {
            worker.new_game();
        }
    }

    /// Searches the current position of a game until a limit is reached or a signal stops it, and reports
    /// after every iteration.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> SearchResult {
        signals.wait_while_paused();
        let stopwatch = Stopwatch::start(signals);
        let position = game.position();
        let played = game.positions();
        let keys: Vec<u64> = played[..played.len() - 1].iter().map(Position::key).collect();
        // A weaker player must not profit from what a stronger one has searched, nor the reverse. Another
        // seed means another game, before which the table is cleared anyway.
        let strength = limits.strength.map(|strength| strength.with_seed(0));
        if strength != self.strength {
            self.tt.clear(self.workers.len());
            self.strength = strength;
        }
        self.tt.new_search();
        // A weaker player does not know the tables, and no table proves a mate in a number of moves.
        let mut tables = match limits.strength.is_none() && limits.mate.is_none() {
            true => Tables::new(&self.tables, position.variant()),
            false => Tables::default(),
        };
        let ranks = tables.rank_root(position, &keys);
        for worker in &mut self.workers {
            worker.set_root(&self.networks, position, &keys, limits, &ranks);
        }
        let shared = Shared {
            tt: &self.tt,
            tables,
            signals,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limits,
            time_limits: TimeLimits::new(limits, position.turn()),
            stopwatch,
        };
        let report = Mutex::new(report);
        let result = Mutex::new(None);
        threads::run_all(&mut self.workers, |thread, worker| {
            let mut on_report = |news: &Report| {
                if let (0, Ok(mut report)) = (thread, report.lock()) {
                    report(news);
                }
            };
            let found = worker.iterative_deepening(&shared, thread, &mut on_report);
            if let (0, Ok(mut result)) = (thread, result.lock()) {
                *result = Some(found);
            }
        });
        let mut tt_stats = TtStats::default();
        for worker in &self.workers {
            tt_stats += worker.tt_stats;
        }
        let found = result.into_inner().ok().flatten();
        let report = found.unwrap_or_default();
        let line = report.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
        // If there is a legal move, one is returned in any case.
        let best = line.first().copied().or_else(|| position.legal_moves().first().copied());
        SearchResult { best, ponder: line.get(1).copied(), report, tt_stats }
    }
}
