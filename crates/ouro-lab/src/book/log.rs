//! The log of the searches of a book, from which an interrupted build resumes.
//!
//! All numbers are little-endian. The header is `OUROBL1` and a line feed, the variant (1 byte: 0 for chess,
//! 1 for self-capture chess), the checksum of the network (8), the signature of the engine (8) and the
//! fewest nodes of a search (8). Each search follows with the key of the position (8), the nodes (8) and
//! lines (2) that it was given, the nodes that it took (8), its depth (1), the number of moves (2), each
//! move (2) with its score (2), and the CRC-32 of all this (4). A search that was being written when the
//! build was killed is cut off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ouro_book::Score;
use ouro_rules::{Move, Variant};

use super::effort::Effort;
use super::search::Searched;

const MAGIC: &[u8; 8] = b"OUROBL1\n";

/// What the searches of a log have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogHeader {
    pub(super) variant: Variant,
    /// The checksum of the network.
    pub(super) network: u64,
    /// The signature of the engine: the nodes of its bench.
    pub(super) signature: u64,
    pub(super) least_nodes: u64,
}

/// The reason why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The log cannot be read or written.
    #[error("{}: failed to read or write the log: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{}: this is not a log of searches", .0.display())]
    Foreign(PathBuf),
    /// The searches would not fit to those of the log.
    #[error("{}: the log has searches of another variant, network, engine or number of nodes", .0.display())]
    Mismatch(PathBuf),
    /// A search has the wrong checksum.
    #[error("{}: the log is damaged at byte {at}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged search starts.
        at: usize,
    },
}

/// The position and the effort of a search.
type SearchId = (u64, Effort);

/// An open log, and the searches that it had when it was opened.
pub(super) struct Log {
    path: PathBuf,
    file: File,
    searches: HashMap<SearchId, Searched>,
}

impl Log {
    /// Opens a log, or creates it.
    pub(super) fn open(path: &Path, header: LogHeader) -> Result<Log, LogError> {
        let failed = |error| LogError::Io { path: path.to_owned(), error };
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let expected = header.to_bytes();
        let mut options = OpenOptions::new();
        let mut file = options.create(true).append(true).open(path).map_err(failed)?;
        // A kill while the header was written leaves a part of it.
        if expected.starts_with(&bytes) {
            file.write_all(&expected[bytes.len()..]).map_err(failed)?;
            return Ok(Log { path: path.to_owned(), file, searches: HashMap::new() });
        }
        let Some(rest) = bytes.strip_prefix(&expected[..]) else {
            let is_log = bytes.starts_with(MAGIC);
            let path = path.to_owned();
            return Err(if is_log { LogError::Mismatch(path) } else { LogError::Foreign(path) });
        };
        let mut searches = HashMap::new();
        let mut reader = Reader { bytes: rest, at: 0 };
        loop {
            let start = reader.at;
            match reader.search() {
                Some(Ok((id, searched))) => {
                    searches.insert(id, searched);
                }
                Some(Err(())) => {
                    let at = expected.len() + start;
                    return Err(LogError::Damaged { path: path.to_owned(), at });
                }
                None => {
                    let length = (expected.len() + start) as u64;
                    file.set_len(length).map_err(failed)?;
                    return Ok(Log { path: path.to_owned(), file, searches });
                }
            }
        }
    }

    /// Returns the result of a search.
    pub(super) fn find(&self, key: u64, effort: Effort) -> Option<&Searched> {
        self.searches.get(&(key, effort))
    }

    /// Appends the result of a search.
    pub(super) fn append(
        &mut self,
        key: u64,
        effort: Effort,
        searched: &Searched,
    ) -> Result<(), LogError> {
        let bytes = search_to_bytes(key, effort, searched);
        let written = self.file.write_all(&bytes);
        written.map_err(|error| LogError::Io { path: self.path.clone(), error })
    }
}

