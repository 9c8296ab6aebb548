//! Writing a table.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use super::{BLOCK, MAGIC, Section, model, training_blocks, variant_number};
use crate::codec::{Known, Model, encode};
use crate::memory::MemoryTable;
use crate::parallel::map_chunks;
use crate::solve::Rules;

/// Writes a table to a file. The file appears under its name when it is complete.
pub(crate) fn write(
    table: &MemoryTable,
    rules: Rules,
    path: &Path,
    threads: usize,
) -> io::Result<()> {
    let sections: Vec<_> = Section::ALL
        .into_iter()
        .filter(|&section| section != Section::Dtm || !table.dtm.is_empty())
        .map(|section| compress(table, section, threads))
        .collect();
    let mut header = Vec::new();
    header.extend_from_slice(MAGIC);
    header.push(variant_number(rules.variant));
    header.push(sections.len() as u8);
    header.extend_from_slice(&rules.limit.to_le_bytes());
    let mut name = table.layout.material().to_string().into_bytes();
    name.resize(8, 0);
    header.extend_from_slice(&name);
    header.extend_from_slice(&(BLOCK as u32).to_le_bytes());
    header.extend_from_slice(&(table.layout.len() as u64).to_le_bytes());
    for (bits, blocks) in &sections {
        header.push(*bits);
        for block in blocks {
            header.extend_from_slice(&(block.len() as u32).to_le_bytes());
            header.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
        }
    }
    header.extend_from_slice(&crc32fast::hash(&header).to_le_bytes());

    let temporary = path.with_extension("part");
    let mut file = BufWriter::new(File::create(&temporary)?);
    file.write_all(&header)?;
    for block in sections.iter().flat_map(|(_, blocks)| blocks) {
        file.write_all(block)?;
    }
    file.into_inner()?.sync_all()?;
    fs::rename(&temporary, path)
}

/// Compresses the blocks of a section and returns them with the number of bits of a value.
fn compress(table: &MemoryTable, section: Section, threads: usize) -> (u8, Vec<Vec<u8>>) {
    let value = |index: usize| match section {
        Section::Category => table.categories[index].map_or(0, |category| category as u16),
        Section::Dtz => table.dtz[index],
        Section::Dtm => table.dtm[index],
    };
    let len = table.layout.len();
    let largest = (0..len).map(value).max().unwrap_or(0);
    let bits = (u16::BITS - largest.leading_zeros()) as u8;
    let block = |model: &mut Model, range: Range<usize>| {
        let known: Vec<Option<Known>> = range
            .clone()
            .map(|index| section.known(table.categories[index], table.dtz[index]))
            .collect();
        let values: Vec<u16> = range.map(value).collect();
        encode(model, &known, &values)
    };
    let mut trained = model(&table.layout, bits);
    let training: Vec<(usize, Vec<u8>)> = training_blocks(len.div_ceil(BLOCK))
        .map(|i| (i, block(&mut trained, i * BLOCK..((i + 1) * BLOCK).min(len))))
        .collect();
    let mut blocks = map_chunks(threads, len, BLOCK, |range| {
        let number = range.start / BLOCK;
        let trains = training.iter().any(|&(i, _)| i == number);
        if trains { Vec::new() } else { block(&mut trained.clone(), range) }
    });
    for (i, bytes) in training {
        blocks[i] = bytes;
    }
    (bits, blocks)
}
