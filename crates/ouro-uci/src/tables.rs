//! The endgame tables of a session.

use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "syzygy")]
use ouro_tablebase::syzygy::SyzygyTables;
use ouro_tablebase::{OwnTables, SearchTables};

#[cfg(feature = "syzygy")]
use crate::options::Options;

/// The tables that the options name.
#[derive(Default)]
pub(crate) struct Tables {
    own: Vec<Arc<OwnTables>>,
    #[cfg(feature = "syzygy")]
    syzygy: Option<Arc<SyzygyTables>>,
}

impl Tables {
    /// Returns the tables in the order in which the engine asks them.
    pub(crate) fn sources(&self) -> Vec<Arc<dyn SearchTables>> {
        let mut sources: Vec<Arc<dyn SearchTables>> = Vec::new();
        sources.extend(self.own.iter().map(|tables| Arc::clone(tables) as Arc<dyn SearchTables>));
        #[cfg(feature = "syzygy")]
        sources.extend(self.syzygy.iter().map(|tables| Arc::clone(tables) as _));
        sources
    }

    /// Opens Ouro's tables in the folders of a path and returns a message.
    pub(crate) fn open_own(&mut self, path: &str) -> Result<Option<String>, String> {
        let mut opened = Vec::new();
        for folder in folders(path) {
            opened.push(Arc::new(OwnTables::open(&folder).map_err(|error| error.to_string())?));
        }
        self.own = opened;
        let found = self.own.iter().map(|tables| {
            let (count, men) = tables.size();
            format!("{count} tables of {} with up to {men} men", tables.variant())
        });
        let found: Vec<_> = found.collect();
        Ok((!found.is_empty()).then(|| format!("found {}", found.join(" and "))))
    }

    /// Opens the Syzygy tables of the options and returns a message.
    #[cfg(feature = "syzygy")]
    pub(crate) fn open_syzygy(&mut self, options: &Options) -> Result<Option<String>, String> {
        let path = &options.syzygy_path;
        let folders = folders(path);
        if folders.is_empty() {
            self.syzygy = None;
            return Ok(None);
        }
        let (mut tables, files) = SyzygyTables::open(folders.iter().map(PathBuf::as_path))
            .map_err(|error| format!("failed to read {path}: {error}"))?;
        if files == 0 {
            return Err(format!("{path}: no Syzygy tables (*.rtbw and *.rtbz)"));
        }
        tables.probe_limit = options.syzygy_probe_limit;
        tables.probe_depth = options.syzygy_probe_depth;
        tables.fifty_move_rule = options.syzygy_50_move_rule;
        let men = tables.max_pieces();
        self.syzygy = Some(Arc::new(tables));
        Ok(Some(format!("found {files} Syzygy files with up to {men} men")))
    }
}

/// Returns the folders of a path: separated by `:`, on Windows by `;`.
fn folders(path: &str) -> Vec<PathBuf> {
    match path {
        "" | "<empty>" => Vec::new(),
        _ => std::env::split_paths(path).filter(|path| !path.as_os_str().is_empty()).collect(),
    }
}
