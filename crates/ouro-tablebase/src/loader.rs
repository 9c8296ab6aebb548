//! Loads whole tables of a folder and keeps them while memory permits.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::file::{EXTENSION, TableError, TableFile};
use crate::material::Material;
use crate::memory::MemoryTable;
use crate::solve::Rules;

/// Tables that are not needed are dropped when all together use more than this many bytes.
const BUDGET: usize = 2 << 30;

/// An error about a file or a folder of tables.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A table cannot be read.
    #[error("{}: {error}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: TableError,
    },
    /// The folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A table was generated with another move limit.
    #[error("{}: the table has a move limit of {found}, not of {expected}", path.display())]
    MoveLimit {
        /// The file.
        path: PathBuf,
        /// The limit of the table, in moves.
        found: u16,
        /// The limit that is asked for, in moves.
        expected: u16,
    },
    /// The folder has no tables.
    #[error("{}: the folder contains no tablebase files (*.{EXTENSION})", .0.display())]
    Empty(PathBuf),
    /// A table that others need is missing.
    #[error("{}: the table {material} is missing", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// The material of the table.
        material: Material,
    },
}

/// Returns the file of a table.
pub(crate) fn table_path(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.{EXTENSION}"))
}

/// Opens a table and checks that it has the expected material and rules.
pub(crate) fn open(
    folder: &Path,
    material: Material,
    rules: Rules,
) -> Result<TableFile, FolderError> {
    let path = table_path(folder, material);
    let file = match TableFile::open(&path) {
        Ok(file) if file.layout().material() != material => {
            Err(TableError::Damaged("its name is not that of its material"))
        }
        Ok(file) if file.rules().variant != rules.variant => {
            Err(TableError::Variant(file.rules().variant))
        }
        result => result,
    };
    let file = file.map_err(|error| FolderError::Table { path: path.clone(), error })?;
    if file.rules().limit != rules.limit {
        let (found, expected) = (file.rules().limit / 2, rules.limit / 2);
        return Err(FolderError::MoveLimit { path, found, expected });
    }
    Ok(file)
}

/// Returns the materials of the tables in a folder, in the order of generation, and their rules.
pub(crate) fn materials(folder: &Path) -> Result<(Vec<Material>, Rules), FolderError> {
    let failed = |error| FolderError::Io { path: folder.to_owned(), error };
    let mut materials: Vec<Material> = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_stem().and_then(|stem| stem.to_str());
        if path.extension().is_some_and(|extension| extension == EXTENSION)
            && let Some(Ok(material)) = name.map(str::parse)
        {
            materials.push(material);
        }
    }
    materials.sort_unstable_by_key(Material::order);
    let Some(&first) = materials.first() else {
        return Err(FolderError::Empty(folder.to_owned()));
    };
    let path = table_path(folder, first);
    let file = TableFile::open(&path).map_err(|error| FolderError::Table { path, error })?;
    Ok((materials, file.rules()))
}

/// Loads tables of a folder.
pub(crate) struct Loader<'a> {
    folder: &'a Path,
    rules: Rules,
    threads: usize,
    tables: Vec<Arc<MemoryTable>>,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(folder: &'a Path, rules: Rules, threads: usize) -> Loader<'a> {
        Loader { folder, rules, threads, tables: Vec::new() }
    }

    /// Keeps a table that has just been computed. Its distances to zeroing are dropped, because no
    /// other table depends on them.
    pub(crate) fn keep(&mut self, mut table: MemoryTable) {
        table.dtz = Vec::new();
        self.tables.push(Arc::new(table));
    }

    /// Returns the tables of some materials.
    pub(crate) fn get(
        &mut self,
        materials: &[Material],
    ) -> Result<Vec<Arc<MemoryTable>>, FolderError> {
        if self.tables.iter().map(|table| table.size()).sum::<usize>() > BUDGET {
            self.tables.retain(|table| materials.contains(&table.layout.material()));
        }
        materials.iter().map(|&material| self.table(material)).collect()
    }

    fn table(&mut self, material: Material) -> Result<Arc<MemoryTable>, FolderError> {
        let found = self.tables.iter().find(|table| table.layout.material() == material);
        if let Some(table) = found {
            return Ok(Arc::clone(table));
        }
        let mut table = self.load(material)?;
        table.dtz = Vec::new();
        let table = Arc::new(table);
        self.tables.push(Arc::clone(&table));
        Ok(table)
    }

    /// Loads a table with its distances to zeroing, without keeping it.
    pub(crate) fn load(&self, material: Material) -> Result<MemoryTable, FolderError> {
        let path = table_path(self.folder, material);
        if !path.exists() {
            return Err(FolderError::Missing { path: self.folder.to_owned(), material });
        }
        let file = open(self.folder, material, self.rules)?;
        file.load(self.threads).map_err(|error| FolderError::Table { path, error })
    }
}
