//! The games of a run, one after another, without those that an earlier run has mined.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::candidate::Candidate;
use super::forced_mate::PROVED_MOVES;
use super::mining::MiningError;
use super::progress_file::{ProgressFile, mates_row};
use super::source::{Source, SourceGame};

/// Which candidates of a game to mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    All,
    /// Mates that are proved.
    Mates,
    /// All but the mates, which an earlier run has mined.
    Others,
}

impl Selection {
    pub(super) fn includes(self, candidate: &Candidate) -> bool {
        let is_mate = candidate.mate.is_some_and(|moves| moves <= PROVED_MOVES);
        match self {
            Selection::All => true,
            Selection::Mates => is_mate,
            Selection::Others => !is_mate,
        }
    }
}

/// A game to mine.
pub(super) struct Task {
    /// The place of the game in the run.
    pub(super) number: u64,
    /// The name of the source.
    pub(super) source: String,
    /// The number of the game in its source.
    pub(super) game_number: u64,
    pub(super) game: SourceGame,
    pub(super) selection: Selection,
    /// The share of the games that have been read.
    pub(super) share: f64,
}

/// The games of all files, without those that are mined.
pub(super) struct Feed {
    files: VecDeque<PathBuf>,
    progress: ProgressFile,
    only_mates: bool,
    source: Option<(Source, u64)>,
    number: u64,
    bytes: u64,
    bytes_before: u64,
}

impl Feed {
    pub(super) fn open(
        files: &[PathBuf],
        out: &Path,
        only_mates: bool,
    ) -> Result<Feed, MiningError> {
        let mut bytes = 0;
        for path in files {
            bytes += Source::open(path)?.bytes;
        }
        let progress = ProgressFile::open(out)?;
        let files = files.iter().cloned().collect();
        Ok(Feed { files, progress, only_mates, source: None, number: 0, bytes, bytes_before: 0 })
    }

    pub(super) fn next(&mut self) -> Result<Option<Task>, MiningError> {
        loop {
            let Some((source, read)) = &mut self.source else {
                let Some(path) = self.files.pop_front() else { return Ok(None) };
                self.source = Some((Source::open(&path)?, 0));
                continue;
            };
            let Some(game) = source.next()? else {
                self.bytes_before += source.bytes;
                self.source = None;
                continue;
            };
            let game_number = *read;
            *read += 1;
            let has_mates = game_number < self.progress.games(&mates_row(&source.name));
            let has_all = game_number < self.progress.games(&source.name);
            if has_all || self.only_mates && has_mates {
                continue;
            }
            let selection = match (self.only_mates, has_mates) {
                (true, _) => Selection::Mates,
                (false, true) => Selection::Others,
                (false, false) => Selection::All,
            };
            let number = self.number;
            self.number += 1;
            let offset = self.bytes_before + source.offset().min(source.bytes);
            let share = offset as f64 / self.bytes.max(1) as f64;
            return Ok(Some(Task {
                number,
                source: source.name.clone(),
                game_number,
                game,
                selection,
                share,
            }));
        }
    }
}
