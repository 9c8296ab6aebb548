//! Relabelling: positions of self-play games get the scores of a deeper search with a newer network.
//!
//! Neighbouring positions of a game are alike, so a deep search of each would be wasted. A random sample of
//! the quiet ones is searched, and each becomes a game of a single move with the result of its old game.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use ouro_engine::{Engine, Limits, Networks};
use ouro_rules::{Game, Variant};

use super::datagen::DatagenError;
use super::format::{GameReader, Origin, SelfPlayGame};
use super::manifest::{Chunk, Manifest};
use crate::playing::best_move;
use crate::train::is_quiet;

/// A relabelling run. Each file of games becomes one file of relabelled positions.
#[derive(Clone, Debug)]
pub struct Relabel {
    /// The soft node limit of a search. The hard limit is twice as large.
    pub nodes: u64,
    /// One in this many quiet positions is searched.
    pub interval: u64,
    /// The networks of the engine.
    pub networks: Networks,
    /// The signature of the engine: the nodes of its bench.
    pub signature: u64,
    /// The seed of the sample.
    pub seed: u64,
    /// The number of threads. Each works on one file at a time.
    pub threads: usize,
}

/// The transposition table of each thread in MiB.
const TT_SIZE: usize = 4;

/// What the threads share.
struct State<'a> {
    manifest: Manifest,
    files: usize,
    positions: u64,
    report: &'a mut (dyn FnMut(usize, u64) + Send),
    result: Result<(), DatagenError>,
}

impl Relabel {
    /// Relabels all files into a folder. Files that the manifest of the folder lists are skipped, so an
    /// interrupted run loses at most one file per thread. Calls `report` after each file with the number of
    /// files and positions so far.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the folder contains the same file by another engine or network.
    pub fn run(
        &self,
        files: &[PathBuf],
        folder: &Path,
        report: &mut (dyn FnMut(usize, u64) + Send),
    ) -> Result<(), DatagenError> {
        std::fs::create_dir_all(folder)?;
        let manifest = Manifest::open(folder)?;
        let threads = self.threads.clamp(1, files.len().max(1));
        let engines: Result<Vec<Engine>, _> = (0..threads).map(|_| self.engine()).collect();
        let engines = engines.map_err(|_| DatagenError::Memory(threads))?;
        let state = Mutex::new(State { manifest, files: 0, positions: 0, report, result: Ok(()) });
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for mut engine in engines {
                let (state, next) = (&state, &next);
                scope.spawn(move || {
                    while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.file(path, folder, &mut engine, state);
                        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                        if result.is_err() {
                            state.result = result;
                        }
                        if state.result.is_err() {
                            return;
                        }
                    }
                });
            }
        });
        state.into_inner().unwrap_or_else(PoisonError::into_inner).result
    }

    fn engine(&self) -> Result<Engine, std::collections::TryReserveError> {
        let mut engine = Engine::new(TT_SIZE, 1)?;
        engine.set_networks(self.networks.clone());
        Ok(engine)
    }

    /// Relabels a file, unless the manifest lists it.
    fn file(
        &self,
        path: &Path,
        folder: &Path,
        engine: &mut Engine,
        state: &Mutex<State>,
    ) -> Result<(), DatagenError> {
        let format_error = |error| DatagenError::Format(path.to_owned(), error);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}-relabel-{}.osp", self.nodes);
        let mut games =
            GameReader::new(BufReader::new(File::open(path)?)).map_err(format_error)?.peekable();
        let variant = match games.peek() {
            Some(Ok(game)) => game.start.variant(),
            _ => Variant::Chess,
        };
        let network = self.networks.of(variant).checksum();
        let origin = Origin { signature: self.signature, network, nodes: self.nodes };
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let listed = lock().manifest.find(&name).map(|chunk| (chunk.origin, chunk.positions));
        let positions = match listed {
            Some((listed, positions)) if listed == origin => positions,
            Some(_) => return Err(DatagenError::Origin(folder.join(&name))),
            None => {
                let mut bytes = origin.to_bytes().to_vec();
                let mut rng = Rng::with_seed(self.seed);
                let mut positions = 0;
                engine.new_game();
                for game in games {
                    for position in self.game(&game.map_err(format_error)?, engine, &mut rng) {
                        position.encode(&mut bytes);
                        positions += 1;
                    }
                }
                write(&folder.join(&name), &bytes)?;
                positions
            }
        };
        let mut state = lock();
        if listed.is_none() {
            state.manifest.add(Chunk { file: name, games: positions, positions, origin })?;
        }
        state.files += 1;
        state.positions += positions;
        let (files, positions) = (state.files, state.positions);
        (state.report)(files, positions);
        Ok(())
    }

    /// Searches a random sample of the quiet positions of a game.
    fn game(&self, game: &SelfPlayGame, engine: &mut Engine, rng: &mut Rng) -> Vec<SelfPlayGame> {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(2 * self.nodes),
            ..Limits::default()
        };
        let mut relabelled = Vec::new();
        for (start, mv, score) in game.positions() {
            if !is_quiet(&start, mv, score) || rng.u64(0..self.interval.max(1)) != 0 {
                continue;
            }
            let position = Game::from_position(start.clone());
            if let Some((mv, score)) = best_move(engine, &position, &limits) {
                let moves = vec![(mv, score as i16)];
                relabelled.push(SelfPlayGame { start, moves, result: game.result });
            }
        }
        relabelled
    }
}

