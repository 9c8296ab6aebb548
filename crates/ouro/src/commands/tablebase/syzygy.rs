//! Comparison of Ouro's chess tables with Syzygy tables.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::{fs, io};

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ouro_rules::Position;
use ouro_tablebase::syzygy::{category, to_shakmaty};
use ouro_tablebase::{FolderError, Material, Probe, for_each_position};
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{MaybeRounded, SyzygyError, Tablebase, Wdl};

/// Opens the Syzygy tables of a folder, or returns `None` if there are none. Files are read into memory,
/// because a comparison reads every position.
pub(crate) fn open(folder: &Path) -> io::Result<Option<Tablebase<Chess>>> {
    let mut tables = Tablebase::with_filesystem(Arc::new(InMemory));
    let count = tables.add_directory(folder)?;
    Ok((count > 0).then_some(tables))
}

/// Files that are read into memory when they are opened.
struct InMemory;

impl Filesystem for InMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Contents(fs::read(path)?)))
    }
}

struct Contents(Vec<u8>);

impl RandomAccessFile for Contents {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(start..).unwrap_or_default();
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }
}

/// The result of the comparison of a table.
#[derive(Default)]
pub(crate) struct Comparison {
    /// Legal positions, one for each symmetry class.
    pub(crate) positions: u64,
    /// Positions with an en passant capture among them.
    pub(crate) en_passant: u64,
    /// Positions whose DTZ is precise in the Syzygy table, and equal.
    pub(crate) precise: u64,
    /// Positions whose DTZ is rounded in the Syzygy table or follows from a rounded one, and equal or one
    /// ply longer.
    pub(crate) rounded: u64,
    /// Positions that differ.
    pub(crate) wrong: u64,
    /// One of them, with the difference.
    pub(crate) example: Option<String>,
}

/// Compares all positions of a table with the Syzygy tables.
pub(crate) fn compare(
    folder: &Path,
    material: Material,
    syzygy: &Tablebase<Chess>,
    threads: usize,
) -> Result<Comparison, FolderError> {
    let [positions, en_passant, precise, rounded, wrong] = [const { AtomicU64::new(0) }; 5];
    let example = Mutex::new(None);
    for_each_position(folder, material, threads, &|position, probe| {
        positions.fetch_add(1, Relaxed);
        en_passant.fetch_add(u64::from(position.en_passant().is_some()), Relaxed);
        match difference(position, probe, syzygy) {
            Ok(Agreement::Precise) => _ = precise.fetch_add(1, Relaxed),
            Ok(Agreement::Rounded) => _ = rounded.fetch_add(1, Relaxed),
            Ok(Agreement::Category) => {}
            Err(difference) => {
                wrong.fetch_add(1, Relaxed);
                let mut example = example.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                example.get_or_insert(format!("{position}: {difference}"));
            }
        }
    })?;
    Ok(Comparison {
        positions: positions.into_inner(),
        en_passant: en_passant.into_inner(),
        precise: precise.into_inner(),
        rounded: rounded.into_inner(),
        wrong: wrong.into_inner(),
        example: example.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner),
    })
}

/// How far the tables agree about a position.
enum Agreement {
    /// The categories are equal. There is no DTZ to compare in a draw or a mate.
    Category,
    /// The DTZ is equal.
    Precise,
    /// The DTZ is equal or one ply longer, and the Syzygy table is rounded.
    Rounded,
}

fn difference(
    position: &Position,
    probe: Probe,
    syzygy: &Tablebase<Chess>,
) -> Result<Agreement, String> {
    let chess = to_shakmaty(position).ok_or("Syzygy: the library rejects the position")?;
    let failed = |error: SyzygyError| format!("Syzygy: {error}");
    let wdl = syzygy.probe_wdl_after_zeroing(&chess).map_err(failed)?;
    if category(wdl) != probe.category {
        return Err(format!("{} instead of {}", probe.category, category(wdl)));
    }
    if wdl == Wdl::Draw || probe.dtz == 0 {
        return Ok(Agreement::Category);
    }
    let (dtz, is_rounded) = match syzygy.probe_dtz(&chess).map_err(failed)? {
        MaybeRounded::Precise(dtz) => (dtz.0, false),
        MaybeRounded::Rounded(dtz) => (dtz.0, true),
    };
    match probe.dtz.abs() - dtz.abs() {
        0 if is_rounded => Ok(Agreement::Rounded),
        0 => Ok(Agreement::Precise),
        1 if is_rounded || (dtz < 0 && has_rounded_successor(&chess, dtz, syzygy)) => {
            Ok(Agreement::Rounded)
        }
        _ => Err(format!("DTZ {} instead of {dtz}", probe.dtz)),
    }
}

/// Returns `true` if one of the longest defences of a lost position is rounded.
///
/// A rounded distance may be one ply longer. A DTZ table stores one side to move, and the value of the
/// other follows from its successors. If several defences are equally long, the library takes the first
/// of them and calls the result precise if that one is, even if another one is rounded and may be a ply
/// longer. The distance of a won position is that of its shortest successor, so a precise one is exact.
fn has_rounded_successor(chess: &Chess, dtz: i32, syzygy: &Tablebase<Chess>) -> bool {
    chess.legal_moves().into_iter().filter(|mv| !mv.is_zeroing()).any(|mv| {
        let mut next = chess.clone();
        next.play_unchecked(mv);
        let value = syzygy.probe_dtz(&next);
        matches!(value, Ok(MaybeRounded::Rounded(next)) if next.0.abs() + 1 == dtz.abs())
    })
}
