//! Ouro's own tables for a search.

use std::collections::HashMap;
use std::path::Path;

use ouro_rules::{Position, Variant};

use crate::layout::Layout;
use crate::loader::FolderError;
use crate::lookup::Lookup;
use crate::material::{Material, MaterialError};
use crate::search_tables::{RootProbe, SearchTables};
use crate::tablebase::Tablebase;
use crate::value::{Category, Value};

/// The greatest number of men of tables whose categories are kept in memory.
const MAX_MEN_IN_MEMORY: usize = 4;

/// Ouro's own tables for a search. The root is probed in the files, positions within the search in
/// memory: decoding a block takes as long as searching thousands of nodes.
pub struct OwnTables {
    tables: Tablebase,
    in_memory: HashMap<Material, Categories>,
    /// The greatest number of men of the tables in memory.
    max_men: usize,
}

/// The categories of all positions of a material, four bits each.
struct Categories {
    layout: Layout,
    packed: Vec<u8>,
}

impl OwnTables {
    /// Creates tables that are probed at the root only.
    #[must_use]
    pub fn for_root(tables: Tablebase) -> OwnTables {
        OwnTables { tables, in_memory: HashMap::new(), max_men: 0 }
    }

    /// Opens the tables of a folder and loads the categories of those with at most four men, half a
    /// byte per position, on several threads.
    ///
    /// # Errors
    /// If the folder cannot be read or has no tables, or if one of them is damaged.
    pub fn load(folder: &Path, threads: usize) -> Result<OwnTables, FolderError> {
        let (_, variant) = crate::folder_contents(folder)?;
        let tables = Tablebase::open(folder, variant)?;
        let mut in_memory = HashMap::new();
        for (material, file) in tables.files() {
            if material.men() <= MAX_MEN_IN_MEMORY {
                let categories = file.categories(threads).map_err(|error| {
                    let path = crate::loader::table_path(folder, material);
                    FolderError::Table { path, error }
                })?;
                in_memory.insert(material, Categories::new(material, &categories));
            }
        }
        let max_men = in_memory.keys().map(Material::men).max().unwrap_or(0);
        Ok(OwnTables { tables, in_memory, max_men })
    }

    /// Returns the number of tables, and the number of bytes of those in memory.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let bytes = self.in_memory.values().map(|table| table.packed.len()).sum();
        (self.tables.files().count(), bytes)
    }
}

impl SearchTables for OwnTables {
    fn variant(&self) -> Variant {
        self.tables.variant()
    }

    fn max_men(&self) -> usize {
        self.max_men
    }

    fn min_depth(&self) -> i32 {
        0
    }

    fn probe(&self, position: &Position) -> Option<Category> {
        self.value(position).ok().map(|value| value.category)
    }

    fn probe_root(&self, position: &Position) -> Option<Vec<RootProbe>> {
        let moves = self.tables.probe_moves(position).ok()?;
        Some(moves.into_iter().map(RootProbe::from).collect())
    }
}

/// A table is not in memory.
pub(crate) struct NotInMemory;

impl From<MaterialError> for NotInMemory {
    fn from(_: MaterialError) -> NotInMemory {
        NotInMemory
    }
}

impl Lookup for OwnTables {
    type Error = NotInMemory;

    fn limit(&self) -> u16 {
        self.tables.limit()
    }

    fn has_dtm(&self, _men: usize) -> bool {
        false
    }

    fn stored(
        &self,
        position: &Position,
        material: Material,
        exchanged: bool,
    ) -> Result<Value, NotInMemory> {
        let table = self.in_memory.get(&material).ok_or(NotInMemory)?;
        let index = table.layout.index_of(position.board(), position.turn(), exchanged);
        let category = table.get(index).ok_or(NotInMemory)?;
        Ok(Value { category, dtz: 0, dtm: None })
    }
}

impl Categories {
    /// The code of an illegal position.
    const ILLEGAL: u8 = 0xF;

    fn new(material: Material, categories: &[Option<Category>]) -> Categories {
        let code = |category: &Option<Category>| {
            category.map_or(Categories::ILLEGAL, |category| category as u8)
        };
        let pair = |pair: &[Option<Category>]| {
            code(&pair[0]) | pair.get(1).map_or(Categories::ILLEGAL, code) << 4
        };
        let packed = categories.chunks(2).map(pair).collect();
        Categories { layout: Layout::new(material), packed }
    }

    /// Returns the category at an index, or `None` if the position is illegal.
    fn get(&self, index: usize) -> Option<Category> {
        let code = self.packed.get(index / 2)? >> (index % 2 * 4) & 0xF;
        Category::ALL.get(usize::from(code)).copied()
    }
}
