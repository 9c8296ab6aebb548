//! The dataset: quiet positions of self-play games, in shards on disk.
//!
//! The data may exceed the memory, so the training set is split into shards by a hash of the board. A
//! shard is a random sample of all games, and it contains all duplicates of its positions, which are
//! dropped. Training loads one shard after another.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ouro_rules::Variant;

use super::position_filter::is_quiet;
use super::training_position::TrainingPosition;
use crate::selfplay::{FormatError, GameReader, SelfPlayGame};

/// The failure to build or read a dataset.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file of games cannot be read.
    #[error("{0}: {1}")]
    Games(PathBuf, FormatError),
    /// A file contains games of another variant.
    #[error("{0}: the file contains games of {1}")]
    Variant(PathBuf, Variant),
    /// A shard cannot be read or written.
    #[error("{0}: {1}")]
    Shard(PathBuf, io::Error),
}

/// Which games a dataset accepts, and where its shards are.
#[derive(Clone, Debug)]
pub struct DatasetSettings {
    /// The variant of the games. `None` accepts both.
    pub variant: Option<Variant>,
    /// The folder of the shards. It is created, and its shards are replaced.
    pub folder: PathBuf,
    /// The number of threads that read games.
    pub threads: usize,
}

/// The training set, in shards on disk, and the validation set, in memory.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    shards: Vec<Shard>,
    pub(super) validation: Vec<TrainingPosition>,
    duplicates: usize,
}

#[derive(Clone, Debug)]
struct Shard {
    path: PathBuf,
    positions: usize,
}

/// One in this many games of a file goes to the validation set.
const VALIDATION_INTERVAL: usize = 50;
/// The size of a shard in positions, duplicates included.
const SHARD_POSITIONS: u64 = 2_000_000;
/// The bytes of games per quiet position, about.
const BYTES_PER_POSITION: u64 = 6;
/// The positions that a thread collects before it writes them to a shard.
const BUFFER: usize = 1_024;

impl Dataset {
    /// Reads the quiet positions of files of games. Calls `report` after each file with the number of
    /// files so far.
    ///
    /// # Errors
    /// If a file cannot be read, a game is of another variant, or a shard cannot be written.
    pub fn build(
        files: &[PathBuf],
        settings: &DatasetSettings,
        report: &(dyn Fn(usize) + Sync),
    ) -> Result<Dataset, DatasetError> {
        let DatasetSettings { variant, folder, threads } = settings;
        let bytes: u64 =
            files.iter().filter_map(|path| Some(std::fs::metadata(path).ok()?.len())).sum();
        let count = (bytes / BYTES_PER_POSITION / SHARD_POSITIONS + 1) as usize;
        std::fs::create_dir_all(folder)
            .map_err(|error| DatasetError::Shard(folder.clone(), error))?;
        let writers = (0..count).map(|i| ShardWriter::create(folder.join(format!("{i:04}.shard"))));
        let writers = writers.collect::<Result<Vec<_>, _>>()?;
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let parts = std::thread::scope(|scope| {
            let read = || {
                let mut part = Part::new(&writers);
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    part.read(path, *variant)?;
                    report(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
                part.finish()
            };
            let threads: Vec<_> = (0..(*threads).max(1)).map(|_| scope.spawn(read)).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect::<Result<Vec<_>, _>>()
        })?;
        let mut validation: Vec<TrainingPosition> = parts.into_iter().flatten().collect();
        validation.sort_unstable_by_key(TrainingPosition::sort_key);
        let mut dataset = Dataset { shards: Vec::new(), validation, duplicates: 0 };
        for writer in writers {
            let (shard, duplicates) = writer.finish()?;
            dataset.shards.push(shard);
            dataset.duplicates += duplicates;
        }
        Ok(dataset)
    }

    /// Returns the number of positions in the training set.
    #[must_use]
    pub fn training_count(&self) -> usize {
        self.shards.iter().map(|shard| shard.positions).sum()
    }

    /// Returns the number of positions in the validation set.
    #[must_use]
    pub fn validation_count(&self) -> usize {
        self.validation.len()
    }

    /// Returns the number of duplicates that were dropped from the training set.
    #[must_use]
    pub fn duplicates(&self) -> usize {
        self.duplicates
    }

    /// Calls `train` with batches of the whole training set in random order. The order depends only on
    /// the positions and the seed. The next shard is loaded during the training of the current one.
    pub(super) fn for_each_batch(
        &self,
        batch_size: usize,
        seed: u64,
        mut train: impl FnMut(&[TrainingPosition]),
    ) -> Result<(), DatasetError> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut shards: Vec<&Shard> = self.shards.iter().collect();
        rng.shuffle(&mut shards);
        std::thread::scope(|scope| {
            let (sender, receiver) = std::sync::mpsc::sync_channel(1);
            scope.spawn(move || {
                for shard in shards {
                    let positions = shard.load().map(|mut positions| {
                        rng.shuffle(&mut positions);
                        positions
                    });
                    // The training has stopped with an error if nobody receives.
                    if sender.send(positions).is_err() {
                        return;
                    }
                }
            });
            let mut rest: Vec<TrainingPosition> = Vec::new();
            for positions in receiver {
                rest.extend(positions?);
                let batches = rest.chunks_exact(batch_size);
                let incomplete = batches.remainder().to_vec();
                batches.for_each(&mut train);
                rest = incomplete;
            }
            if !rest.is_empty() {
                train(&rest);
            }
            Ok(())
        })
    }

