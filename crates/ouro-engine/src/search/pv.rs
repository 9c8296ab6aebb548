//! Verification of principal variations before they are reported.

use ouro_rules::{Move, Position};

use crate::score::MAX_PLY;
use crate::tt::TranspositionTable;

/// The part of a line that is legal move by move and stops at the first repetition.
pub(super) struct VerifiedLine {
    pub(super) moves: Vec<Move>,
    position: Position,
    keys: Vec<u64>,
    ended: bool,
}

impl VerifiedLine {
    /// Starts at the root, which was reached through positions with `keys`.
    pub(super) fn new(root: &Position, keys: &[u64]) -> VerifiedLine {
        let mut keys = keys.to_vec();
        keys.push(root.key());
        VerifiedLine { moves: Vec::new(), position: root.clone(), keys, ended: false }
    }

    /// Appends moves up to the first that is illegal or repeats a position.
    pub(super) fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        for mv in moves {
            if self.ended || self.position.play(mv).is_err() {
                self.ended = true;
                return;
            }
            self.moves.push(mv);
            self.ended = self.keys.contains(&self.position.key());
            self.keys.push(self.position.key());
        }
    }

    /// Appends legal TT moves.
    pub(super) fn extend_from_tt(&mut self, tt: &TranspositionTable) {
        while !self.ended && self.moves.len() < MAX_PLY {
            let entry = tt.probe(self.position.key(), 0, self.position.halfmove_clock());
            match entry.and_then(|entry| entry.mv) {
                Some(mv) => self.extend([mv]),
                None => return,
            }
        }
    }
}
