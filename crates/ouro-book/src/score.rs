//! Scores of book positions.

use std::fmt;
use std::ops::Neg;

/// The raw score of a side that mates now; plies to mate are subtracted.
const MATE: i16 = 32_000;
/// The lowest raw score of a mate.
const MATE_BOUND: i16 = MATE - 1_000;
/// The greatest number of centipawns.
const MAX_CENTIPAWNS: i32 = 30_000;

/// A score for the side to move: centipawns, or plies to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Centipawns.
    Centipawns(i32),
    /// Moves until the side to move mates, or is mated if negative.
    Mate(i32),
}

impl Score {
    /// The score of a draw.
    pub const DRAW: Score = Score(0);

    /// Returns the score of a number of centipawns.
    #[must_use]
    pub fn centipawns(centipawns: i32) -> Score {
        Score(centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i16)
    }

    /// Returns the score of a side that mates in this many moves, or is mated if negative. Zero is a side
    /// that is mated.
    #[must_use]
    pub fn mate(moves: i32) -> Score {
        let moves = moves.clamp(-400, 400) as i16;
        if moves > 0 { Score(MATE - (2 * moves - 1)) } else { Score(-MATE - 2 * moves) }
    }

    /// Returns the score from its bits, or `None` if no score has them.
    #[must_use]
    pub const fn from_bits(bits: i16) -> Option<Score> {
        let size = bits.unsigned_abs();
        let valid = size <= MAX_CENTIPAWNS as u16
            || size >= MATE_BOUND.unsigned_abs() && size <= MATE.unsigned_abs();
        if valid { Some(Score(bits)) } else { None }
    }

    /// Returns the bits of the score. Greater scores have greater bits.
    #[must_use]
    pub const fn bits(self) -> i16 {
        self.0
    }

    /// Returns what the score says.
    #[must_use]
    pub const fn value(self) -> Value {
        if self.0 >= MATE_BOUND {
            Value::Mate(((MATE - self.0 + 1) / 2) as i32)
        } else if self.0 <= -MATE_BOUND {
            Value::Mate(-((MATE + self.0) / 2) as i32)
        } else {
            Value::Centipawns(self.0 as i32)
        }
    }

    /// Returns the score of a move that leads to a position with this score.
    #[must_use]
    pub const fn before(self) -> Score {
        Score(if self.0 >= MATE_BOUND {
            1 - self.0
        } else if self.0 <= -MATE_BOUND {
            -self.0 - 1
        } else {
            -self.0
        })
    }
}

/// Returns the score of the other side.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Writes pawns with two decimals, as in `+0.31`, or moves to mate, as in `#3` and `#-2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.value() {
            Value::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Value::Mate(moves) => format!("#{moves}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_a_ply_further_away_before_each_move() {
        let mated = Score::mate(0);
        assert_eq!(mated.before(), Score::mate(1));
        assert_eq!(mated.before().before(), Score::mate(-1));
        assert_eq!(mated.before().before().before(), Score::mate(2));
        assert_eq!(Score::centipawns(-31).before(), Score::centipawns(31));
    }

    #[test]
    fn scores_return_what_they_were_created_from() {
        for moves in -400..=400 {
            let score = Score::mate(moves);
            assert_eq!(score.value(), Value::Mate(moves));
            assert_eq!(Score::from_bits(score.bits()), Some(score));
        }
        for centipawns in (-30_000..=30_000).step_by(7) {
            let score = Score::centipawns(centipawns);
            assert_eq!(score.value(), Value::Centipawns(centipawns));
            assert_eq!(Score::from_bits(score.bits()), Some(score));
        }
        for bits in [30_001, 30_999, 32_001, i16::MAX, i16::MIN, -30_500] {
            assert_eq!(Score::from_bits(bits), None, "{bits}");
        }
    }

    #[test]
    fn shorter_mates_are_better_and_any_mate_beats_centipawns() {
        let order = [
            Score::mate(0),
            Score::mate(-3),
            Score::centipawns(-30_000),
            Score::DRAW,
            Score::centipawns(30_000),
            Score::mate(3),
            Score::mate(1),
        ];
        assert!(order.is_sorted());
        let text = order.map(|score| score.to_string());
        assert_eq!(text[1..4], ["#-3", "-300.00", "+0.00"]);
    }
}