impl LogHeader {
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(u8::from(self.variant == Variant::SelfCapture));
        for number in [self.network, self.signature, self.least_nodes] {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }
}

fn search_to_bytes(key: u64, effort: Effort, searched: &Searched) -> Vec<u8> {
    let mut bytes = key.to_le_bytes().to_vec();
    bytes.extend(effort.nodes.to_le_bytes());
    bytes.extend((effort.lines as u16).to_le_bytes());
    bytes.extend(searched.nodes.to_le_bytes());
    bytes.push(searched.depth);
    bytes.extend((searched.lines.len() as u16).to_le_bytes());
    for (mv, score) in &searched.lines {
        bytes.extend(mv.bits().to_le_bytes());
        bytes.extend(score.bits().to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// Reads a search: `None` if it is incomplete, an error if its checksum is wrong.
    fn search(&mut self) -> Option<Result<(SearchId, Searched), ()>> {
        let start = self.at;
        let key = u64::from_le_bytes(self.array()?);
        let nodes = u64::from_le_bytes(self.array()?);
        let lines = u16::from_le_bytes(self.array()?).into();
        let id = (key, Effort { nodes, lines });
        let nodes = u64::from_le_bytes(self.array()?);
        let [depth] = self.array()?;
        let count = u16::from_le_bytes(self.array()?);
        let mut lines = Vec::new();
        let mut valid = true;
        for _ in 0..count {
            let mv = Move::from_bits(u16::from_le_bytes(self.array()?));
            match Score::from_bits(i16::from_le_bytes(self.array()?)) {
                Some(score) => lines.push((mv, score)),
                None => valid = false,
            }
        }
        valid &= crc32fast::hash(&self.bytes[start..self.at]) == u32::from_le_bytes(self.array()?);
        Some(if valid { Ok((id, Searched { nodes, depth, lines })) } else { Err(()) })
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let array = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(*array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Square;

    const HEADER: LogHeader =
        LogHeader { variant: Variant::SelfCapture, network: 7, signature: 8, least_nodes: 9 };
    const EFFORT: Effort = Effort { nodes: 100, lines: 3 };

    fn searched(score: i32) -> Searched {
        let mv = Move::normal(Square::E2, Square::E4);
        Searched { nodes: 101, depth: 4, lines: vec![(mv, Score::centipawns(score))] }
    }

    #[test]
    fn a_log_loses_at_most_the_search_that_was_being_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, HEADER).unwrap();
        for key in 0..5 {
            log.append(key, EFFORT, &searched(key as i32)).unwrap();
        }
        let bytes = std::fs::read(&path).unwrap();
        let header = HEADER.to_bytes().len();
        let search = (bytes.len() - header) / 5;
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let mut log = Log::open(&path, HEADER).unwrap();
            let complete = length.saturating_sub(header) / search;
            for key in 0..5 {
                let expected = (key < complete as u64).then(|| searched(key as i32));
                assert_eq!(log.find(key, EFFORT), expected.as_ref());
            }
            log.append(9, EFFORT, &searched(9)).unwrap();
            let log = Log::open(&path, HEADER).unwrap();
            assert_eq!(log.find(9, EFFORT), Some(&searched(9)), "{length}");
            assert_eq!(log.find(9, Effort { nodes: 1, ..EFFORT }), None);
        }
    }

    #[test]
    fn damaged_and_foreign_logs_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, HEADER).unwrap();
        for key in 0..3 {
            log.append(key, EFFORT, &searched(1)).unwrap();
        }
        let error = |header| Log::open(&path, header).err().map(|error| error.to_string());
        let other = LogHeader { network: 1, ..HEADER };
        assert!(error(other).unwrap().contains("another variant, network"));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[40] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(error(HEADER).unwrap().ends_with("the log is damaged at byte 33"));
        std::fs::write(&path, "1. e4 e5").unwrap();
        assert!(error(HEADER).unwrap().ends_with("this is not a log of searches"));
    }
}
