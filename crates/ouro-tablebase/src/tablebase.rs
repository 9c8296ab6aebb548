//! Probing the tables of a folder.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use ouro_rules::{Move, Position, Variant};

use crate::file::{BlockValues, TableError, TableFile};
use crate::loader::{FolderError, materials, open};
use crate::lookup::{Lookup, after};
use crate::material::{Material, MaterialError};
use crate::solve::Rules;
use crate::value::{Category, Value};

/// The number of decoded blocks that are kept, of 160 kB each.
const CACHED_BLOCKS: usize = 256;

/// Tables of one variant.
pub struct Tablebase {
    rules: Rules,
    tables: HashMap<Material, TableFile>,
    cache: Mutex<Cache>,
}

/// A block of a table.
type BlockKey = (Material, usize);

/// The blocks that were decoded last.
#[derive(Default)]
struct Cache {
    blocks: HashMap<BlockKey, Arc<BlockValues>>,
    order: VecDeque<BlockKey>,
}

/// The value of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The result under the fifty-move rule, given the halfmove clock of the position.
    pub category: Category,
    /// Plies to the next capture, pawn move or mate that keeps the result, if the halfmove clock were
    /// zero: positive if the side to move wins, negative if it loses, zero if it is mated and for
    /// draws. Above 100 (or below -100) the fifty-move rule prevents the win.
    pub dtz: i32,
    /// Plies to mate without the fifty-move rule, with the same sign; zero if the side to move is
    /// mated and for draws. Known for at most four men.
    pub dtm: Option<i32>,
}

/// A move and the value of the position after it, from the point of view of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveProbe {
    /// The move.
    pub mv: Move,
    /// The move resets the halfmove clock: it captures or moves a pawn.
    pub zeroing: bool,
    /// The value of the position after the move.
    pub after: Probe,
}

/// The reason why a position has no value.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The position has castling rights.
    #[error("tablebases do not contain positions with castling rights")]
    CastlingRights,
    /// The position has too many pieces.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The position is of another variant.
    #[error("the tables are for {tables}, and the position is one of {position}")]
    Variant {
        /// The variant of the tables.
        tables: Variant,
        /// The variant of the position.
        position: Variant,
    },
    /// The table is not there.
    #[error("the table {0} is missing")]
    Missing(Material),
    /// The table cannot be read.
    #[error("{material}: {error}")]
    Table {
        /// The material of the table.
        material: Material,
        /// The reason.
        error: TableError,
    },
}

impl Tablebase {
    /// Opens all tables of a folder.
    ///
    /// # Errors
    /// If the folder cannot be read or has no tables, or if one of them is damaged or of another
    /// variant.
    pub fn open(folder: &Path, variant: Variant) -> Result<Tablebase, FolderError> {
        let (materials, found) = materials(folder)?;
        let rules = Rules { variant: without_castling(variant), limit: found.limit };
        let mut tables = HashMap::new();
        for material in materials {
            tables.insert(material, open(folder, material, rules)?);
        }
        Ok(Tablebase { rules, tables, cache: Mutex::default() })
    }

    /// Opens tables in memory.
    ///
    /// # Errors
    /// If a table is damaged or of another variant.
    pub fn from_bytes(
        files: impl IntoIterator<Item = Cow<'static, [u8]>>,
        variant: Variant,
    ) -> Result<Tablebase, TableError> {
        let mut rules = Rules { variant: without_castling(variant), limit: 100 };
        let mut tables = HashMap::new();
        for bytes in files {
            let file = TableFile::from_bytes(bytes)?;
            if file.rules().variant != rules.variant {
                return Err(TableError::Variant(file.rules().variant));
            }
            rules.limit = file.rules().limit;
            tables.insert(file.layout().material(), file);
        }
        Ok(Tablebase { rules, tables, cache: Mutex::default() })
    }

    /// Returns the tables that are part of the program: three men of self-capture chess.
    ///
    /// Their files are in `tables/selfcapture`, written by
    /// `ouro tablebase generate --variant selfcapture --men 3`.
    #[cfg(feature = "embedded")]
    #[must_use]
    pub fn embedded() -> Tablebase {
        const FILES: [&[u8]; 5] = [
            include_bytes!("../tables/selfcapture/KQvK.otb"),
            include_bytes!("../tables/selfcapture/KRvK.otb"),
            include_bytes!("../tables/selfcapture/KBvK.otb"),
            include_bytes!("../tables/selfcapture/KNvK.otb"),
            include_bytes!("../tables/selfcapture/KPvK.otb"),
        ];
        Tablebase::from_bytes(FILES.map(Cow::Borrowed), Variant::SelfCapture)
            .expect("the tests read these files")
    }

