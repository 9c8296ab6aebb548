//! The manifest of a folder of self-play games: one line per complete chunk.
//!
//! `manifest.tsv` has a header line and tab-separated columns: file, games, positions, signature of the
//! engine, checksum of the network (hexadecimal), soft node limit.

use std::io;
use std::path::{Path, PathBuf};

use super::format::Origin;

const HEADER: &str = "file\tgames\tpositions\tsignature\tnetwork\tnodes\n";

/// A complete chunk: a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    /// The name of the file in the folder.
    pub(super) file: String,
    /// The number of games.
    pub(super) games: u64,
    /// The number of positions.
    pub(super) positions: u64,
    /// What played the games.
    pub(super) origin: Origin,
}

impl Chunk {
    fn parse(line: &str) -> Option<Chunk> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, games, positions, signature, network, nodes] = columns[..] else { return None };
        let origin = Origin {
            signature: signature.parse().ok()?,
            network: u64::from_str_radix(network, 16).ok()?,
            nodes: nodes.parse().ok()?,
        };
        let (games, positions) = (games.parse().ok()?, positions.parse().ok()?);
        Some(Chunk { file: file.to_owned(), games, positions, origin })
    }

    fn line(&self) -> String {
        let Chunk { file, games, positions, origin: Origin { signature, network, nodes } } = self;
        format!("{file}\t{games}\t{positions}\t{signature}\t{network:016x}\t{nodes}\n")
    }
}

/// The manifest of a folder.
pub(super) struct Manifest {
    path: PathBuf,
    chunks: Vec<Chunk>,
}

impl Manifest {
    /// Reads the manifest of a folder. A folder without one has no complete chunks.
    pub(super) fn open(folder: &Path) -> io::Result<Manifest> {
        let path = folder.join("manifest.tsv");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => HEADER.to_owned(),
            Err(error) => return Err(error),
        };
        let lines = text.strip_prefix(HEADER);
        let chunks: Option<Vec<Chunk>> =
            lines.and_then(|lines| lines.lines().map(Chunk::parse).collect());
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "manifest.tsv is not valid");
        Ok(Manifest { path, chunks: chunks.ok_or_else(invalid)? })
    }

    /// Returns the complete chunk with a file name.
    pub(super) fn find(&self, file: &str) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| chunk.file == file)
    }

    /// Records a complete chunk. The manifest is replaced as a whole, so it is never incomplete.
    pub(super) fn add(&mut self, chunk: Chunk) -> io::Result<()> {
        self.chunks.retain(|other| other.file != chunk.file);
        self.chunks.push(chunk);
        let lines: String = self.chunks.iter().map(Chunk::line).collect();
        let temporary = self.path.with_extension("new");
        std::fs::write(&temporary, format!("{HEADER}{lines}"))?;
        std::fs::rename(temporary, &self.path)
    }
}

/// Returns the files of games among paths: files as they are, and all chunks of folders in alphabetical
/// order.
///
/// # Errors
/// If a folder cannot be read.
pub fn game_files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut chunks = Vec::new();
        for entry in std::fs::read_dir(path)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "osp") {
                chunks.push(path);
            }
        }
        chunks.sort();
        files.append(&mut chunks);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_keeps_its_chunks_and_lists_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let origin = Origin { signature: 290_060, network: 0xABCD << 48, nodes: 200 };
        let chunk = |number: u64, games: u64| Chunk {
            file: format!("chess-200-1-{number:04}.osp"),
            games,
            positions: 100 * games,
            origin,
        };
        let open = || Manifest::open(folder.path());
        let mut manifest = open().unwrap();
        for (number, games) in [(0, 10), (1, 4), (1, 10)] {
            manifest.add(chunk(number, games)).unwrap();
        }
        assert_eq!(open().unwrap().chunks, [chunk(0, 10), chunk(1, 10)]);
        assert_eq!(open().unwrap().find(&chunk(1, 0).file), Some(&chunk(1, 10)));
        for damaged in ["something else\n", &format!("{HEADER}file\t1\n")] {
            std::fs::write(folder.path().join("manifest.tsv"), damaged).unwrap();
            assert!(open().is_err());
        }
    }
}
