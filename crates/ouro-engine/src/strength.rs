//! Reduced playing strength.
//!
//! A weaker player searches fewer nodes and overlooks some moves: in the search, and beginners also among
//! the moves to play. Which ones depends on position, move and game, so the same mistake is not made once
//! and avoided a moment later. Mate scores stay true: overlooked moves are searched if all others are mated.

use ouro_rules::Move;

/// A playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes after which no new iteration starts.
    pub(crate) nodes: u64,
    /// Overlooked moves out of 1024 after the root.
    pub(crate) overlook_rate: u64,
    /// Overlooked moves out of 1024 at the root.
    pub(crate) root_overlook_rate: u64,
    /// Selects which moves are overlooked.
    pub(crate) seed: u64,
}

/// What a rating stands for. Ratings between two levels are interpolated.
#[derive(Clone, Copy)]
struct Level {
    rating: f64,
    nodes: f64,
    /// Overlooked moves out of 1024, after the root and at the root.
    overlooked: [f64; 2],
}

const fn level(rating: f64, nodes: f64, overlooked: [f64; 2]) -> Level {
    Level { rating, nodes, overlooked }
}

/// The levels.
const SCALE: [Level; 10] = [
    level(800.0, 50.0, [600.0, 900.0]),
    level(1000.0, 70.0, [500.0, 750.0]),
    level(1200.0, 90.0, [400.0, 600.0]),
    level(1400.0, 110.0, [330.0, 460.0]),
    level(1600.0, 140.0, [270.0, 370.0]),
    level(1800.0, 220.0, [190.0, 150.0]),
    level(2000.0, 450.0, [125.0, 20.0]),
    level(2200.0, 1_000.0, [65.0, 0.0]),
    level(2400.0, 3_500.0, [27.0, 0.0]),
    level(2600.0, 15_000.0, [8.0, 0.0]),
];

impl Strength {
    /// The highest level; the lowest is 1.
    pub const LEVELS: u8 = SCALE.len() as u8;
    /// The weakest rating.
    pub const MIN_ELO: u16 = SCALE[0].rating as u16;
    /// The strongest rating below full strength.
    pub const MAX_ELO: u16 = SCALE[SCALE.len() - 1].rating as u16;

    /// Returns the strength of a level from 1 to [`LEVELS`](Strength::LEVELS).
    ///
    /// ```
    /// use ouro_engine::Strength;
    /// assert!(Strength::level(1).is_some() && Strength::level(10).is_some());
    /// assert!(Strength::level(0).is_none() && Strength::level(11).is_none());
    /// ```
    #[must_use]
    pub fn level(level: u8) -> Option<Strength> {
        Strength::rating(level).map(Strength::elo)
    }

    /// Returns the approximate rating of a level.
    #[must_use]
    pub fn rating(level: u8) -> Option<u16> {
        let level = SCALE.get(usize::from(level).checked_sub(1)?)?;
        Some(level.rating as u16)
    }

    /// Returns the strength of a rating, clamped to the scale.
    #[must_use]
    pub fn elo(elo: u16) -> Strength {
        let elo = f64::from(elo.clamp(Strength::MIN_ELO, Strength::MAX_ELO));
        let above = SCALE.iter().position(|level| level.rating >= elo).unwrap_or(0);
        let (low, high) = (SCALE[above.saturating_sub(1)], SCALE[above]);
        let distance = high.rating - low.rating;
        let share = if distance > 0.0 { (elo - low.rating) / distance } else { 0.0 };
        let nodes = low.nodes * (high.nodes / low.nodes).powf(share);
        let [overlook_rate, root_overlook_rate] = [0, 1]
            .map(|i| (low.overlooked[i] + (high.overlooked[i] - low.overlooked[i]) * share) as u64);
        Strength { nodes: nodes as u64, overlook_rate, root_overlook_rate, seed: 0 }
    }

    /// Returns the same strength with other mistakes.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Strength {
        Strength { seed, ..self }
    }

    /// Returns `true` if checks are never overlooked.
    pub(crate) const fn sees_checks(&self) -> bool {
        self.overlook_rate < 200
    }

    /// Returns `true` if a move is overlooked in the position with a key.
    pub(crate) const fn overlooks(&self, key: u64, mv: Move, root: bool) -> bool {
        let rate = if root { self.root_overlook_rate } else { self.overlook_rate };
        let mixed = (key ^ self.seed).wrapping_add(mv.bits() as u64);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 29)) % 1024 < rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Square;

    #[test]
    fn strength_grows_with_the_rating() {
        let mut before = Strength::elo(0);
        for elo in (Strength::MIN_ELO..=Strength::MAX_ELO + 100).step_by(25) {
            let here = Strength::elo(elo);
            assert!(
                here.nodes >= before.nodes
                    && here.overlook_rate <= before.overlook_rate
                    && here.root_overlook_rate <= before.root_overlook_rate,
                "{elo}"
            );
            before = here;
        }
        assert_eq!(Strength::level(Strength::LEVELS), Some(Strength::elo(u16::MAX)));
    }

    #[test]
    fn the_share_of_overlooked_moves_is_that_of_the_strength() {
        let strength = Strength { nodes: 1, overlook_rate: 256, root_overlook_rate: 512, seed: 3 };
        let moves = Square::ALL.map(|to| Move::normal(Square::A1, to));
        let keys = (1..1_000_u64).map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let count = |root| {
            let moves = keys.clone().flat_map(|key| moves.map(|mv| (key, mv)));
            moves.filter(|&(key, mv)| strength.overlooks(key, mv, root)).count()
        };
        assert!((15_000..17_000).contains(&count(false)), "{} of 63,936", count(false));
        assert!((31_000..33_000).contains(&count(true)), "{} of 63,936", count(true));
    }
}
