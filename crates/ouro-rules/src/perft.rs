//! Perft: counting the leaves of the game tree, the standard test of a move generator.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Position;

/// Returns the number of move sequences of length `depth`. The moves of the last ply are counted in
/// bulk, not made.
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

/// Does the same as [`count`] with a hash table.
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

/// A hash table of perft counts that threads can share.
///
/// An entry is a key and a count. The key is stored XORed with the depth and the count, so a torn
/// write of another thread does not match.
#[derive(Debug)]
pub struct Table {
    entries: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// Creates a table of at most this many mebibytes, with at least one entry.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
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

    /// Returns the key of the entry for a position and a depth.
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
    fn a_hash_table_does_not_change_the_counts() {
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
