//! Verification of tables with the forward move generator.

use std::path::Path;

use ouro_rules::{Position, Variant};

use crate::loader::{FolderError, Loader, materials};
use crate::lookup::{Lookup, after};
use crate::material::Material;
use crate::memory::{MemoryTable, MemoryTables};
use crate::parallel::map_chunks;
use crate::value::{Category, Value};

/// The result of the verification of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The material.
    pub material: Material,
    /// The number of legal positions in the table.
    pub positions: u64,
    /// The number of positions whose value does not follow from those of their successors.
    pub wrong: u64,
    /// The first of them.
    pub example: Option<String>,
}

const CHUNK: usize = 1 << 16;

/// Verifies all tables of a folder: every position is compared with its successors, which the move
/// generator of the rules finds. `report` is called with the result for each table.
///
/// This proves the tables correct if the move generator is: every distance counts down to a mate or
/// to a table with fewer men or more advanced pawns, and no draw has a winning move.
///
/// # Errors
/// If a table cannot be read, or if a table that others depend on is missing.
pub fn verify(
    folder: &Path,
    threads: usize,
    report: &mut dyn FnMut(Verification),
) -> Result<Variant, FolderError> {
    let (materials, rules) = materials(folder)?;
    let mut loader = Loader::new(folder, rules, threads);
    for material in materials {
        let others = loader.get(&material.successors())?;
        let own = loader.load(material)?;
        let tables = MemoryTables { limit: rules.limit, own: &own, others: &others };
        report(verify_table(material, &own, &tables, rules.variant, threads));
        loader.keep(own);
    }
    Ok(rules.variant)
}

fn verify_table(
    material: Material,
    own: &MemoryTable,
    tables: &MemoryTables,
    variant: Variant,
    threads: usize,
) -> Verification {
    let layout = &own.layout;
    let chunks = map_chunks(threads, layout.len(), CHUNK, |range| {
        let mut chunk = Verification { material, positions: 0, wrong: 0, example: None };
        for index in range {
            let position = layout
                .legal_placement(index)
                .and_then(|(placement, turn)| layout.position(&placement, turn, variant));
            let (stored, position) = match (own.get(index), position) {
                (None, None) => continue,
                (stored, Some(position)) => (stored, position),
                // The codec gives values to legal positions only.
                (Some(_), None) => unreachable!("an illegal position has a value"),
            };
            chunk.positions += 1;
            let expected = from_successors(&position, tables);
            if stored != Some(expected) {
                chunk.wrong += 1;
                let explain = || format!("{position}: stored {stored:?}, expected {expected:?}");
                chunk.example = chunk.example.or_else(|| Some(explain()));
            }
        }
        chunk
    });
    let none = Verification { material, positions: 0, wrong: 0, example: None };
    chunks.into_iter().fold(none, |all, chunk| Verification {
        material,
        positions: all.positions + chunk.positions,
        wrong: all.wrong + chunk.wrong,
        example: all.example.or(chunk.example),
    })
}

/// Returns the value of a position that follows from the values of its successors.
fn from_successors(position: &Position, tables: &MemoryTables) -> Value {
    let with_dtm = tables.has_dtm(2);
    let moves = position.legal_moves();
    if moves.is_empty() && position.in_check() {
        return Value { category: Category::Loss, dtz: 0, dtm: with_dtm.then_some(0) };
    }
    let mut best: Option<Value> = None;
    for mv in &moves {
        let next = after(position, mv);
        let zeroing = next.halfmove_clock() == 0;
        let value = tables.value(&next).expect("no move leads to more men");
        let value = value.before(zeroing, tables.limit);
        best = Some(best.map_or(value, |best| best.best(value)));
    }
    let best = best.unwrap_or(Value::draw(with_dtm));
    // Tables with fewer men may know distances to mate that this one does not.
    Value { dtm: best.dtm.filter(|_| with_dtm), ..best }
}
