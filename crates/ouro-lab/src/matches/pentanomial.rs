//! Pentanomial statistics of game pairs.

/// The pentanomial counts of game pairs. A pair is one opening played twice with colours reversed; it
/// scores 0, ½, 1, 1½ or 2 points.
///
/// The two games of a pair are correlated, so the error of the score is computed from pairs, not from
/// single games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair with a score in half points, from 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score per game, from 0 to 1, and the variance of a pair.
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = self.count() as f64;
        let score = |i: usize| i as f64 / 4.0;
        let mean =
            self.0.iter().enumerate().map(|(i, &n)| score(i) * n as f64).sum::<f64>() / count;
        let square = |i: usize| (score(i) - mean).powi(2);
        let variance =
            self.0.iter().enumerate().map(|(i, &n)| square(i) * n as f64).sum::<f64>() / count;
        (mean, variance)
    }

    /// Returns the Elo difference and its 95 % error. Returns `None` if all pairs have the same score,
    /// because the error is unknown then.
    #[must_use]
    pub fn elo(&self) -> Option<(f64, f64)> {
        if self.count() < 2 {
            return None;
        }
        let (mean, variance) = self.mean_and_variance();
        if variance <= 0.0 {
            return None;
        }
        let error = 1.96 * (variance / (self.count() - 1) as f64).sqrt();
        let (low, high) = (elo_of_score(mean - error), elo_of_score(mean + error));
        Some((elo_of_score(mean), (high - low) / 2.0))
    }
}

/// Returns the Elo difference at which a score is expected.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the score that is expected at an Elo difference.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_score_is_zero_elo() {
        let (elo, error) = Pentanomial([10, 20, 40, 20, 10]).elo().unwrap();
        assert!(elo.abs() < 1e-9);
        assert!((30.0..45.0).contains(&error), "{error}");
        assert_eq!(Pentanomial::default().elo(), None);
    }

    #[test]
    fn a_score_of_75_percent_is_191_elo() {
        let (elo, _) = Pentanomial([0, 0, 10, 80, 10]).elo().unwrap();
        assert!((elo - 190.85).abs() < 0.1, "{elo}");
        assert_eq!(Pentanomial([0, 0, 0, 100, 0]).elo(), None, "the error is unknown");
    }
}
