//! Ouro's own tables for a search.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use ouro_rules::{Position, Variant};

use crate::file::{CategoryTraining, TableFile};
use crate::loader::FolderError;
use crate::lookup::Lookup;
use crate::material::{Material, MaterialError};
use crate::search_tables::{RootProbe, SearchTables};
use crate::tablebase::Tablebase;
use crate::value::{Category, Value};

/// The greatest number of men of tables that are probed within the search. More would need too much
/// memory.
const MAX_SEARCH_MEN: usize = 4;

/// Ouro's own tables for a search. Decoding a block takes as long as searching a thousand nodes, so the
/// categories of a block that a search has needed are kept in memory, half a byte per position.
pub struct OwnTables {
    tables: Tablebase,
    /// The categories of the tables that are probed within the search.
    categories: HashMap<Material, Categories>,
    /// The greatest number of men of these tables.
    max_men: usize,
}

/// The categories of a table, as far as they have been needed.
#[derive(Default)]
struct Categories {
    /// `None` if the table is damaged.
    training: OnceLock<Option<CategoryTraining>>,
    /// The blocks, four bits per position; `None` if a block is damaged.
    blocks: Vec<OnceLock<Option<Box<[u8]>>>>,
}

impl OwnTables {
    /// Creates tables that are probed at the root only.
    #[must_use]
    pub fn for_root(tables: Tablebase) -> OwnTables {
        OwnTables { tables, categories: HashMap::new(), max_men: 0 }
    }

    /// Opens the tables of a folder. Those with at most four men are probed within the search.
    ///
    /// # Errors
    /// If the folder cannot be read or has no tables, or if one of them is damaged.
    pub fn open(folder: &Path) -> Result<OwnTables, FolderError> {
        let (_, variant) = crate::folder_contents(folder)?;
        let tables = Tablebase::open(folder, variant)?;
        let small = tables.files().iter().filter(|(material, _)| material.men() <= MAX_SEARCH_MEN);
        let categories: HashMap<Material, Categories> =
            small.map(|(&material, file)| (material, Categories::new(file))).collect();
        let max_men = categories.keys().map(Material::men).max().unwrap_or(0);
        Ok(OwnTables { tables, categories, max_men })
    }

    /// Returns the tables.
    #[must_use]
    pub fn tables(&self) -> &Tablebase {
        &self.tables
    }

    /// Returns the number of tables and the greatest number of their men.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.tables.files().len(), self.tables.max_men())
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

/// A table is missing, damaged or too large for the search.
pub(crate) struct Unavailable;

impl From<MaterialError> for Unavailable {
    fn from(_: MaterialError) -> Unavailable {
        Unavailable
    }
}

impl Lookup for OwnTables {
    type Error = Unavailable;

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
    ) -> Result<Value, Unavailable> {
        let categories = self.categories.get(&material).ok_or(Unavailable)?;
        let file = self.tables.files().get(&material).ok_or(Unavailable)?;
        let index = file.layout().index_of(position.board(), position.turn(), exchanged);
        let category = categories.get(file, index).ok_or(Unavailable)?;
        Ok(Value { category, dtz: 0, dtm: None })
    }
}

impl Categories {
    /// The code of an illegal position.
    const ILLEGAL: u8 = 0xF;

    fn new(file: &TableFile) -> Categories {
        let blocks = file.layout().len().div_ceil(TableFile::block_len());
        let mut categories = Categories::default();
        categories.blocks.resize_with(blocks, OnceLock::new);
        categories
    }

    /// Returns the category at an index, or `None` if the position is illegal or the file damaged.
    fn get(&self, file: &TableFile, index: usize) -> Option<Category> {
        let (number, index) = (index / TableFile::block_len(), index % TableFile::block_len());
        let block = self.blocks.get(number)?.get_or_init(|| {
            let training = self.training.get_or_init(|| file.train_categories().ok());
            let values = file.category_block(number, training.as_ref()?).ok()?;
            Some(Categories::pack(&values))
        });
        let code = block.as_ref()?.get(index / 2)? >> (index % 2 * 4) & 0xF;
        Category::ALL.get(usize::from(code)).copied()
    }

    fn pack(categories: &[Option<Category>]) -> Box<[u8]> {
        let code = |category: &Option<Category>| {
            category.map_or(Categories::ILLEGAL, |category| category as u8)
        };
        let pair = |pair: &[Option<Category>]| {
            code(&pair[0]) | pair.get(1).map_or(Categories::ILLEGAL, code) << 4
        };
        categories.chunks(2).map(pair).collect()
    }
}
