//! Generation of tables.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ouro_rules::Variant;

use crate::file::write;
use crate::layout::Layout;
use crate::loader::{FolderError, Loader, open, table_path};
use crate::material::Material;
use crate::solve::{Rules, solve};

/// Generates tables by retrograde analysis.
///
/// ```
/// use ouro_rules::{Position, Variant};
/// use ouro_tablebase::{Category, Generator, Tablebase};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let generator = Generator::new(Variant::Chess);
/// generator.run(&["KRvK".parse()?], folder, &mut |_| {})?;
///
/// let tables = Tablebase::open(folder, Variant::Chess)?;
/// let position = Position::from_fen("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", Variant::Chess)?;
/// let probe = tables.probe(&position)?;
/// assert_eq!((probe.category, probe.dtm), (Category::Win, Some(21)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    variant: Variant,
    move_limit: u16,
    threads: usize,
}

/// The progress of a generation.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorProgress {
    /// The material that is being computed.
    pub material: Material,
    /// Positions of the tables that were computed so far, illegal ones included.
    pub done: u64,
    /// Positions of all tables that had to be computed.
    pub total: u64,
    /// The time and the size in bytes of a table that has just been completed.
    pub completed: Option<(Duration, u64)>,
}

impl Generator {
    /// Creates a generator under the fifty-move rule that uses all processors.
    #[must_use]
    pub fn new(variant: Variant) -> Generator {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        // Without castling, Chess960 is chess.
        let variant = if variant == Variant::Chess960 { Variant::Chess } else { variant };
        Generator { variant, move_limit: 50, threads }
    }

    /// Sets the number of threads. The tables do not depend on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Generator {
        Generator { threads, ..self }
    }

    /// Sets the number of moves without capture or pawn move after which a game is drawn, up to
    /// 1,000. It is 50 in chess.
    #[must_use]
    pub fn move_limit(self, moves: u16) -> Generator {
        Generator { move_limit: moves.clamp(1, 1_000), ..self }
    }

    /// Generates the tables of some materials, and all tables that these depend on.
    ///
    /// Tables that the folder has already are not computed again, so an interrupted run continues
    /// when it is started again.
    ///
    /// # Errors
    /// If the folder cannot be written, or if it has tables of another variant or move limit.
    pub fn run(
        &self,
        materials: &[Material],
        folder: &Path,
        progress: &mut dyn FnMut(GeneratorProgress),
    ) -> Result<(), FolderError> {
        let rules = Rules { variant: self.variant, limit: 2 * self.move_limit };
        let io = |error| FolderError::Io { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(io)?;
        let mut missing = Vec::new();
        for material in Material::closure(materials) {
            if table_path(folder, material).exists() {
                open(folder, material, rules)?;
            } else if material != Material::KINGS {
                missing.push(material);
            }
        }
        let positions = |material: &Material| {
            let layout = Layout::new(*material);
            2 * layout.side_len() as u64
        };
        let total = missing.iter().map(positions).sum();
        let mut done = 0;
        let mut loader = Loader::new(folder, rules, self.threads);
        for material in missing {
            let start = std::time::Instant::now();
            progress(GeneratorProgress { material, done, total, completed: None });
            let others = loader.get(&material.successors())?;
            let table = solve(material, rules, &others, self.threads, &mut |positions| {
                done += positions as u64;
                progress(GeneratorProgress { material, done, total, completed: None });
            });
            let path = table_path(folder, material);
            let written =
                write(&table, rules, &path, self.threads).and_then(|()| Ok(path.metadata()?.len()));
            let size = written.map_err(|error| FolderError::Io { path, error })?;
            loader.keep(table);
            let completed = Some((start.elapsed(), size));
            progress(GeneratorProgress { material, done, total, completed });
        }
        Ok(())
    }
}
