//! What the results of a match say, and how surely.

/// Results of pairs of games: the same opening with colours reversed. Index 0 is two losses, 4 two
/// wins.
///
/// Pairs, not games, are counted: the two games of a pair depend on each other, and counting them
/// apart makes the error bars wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Adds a pair that scored so many half points, from 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The score, from 0 to 1, and its variance in one pair.
    #[must_use]
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let count = self.count() as f64;
        let value = |i: usize| i as f64 / 4.0;
        let mean =
            self.0.iter().enumerate().map(|(i, &n)| value(i) * n as f64).sum::<f64>() / count;
        let square = |i: usize| (value(i) - mean).powi(2);
        let variance =
            self.0.iter().enumerate().map(|(i, &n)| square(i) * n as f64).sum::<f64>() / count;
        (mean, variance)
    }

    /// The difference in strength in Elo and its error at 95 %; none as long as all pairs ended alike,
    /// because nothing is known of the error then.
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
        let (low, high) = (elo_of(mean - error), elo_of(mean + error));
        Some((elo_of(mean), (high - low) / 2.0))
    }
}

/// The difference in Elo that explains a score.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo lets expect.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two differences in Elo, with 5 % errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// No better than this is a failure.
    pub low: f64,
    /// As good as this is a success.
    pub high: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtState {
    /// Not decided; the log-likelihood ratio so far.
    Undecided(f64),
    /// The difference is as good as hoped.
    Passed(f64),
    /// It is not.
    Failed(f64),
}

impl Sprt {
    /// The ratio at which the test is decided, either way.
    #[must_use]
    pub fn bound() -> f64 {
        (0.95f64 / 0.05).ln()
    }

    /// Where the test stands after some pairs.
    #[must_use]
    pub fn state(&self, pairs: &Pairs) -> SprtState {
        let ratio = log_likelihood(pairs, self.high) - log_likelihood(pairs, self.low);
        if ratio >= Sprt::bound() {
            SprtState::Passed(ratio)
        } else if ratio <= -Sprt::bound() {
            SprtState::Failed(ratio)
        } else {
            SprtState::Undecided(ratio)
        }
    }
}

/// How likely the results are, at best, if the true difference is `elo`: the distribution of
/// pairs is the one with that mean that explains them best. Unlike an estimate by variance, it
/// does not jump to conclusions when the first results are alike.
fn log_likelihood(pairs: &Pairs, elo: f64) -> f64 {
    let score = score_of(elo);
    let count = pairs.count() as f64;
    if count == 0.0 {
        return 0.0;
    }
    // Results that have not been seen are rare, not impossible.
    let seen = pairs.0.map(|n| (n as f64).max(1e-3));
    let total: f64 = seen.iter().sum();
    let parts: Vec<(f64, f64)> =
        seen.iter().enumerate().map(|(i, n)| (n / total, i as f64 / 4.0 - score)).collect();
    // The best distribution is p / (1 + t d) for the one t that gives it the mean; the sum
    // falls as t grows.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let t = f64::midpoint(low, high);
        let sum: f64 = parts.iter().map(|(p, d)| p * d / (1.0 + t * d)).sum();
        if sum > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = f64::midpoint(low, high);
    count * parts.iter().map(|(p, d)| p * (p / (1.0 + t * d)).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_score_is_no_difference() {
        let pairs = Pairs([10, 20, 40, 20, 10]);
        let (elo, error) = pairs.elo().unwrap();
        assert!(elo.abs() < 1e-9);
        assert!((30.0..45.0).contains(&error), "{error}");
        assert_eq!(Pairs::default().elo(), None);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let (elo, _) = Pairs([0, 0, 10, 80, 10]).elo().unwrap();
        assert!((elo - 190.85).abs() < 0.1, "{elo}");
        assert_eq!(Pairs([0, 0, 0, 100, 0]).elo(), None, "nothing is known of the error");
    }

    #[test]
    fn a_test_passes_fails_or_goes_on() {
        let test = Sprt { low: 0.0, high: 10.0 };
        assert!(matches!(test.state(&Pairs::default()), SprtState::Undecided(_)));
        assert!(matches!(test.state(&Pairs([10, 20, 40, 22, 10])), SprtState::Undecided(_)));
        assert!(matches!(test.state(&Pairs([100, 200, 500, 400, 200])), SprtState::Passed(_)));
        assert!(matches!(test.state(&Pairs([200, 400, 500, 200, 100])), SprtState::Failed(_)));
    }

    /// With the true difference at either bound, about one test in twenty is wrong.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let test = Sprt { low: 0.0, high: 20.0 };
        let mut state = 1u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for (elo, wrong_is_pass) in [(0.0, true), (20.0, false)] {
            let win = score_of(elo);
            let mut wrong = 0;
            for _ in 0..400 {
                let mut pairs = Pairs::default();
                loop {
                    // Each game is drawn half the time, and else decided by strength.
                    let mut game = || match random() {
                        r if r < 0.5 => 1,
                        _ if random() < 2.0 * win - 0.5 => 2,
                        _ => 0,
                    };
                    let half_points = game() + game();
                    pairs.add(half_points);
                    match test.state(&pairs) {
                        SprtState::Undecided(_) => {}
                        SprtState::Passed(_) => {
                            wrong += usize::from(wrong_is_pass);
                            break;
                        }
                        SprtState::Failed(_) => {
                            wrong += usize::from(!wrong_is_pass);
                            break;
                        }
                    }
                }
            }
            assert!(wrong <= 40, "{wrong} of 400 tests at {elo} Elo were wrong");
        }
    }
}