    /// Returns up to `count` random positions of the validation set. If it is empty, they come from the training set.
    pub(super) fn sample(&self, count: usize) -> Result<Vec<TrainingPosition>, DatasetError> {
        let mut sample = match self.shards.first() {
            Some(shard) if self.validation.is_empty() => shard.load()?,
            _ => self.validation.clone(),
        };
        fastrand::Rng::with_seed(0).shuffle(&mut sample);
        sample.truncate(count);
        Ok(sample)
    }

    /// Deletes the shards.
    ///
    /// # Errors
    /// If a file cannot be deleted.
    pub fn delete(self) -> io::Result<()> {
        for shard in &self.shards {
            std::fs::remove_file(&shard.path)?;
        }
        match self.shards.first().and_then(|shard| shard.path.parent()) {
            Some(folder) => std::fs::remove_dir(folder),
            None => Ok(()),
        }
    }
}

impl Shard {
    fn load(&self) -> Result<Vec<TrainingPosition>, DatasetError> {
        let read = || {
            let bytes = std::fs::read(&self.path)?;
            let (positions, rest) = bytes.as_chunks();
            let positions: Option<Vec<_>> =
                positions.iter().map(TrainingPosition::from_bytes).collect();
            positions
                .filter(|_| rest.is_empty())
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the shard is damaged"))
        };
        read().map_err(|error| DatasetError::Shard(self.path.clone(), error))
    }
}

/// A shard that several threads write to.
struct ShardWriter {
    path: PathBuf,
    file: Mutex<File>,
}

impl ShardWriter {
    fn create(path: PathBuf) -> Result<ShardWriter, DatasetError> {
        match File::create(&path) {
            Ok(file) => Ok(ShardWriter { path, file: Mutex::new(file) }),
            Err(error) => Err(DatasetError::Shard(path, error)),
        }
    }

    fn write(&self, positions: &[TrainingPosition]) -> Result<(), DatasetError> {
        let bytes: Vec<u8> = positions.iter().flat_map(|position| position.to_bytes()).collect();
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(&bytes).map_err(|error| DatasetError::Shard(self.path.clone(), error))
    }

    /// Sorts the positions, so that their order does not depend on the threads, and drops duplicates.
    /// Returns the shard and the number of duplicates.
    fn finish(self) -> Result<(Shard, usize), DatasetError> {
        let mut shard = Shard { path: self.path.clone(), positions: 0 };
        let mut positions = shard.load()?;
        positions.sort_unstable_by_key(TrainingPosition::sort_key);
        // The middle one of duplicates has the median score.
        let unique: Vec<TrainingPosition> = positions
            .chunk_by(TrainingPosition::is_duplicate)
            .map(|duplicates| duplicates[duplicates.len() / 2])
            .collect();
        shard.positions = unique.len();
        let duplicates = positions.len() - unique.len();
        ShardWriter::create(self.path)?.write(&unique)?;
        Ok((shard, duplicates))
    }
}

/// The work of one thread that reads games.
struct Part<'a> {
    shards: &'a [ShardWriter],
    buffers: Vec<Vec<TrainingPosition>>,
    validation: Vec<TrainingPosition>,
}

