//! Whole tables in memory.

use std::sync::Arc;

use ouro_rules::Position;

use crate::layout::Layout;
use crate::lookup::Lookup;
use crate::material::{Material, MaterialError};
use crate::value::{Category, Value};

/// The largest number of men of tables with distances to mate.
pub(crate) const MAX_DTM_MEN: usize = 4;

/// The values of all positions of a material.
pub(crate) struct MemoryTable {
    pub(crate) layout: Layout,
    /// The category of each position, or `None` if it is illegal.
    pub(crate) categories: Vec<Option<Category>>,
    /// Plies to zeroing of each position, or an empty list if they are not needed.
    pub(crate) dtz: Vec<u16>,
    /// Plies to mate of each position, or an empty list for more than four men.
    pub(crate) dtm: Vec<u16>,
}

impl MemoryTable {
    /// Creates a table of illegal positions.
    pub(crate) fn new(material: Material) -> MemoryTable {
        let layout = Layout::new(material);
        let len = layout.len();
        let dtm_len = if material.men() <= MAX_DTM_MEN { len } else { 0 };
        MemoryTable {
            layout,
            categories: vec![None; len],
            dtz: vec![0; len],
            dtm: vec![0; dtm_len],
        }
    }

    /// Returns the value at an index, or `None` if the position is illegal.
    pub(crate) fn get(&self, index: usize) -> Option<Value> {
        let category = self.categories[index]?;
        let dtz = self.dtz.get(index).copied().unwrap_or(0);
        Some(Value { category, dtz, dtm: self.dtm.get(index).copied() })
    }

    /// Returns the memory that the table uses, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.categories.len() + 2 * (self.dtz.len() + self.dtm.len())
    }
}

/// The tables that the moves of one material lead to, and that material's own.
pub(crate) struct MemoryTables<'a> {
    pub(crate) limit: u16,
    pub(crate) own: &'a MemoryTable,
    pub(crate) others: &'a [Arc<MemoryTable>],
}

impl Lookup for MemoryTables<'_> {
    type Error = MaterialError;

    fn limit(&self) -> u16 {
        self.limit
    }

    fn has_dtm(&self, _men: usize) -> bool {
        !self.own.dtm.is_empty()
    }

    fn stored(
        &self,
        position: &Position,
        material: Material,
        exchanged: bool,
    ) -> Result<Value, MaterialError> {
        let table = if self.own.layout.material() == material {
            self.own
        } else {
            let others = self.others.iter();
            others
                .map(|table| &**table)
                .find(|table| table.layout.material() == material)
                .expect("all tables that moves lead to are loaded")
        };
        let index = table.layout.index_of(position.board(), position.turn(), exchanged);
        Ok(table.get(index).expect("a legal position has a value"))
    }
}
