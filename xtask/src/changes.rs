//! Which outputs are older than their sources.

use std::path::Path;
use std::time::SystemTime;
use std::{fs, io};

use crate::ROOT;

/// Folders that are written by builds and tests, or that no build reads.
const IGNORED: [&str; 8] =
    ["node_modules", "dist", "build", "generated", "test", "tests", "benches", "test-results"];

/// Returns whether an output is newer than all sources: files, and folders with everything in them.
pub(crate) fn is_up_to_date(output: &str, sources: &[&str]) -> bool {
    let root = Path::new(ROOT);
    let Ok(built) = fs::metadata(root.join(output)).and_then(|file| file.modified()) else {
        return false;
    };
    sources.iter().all(|source| last_change(&root.join(source)).is_ok_and(|last| last <= built))
}

/// Returns when a file, or a file in a folder, was last changed.
fn last_change(path: &Path) -> io::Result<SystemTime> {
    if !path.is_dir() {
        return fs::metadata(path)?.modified();
    }
    let mut newest = SystemTime::UNIX_EPOCH;
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !IGNORED.iter().any(|ignored| entry.file_name() == *ignored) {
            newest = newest.max(last_change(&entry.path())?);
        }
    }
    Ok(newest)
}
