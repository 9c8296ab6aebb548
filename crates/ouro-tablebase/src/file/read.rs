//! Reading a table.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use ouro_rules::Variant;

use super::{BLOCK, FIXED_HEADER, MAGIC, Section, model, training_blocks, variant_number};
use crate::codec::{Known, Model, decode};
use crate::layout::Layout;
use crate::material::Material;
use crate::memory::{MAX_DTM_MEN, MemoryTable};
use crate::parallel::map_chunks;
use crate::solve::Rules;
use crate::value::{Category, Value};

/// The reason why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error("failed to read the table: {0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is not a tablebase file of Ouro")]
    Foreign,
    /// The header or a block does not have its checksum.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// The file ends too early, or too late.
    #[error("the file has {actual} bytes instead of {expected}")]
    Length {
        /// The number of bytes that the header announces.
        expected: u64,
        /// The number of bytes of the file.
        actual: u64,
    },
    /// The table is of another variant.
    #[error("the table is for {0}")]
    Variant(Variant),
}

/// The contents of a file.
enum Source {
    File(Mutex<File>),
    Bytes(Cow<'static, [u8]>),
}

impl Source {
    fn len(&self) -> io::Result<u64> {
        match self {
            Source::File(file) => {
                file.lock().unwrap_or_else(PoisonError::into_inner).seek(SeekFrom::End(0))
            }
            Source::Bytes(bytes) => Ok(bytes.len() as u64),
        }
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        match self {
            Source::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))?;
                let mut bytes = vec![0; len];
                file.read_exact(&mut bytes)?;
                Ok(bytes)
            }
            Source::Bytes(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let range = start..start.saturating_add(len);
                let slice = bytes.get(range).ok_or(io::ErrorKind::UnexpectedEof)?;
                Ok(slice.to_vec())
            }
        }
    }
}

/// The place of a block in the file.
struct Block {
    offset: u64,
    len: usize,
    checksum: u32,
}

/// A section of the file.
struct SectionIndex {
    section: Section,
    bits: u8,
    blocks: Vec<Block>,
}

/// The values of a block.
#[derive(Clone, Default)]
pub(crate) struct BlockValues {
    categories: Vec<Option<Category>>,
    dtz: Vec<u16>,
    dtm: Vec<u16>,
}

impl BlockValues {
    /// Returns the value at an index of the block, or `None` if the position is illegal.
    pub(crate) fn get(&self, index: usize) -> Option<Value> {
        let category = *self.categories.get(index)?.as_ref()?;
        let dtz = self.dtz.get(index).copied()?;
        Some(Value { category, dtz, dtm: self.dtm.get(index).copied() })
    }
}

/// The models after the training blocks, and the values of these.
struct Training {
    models: Vec<Model>,
    values: Vec<(usize, BlockValues)>,
}

/// The model of the categories after the training blocks, and the values of these.
pub(crate) struct CategoryTraining {
    model: Model,
    values: Vec<(usize, Vec<Option<Category>>)>,
}

/// An open table.
pub(crate) struct TableFile {
    source: Source,
    layout: Layout,
    rules: Rules,
    sections: Vec<SectionIndex>,
    training: OnceLock<Training>,
}

impl TableFile {
    /// Opens a file and checks its header and its length. Blocks are checked when they are read.
    pub(crate) fn open(path: &Path) -> Result<TableFile, TableError> {
        TableFile::new(Source::File(Mutex::new(File::open(path)?)))
    }

    /// Opens a table in memory.
    pub(crate) fn from_bytes(
        bytes: impl Into<Cow<'static, [u8]>>,
    ) -> Result<TableFile, TableError> {
        TableFile::new(Source::Bytes(bytes.into()))
    }

    fn new(source: Source) -> Result<TableFile, TableError> {
        let actual = source.len()?;
        let too_short = |expected: usize| TableError::Length { expected: expected as u64, actual };
        let fixed = source.read(0, FIXED_HEADER.min(actual as usize))?;
        if !fixed.starts_with(MAGIC) {
            return Err(TableError::Foreign);
        }
        let Some(fixed) = fixed.first_chunk::<FIXED_HEADER>() else {
            return Err(too_short(FIXED_HEADER));
        };
        let damaged = TableError::Damaged("its header has no valid checksum");
        let name = String::from_utf8_lossy(&fixed[12..20]);
        let Ok(material) = name.trim_end_matches('\0').parse::<Material>() else {
            return Err(damaged);
        };
        let variant = match fixed[8] {
            0 => Variant::Chess,
            1 => Variant::SelfCapture,
            _ => return Err(damaged),
        };
        let limit = u16::from_le_bytes([fixed[10], fixed[11]]);
        let layout = Layout::new(material);
        let with_dtm = material.men() <= MAX_DTM_MEN;
        let sections = if with_dtm { &Section::ALL[..] } else { &Section::ALL[..2] };
        let block_count = layout.len().div_ceil(BLOCK);
        let header_len = FIXED_HEADER + sections.len() * (1 + 8 * block_count);
        if actual < header_len as u64 + 4 {
            return Err(too_short(header_len + 4));
        }
        let header = source.read(0, header_len + 4)?;
        let (header, checksum) = header.split_at(header_len);
        let mut expected = variant_number(variant).to_le_bytes().to_vec();
        expected.push(sections.len() as u8);
        if crc32fast::hash(header).to_le_bytes() != checksum
            || header[8..10] != expected
            || header[20..24] != (BLOCK as u32).to_le_bytes()
            || header[24..32] != (layout.len() as u64).to_le_bytes()
        {
            return Err(damaged);
        }
        let mut offset = header_len as u64 + 4;
        let mut indices = Vec::new();
        for (entry, &section) in header[FIXED_HEADER..].chunks(1 + 8 * block_count).zip(sections) {
            let (bits, entries) = (entry[0], &entry[1..]);
            if bits > 14 {
                return Err(damaged);
            }
            let mut blocks = Vec::with_capacity(block_count);
            for &[a, b, c, d, e, f, g, h] in entries.as_chunks().0 {
                let len = u32::from_le_bytes([a, b, c, d]) as usize;
                blocks.push(Block { offset, len, checksum: u32::from_le_bytes([e, f, g, h]) });
                offset += len as u64;
            }
            indices.push(SectionIndex { section, bits, blocks });
        }
        if actual != offset {
            return Err(TableError::Length { expected: offset, actual });
        }
        let rules = Rules { variant, limit };
        Ok(TableFile { source, layout, rules, sections: indices, training: OnceLock::new() })
    }

