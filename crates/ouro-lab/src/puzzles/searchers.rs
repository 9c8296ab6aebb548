//! Searches of the puzzles of a file on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ouro_engine::{Engine, Networks};
use ouro_puzzles::Puzzle;
use ouro_tablebase::Tablebase;

use super::mining::MiningError;
use super::searcher::Searcher;

/// The transposition table of each thread in MiB.
const TT_SIZE: usize = 128;

/// Engines that search puzzles.
#[derive(Clone)]
pub struct Searchers {
    /// The networks.
    pub networks: Networks,
    /// Tables of endings.
    pub tables: Option<Arc<Tablebase>>,
    /// The number of threads. Each searches one puzzle at a time.
    pub threads: usize,
}

impl Searchers {
    /// Searches the puzzles with these indices. Calls `done` with the index and the result of each one, in the
    /// order in which they are finished.
    pub(super) fn search_each<T: Send>(
        &self,
        puzzles: &[Puzzle],
        indices: &[usize],
        search: &(impl Fn(&mut Searcher, &Puzzle) -> T + Sync),
        done: &mut (dyn FnMut(usize, T) + Send),
    ) -> Result<(), MiningError> {
        let threads = self.threads.clamp(1, indices.len().max(1));
        let memory = |_| MiningError::Memory(threads);
        let engines: Result<Vec<Engine>, _> =
            (0..threads).map(|_| Engine::new(TT_SIZE, 1)).collect();
        let next = AtomicUsize::new(0);
        let done = Mutex::new(done);
        std::thread::scope(|scope| {
            for mut engine in engines.map_err(memory)? {
                engine.set_networks(self.networks.clone());
                let mut searcher = Searcher::new(engine, self.tables.clone());
                let (done, next) = (&done, &next);
                scope.spawn(move || {
                    while let Some(&index) = indices.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(puzzle) = puzzles.get(index) else { continue };
                        let result = search(&mut searcher, puzzle);
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        done(index, result);
                    }
                });
            }
            Ok(())
        })
    }
}
