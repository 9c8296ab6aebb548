//! Reduced playing strength.
//!
//! A weaker player searches fewer nodes and overlooks some moves. Which ones depends on position, move and
//! game, so the same mistake is not made once and avoided a moment later. Mate scores stay true: overlooked
//! moves are searched if all others are mated.

use ouro_rules::Move;

/// A playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes after which no new iteration starts.
    pub(crate) nodes: u64,
    /// Overlooked moves out of 1024.
    pub(crate) overlook_rate: u64,
    /// Selects which moves are overlooked.
    pub(crate) seed: u64,
}

/// Rating, nodes and overlooked moves out of 1024 of each level. Ratings between two levels are
/// interpolated.
const SCALE: [(f64, f64, f64); 10] = [
    (800.0, 50.0, 600.0),
    (1000.0, 90.0, 380.0),
    (1200.0, 140.0, 270.0),
    (1400.0, 230.0, 185.0),
    (1600.0, 400.0, 130.0),
    (1800.0, 750.0, 85.0),
    (2000.0, 1_500.0, 50.0),
    (2200.0, 3_000.0, 30.0),
    (2400.0, 6_500.0, 17.0),
    (2600.0, 15_000.0, 8.0),
];

impl Strength {
    /// The highest level; the lowest is 1.
    pub const LEVELS: u8 = SCALE.len() as u8;
    /// The weakest rating.
    pub const MIN_ELO: u16 = SCALE[0].0 as u16;
    /// The strongest rating below full strength.
    pub const MAX_ELO: u16 = SCALE[SCALE.len() - 1].0 as u16;

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
        let (elo, ..) = SCALE.get(usize::from(level).checked_sub(1)?)?;
        Some(*elo as u16)
    }

    /// Returns the strength of a rating, clamped to the scale.
    #[must_use]
    pub fn elo(elo: u16) -> Strength {
        let elo = f64::from(elo.clamp(Strength::MIN_ELO, Strength::MAX_ELO));
        let above = SCALE.iter().position(|&(rating, ..)| rating >= elo).unwrap_or(0);
        let (low, high) = (SCALE[above.saturating_sub(1)], SCALE[above]);
        let share = if high.0 > low.0 { (elo - low.0) / (high.0 - low.0) } else { 0.0 };
        let nodes = low.1 * (high.1 / low.1).powf(share);
        let overlook_rate = low.2 + (high.2 - low.2) * share;
        Strength { nodes: nodes as u64, overlook_rate: overlook_rate as u64, seed: 0 }
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
    pub(crate) const fn overlooks(&self, key: u64, mv: Move) -> bool {
        let mixed = (key ^ self.seed).wrapping_add(mv.bits() as u64);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 29)) % 1024 < self.overlook_rate
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
                here.nodes >= before.nodes && here.overlook_rate <= before.overlook_rate,
                "{elo}"
            );
            before = here;
        }
        assert_eq!(Strength::level(Strength::LEVELS), Some(Strength::elo(u16::MAX)));
    }

    #[test]
    fn the_share_of_overlooked_moves_is_that_of_the_strength() {
        let strength = Strength { nodes: 1, overlook_rate: 256, seed: 3 };
        let moves = Square::ALL.map(|to| Move::normal(Square::A1, to));
        let keys = (1..1_000_u64).map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let overlooked = keys
            .flat_map(|key| moves.map(|mv| strength.overlooks(key, mv)))
            .filter(|&overlooked| overlooked)
            .count();
        assert!((15_000..17_000).contains(&overlooked), "{overlooked} of 63,936");
    }
}
