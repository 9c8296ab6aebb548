//! What a search asks of endgame tables.

use ouro_rules::{Move, Position, Variant};

use crate::tablebase::MoveProbe;
use crate::value::Category;

/// Endgame tables that a search can probe.
pub trait SearchTables: Send + Sync {
    /// Returns the variant of the tables. Those of chess also serve Chess960.
    fn variant(&self) -> Variant;

    /// Returns the greatest number of men of positions that are probed within the search, or 0 if only
    /// the root is probed.
    fn max_men(&self) -> usize;

    /// Returns the least remaining depth at which positions with [`max_men`](SearchTables::max_men)
    /// men are probed. Those with fewer men are probed at any depth.
    fn min_depth(&self) -> i32;

    /// Returns the result of a position without castling rights whose halfmove clock is zero, or `None`
    /// if the tables do not contain it.
    fn probe(&self, position: &Position) -> Option<Category>;

    /// Returns the results of all legal moves of a position, or `None` if the tables do not contain it.
    fn probe_root(&self, position: &Position) -> Option<Vec<RootProbe>>;
}

/// The result of a move, from the point of view of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootProbe {
    /// The move.
    pub mv: Move,
    /// The result under the fifty-move rule, given the halfmove clock of the position.
    pub category: Category,
    /// Plies to the next capture, pawn move or mate, this move included: positive for wins, negative
    /// for losses and zero for draws. It is at least the true distance.
    pub dtz: i32,
}

impl From<MoveProbe> for RootProbe {
    fn from(probe: MoveProbe) -> RootProbe {
        let category = probe.after.category.opposite();
        let dtz = match (probe.zeroing, category) {
            (false, _) => 1 + probe.after.dtz.abs(),
            (true, Category::CursedWin | Category::BlessedLoss) => 101,
            (true, _) => 1,
        };
        RootProbe { mv: probe.mv, category, dtz: dtz * category.sign() }
    }
}