    /// Returns the order of the positions.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns variant and move limit.
    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the number of values in a block.
    pub(crate) const fn block_len() -> usize {
        BLOCK
    }

    /// Returns the compressed size of each section in bytes: categories, distances to zeroing and, up
    /// to four men, distances to mate.
    pub(crate) fn section_sizes(&self) -> Vec<u64> {
        let sections = self.sections.iter();
        sections.map(|section| section.blocks.iter().map(|block| block.len as u64).sum()).collect()
    }

    /// Reads the values of a block.
    pub(crate) fn block(&self, number: usize) -> Result<BlockValues, TableError> {
        let training = self.training()?;
        if let Some((_, values)) = training.values.iter().find(|&&(i, _)| i == number) {
            return Ok(values.clone());
        }
        self.decode(number, &mut training.models.clone())
    }

    fn training(&self) -> Result<&Training, TableError> {
        if let Some(training) = self.training.get() {
            return Ok(training);
        }
        let mut models: Vec<Model> =
            self.sections.iter().map(|section| model(&self.layout, section.bits)).collect();
        let mut values = Vec::new();
        for number in training_blocks(self.layout.len().div_ceil(BLOCK)) {
            values.push((number, self.decode(number, &mut models)?));
        }
        Ok(self.training.get_or_init(|| Training { models, values }))
    }

    fn range(&self, number: usize) -> Range<usize> {
        number * BLOCK..((number + 1) * BLOCK).min(self.layout.len())
    }

    /// Decodes a block with the models of its sections.
    fn decode(&self, number: usize, models: &mut [Model]) -> Result<BlockValues, TableError> {
        let mut block = BlockValues::default();
        for (index, model) in self.sections.iter().zip(models) {
            let section = index.section;
            if section == Section::Category {
                block.categories = self.decode_categories(number, model)?;
                continue;
            }
            let known: Vec<Option<Known>> = (0..block.categories.len())
                .map(|i| {
                    let dtz = block.dtz.get(i).copied().unwrap_or(0);
                    section.known(block.categories[i], dtz)
                })
                .collect();
            let values = decode(model, &known, &self.block_bytes(index, number)?);
            if section == Section::Dtz {
                block.dtz = values;
            } else {
                block.dtm = values;
            }
        }
        Ok(block)
    }

    /// Decodes the categories of a block.
    fn decode_categories(
        &self,
        number: usize,
        model: &mut Model,
    ) -> Result<Vec<Option<Category>>, TableError> {
        let known: Vec<Option<Known>> = self
            .range(number)
            .map(|index| self.layout.legal_placement(index).map(|_| Known(0)))
            .collect();
        let values = decode(model, &known, &self.block_bytes(&self.sections[0], number)?);
        let category = |(known, value): (Option<Known>, u16)| {
            let category = Category::ALL.get(usize::from(value)).copied();
            known.map(|_| category.unwrap_or(Category::Draw))
        };
        Ok(known.into_iter().zip(values).map(category).collect())
    }

    /// Reads the bytes of a block of a section.
    fn block_bytes(&self, section: &SectionIndex, number: usize) -> Result<Vec<u8>, TableError> {
        let place = &section.blocks[number];
        let bytes = self.source.read(place.offset, place.len)?;
        if crc32fast::hash(&bytes) != place.checksum {
            return Err(TableError::Damaged("a block does not have its checksum"));
        }
        Ok(bytes)
    }

    /// Decodes the categories of the training blocks, from which those of all others follow.
    pub(crate) fn train_categories(&self) -> Result<CategoryTraining, TableError> {
        let mut trained = model(&self.layout, self.sections[0].bits);
        let mut values = Vec::new();
        for number in training_blocks(self.layout.len().div_ceil(BLOCK)) {
            values.push((number, self.decode_categories(number, &mut trained)?));
        }
        Ok(CategoryTraining { model: trained, values })
    }

    /// Reads the categories of a block, without the other sections.
    pub(crate) fn category_block(
        &self,
        number: usize,
        training: &CategoryTraining,
    ) -> Result<Vec<Option<Category>>, TableError> {
        match training.values.iter().find(|&&(i, _)| i == number) {
            Some((_, values)) => Ok(values.clone()),
            None => self.decode_categories(number, &mut training.model.clone()),
        }
    }

    /// Reads the whole table into memory.
    pub(crate) fn load(&self, threads: usize) -> Result<MemoryTable, TableError> {
        self.training()?;
        let mut table = MemoryTable::new(self.layout.material());
        let blocks =
            map_chunks(threads, self.layout.len(), BLOCK, |range| self.block(range.start / BLOCK));
        let mut start = 0;
        for block in blocks {
            let block = block?;
            let end = start + block.categories.len();
            table.categories[start..end].copy_from_slice(&block.categories);
            table.dtz[start..end].copy_from_slice(&block.dtz);
            if !table.dtm.is_empty() {
                table.dtm[start..end].copy_from_slice(&block.dtm);
            }
            start = end;
        }
        Ok(table)
    }
}
