//! How much a position is worth: distances from the main line, nodes and lines of a search.

use ouro_book::{Score, Value};
use ouro_engine::WdlModel;
use ouro_rules::Variant;

/// The distance of a position from the main line, in thousandths of a ply.
pub(super) type Distance = u32;

/// The distance of every move.
const PLY: Distance = 1_000;
/// The distance of a move that loses the whole point.
const LOSS: f64 = 50_000.0;
/// The greatest distance by loss. Positions after a blunder come late, but not never.
const MAX_LOSS: Distance = 8_000;
/// The distance that a second search with more lines adds. Positions come first.
pub(super) const WIDENING: Distance = 3_000;

/// The nodes of a search in multiples of the fewest, and the number of lines, up to a distance.
const EFFORTS: [(Distance, u64, usize); 5] =
    [(1_000, 16, 16), (2_500, 8, 10), (4_500, 4, 6), (6_500, 2, 5), (Distance::MAX, 1, 3)];

/// The nodes and the number of lines of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Effort {
    pub(super) nodes: u64,
    pub(super) lines: usize,
}

impl Effort {
    /// Returns the effort for a position at a distance.
    pub(super) fn at(distance: Distance, least_nodes: u64) -> Effort {
        let tier = EFFORTS.iter().find(|&&(limit, ..)| distance <= limit);
        let &(_, factor, lines) = tier.unwrap_or(&EFFORTS[EFFORTS.len() - 1]);
        Effort { nodes: least_nodes * factor, lines }
    }
}

/// The expected score of each number of centipawns.
pub(super) struct ExpectedScores {
    /// From `-MAX` to `MAX`, in millionths.
    millionths: Vec<u32>,
}

impl ExpectedScores {
    /// Centipawns beyond which the result is certain.
    const MAX: i32 = 2_000;

    /// Computes the expected scores of a variant with all pieces on the board.
    pub(super) fn new(variant: Variant) -> ExpectedScores {
        let model = WdlModel::of(variant);
        let scale = (model.midpoint[0] + model.midpoint[1]) / 100.0;
        let expected = |centipawns: i32| {
            let [win, draw, _] = model.rates(f64::from(centipawns) * scale, 1.0);
            ((win + draw / 2.0) * 1e6).round() as u32
        };
        ExpectedScores { millionths: (-Self::MAX..=Self::MAX).map(expected).collect() }
    }

    fn of(&self, score: Score) -> u32 {
        let centipawns = match score.value() {
            Value::Mate(moves) if moves > 0 => return 1_000_000,
            Value::Mate(_) => return 0,
            Value::Centipawns(centipawns) => centipawns.clamp(-Self::MAX, Self::MAX),
        };
        self.millionths[(centipawns + Self::MAX) as usize]
    }

    /// Returns the distance of a move from the position before it, given the scores of the best move and
    /// of this one.
    pub(super) fn distance(&self, best: Score, score: Score) -> Distance {
        let loss = self.of(best).saturating_sub(self.of(score));
        let loss = (f64::from(loss) * LOSS / 1e6).round() as Distance;
        PLY + loss.min(MAX_LOSS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_never_grows_with_the_distance_and_is_at_least_the_fewest_nodes() {
        let efforts = (0..20_000).step_by(100).map(|distance| Effort::at(distance, 50_000));
        let efforts: Vec<Effort> = efforts.collect();
        for pair in efforts.windows(2) {
            assert!(pair[0].nodes >= pair[1].nodes && pair[0].lines >= pair[1].lines);
        }
        assert_eq!(efforts[0], Effort { nodes: 800_000, lines: 16 });
        assert_eq!(efforts[199], Effort { nodes: 50_000, lines: 3 });
    }

    #[test]
    fn worse_moves_are_further_away() {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let expected = ExpectedScores::new(variant);
            let from =
                |best, score| expected.distance(Score::centipawns(best), Score::centipawns(score));
            assert_eq!(from(30, 30), PLY);
            assert_eq!(from(30, 40), PLY);
            assert!((1_300..2_000).contains(&from(30, 20)), "{}", from(30, 20));
            assert!(from(30, 0) > from(30, 10));
            assert_eq!(from(30, -900), PLY + MAX_LOSS);
            assert_eq!(expected.distance(Score::mate(2), Score::mate(-2)), PLY + MAX_LOSS);
        }
    }
}
