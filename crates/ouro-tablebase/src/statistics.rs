//! Statistics of tables: shares of results, longest wins, and differences between two variants.

use std::path::Path;

use ouro_rules::{Color, Position, Variant};

use crate::loader::{FolderError, Loader, materials, open};
use crate::material::Material;
use crate::memory::MemoryTable;
use crate::parallel::map_chunks;
use crate::value::Category;

const CHUNK: usize = 1 << 18;

/// The statistics of a table. They count every position on the board, mirror images included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// The material.
    pub material: Material,
    /// The number of legal positions with White or Black to move, by category from the point of view
    /// of the side to move. Both are equal if the sides have the same pieces.
    pub counts: [[u64; 5]; 2],
    /// A longest win for White and for Black, if there are any.
    pub longest: [Option<LongestWin>; 2],
    /// The compressed size of categories, distances to zeroing and distances to mate in bytes.
    pub sizes: Vec<u64>,
}

/// A win that takes at least as many plies as any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// Plies to mate, or plies to zeroing if the table holds no distances to mate.
    pub plies: u16,
    /// The position, with the winning side to move.
    pub position: Position,
}

/// The differences between the tables of two variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The material.
    pub material: Material,
    /// The number of positions with White or Black to move by their categories in the first and in
    /// the second variant.
    pub counts: [[[u64; 5]; 5]; 2],
}

impl Differences {
    /// Returns the number of legal positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts.as_flattened().as_flattened().iter().sum()
    }

    /// Returns the number of positions with different results, cursed wins and blessed losses counted
    /// as draws.
    #[must_use]
    pub fn changed(&self) -> u64 {
        let result = |category: usize| match Category::ALL[category] {
            Category::Win => 1,
            Category::Loss => -1,
            Category::BlessedLoss | Category::Draw | Category::CursedWin => 0,
        };
        let mut changed = 0;
        for side in &self.counts {
            for (first, row) in side.iter().enumerate() {
                for (second, count) in row.iter().enumerate() {
                    changed += if result(first) == result(second) { 0 } else { *count };
                }
            }
        }
        changed
    }
}

/// Computes the statistics of all tables of a folder. `report` is called with each.
///
/// # Errors
/// If a table cannot be read.
pub fn statistics(
    folder: &Path,
    threads: usize,
    report: &mut dyn FnMut(Statistics),
) -> Result<Variant, FolderError> {
    let (materials, rules) = materials(folder)?;
    let loader = Loader::new(folder, rules, threads);
    for material in materials {
        let sizes = open(folder, material, rules)?.section_sizes();
        let table = loader.load(material)?;
        report(table_statistics(&table, rules.variant, sizes, threads));
    }
    Ok(rules.variant)
}

/// A candidate for the longest win: its plies and its index.
type Candidate = Option<(u16, usize)>;

fn table_statistics(
    table: &MemoryTable,
    variant: Variant,
    sizes: Vec<u64>,
    threads: usize,
) -> Statistics {
    let layout = &table.layout;
    let parts = map_chunks(threads, layout.len(), CHUNK, |range| {
        let mut counts = [[0; 5]; 2];
        let mut longest: [Candidate; 2] = [None; 2];
        for index in range {
            let Some(value) = table.get(index) else { continue };
            let (turn, slice, in_slice) = layout.split(index);
            let weight = layout.weight(slice, in_slice);
            counts[turn.index()][value.category as usize] += weight;
            let plies = value.dtm.unwrap_or(value.dtz);
            let side = &mut longest[turn.index()];
            if value.category.sign() > 0 && side.is_none_or(|(most, _)| plies > most) {
                *side = Some((plies, index));
            }
        }
        (counts, longest)
    });
    let mut counts = [[0; 5]; 2];
    let mut longest: [Candidate; 2] = [None; 2];
    for (part, candidates) in parts {
        for side in 0..2 {
            for (count, more) in counts[side].iter_mut().zip(part[side]) {
                *count += more;
            }
            if let Some((plies, _)) = candidates[side]
                && longest[side].is_none_or(|(most, _)| plies > most)
            {
                longest[side] = candidates[side];
            }
        }
    }
    if layout.material().is_symmetric() {
        counts[1] = counts[0];
        longest[1] = None;
    }
    let longest = longest.map(|candidate| {
        let (plies, index) = candidate?;
        let (placement, turn) = layout.legal_placement(index)?;
        Some(LongestWin { plies, position: layout.position(&placement, turn, variant)? })
    });
    Statistics { material: layout.material(), counts, longest, sizes }
}

/// Receives a position with its categories and distances to mate in two variants.
type Visit<'a> = dyn FnMut(&Position, [(Category, Option<u16>); 2]) + 'a;

/// Compares the results of the materials that two folders have in common. `report` is called with
/// each, and `visit` with positions whose category differs: one for each symmetry class, with the
/// categories in the first and in the second folder and their distances to mate.
///
/// # Errors
/// If a table cannot be read.
pub fn differences(
    folders: [&Path; 2],
    threads: usize,
    visit: &mut Visit,
    report: &mut dyn FnMut(Differences),
) -> Result<(), FolderError> {
    let (first, rules) = materials(folders[0])?;
    let (second, other_rules) = materials(folders[1])?;
    let loaders =
        [Loader::new(folders[0], rules, threads), Loader::new(folders[1], other_rules, threads)];
    for material in first.into_iter().filter(|material| second.contains(material)) {
        let tables = [loaders[0].load(material)?, loaders[1].load(material)?];
        let layout = &tables[0].layout;
        let mut counts = [[[0; 5]; 5]; 2];
        for index in 0..layout.len() {
            let (Some(a), Some(b)) = (tables[0].get(index), tables[1].get(index)) else { continue };
            let (turn, slice, in_slice) = layout.split(index);
            let weight = layout.weight(slice, in_slice);
            counts[turn.index()][a.category as usize][b.category as usize] += weight;
            if a.category != b.category
                && let Some((placement, turn)) = layout.legal_placement(index)
                && let Some(position) = layout.position(&placement, turn, other_rules.variant)
            {
                visit(&position, [a, b].map(|value| (value.category, value.dtm)));
            }
        }
        if material.is_symmetric() {
            counts[Color::Black.index()] = counts[Color::White.index()];
        }
        report(Differences { material, counts });
    }
    Ok(())
}
