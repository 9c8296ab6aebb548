//! Counting the leaves of the game tree, the customary test of a move generator.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Position;

/// The number of move sequences of length `depth`. Moves of the last ply are counted, not made.
///
/// ```
/// use ouro_rules::{perft, Position, Variant};
/// assert_eq!(perft::count(&Position::start(Variant::Chess), 3), 8_902);
/// assert_eq!(perft::count(&Position::start(Variant::SelfCapture), 3), 63_034);
/// ```
#[must_use]
pub fn count(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| {
                let mut child = position.clone();
                child.play_unchecked(mv);
                count(&child, depth - 1)
            })
            .sum(),
    }
}

/// The same with the help of a table of counts found before.
#[must_use]
pub fn count_with_table(position: &Position, depth: u32, table: &Table) -> u64 {
    if depth < 2 {
        return count(position, depth);
    }
    if let Some(known) = table.get(position.key(), depth) {
        return known;
    }
    let nodes = position
        .legal_moves()
        .iter()
        .map(|&mv| {
            let mut child = position.clone();
            child.play_unchecked(mv);
            count_with_table(&child, depth - 1, table)
        })
        .sum();
    table.insert(position.key(), depth, nodes);
    nodes
}

/// Counts of positions seen before, to be shared between threads.
///
/// Each entry is a key and a count; what is stored for the key is the exclusive-or of both and the
/// depth, so an entry half-written by another thread is not mistaken for a whole one.
#[derive(Debug)]
pub struct Table {
    entries: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// A table of at most this many mebibytes, and of one entry at least.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(mebibytes: usize) -> Result<Table, TryReserveError> {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        entries.resize_with(count, Default::default);
        Ok(Table { entries })
    }

    fn entry(&self, signature: u64) -> &[AtomicU64; 2] {
        let place = (u128::from(signature) * self.entries.len() as u128) >> 64;
        &self.entries[place as usize]
    }

    /// The key that an entry for a position and a depth is stored under, and its place.
    fn signature(key: u64, depth: u32) -> u64 {
        key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let signature = Table::signature(key, depth);
        let [check, nodes] = self.entry(signature);
        let nodes = nodes.load(Ordering::Relaxed);
        let found = check.load(Ordering::Relaxed) ^ nodes;
        (found == signature && nodes != 0).then_some(nodes)
    }

    fn insert(&self, key: u64, depth: u32, nodes: u64) {
        let signature = Table::signature(key, depth);
        let [check, stored] = self.entry(signature);
        stored.store(nodes, Ordering::Relaxed);
        check.store(signature ^ nodes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn a_table_changes_no_count() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            for mebibytes in [0, 1] {
                let table = Table::new(mebibytes).unwrap();
                for depth in 0..=4 {
                    let expected = count(&position, depth);
                    assert_eq!(count_with_table(&position, depth, &table), expected);
                    assert_eq!(count_with_table(&position, depth, &table), expected);
                }
            }
        }
    }
}
