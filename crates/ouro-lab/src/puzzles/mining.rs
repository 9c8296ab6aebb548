//! A run of mining: games on several threads, puzzles in the order of the games.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ouro_engine::{Engine, Networks};
use ouro_puzzles::{CsvError, Puzzle, Theme};
use ouro_rules::Position;
use ouro_tablebase::Tablebase;

use super::candidate::{Candidate, candidates, stored_scores};
use super::duplicates::Duplicates;
use super::feed::{Feed, Selection, Task};
use super::miner::{Cascade, Miner};
use super::progress_file::{Filter, FilterCounts, ProgressFile, mates_row};
use super::searcher::Searcher;
use super::source::SourceError;

/// The transposition table of each search in MiB.
const TT_SIZE: usize = 16;
/// Nodes per position of games that have no scores.
const SCORE_NODES: u64 = 1_000;
/// The progress is written after this many games without puzzles.
const WRITE_INTERVAL: u64 = 100;

/// The settings of a run.
#[derive(Clone)]
pub struct Mining {
    /// The current networks.
    pub networks: Networks,
    /// Networks of an earlier generation, which must agree.
    pub second_networks: Networks,
    /// Tables of endings.
    pub tables: Option<Arc<Tablebase>>,
    /// The nodes of the searches.
    pub cascade: Cascade,
    /// Search every position of the games with this many nodes instead of using the stored scores.
    pub score_nodes: Option<u64>,
    /// Mine only mates in at most three moves, which need almost no search. A later run without this
    /// mines the rest.
    pub only_mates: bool,
    /// The number of threads. Each mines one game at a time.
    pub threads: usize,
}

/// The failure of a run.
#[derive(Debug, thiserror::Error)]
pub enum MiningError {
    /// The puzzles or the progress cannot be read or written.
    #[error("failed to read or write the puzzles: {0}")]
    Io(#[from] io::Error),
    /// The games cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The file of puzzles is not valid.
    #[error("{}: {error}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: CsvError,
    },
    /// There are puzzles, and it is unknown which games they are from.
    #[error("{}: the file has puzzles, but its progress file is missing", .0.display())]
    NoProgress(PathBuf),
    /// There is not enough memory.
    #[error("not enough memory for {0} transposition tables")]
    Memory(usize),
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct MiningProgress {
    /// The share of the games that are mined, from 0 to 1.
    pub share: f64,
    /// The counts of all runs.
    pub counts: FilterCounts,
}

impl Mining {
    /// Mines files of games and appends the puzzles to a CSV file. Games that an earlier run has mined are
    /// skipped. Calls `report` after each game.
    ///
    /// # Errors
    /// If the games cannot be read or the puzzles cannot be written.
    pub fn run(
        &self,
        files: &[PathBuf],
        out: &Path,
        report: &mut (dyn FnMut(MiningProgress) + Send),
    ) -> Result<FilterCounts, MiningError> {
        let feed = Mutex::new(Feed::open(files, out, self.only_mates)?);
        let writer = Mutex::new((Writer::open(out, report)?, Ok(())));
        let miners: Result<Vec<Miner>, MiningError> =
            (0..self.threads.max(1)).map(|_| self.miner()).collect();
        std::thread::scope(|scope| {
            for mut miner in miners? {
                let (feed, writer) = (&feed, &writer);
                scope.spawn(move || {
                    loop {
                        let task = lock(feed).next();
                        let result = match task {
                            Ok(None) => return,
                            Ok(Some(task)) => Ok(mine(&mut miner, task, self.score_nodes)),
                            Err(error) => Err(error),
                        };
                        let (writer, failure) = &mut *lock(writer);
                        if failure.is_err() {
                            return;
                        }
                        *failure = result.and_then(|mined| Ok(writer.add(mined)?));
                    }
                });
            }
            Ok::<(), MiningError>(())
        })?;
        let (writer, result) = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        result?;
        writer.progress.write()?;
        Ok(writer.progress.total())
    }