/// Writes a file that is complete or absent.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("new");
    std::fs::write(&temporary, bytes)?;
    std::fs::rename(temporary, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::{Datagen, SelfPlaySettings, game_files};

    fn read(path: &Path) -> Vec<SelfPlayGame> {
        let games = GameReader::new(BufReader::new(File::open(path).unwrap())).unwrap();
        games.map(Result::unwrap).collect()
    }

    fn relabel(interval: u64, threads: usize) -> Relabel {
        let (networks, signature) = (Networks::embedded(), 1);
        Relabel { nodes: 100, interval, networks, signature, seed: 3, threads }
    }

    #[test]
    fn a_sample_of_the_quiet_positions_is_searched_again_and_keeps_the_result() {
        let [old, new] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let variant = Variant::SelfCapture;
        let settings =
            SelfPlaySettings { variant, nodes: 20, random_plies: 4..=12, seed: 1, book: None };
        let (networks, signature) = (Networks::embedded(), 1);
        let datagen =
            Datagen { settings, games: 8, chunk_games: 4, networks, signature, threads: 2 };
        datagen.run(old.path(), &mut |_, _| {}).unwrap();
        let files = game_files(&[old.path().to_owned()]).unwrap();
        let mut reported = (0, 0);
        relabel(4, 2).run(&files, new.path(), &mut |f, p| reported = (f, p)).unwrap();
        let quiet: Vec<_> = files
            .iter()
            .flat_map(|path| read(path))
            .flat_map(|game| {
                let quiet = |&(ref p, mv, score): &(_, _, _)| is_quiet(p, mv, score);
                let positions: Vec<_> = game.positions().filter(quiet).collect();
                positions.into_iter().map(move |(position, ..)| (position, game.result))
            })
            .collect();
        let chunks = game_files(&[new.path().to_owned()]).unwrap();
        let relabelled: Vec<_> = chunks.iter().flat_map(|path| read(path)).collect();
        assert_eq!(reported, (2, relabelled.len() as u64));
        let share = relabelled.len() as f64 / quiet.len() as f64;
        assert!((0.15..0.35).contains(&share), "{share}");
        for game in &relabelled {
            assert_eq!(game.moves.len(), 1);
            assert!(quiet.contains(&(game.start.clone(), game.result)));
        }
        // A second run finds everything done, another network does not.
        let before = std::fs::read(&chunks[0]).unwrap();
        relabel(4, 1).run(&files, new.path(), &mut |_, _| {}).unwrap();
        assert_eq!(std::fs::read(&chunks[0]).unwrap(), before);
        let other = Relabel { signature: 2, ..relabel(4, 1) };
        let refused = other.run(&files, new.path(), &mut |_, _| {});
        assert!(matches!(refused, Err(DatagenError::Origin(_))));
    }
}
