//! Orders that look random and are the same in every process.

use std::fmt::Display;

use sha2::{Digest, Sha256};

/// Returns the key by which an item is sorted in the order of a seed.
pub(super) fn key(seed: &str, item: impl Display) -> u64 {
    let digest = Sha256::digest(format!("{seed} {item}"));
    digest.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}
