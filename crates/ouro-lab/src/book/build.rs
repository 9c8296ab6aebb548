//! Building a book: batches of searches on several threads.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ouro_book::{Book, Entry, Origin};
use ouro_engine::{Engine, Networks};
use ouro_rules::{Position, Variant};

use super::effort::{Effort, ExpectedScores};
use super::frontier::{Task, next_tasks};
use super::graph::{Graph, Node};
use super::log::{Log, LogError, LogHeader};
use super::search::{Searched, search};

/// The transposition table of each search in MiB. Results depend on it.
const TT_SIZE: usize = 2;
/// The book is written at least this often.
const WRITE_INTERVAL: Duration = Duration::from_secs(60);

/// The settings of a book.
#[derive(Clone)]
pub struct BookBuild {
    /// The variant: chess or self-capture chess.
    pub variant: Variant,
    /// The networks to evaluate with.
    pub networks: Networks,
    /// The signature of the engine: the nodes of its bench.
    pub signature: u64,
    /// The nodes of a search far from the main line. Closer to it there are up to sixteen times as many.
    pub least_nodes: u64,
    /// The number of positions.
    pub positions: usize,
    /// The number of threads. The book does not depend on it.
    pub threads: usize,
}

/// The failure of a build.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The book cannot be written.
    #[error("{}: failed to write the book: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// There is not enough memory.
    #[error("not enough memory for {0} transposition tables")]
    Memory(usize),
    /// There are no books of a variant.
    #[error("there are no books of {0}: choose chess or selfcapture")]
    Variant(Variant),
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookProgress {
    /// The positions of the book so far.
    pub positions: usize,
    /// All searches.
    pub searches: usize,
    /// The searches whose results were in the log.
    pub from_log: usize,
    /// The nodes of all searches.
    pub nodes: u64,
}

impl BookBuild {
    /// Builds a book and writes it to a file, now and then and at the end. The results of the searches are
    /// appended to a log, and positions in the log are not searched again. Calls `report` after
    /// each search.
    ///
    /// # Errors
    /// If the log or the book cannot be written, or the log is from other searches.
    pub fn run(
        &self,
        log: &Path,
        book: &Path,
        report: &mut (dyn FnMut(BookProgress) + Send),
    ) -> Result<Book, BookError> {
        if self.variant == Variant::Chess960 {
            return Err(BookError::Variant(self.variant));
        }
        let network = self.networks.of(self.variant).checksum();
        let header = LogHeader {
            variant: self.variant,
            network,
            signature: self.signature,
            least_nodes: self.least_nodes,
        };
        let mut engines = self.engines()?;
        let mut run =
            Run { log: Log::open(log, header)?, progress: BookProgress::default(), report };
        let expected = ExpectedScores::new(self.variant);
        let start = Position::start(self.variant);
        let lines = start.legal_moves().len();
        let effort = Effort { lines, ..Effort::at(0, self.least_nodes) };
        let mut graph = Graph::default();
        let mut tasks = vec![Task { position: start, effort, is_new: true }];
        let mut written = Instant::now();
        while !tasks.is_empty() {
            let found = run.search(&mut engines, &tasks)?;
            for (task, searched) in tasks.into_iter().zip(found) {
                graph.add(task.position, searched);
            }
            graph.update();
            if written.elapsed() >= WRITE_INTERVAL {
                write(book, &self.book(&graph, run.progress.nodes))?;
                written = Instant::now();
            }
            let missing = self.positions.saturating_sub(graph.nodes.len());
            let batch = batch_size(graph.nodes.len()).min(missing);
            tasks = next_tasks(&graph, &expected, self.least_nodes, batch);
        }
        let finished = self.book(&graph, run.progress.nodes);
        write(book, &finished)?;
        Ok(finished)
    }

    fn engines(&self) -> Result<Vec<Engine>, BookError> {
        let engine = |_| {
            Engine::with_networks(self.networks.clone(), TT_SIZE, 1)
                .map_err(|_| BookError::Memory(self.threads))
        };
        (0..self.threads.max(1)).map(engine).collect()
    }

    /// Returns the book of all positions that have been searched.
    fn book(&self, graph: &Graph, nodes: u64) -> Book {
        let network = self.networks.of(self.variant).checksum();
        let entry = |node: &Node| {
            let best = graph.best_move(node);
            (node.position.key(), Entry { score: node.score, depth: node.searched.depth, best })
        };
        let entries = graph.nodes.iter().map(entry).collect();
        Book::new(self.variant, Origin { network, nodes }, entries)
    }
}

/// Returns the number of searches between two updates of scores and distances. It grows with the book,
/// because an update does.
fn batch_size(positions: usize) -> usize {
    (positions / 64).clamp(8, 2_048)
}

