//! The sequential probability ratio test (SPRT).

use super::pentanomial::{Pentanomial, score_of_elo};

/// A sequential probability ratio test of two hypotheses, with error rates α = β = 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis H1.
    pub elo1: f64,
}

/// The state of a test, with its log-likelihood ratio (LLR).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtState {
    /// Neither hypothesis is accepted yet.
    Running(f64),
    /// H1 is accepted: the test passed.
    Passed(f64),
    /// H0 is accepted: the test failed.
    Failed(f64),
}

impl Sprt {
    /// Returns the absolute LLR at which a hypothesis is accepted.
    #[must_use]
    pub fn llr_bound() -> f64 {
        (0.95f64 / 0.05).ln()
    }

    /// Returns the state of the test after some pairs.
    #[must_use]
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let llr = log_likelihood(pairs, self.elo1) - log_likelihood(pairs, self.elo0);
        if llr >= Sprt::llr_bound() {
            SprtState::Passed(llr)
        } else if llr <= -Sprt::llr_bound() {
            SprtState::Failed(llr)
        } else {
            SprtState::Running(llr)
        }
    }
}

/// Returns the maximum log-likelihood of the pairs over all pentanomial distributions whose mean is the
/// score expected at `elo`. Unlike an estimate from the variance, it stays cautious when the first
/// pairs all have the same score.
fn log_likelihood(pairs: &Pentanomial, elo: f64) -> f64 {
    let score = score_of_elo(elo);
    let count = pairs.count() as f64;
    if count == 0.0 {
        return 0.0;
    }
    // A score that has not occurred yet is rare, not impossible.
    let counts = pairs.0.map(|n| (n as f64).max(1e-3));
    let total: f64 = counts.iter().sum();
    let parts: Vec<(f64, f64)> =
        counts.iter().enumerate().map(|(i, n)| (n / total, i as f64 / 4.0 - score)).collect();
    // The most likely distribution is p / (1 + t d) for the one t that gives the expected mean. The sum
    // decreases with t, so t is found by bisection.
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
    fn a_test_passes_fails_or_keeps_running() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        let state = |counts| sprt.state(&Pentanomial(counts));
        assert!(matches!(sprt.state(&Pentanomial::default()), SprtState::Running(_)));
        assert!(matches!(state([10, 20, 40, 22, 10]), SprtState::Running(_)));
        assert!(matches!(state([100, 200, 500, 400, 200]), SprtState::Passed(_)));
        assert!(matches!(state([200, 400, 500, 200, 100]), SprtState::Failed(_)));
    }

    /// If the true difference is elo0 or elo1, about one test in twenty is wrong.
    #[test]
    fn error_rates_stay_near_five_percent() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0 };
        let mut state = 1u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for (elo, wrong_is_pass) in [(0.0, true), (20.0, false)] {
            let win = score_of_elo(elo);
            let mut wrong = 0;
            for _ in 0..400 {
                let mut pairs = Pentanomial::default();
                loop {
                    // Half of the games are drawn; strength decides the others.
                    let mut game = || match random() {
                        r if r < 0.5 => 1,
                        _ if random() < 2.0 * win - 0.5 => 2,
                        _ => 0,
                    };
                    let half_points = game() + game();
                    pairs.add(half_points);
                    match sprt.state(&pairs) {
                        SprtState::Running(_) => {}
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
