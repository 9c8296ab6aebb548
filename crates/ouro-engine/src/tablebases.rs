//! Endgame tablebases in the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ouro_rules::{Move, Position, Variant};
use ouro_tablebase::{Category, RootProbe, SearchTables};

use crate::score::{DRAW, Score, TABLEBASE_WIN};
use crate::tt::Bound;

/// The advantage of a win that the fifty-move rule prevents.
const CURSED: Score = 2;

/// The tables that an engine probes, in the order in which they are asked.
pub(crate) type Sources = Vec<Arc<dyn SearchTables>>;

/// The tables of one search.
#[derive(Default)]
pub(crate) struct Tables<'a> {
    sources: Vec<&'a dyn SearchTables>,
    /// The greatest number of men of positions that are probed within the search; 0 without tables.
    max_men: usize,
    hits: AtomicU64,
}

/// What the tables know of a root move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RootRank {
    /// Only moves of the greatest rank are played. It is 0 without tables.
    pub(crate) rank: i32,
    /// The score, if the tables know it.
    pub(crate) score: Option<Score>,
}

impl<'a> Tables<'a> {
    /// Selects the tables for a variant.
    pub(crate) fn new(sources: &'a Sources, variant: Variant) -> Tables<'a> {
        let plays = |tables: &&Arc<dyn SearchTables>| match tables.variant() {
            Variant::SelfCapture => variant == Variant::SelfCapture,
            Variant::Chess | Variant::Chess960 => variant != Variant::SelfCapture,
        };
        let sources: Vec<_> = sources.iter().filter(plays).map(|tables| &**tables).collect();
        let max_men = sources.iter().map(|tables| tables.max_men()).max().unwrap_or(0);
        Tables { sources, max_men, hits: AtomicU64::new(0) }
    }

    /// Returns the number of positions that were found in the tables.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns the ranks of the root moves if the tables contain the root, which was reached through
    /// positions with `keys`. The search then probes no tables: it chooses between moves of equal rank,
    /// and would see no difference between won positions.
    pub(crate) fn rank_root(&mut self, root: &Position, keys: &[u64]) -> Vec<(Move, RootRank)> {
        let Some(moves) = self.sources.iter().find_map(|tables| tables.probe_root(root)) else {
            return Vec::new();
        };
        self.max_men = 0;
        self.hits.fetch_add(moves.len() as u64, Ordering::Relaxed);
        let repeated = has_repetition(root, keys);
        let clock = i32::from(root.halfmove_clock());
        moves.iter().map(|probe| (probe.mv, RootRank::new(probe, clock, repeated))).collect()
    }

    /// Returns the score of a position at `ply` and its bound, if the tables contain it. A win or a loss
    /// is a bound, because there may be a mate. Only positions after a capture or pawn move are probed:
    /// their result does not depend on the halfmove clock.
    #[inline]
    pub(crate) fn probe(
        &self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        if self.max_men == 0 || position.halfmove_clock() > 0 {
            return None;
        }
        let men = position.board().occupied().count() as usize;
        if men > self.max_men || position.castling_rooks().any() {
            return None;
        }
        let category = self.sources.iter().find_map(|tables| {
            let max_men = tables.max_men();
            let probes = men < max_men || (men == max_men && depth >= tables.min_depth());
            if probes { tables.probe(position) } else { None }
        })?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let win = TABLEBASE_WIN - ply as Score;
        Some(match category {
            Category::Win => (win, Bound::Lower),
            Category::CursedWin => (DRAW + CURSED, Bound::Exact),
            Category::Draw => (DRAW, Bound::Exact),
            Category::BlessedLoss => (DRAW - CURSED, Bound::Exact),
            Category::Loss => (-win, Bound::Upper),
        })
    }
}

impl RootRank {
    /// Ranks a move. All moves that keep a win for certain are equal, and the search chooses between
    /// them, unless the game has come back to a position: then the next capture or pawn move must come
    /// nearer.
    fn new(probe: &RootProbe, clock: i32, repeated: bool) -> RootRank {
        let plies = probe.dtz.abs();
        let (rank, score) = match probe.category {
            Category::Win if plies + clock < 100 && !repeated => (40_000, TABLEBASE_WIN),
            Category::Win => (30_000 - plies, TABLEBASE_WIN),
            Category::CursedWin => (20_000 - plies, DRAW + CURSED),
            Category::Draw => (0, DRAW),
            Category::BlessedLoss => (plies - 20_000, DRAW - CURSED),
            // The fifty-move rule may still help if the opponent errs.
            Category::Loss if 2 * plies + clock >= 100 => (plies - 30_000, -TABLEBASE_WIN),
            Category::Loss => (-40_000, -TABLEBASE_WIN),
        };
        RootRank { rank, score: Some(score) }
    }
}

/// Returns `true` if a position has been repeated since the last capture or pawn move.
fn has_repetition(root: &Position, keys: &[u64]) -> bool {
    let reversible = keys.len().saturating_sub(usize::from(root.halfmove_clock()));
    let mut keys = keys[reversible..].to_vec();
    keys.push(root.key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Returns the tables that every engine has: those that are part of the program.
pub(crate) fn embedded() -> Sources {
    #[cfg(feature = "embedded-tables")]
    {
        use ouro_tablebase::{OwnTables, Tablebase};
        use std::sync::LazyLock;
        static EMBEDDED: LazyLock<Arc<OwnTables>> =
            LazyLock::new(|| Arc::new(OwnTables::for_root(Tablebase::embedded())));
        vec![Arc::<OwnTables>::clone(&EMBEDDED)]
    }
    #[cfg(not(feature = "embedded-tables"))]
    Vec::new()
}
