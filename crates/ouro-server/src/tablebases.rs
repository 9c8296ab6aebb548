//! The endgame tables of the service.

use std::path::PathBuf;
use std::sync::Arc;

use ouro_rules::{Position, Variant};
use ouro_tablebase::{FolderError, OwnTables, ProbeError, SearchTables, Tablebase};

/// Tables of several folders and the built-in ones, in the order in which they are asked.
pub(crate) struct Tablebases {
    folders: Vec<Arc<OwnTables>>,
    built_in: Tablebase,
}

impl Tablebases {
    /// Opens the tables of some folders.
    pub(crate) fn open(folders: &[PathBuf]) -> Result<Tablebases, FolderError> {
        let opened = folders.iter().map(|folder| OwnTables::open(folder).map(Arc::new));
        let folders = opened.collect::<Result<_, _>>()?;
        Ok(Tablebases { folders, built_in: Tablebase::embedded() })
    }

    /// Returns the tables of the folders for the engines, which know the built-in ones.
    pub(crate) fn for_engines(&self) -> Vec<Arc<dyn SearchTables>> {
        self.folders.iter().map(|tables| Arc::clone(tables) as Arc<dyn SearchTables>).collect()
    }

    /// Returns the tables that contain a position.
    ///
    /// # Errors
    /// If none does; the reason is that of the first tables of its variant, if there are any.
    pub(crate) fn containing(&self, position: &Position) -> Result<&Tablebase, Option<ProbeError>> {
        let self_capture = position.variant() == Variant::SelfCapture;
        let same = |tables: &&Tablebase| (tables.variant() == Variant::SelfCapture) == self_capture;
        let folders = self.folders.iter().map(|tables| tables.tables());
        let mut reason = None;
        for tables in folders.chain([&self.built_in]).filter(same) {
            match tables.probe(position) {
                Ok(_) => return Ok(tables),
                Err(error) => reason = reason.or(Some(error)),
            }
        }
        Err(reason)
    }
}