impl Part<'_> {
    fn new(shards: &[ShardWriter]) -> Part<'_> {
        Part { shards, buffers: vec![Vec::new(); shards.len()], validation: Vec::new() }
    }

    /// Reads a file of games.
    fn read(&mut self, path: &Path, variant: Option<Variant>) -> Result<(), DatasetError> {
        let error = |error| DatasetError::Games(path.to_owned(), error);
        let file = File::open(path).map_err(|cause| error(cause.into()))?;
        let games = GameReader::new(BufReader::new(file)).map_err(error)?;
        for (number, game) in games.enumerate() {
            let game = game.map_err(error)?;
            if variant.is_some_and(|variant| !game.is_variant(variant)) {
                return Err(DatasetError::Variant(path.to_owned(), game.start.variant()));
            }
            self.add(&game, (number + 1).is_multiple_of(VALIDATION_INTERVAL))?;
        }
        Ok(())
    }

    /// Adds the quiet positions of a game.
    fn add(&mut self, game: &SelfPlayGame, is_validation: bool) -> Result<(), DatasetError> {
        for (position, mv, score) in game.positions() {
            if !is_quiet(&position, mv, score) {
                continue;
            }
            let position = TrainingPosition::new(&position, score, game.result);
            if is_validation {
                self.validation.push(position);
                continue;
            }
            let shard = (position.hash() >> 32) as usize % self.shards.len();
            let buffer = &mut self.buffers[shard];
            buffer.push(position);
            if buffer.len() >= BUFFER {
                self.shards[shard].write(buffer)?;
                buffer.clear();
            }
        }
        Ok(())
    }

    /// Writes the last positions and returns the validation set.
    fn finish(self) -> Result<Vec<TrainingPosition>, DatasetError> {
        for (shard, buffer) in self.shards.iter().zip(&self.buffers) {
            shard.write(buffer)?;
        }
        Ok(self.validation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::Origin;
    use ouro_rules::{Color, Game, PgnResult};

    /// Returns the bytes of a file of one game: the knights move back and forth.
    fn file_of_knight_moves(variant: Variant, scores: &[i16]) -> Vec<u8> {
        let mut game = Game::new(variant);
        let mut moves = Vec::new();
        for (&score, san) in scores.iter().zip(["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle()) {
            let mv = game.position().parse_san(san).unwrap();
            moves.push((mv, score));
            game.play(mv).unwrap();
        }
        let result = PgnResult::Win(Color::White);
        let game = SelfPlayGame { start: game.start().clone(), moves, result };
        let mut bytes = Origin { signature: 1, network: 1, nodes: 1 }.to_bytes().to_vec();
        game.encode(&mut bytes);
        bytes
    }

    #[test]
    fn duplicates_are_dropped_and_every_position_is_in_one_batch_per_epoch() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.osp");
        // The start position has the scores 1, 30 and 7; the others appear twice.
        let scores = [1, 2, 3, 4, 30, 20, 30, 40, 7];
        std::fs::write(&path, file_of_knight_moves(Variant::Chess, &scores)).unwrap();
        let shards = folder.path().join("shards");
        let settings = DatasetSettings { variant: None, folder: shards.clone(), threads: 2 };
        let data = Dataset::build(&[path], &settings, &|_| {}).unwrap();
        assert_eq!((data.training_count(), data.duplicates()), (4, 5));
        for (batch_size, batches) in [(1, 4), (3, 2), (9, 1)] {
            let mut seen = Vec::new();
            let mut count = 0;
            let collect = |batch: &[TrainingPosition]| {
                seen.extend(batch.iter().map(|position| position.score));
                count += 1;
            };
            data.for_each_batch(batch_size, 3, collect).unwrap();
            seen.sort_unstable();
            assert_eq!(seen, [7, 20, 30, 40], "not the median or the larger score");
            assert_eq!(count, batches);
        }
        let damaged = data.shards[0].path.clone();
        let bytes = std::fs::read(&damaged).unwrap();
        std::fs::write(&damaged, &bytes[..bytes.len() - 1]).unwrap();
        let error = data.for_each_batch(1, 1, |_| {}).unwrap_err().to_string();
        assert!(error.ends_with("the shard is damaged"), "{error}");
    }

    #[test]
    fn games_of_another_variant_are_rejected_with_the_name_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.osp");
        std::fs::write(&path, file_of_knight_moves(Variant::SelfCapture, &[1, 2])).unwrap();
        let shards = folder.path().join("shards");
        let settings =
            DatasetSettings { variant: Some(Variant::Chess), folder: shards, threads: 1 };
        let error = Dataset::build(&[path], &settings, &|_| {}).unwrap_err().to_string();
        assert!(error.contains("games.osp: the file contains games of selfcapture"), "{error}");
    }
}
