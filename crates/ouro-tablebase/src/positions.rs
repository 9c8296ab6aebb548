//! All positions of a table with their values.

use std::path::Path;

use ouro_rules::{Color, Position, Role, Square, Variant};

use crate::loader::{FolderError, Loader, materials};
use crate::lookup::Lookup;
use crate::material::Material;
use crate::memory::MemoryTables;
use crate::parallel::for_each_chunk;
use crate::tablebase::Probe;

const CHUNK: usize = 1 << 14;

/// Returns the materials of the tables in a folder, in the order of generation, and their variant.
///
/// # Errors
/// If the folder cannot be read or has no tables.
pub fn folder_contents(folder: &Path) -> Result<(Vec<Material>, Variant), FolderError> {
    let (materials, rules) = materials(folder)?;
    Ok((materials, rules.variant))
}

/// Visits every legal position of a table on several threads: one for each symmetry class, also with
/// every possible en passant capture.
///
/// # Errors
/// If a table cannot be read.
pub fn for_each_position(
    folder: &Path,
    material: Material,
    threads: usize,
    visit: &(dyn Fn(&Position, Probe) + Sync),
) -> Result<(), FolderError> {
    let (_, rules) = materials(folder)?;
    let mut loader = Loader::new(folder, rules, threads);
    let own = loader.load(material)?;
    let en_passant = Color::BOTH.iter().all(|&color| material.count(color, Role::Pawn) > 0);
    let others = if en_passant { loader.get(&material.successors())? } else { Vec::new() };
    let tables = MemoryTables { limit: rules.limit, own: &own, others: &others };
    let layout = &own.layout;
    for_each_chunk(threads, layout.len(), CHUNK, |range| {
        for index in range {
            let Some((placement, turn)) = layout.legal_placement(index) else { continue };
            let Some(position) = layout.position(&placement, turn, rules.variant) else { continue };
            let Some(value) = own.get(index) else { continue };
            visit(&position, Probe::new(value, 0, rules.limit));
            if en_passant {
                for position in with_en_passant(&position) {
                    let value = tables.value(&position).expect("all tables are loaded");
                    visit(&position, Probe::new(value, 0, rules.limit));
                }
            }
        }
    });
    Ok(())
}

/// Returns the positions with the same pieces in which an en passant capture is legal.
fn with_en_passant(position: &Position) -> impl Iterator<Item = Position> {
    let mut setup = position.to_setup();
    let variant = position.variant();
    Square::ALL.into_iter().filter_map(move |square| {
        setup.en_passant = Some(square);
        let position = Position::from_setup(&setup, variant).ok()?;
        position.en_passant().is_some().then_some(position)
    })
}