    fn miner(&self) -> Result<Miner, MiningError> {
        let searcher = |networks: &Networks| {
            let mut engine =
                Engine::new(TT_SIZE, 1).map_err(|_| MiningError::Memory(2 * self.threads))?;
            engine.set_networks(networks.clone());
            Ok::<Searcher, MiningError>(Searcher::new(engine, self.tables.clone()))
        };
        let (first, second) = (searcher(&self.networks)?, searcher(&self.second_networks)?);
        Ok(Miner { cascade: self.cascade, searcher: first, second })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A mined game.
struct Mined {
    number: u64,
    /// The row in the progress file.
    row: String,
    share: f64,
    counts: FilterCounts,
    puzzles: Vec<Puzzle>,
}

/// Mines a game.
fn mine(miner: &mut Miner, task: Task, score_nodes: Option<u64>) -> Mined {
    let nodes_before = miner.nodes();
    let game = &task.game.game;
    let scored = match score_nodes.or((!task.game.has_scores).then_some(SCORE_NODES)) {
        Some(nodes) => miner.scores(game, nodes),
        None => stored_scores(game),
    };
    let mut counts =
        FilterCounts { games: 1, positions: game.moves.len() as u64, ..FilterCounts::default() };
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut solved: Vec<Position> = Vec::new();
    let selected = |candidate: &Candidate| task.selection.includes(candidate);
    for candidate in candidates(&scored).into_iter().filter(selected) {
        counts.candidates += 1;
        if solved.contains(&candidate.position()) {
            counts.remove(Filter::SameLine);
            continue;
        }
        let game = format!("{}#{}.{}", task.source, task.game_number, candidate.ply);
        match miner.mine(&candidate, game) {
            Ok(puzzle) => {
                solved.extend(puzzle.positions());
                puzzles.push(puzzle);
            }
            Err(filter) => counts.remove(filter),
        }
    }
    counts.nodes = miner.nodes() - nodes_before;
    let row = match task.selection {
        Selection::Mates => mates_row(&task.source),
        Selection::All | Selection::Others => task.source,
    };
    Mined { number: task.number, row, share: task.share, counts, puzzles }
}

/// Writes puzzles in the order of the games, so that the file does not depend on the threads.
struct Writer<'a> {
    out: File,
    progress: ProgressFile,
    duplicates: Duplicates,
    /// Mined games that wait for earlier ones.
    waiting: BTreeMap<u64, Mined>,
    next: u64,
    report: &'a mut (dyn FnMut(MiningProgress) + Send),
}

impl Writer<'_> {
    /// Opens a file of puzzles. Puzzles of games that are not in the progress file are dropped, because
    /// these games will be mined again.
    fn open<'a>(
        path: &Path,
        report: &'a mut (dyn FnMut(MiningProgress) + Send),
    ) -> Result<Writer<'a>, MiningError> {
        let progress = ProgressFile::open(path)?;
        let mut duplicates = Duplicates::default();
        let mut puzzles = read_puzzles(path)?;
        if !puzzles.is_empty() && progress.total() == FilterCounts::default() {
            return Err(MiningError::NoProgress(path.to_owned()));
        }
        puzzles.retain(|puzzle| {
            let place = puzzle.game.split_once('#').and_then(|(source, place)| {
                let (game, _) = place.split_once('.')?;
                Some((source, game.parse::<u64>().ok()?))
            });
            let is_mate = puzzle.themes.contains(&Theme::Mate);
            place.is_some_and(|(source, game)| {
                game < progress.games(source)
                    || is_mate && game < progress.games(&mates_row(source))
            })
        });
        for puzzle in &puzzles {
            duplicates.add_puzzle(puzzle);
        }
        let temporary = path.with_extension("new");
        std::fs::write(&temporary, Puzzle::write_csv(&puzzles))?;
        std::fs::rename(temporary, path)?;
        let out = OpenOptions::new().append(true).open(path)?;
        Ok(Writer { out, progress, duplicates, waiting: BTreeMap::new(), next: 0, report })
    }

    fn add(&mut self, mined: Mined) -> io::Result<()> {
        self.waiting.insert(mined.number, mined);
        while let Some(mined) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.write(mined)?;
        }
        Ok(())
    }

    fn write(&mut self, mined: Mined) -> io::Result<()> {
        let Mined { mut counts, row, share, .. } = mined;
        let mut rows = String::new();
        for puzzle in mined.puzzles {
            if self.duplicates.add_puzzle(&puzzle) {
                rows.push_str(&puzzle.csv_row());
                counts.puzzles += 1;
            } else {
                counts.remove(Filter::Duplicate);
            }
        }
        self.out.write_all(rows.as_bytes())?;
        self.progress.add(&row, counts);
        if counts.puzzles > 0 || self.next.is_multiple_of(WRITE_INTERVAL) {
            self.progress.write()?;
        }
        (self.report)(MiningProgress { share, counts: self.progress.total() });
        Ok(())
    }
}

