//! Limits of a search.

use ouro_rules::Move;

use crate::strength::Strength;

/// What limits a search. Without any limit it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The greatest depth.
    pub depth: Option<i32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration starts. Unlike `nodes`, it wastes no work.
    pub soft_nodes: Option<u64>,
    /// The time for the move in milliseconds, including the move overhead.
    pub move_time: Option<u64>,
    /// The greatest time for the move in milliseconds, however much is on the clock.
    pub max_time: Option<u64>,
    /// Search for a mate in this many moves and stop when it is found. A mate in three or fewer is never
    /// missed.
    pub mate: Option<i32>,
    /// The clocks of White and Black in milliseconds.
    pub clock: [Option<u64>; 2],
    /// The increments of White and Black in milliseconds.
    pub increment: [u64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Milliseconds that are lost between the clock and the engine.
    pub move_overhead: u64,
    /// The moves to search at the root; all if empty.
    pub search_moves: Vec<Move>,
    /// Reduced playing strength.
    pub strength: Option<Strength>,
    /// The number of principal variations; 0 counts as 1.
    pub multipv: usize,
}

impl Limits {
    /// Returns the number of nodes after which no new iteration starts.
    pub(crate) fn soft_node_limit(&self) -> Option<u64> {
        let strength = self.strength.map(|strength| strength.nodes);
        self.soft_nodes.into_iter().chain(strength).min()
    }
}
