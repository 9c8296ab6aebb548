//! Many games on many threads into one file.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ouro_engine::{Engine, Networks};
use ouro_rules::Variant;

use super::format::{FormatError, Games, SelfPlayGame, write_header};
use super::play::Recipe;

/// Why games cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file cannot be written.
    #[error("it cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The file that is there cannot be gone on with.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file has games of another kind.
    #[error("it has games of {0}")]
    Variant(Variant),
    /// There is no memory for the tables.
    #[error("there is no memory for {0} tables")]
    Memory(usize),
}

/// A number of games to be played.
#[derive(Clone, Debug)]
pub struct Run {
    /// How they are played.
    pub recipe: Recipe,
    /// How many there shall be in the end.
    pub games: u64,
    /// What positions are worth.
    pub networks: Networks,
    /// Games at once.
    pub threads: usize,
}

/// Mebibytes of each thread's table: enough for some thousand nodes a move, little enough for the
/// cache.
const TABLE: usize = 4;

impl Run {
    /// Plays until the file has all the games. Those already there are kept, and a game that was cut
    /// off is played again, so a run can be interrupted at any time. After each game, `report` is
    /// told how many games and positions the file has.
    ///
    /// # Errors
    /// If the file cannot be read or written or is something else.
    pub fn into_file(
        &self,
        path: &Path,
        report: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<(), RunError> {
        let (file, mut games, mut positions) = reopen(path, self.recipe.variant)?;
        report(games, positions);
        let engines: Result<Vec<Engine>, _> =
            (0..self.threads.max(1)).map(|_| Engine::new(TABLE, 1)).collect();
        let mut engines = engines.map_err(|_| RunError::Memory(self.threads))?;
        for engine in &mut engines {
            engine.set_networks(self.networks.clone());
        }
        let next = AtomicU64::new(games);
        // Games are written in the order of their numbers, so that the file depends on nothing else.
        let mut waiting = BTreeMap::<u64, SelfPlayGame>::new();
        let mut out = BufWriter::new(file);
        let mut write = |number: u64, game: SelfPlayGame| -> io::Result<()> {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&games) {
                let mut bytes = Vec::new();
                game.encode(&mut bytes);
                out.write_all(&bytes)?;
                out.flush()?;
                games += 1;
                positions += game.moves.len() as u64;
                report(games, positions);
            }
            Ok(())
        };
        let state = Mutex::new((&mut write, Ok(())));
        std::thread::scope(|scope| {
            for mut engine in engines {
                let (state, next) = (&state, &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let game = self.recipe.play(&mut engine, number);
                        let Ok(mut state) = state.lock() else { return };
                        if state.1.is_err() {
                            return;
                        }
                        state.1 = (state.0)(number, game);
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

/// Opens a file to go on behind its last whole game, or begins it, and counts what is there.
fn reopen(path: &Path, variant: Variant) -> Result<(File, u64, u64), RunError> {
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if file.metadata()?.len() == 0 {
        write_header(&mut file)?;
        return Ok((file, 0, 0));
    }
    let mut reader = Games::new(BufReader::new(&file))?;
    let (mut games, mut positions) = (0, 0);
    loop {
        match reader.next() {
            Some(Ok(game)) if !game.is_of(variant) => {
                return Err(RunError::Variant(game.start.variant()));
            }
            Some(Ok(game)) => {
                games += 1;
                positions += game.moves.len() as u64;
            }
            None | Some(Err(FormatError::CutOff(_))) => break,
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
    fn a_run_that_was_interrupted_goes_on_to_the_same_file() {
        let folder = std::env::temp_dir().join(format!("ouro-selfplay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let recipe = Recipe {
                variant,
                nodes: 50,
                random_plies: 8,
                after_self_captures: variant == Variant::SelfCapture,
                seed: 1,
            };
            let networks = Networks::embedded();
            let run = |games, threads| Run {
                recipe: recipe.clone(),
                games,
                networks: networks.clone(),
                threads,
            };
            let (whole, parts) = (folder.join("whole"), folder.join("parts"));
            run(6, 1).into_file(&whole, &mut |_, _| {}).unwrap();
            run(3, 2).into_file(&parts, &mut |_, _| {}).unwrap();
            let length = std::fs::metadata(&parts).unwrap().len();
            OpenOptions::new().write(true).open(&parts).unwrap().set_len(length - 5).unwrap();
            let mut last = (0, 0);
            run(6, 2).into_file(&parts, &mut |games, positions| last = (games, positions)).unwrap();
            assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&parts).unwrap());
            assert_eq!(last.0, 6);
            let other =
                if variant == Variant::Chess { Variant::SelfCapture } else { Variant::Chess };
            let mut wrong = run(9, 1);
            wrong.recipe.variant = other;
            let refused = wrong.into_file(&whole, &mut |_, _| {});
            assert!(matches!(refused, Err(RunError::Variant(_))));
            for path in [whole, parts] {
                std::fs::remove_file(path).unwrap();
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
