//! The engine: a table, threads and what they have learned.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use ouro_rules::{Game, Position};

use crate::clock::Clock;
use crate::evaluation::Networks;
use crate::limits::{Limits, Signals};
use crate::params::ActiveParams;
use crate::search::{Answer, Report, Shared, TableUse, Worker};
use crate::strength::Strength;
use crate::table::Table;
use crate::threads;

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
/// let answer = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
/// assert_eq!(game.position().san(answer.best.unwrap()), "Ra8#");
/// assert_eq!(answer.report.lines[0].evaluation, Evaluation::Mate(1));
/// ```
pub struct Engine {
    table: Arc<Table>,
    workers: Vec<Worker>,
    networks: Networks,
    params: ActiveParams,
    /// Of the last search.
    strength: Option<Strength>,
}

impl Engine {
    /// An engine with a table of this many mebibytes and this many threads.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Engine, TryReserveError> {
        let mut engine = Engine {
            table: Arc::new(Table::new(mebibytes)?),
            workers: Vec::new(),
            networks: Networks::embedded(),
            params: ActiveParams::default(),
            strength: None,
        };
        engine.set_threads(threads);
        Ok(engine)
    }

    /// Changes the number of threads, one at least.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers.resize_with(threads.max(1), || Worker::new(&self.networks, &self.params));
    }

    /// Changes the size of the table, which forgets everything.
    ///
    /// # Errors
    /// If there is not that much memory; the table is as before then.
    pub fn set_table_size(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.table = Arc::new(Table::new(mebibytes)?);
        Ok(())
    }

    /// The table, for tests that put faults into it.
    #[must_use]
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(&self.table)
    }

    /// Evaluates with other networks from now on.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.new_game();
    }

    /// Searches with other values of the tunable constants from now on.
    #[cfg(feature = "tune")]
    pub fn set_params(&mut self, params: crate::params::Params) {
        let threads = self.workers.len();
        self.params = ActiveParams(params);
        self.workers.clear();
        self.set_threads(threads);
        self.new_game();
    }

    /// Forgets everything about earlier games.
    pub fn new_game(&mut self) {
        self.table.clear(self.workers.len());
        for worker in &mut self.workers {
            worker.new_game();
        }
    }

    /// Searches the position of a game until a limit is reached or a signal ends it, and reports after
    /// every iteration.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Answer {
        let clock = Clock::start();
        let position = game.position();
        let played = game.positions();
        let keys: Vec<u64> = played[..played.len() - 1].iter().map(Position::key).collect();
        // A weaker player must not know what a stronger one saw, nor the other way round. Another seed is
        // another game, before which the table is cleared anyway.
        let strength = limits.strength.map(|strength| strength.with_seed(0));
        if strength != self.strength {
            self.table.clear(self.workers.len());
            self.strength = strength;
        }
        self.table.age();
        for worker in &mut self.workers {
            worker.set_root(&self.networks, position, &keys, limits);
        }
        let shared = Shared {
            table: &self.table,
            signals,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limits,
            budget: limits.budget(position.turn()),
            clock,
        };
        let report = Mutex::new(report);
        let result = Mutex::new(None);
        threads::run_all(&mut self.workers, |thread, worker| {
            let mut tell = |news: &Report| {
                if let (0, Ok(mut report)) = (thread, report.lock()) {
                    report(news);
                }
            };
            let found = worker.think(&shared, thread, &mut tell);
            if let (0, Ok(mut result)) = (thread, result.lock()) {
                *result = Some(found);
            }
        });
        let mut table = TableUse::default();
        for worker in &self.workers {
            table += worker.table_use;
        }
        let found = result.into_inner().ok().flatten();
        let report = found.unwrap_or_else(|| Report {
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: 0,
            hashfull: 0,
            lines: Vec::new(),
        });
        let line = report.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
        // Whatever happened, a legal move is answered where there is one.
        let best = line.first().copied().or_else(|| position.legal_moves().first().copied());
        Answer { best, ponder: line.get(1).copied(), report, table }
    }
}
