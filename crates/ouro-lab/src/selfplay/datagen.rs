//! Data generation: self-play games on several threads, written to one file.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ouro_engine::{Engine, Networks};
use ouro_rules::Variant;

use super::format::{FormatError, GameReader, SelfPlayGame, write_header};
use super::game::SelfPlaySettings;

/// The failure of a data generation run.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// Writing failed.
    #[error("failed to write the file: {0}")]
    Io(#[from] io::Error),
    /// The existing file is not valid.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The existing file contains games of another variant.
    #[error("the file contains games of {0}")]
    Variant(Variant),
    /// There is not enough memory.
    #[error("not enough memory for {0} transposition tables")]
    Memory(usize),
}

/// A data generation run.
#[derive(Clone, Debug)]
pub struct Datagen {
    /// The settings of each game.
    pub settings: SelfPlaySettings,
    /// The number of games in the finished file.
    pub games: u64,
    /// The networks of the engine.
    pub networks: Networks,
    /// The number of threads. Each plays one game at a time.
    pub threads: usize,
}

/// The transposition table of each thread in MiB: enough for some thousand nodes per move, and small
/// enough for the cache.
const TT_SIZE: usize = 4;

impl Datagen {
    /// Plays games until the file is complete. Games that are already in the file stay, and a truncated
    /// last game is played again, so a run can be interrupted at any time. Calls `report` after each
    /// game with the number of games and positions in the file.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is not a file of this variant.
    pub fn run(
        &self,
        path: &Path,
        report: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<(), DatagenError> {
        let (file, games, positions) = reopen(path, self.settings.variant)?;
        report(games, positions);
        let engines: Result<Vec<Engine>, _> =
            (0..self.threads.max(1)).map(|_| Engine::new(TT_SIZE, 1)).collect();
        let mut engines = engines.map_err(|_| DatagenError::Memory(self.threads))?;
        for engine in &mut engines {
            engine.set_networks(self.networks.clone());
        }
        let next = AtomicU64::new(games);
        let out = BufWriter::new(file);
        let writer = OrderedWriter { out, finished: BTreeMap::new(), games, positions, report };
        let state = Mutex::new((writer, Ok(())));
        std::thread::scope(|scope| {
            for mut engine in engines {
                let (state, next) = (&state, &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let game = self.settings.play(&mut engine, number);
                        let Ok(mut state) = state.lock() else { return };
                        let (writer, result) = &mut *state;
                        if result.is_err() {
                            return;
                        }
                        *result = writer.write(number, game);
                    }
                });
            }
        });
        match state.into_inner() {
            Ok((_, result)) => Ok(result?),
            Err(_) => Ok(()),
        }
    }
}

/// Writes games in the order of their numbers, so that the file does not depend on the threads.
struct OrderedWriter<'a> {
    out: BufWriter<File>,
    /// Games that wait for an earlier one.
    finished: BTreeMap<u64, SelfPlayGame>,
    games: u64,
    positions: u64,
    report: &'a mut (dyn FnMut(u64, u64) + Send),
}

impl OrderedWriter<'_> {
    fn write(&mut self, number: u64, game: SelfPlayGame) -> io::Result<()> {
        self.finished.insert(number, game);
        while let Some(game) = self.finished.remove(&self.games) {
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            self.out.write_all(&bytes)?;
            self.out.flush()?;
            self.games += 1;
            self.positions += game.moves.len() as u64;
            (self.report)(self.games, self.positions);
        }
        Ok(())
    }
}

/// Creates a file, or opens an existing one at the end of its last complete game. Returns it with the
/// number of games and positions in it.
fn reopen(path: &Path, variant: Variant) -> Result<(File, u64, u64), DatagenError> {
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if file.metadata()?.len() == 0 {
        write_header(&mut file)?;
        return Ok((file, 0, 0));
    }
    let mut reader = GameReader::new(BufReader::new(&file))?;
    let (mut games, mut positions) = (0, 0);
    loop {
        match reader.next() {
            Some(Ok(game)) if !game.is_variant(variant) => {
                return Err(DatagenError::Variant(game.start.variant()));
            }
            Some(Ok(game)) => {
                games += 1;
                positions += game.moves.len() as u64;
            }
            None | Some(Err(FormatError::Truncated(_))) => break,
            Some(Err(error)) => return Err(error.into()),
        }
    }
    let end = reader.offset();
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok((file, games, positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_run_resumes_to_the_same_file() {
        let folder = std::env::temp_dir().join(format!("ouro-selfplay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let settings = SelfPlaySettings {
                variant,
                nodes: 50,
                random_plies: 8,
                after_self_captures: variant == Variant::SelfCapture,
                seed: 1,
            };
            let networks = Networks::embedded();
            let datagen = |games, threads| Datagen {
                settings: settings.clone(),
                games,
                networks: networks.clone(),
                threads,
            };
            let (whole, parts) = (folder.join("whole"), folder.join("parts"));
            datagen(6, 1).run(&whole, &mut |_, _| {}).unwrap();
            datagen(3, 2).run(&parts, &mut |_, _| {}).unwrap();
            let length = std::fs::metadata(&parts).unwrap().len();
            OpenOptions::new().write(true).open(&parts).unwrap().set_len(length - 5).unwrap();
            let mut last = (0, 0);
            datagen(6, 2).run(&parts, &mut |games, positions| last = (games, positions)).unwrap();
            assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&parts).unwrap());
            assert_eq!(last.0, 6);
            let other =
                if variant == Variant::Chess { Variant::SelfCapture } else { Variant::Chess };
            let mut wrong = datagen(9, 1);
            wrong.settings.variant = other;
            let refused = wrong.run(&whole, &mut |_, _| {});
            assert!(matches!(refused, Err(DatagenError::Variant(_))));
            for path in [whole, parts] {
                std::fs::remove_file(path).unwrap();
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