/// Reads a file of puzzles; without a file there are none.
fn read_puzzles(path: &Path) -> Result<Vec<Puzzle>, MiningError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
    Puzzle::read_csv(complete).map_err(|error| MiningError::Csv { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::testing::{mining, puzzle_games, write_games};

    #[test]
    fn mates_may_be_mined_before_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.osp");
        let [whole, passes] = ["whole.csv", "passes.csv"].map(|name| folder.path().join(name));
        write_games(&file, &puzzle_games());
        let whole_counts = mine(1, &file, &whole);
        let mates = Mining { only_mates: true, ..mining(1) };
        let counts = mates.run(std::slice::from_ref(&file), &passes, &mut |_| {}).unwrap();
        assert_eq!(counts.puzzles, 3);
        let counts = mine(1, &file, &passes);
        assert_eq!((counts.puzzles, counts.removed), (whole_counts.puzzles, whole_counts.removed));
        let sorted = |path| {
            let mut rows: Vec<String> = contents(path)[0].lines().map(str::to_owned).collect();
            rows.sort();
            rows
        };
        assert_eq!(sorted(&passes), sorted(&whole));
    }

    fn mine(threads: usize, file: &Path, out: &Path) -> FilterCounts {
        mining(threads).run(&[file.to_owned()], out, &mut |_| {}).unwrap()
    }

    fn contents(out: &Path) -> [String; 2] {
        [out.to_owned(), out.with_extension("progress.tsv")]
            .map(|path| std::fs::read_to_string(path).unwrap())
    }

    #[test]
    fn puzzles_are_found_and_every_other_candidate_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.osp"), folder.path().join("puzzles.csv"));
        write_games(&file, &puzzle_games());
        let counts = mine(1, &file, &out);
        let puzzles = Puzzle::read_csv(&contents(&out)[0]).unwrap();
        let first_moves: Vec<String> =
            puzzles.iter().map(|puzzle| puzzle.ucis()[..2].join(" ")).collect();
        assert_eq!(first_moves, ["g7h8 h1h4", "e3d2 f3b3", "b4d2 f3g2", "e8e4 d4c6"]);
        assert!(puzzles[0].game.ends_with("#0.0"), "{}", puzzles[0].game);
        assert_eq!((counts.games, counts.puzzles), (7, 4));
        assert_eq!(counts.candidates, counts.puzzles + counts.removed.iter().sum::<u64>());
        for filter in [Filter::Rule, Filter::FirstSearch, Filter::Duplicate] {
            assert_eq!(counts.removed[filter as usize], 1, "{counts}");
        }
    }

    #[test]
    fn an_interrupted_run_continues_to_the_same_result_with_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.osp");
        let [whole, parts] = ["whole.csv", "parts.csv"].map(|name| folder.path().join(name));
        let games = puzzle_games();
        write_games(&file, &games);
        mine(2, &file, &whole);
        write_games(&file, &games[..2]);
        mine(1, &file, &parts);
        // The run was interrupted after it wrote a puzzle of the third game and half of another one.
        let [rows, _] = contents(&whole);
        let third = rows.lines().nth(3).unwrap();
        let torn = format!("{}{third}\n{}", contents(&parts)[0], &third[..30]);
        std::fs::write(&parts, torn).unwrap();
        write_games(&file, &games);
        mine(1, &file, &parts);
        assert_eq!(contents(&parts), contents(&whole));
        // There is nothing left to mine.
        mine(1, &file, &parts);
        assert_eq!(contents(&parts), contents(&whole));
    }

    #[test]
    fn puzzles_without_their_progress_file_are_not_continued() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.osp"), folder.path().join("puzzles.csv"));
        write_games(&file, &puzzle_games()[..1]);
        mine(1, &file, &out);
        std::fs::remove_file(out.with_extension("progress.tsv")).unwrap();
        let before = std::fs::read_to_string(&out).unwrap();
        let refused = mining(1).run(&[file], &out, &mut |_| {});
        assert!(matches!(refused, Err(MiningError::NoProgress(_))));
        assert_eq!(std::fs::read_to_string(&out).unwrap(), before);
    }

    #[test]
    fn games_in_pgn_are_searched_for_candidates() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.pgn"), folder.path().join("puzzles.csv"));
        let fen = "8/1p4k1/2p5/6R1/4P1KP/P3r1P1/8/7R b - - 6 42";
        let tags = format!("[Variant \"Self-capture\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]");
        std::fs::write(&file, format!("{tags}\n\n42... Kh8 43. Rxh4# 1-0\n")).unwrap();
        assert_eq!(mine(1, &file, &out).puzzles, 1);
        std::fs::write(&file, "1. e4 e5 *\n").unwrap();
        let error = mining(1).run(&[file], &out, &mut |_| {}).unwrap_err().to_string();
        assert!(error.ends_with("a game that is not of self-capture chess"), "{error}");
    }
}
