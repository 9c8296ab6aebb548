//! Games to mine: files of self-play games and PGN files.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use ouro_rules::{PgnGame, Variant, decode_pgn};
use sha2::{Digest, Sha256};

use crate::selfplay::{FormatError, GameReader, SelfPlayGame};

/// A file of games.
pub(super) struct Source {
    /// The name of the file and what it contains, such as `selfcapture-1000-1-0000@0c4a7b2e`.
    pub(super) name: String,
    path: PathBuf,
    games: Games,
    /// The size of the file in bytes.
    pub(super) bytes: u64,
}

enum Games {
    SelfPlay(GameReader<BufReader<File>>),
    /// The games of a PGN file, which have no scores, and how many of them have been read.
    Pgn(Vec<SelfPlayGame>, usize),
}

/// The error of a file that cannot be mined.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file is not valid.
    #[error("{}: {reason}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

/// A game of a source. Games of PGN files have no scores.
pub(super) struct SourceGame {
    pub(super) game: SelfPlayGame,
    pub(super) has_scores: bool,
}

impl Source {
    /// Opens a file of self-play games, or a PGN file by its extension.
    pub(super) fn open(path: &Path) -> Result<Source, SourceError> {
        let failed = |error| SourceError::Io { path: path.to_owned(), error };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let bytes = std::fs::metadata(path).map_err(failed)?.len();
        let (checksum, games) = if path.extension().is_some_and(|extension| extension == "pgn") {
            let content = std::fs::read(path).map_err(failed)?;
            let digest = Sha256::digest(&content);
            let checksum = digest.iter().take(4).fold(0, |sum, &byte| sum << 8 | u32::from(byte));
            (checksum, Games::Pgn(read_pgn(path, &content)?, 0))
        } else {
            let file = File::open(path).map_err(failed)?;
            let games =
                GameReader::new(BufReader::new(file)).map_err(|error| invalid(path, &error))?;
            ((games.origin().network >> 32) as u32, Games::SelfPlay(games))
        };
        let name = format!("{stem}@{checksum:08x}");
        Ok(Source { name, path: path.to_owned(), games, bytes })
    }

    /// Returns the next game, or `None` at the end. A last game that is still being written counts as the
    /// end.
    pub(super) fn next(&mut self) -> Result<Option<SourceGame>, SourceError> {
        match &mut self.games {
            Games::SelfPlay(games) => match games.next() {
                Some(Ok(game)) if game.is_variant(Variant::SelfCapture) => {
                    Ok(Some(SourceGame { game, has_scores: true }))
                }
                Some(Ok(_)) => Err(not_self_capture(&self.path)),
                None | Some(Err(FormatError::Truncated(_))) => Ok(None),
                Some(Err(error)) => Err(invalid(&self.path, &error)),
            },
            Games::Pgn(games, next) => {
                let game = games.get(*next).cloned();
                *next += 1;
                Ok(game.map(|game| SourceGame { game, has_scores: false }))
            }
        }
    }

    /// Returns the share of the file that has been read, in bytes.
    pub(super) fn offset(&self) -> u64 {
        match &self.games {
            Games::SelfPlay(games) => games.offset(),
            Games::Pgn(games, next) => self.bytes * *next as u64 / games.len().max(1) as u64,
        }
    }
}

fn invalid(path: &Path, reason: &dyn std::fmt::Display) -> SourceError {
    SourceError::Invalid { path: path.to_owned(), reason: reason.to_string() }
}

fn not_self_capture(path: &Path) -> SourceError {
    invalid(path, &"the file contains a game that is not of self-capture chess")
}

/// Reads the main lines of the games of a PGN file.
fn read_pgn(path: &Path, content: &[u8]) -> Result<Vec<SelfPlayGame>, SourceError> {
    let (text, _) = decode_pgn(content);
    let mut games = Vec::new();
    for import in PgnGame::read_lenient(&text) {
        let pgn = import.map_err(|error| invalid(path, &error))?.game;
        if pgn.start.variant() != Variant::SelfCapture {
            return Err(not_self_capture(path));
        }
        let moves = pgn.moves.iter().map_while(|mv| mv.mv).map(|mv| (mv, 0)).collect();
        games.push(SelfPlayGame { start: pgn.start, moves, result: pgn.result });
    }
    if games.is_empty() {
        return Err(invalid(path, &"the file contains no games"));
    }
    Ok(games)
}