/// Replaces a book as a whole, so that it is never incomplete.
fn write(path: &Path, book: &Book) -> Result<(), BookError> {
    let temporary = path.with_extension("new");
    let written = std::fs::write(&temporary, book.to_bytes());
    let written = written.and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| BookError::Write { path: path.to_owned(), error })
}

/// What the threads of a build share.
struct Run<'a> {
    log: Log,
    progress: BookProgress,
    report: &'a mut (dyn FnMut(BookProgress) + Send),
}

impl Run<'_> {
    /// Returns the results of tasks, in their order.
    fn search(
        &mut self,
        engines: &mut [Engine],
        tasks: &[Task],
    ) -> Result<Vec<Searched>, LogError> {
        let mut results: Vec<Option<Searched>> = tasks
            .iter()
            .map(|task| self.log.find(task.position.key(), task.effort).cloned())
            .collect();
        for (task, searched) in tasks.iter().zip(&results) {
            if let Some(searched) = searched {
                self.progress.add(task, searched);
                self.progress.from_log += 1;
            }
        }
        (self.report)(self.progress);
        let missing: Vec<usize> = (0..tasks.len()).filter(|&i| results[i].is_none()).collect();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((self, &mut results, Ok(())));
        std::thread::scope(|scope| {
            for engine in engines {
                let (next, shared, missing) = (&next, &shared, &missing);
                scope.spawn(move || {
                    while let Some(&i) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Task { position, effort, .. } = &tasks[i];
                        let searched = search(engine, position, *effort);
                        let (run, results, outcome) = &mut *lock(shared);
                        if outcome.is_err() {
                            return;
                        }
                        *outcome = run.log.append(position.key(), *effort, &searched);
                        run.progress.add(&tasks[i], &searched);
                        (run.report)(run.progress);
                        results[i] = Some(searched);
                    }
                });
            }
        });
        let (_, _, outcome) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome?;
        Ok(results.into_iter().flatten().collect())
    }
}

impl BookProgress {
    fn add(&mut self, task: &Task, searched: &Searched) {
        self.positions += usize::from(task.is_new);
        self.searches += 1;
        self.nodes += searched.nodes;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(variant: Variant, positions: usize, threads: usize) -> BookBuild {
        let networks = Networks::embedded();
        BookBuild { variant, networks, signature: 1, least_nodes: 60, positions, threads }
    }

    fn run(build: &BookBuild, log: &Path, book: &Path) -> (Book, BookProgress) {
        let mut last = BookProgress::default();
        let book = build.run(log, book, &mut |progress| last = progress).unwrap();
        (book, last)
    }

    #[test]
    fn a_killed_build_resumes_to_the_same_book_on_any_number_of_threads() {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let folder = tempfile::tempdir().unwrap();
            let [log, other, file] = ["a", "b", "c"].map(|name| folder.path().join(name));
            let (book, progress) = run(&build(variant, 300, 1), &log, &file);
            assert_eq!((book.len(), progress.positions, progress.from_log), (300, 300, 0));
            assert_eq!(Book::from_bytes(&std::fs::read(&file).unwrap()).unwrap(), book);
            let bytes = std::fs::read(&log).unwrap();
            for share in [0, 10, 400, 1_000] {
                // A kill leaves the log cut off anywhere.
                std::fs::write(&other, &bytes[..bytes.len() * share / 1_000]).unwrap();
                let (resumed, progress) = run(&build(variant, 300, 3), &other, &file);
                assert!(resumed == book, "{variant}, {share}");
                let known = progress.searches * share / 1_000;
                assert!(progress.from_log >= known.saturating_sub(25), "{progress:?}");
            }
        }
    }

    #[test]
    fn a_continued_build_is_the_same_as_a_longer_one() {
        let folder = tempfile::tempdir().unwrap();
        let [log, other, file] = ["a", "b", "c"].map(|name| folder.path().join(name));
        run(&build(Variant::SelfCapture, 101, 2), &log, &file);
        let (continued, progress) = run(&build(Variant::SelfCapture, 200, 2), &log, &file);
        let (whole, _) = run(&build(Variant::SelfCapture, 200, 2), &other, &file);
        assert_eq!(continued, whole);
        assert!(progress.from_log > 90, "{progress:?}");
    }

    #[test]
    fn all_first_moves_are_in_the_book_and_scores_are_those_of_the_best_move() {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let folder = tempfile::tempdir().unwrap();
            let [log, file] = ["a", "b"].map(|name| folder.path().join(name));
            let (book, _) = run(&build(variant, 400, 2), &log, &file);
            let mut position = Position::start(variant);
            let first_moves = book.moves(&position).into_iter().filter(|known| known.is_in_book);
            assert_eq!(first_moves.count(), position.legal_moves().len());
            for _ in 0..4 {
                let moves = book.moves(&position);
                let entry = book.probe(&position).unwrap();
                assert_eq!(moves[0].score, entry.score, "{position}");
                position.play(moves[0].mv).unwrap();
            }
        }
    }
}
