//! The endgame tables of the service.

use std::path::PathBuf;

use ouro_rules::{Position, Variant};
use ouro_tablebase::{FolderError, ProbeError, Tablebase, folder_contents};

/// Tables of several folders and the built-in ones, in the order in which they are asked.
pub(crate) struct Tablebases(Vec<Tablebase>);

impl Tablebases {
    /// Opens the tables of some folders.
    pub(crate) fn open(folders: &[PathBuf]) -> Result<Tablebases, FolderError> {
        let mut all = Vec::new();
        for folder in folders {
            let (_, variant) = folder_contents(folder)?;
            all.push(Tablebase::open(folder, variant)?);
        }
        all.push(Tablebase::embedded());
        Ok(Tablebases(all))
    }

    /// Returns the tables that contain a position.
    ///
    /// # Errors
    /// If none does; the reason is that of the first tables of its variant, if there are any.
    pub(crate) fn containing(&self, position: &Position) -> Result<&Tablebase, Option<ProbeError>> {
        let self_capture = position.variant() == Variant::SelfCapture;
        let same = |tables: &&Tablebase| (tables.variant() == Variant::SelfCapture) == self_capture;
        let mut reason = None;
        for tables in self.0.iter().filter(same) {
            match tables.probe(position) {
                Ok(_) => return Ok(tables),
                Err(error) => reason = reason.or(Some(error)),
            }
        }
        Err(reason)
    }
}