    /// Returns the files of the tables.
    pub(crate) fn files(&self) -> &HashMap<Material, TableFile> {
        &self.tables
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.rules.variant
    }

    /// Returns the largest number of men in a table, or 0 if there are no tables.
    #[must_use]
    pub fn max_men(&self) -> usize {
        self.tables.keys().map(Material::men).max().unwrap_or(0)
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// If the tables do not contain the position, or if one cannot be read.
    pub fn probe(&self, position: &Position) -> Result<Probe, ProbeError> {
        if position.castling_rooks().any() {
            return Err(ProbeError::CastlingRights);
        }
        if without_castling(position.variant()) != self.rules.variant {
            let (tables, position) = (self.rules.variant, position.variant());
            return Err(ProbeError::Variant { tables, position });
        }
        let value = self.value(position)?;
        Ok(Probe::new(value, position.halfmove_clock(), self.rules.limit))
    }

    /// Returns the legal moves of a position with the values after them, best first.
    ///
    /// A winning move comes before others if it leads to the next capture, pawn move or mate earlier,
    /// then if it mates earlier. Always playing the first move wins every won position under the
    /// fifty-move rule. A losing move comes first if it holds out longer.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`].
    pub fn probe_moves(&self, position: &Position) -> Result<Vec<MoveProbe>, ProbeError> {
        self.probe(position)?;
        let mut moves = Vec::new();
        for mv in &position.legal_moves() {
            let next = after(position, mv);
            // A capture or pawn move resets the clock, and so does nothing else.
            let zeroing = next.halfmove_clock() == 0;
            moves.push(MoveProbe { mv, zeroing, after: self.probe(&next)? });
        }
        moves.sort_by_key(MoveProbe::order);
        Ok(moves)
    }

    /// Returns a block from the cache, or decodes it.
    fn block(&self, material: Material, number: usize) -> Result<Arc<BlockValues>, ProbeError> {
        let key = (material, number);
        let lock = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = lock().blocks.get(&key) {
            return Ok(Arc::clone(block));
        }
        let file = self.tables.get(&material).ok_or(ProbeError::Missing(material))?;
        let block = file.block(number).map_err(|error| ProbeError::Table { material, error })?;
        let block = Arc::new(block);
        let mut cache = lock();
        if cache.blocks.insert(key, Arc::clone(&block)).is_none() {
            cache.order.push_back(key);
        }
        if cache.order.len() > CACHED_BLOCKS
            && let Some(oldest) = cache.order.pop_front()
        {
            cache.blocks.remove(&oldest);
        }
        Ok(block)
    }
}

/// Returns the variant whose tables have the positions of a variant without castling rights.
const fn without_castling(variant: Variant) -> Variant {
    match variant {
        Variant::Chess | Variant::Chess960 => Variant::Chess,
        Variant::SelfCapture => Variant::SelfCapture,
    }
}

impl Lookup for Tablebase {
    type Error = ProbeError;

    fn limit(&self) -> u16 {
        self.rules.limit
    }

    fn has_dtm(&self, men: usize) -> bool {
        men <= crate::memory::MAX_DTM_MEN
    }

    fn stored(
        &self,
        position: &Position,
        material: Material,
        exchanged: bool,
    ) -> Result<Value, ProbeError> {
        let file = self.tables.get(&material).ok_or(ProbeError::Missing(material))?;
        let index = file.layout().index_of(position.board(), position.turn(), exchanged);
        let block = self.block(material, index / TableFile::block_len())?;
        block.get(index % TableFile::block_len()).ok_or_else(|| {
            let error = TableError::Damaged("a legal position has no value");
            ProbeError::Table { material, error }
        })
    }
}

impl Probe {
    pub(crate) fn new(value: Value, clock: u16, limit: u16) -> Probe {
        let sign = value.category.sign();
        let category = match (sign, value.dtz) {
            (0, _) => Category::Draw,
            // Mate ends the game before the fifty-move rule does.
            (-1, 0) => Category::Loss,
            (sign, dtz) => Category::decided(sign > 0, dtz.saturating_add(clock), limit),
        };
        let signed = |plies: u16| sign * i32::from(plies);
        Probe { category, dtz: signed(value.dtz), dtm: value.dtm.map(signed) }
    }
}

impl MoveProbe {
    /// Returns a key that sorts better moves first.
    fn order(&self) -> (Category, i32, i32) {
        let to_zeroing = if self.zeroing { 1 } else { 1 + self.after.dtz.abs() };
        let to_mate = self.after.dtm.unwrap_or(0).abs();
        match self.after.category.sign() {
            // The opponent loses: the shortest way is the best.
            -1 => (self.after.category, to_zeroing, to_mate),
            0 => (self.after.category, 0, 0),
            _ => (self.after.category, -to_zeroing, -to_mate),
        }
    }
}
