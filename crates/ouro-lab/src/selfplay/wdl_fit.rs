//! The fit of the engine's WDL model to the results of self-play games.

use std::collections::HashMap;

use ouro_engine::WdlModel;
use ouro_rules::PgnResult;

use super::format::SelfPlayGame;

/// Counts of wins, draws and losses of the side to move by score and material.
#[derive(Clone, Debug, Default)]
pub struct WdlCounts {
    counts: HashMap<(i32, i32), [f64; 3]>,
}

/// The width of a score bin.
const SCORE_STEP: i32 = 10;
/// The largest score that is counted. Larger ones do not help to fit the middle of the curve.
const MAX_SCORE: i16 = 1_200;
/// The number of material bins from an empty board to the start position.
const MATERIAL_BINS: f64 = 16.0;
/// The first ply that is counted. Earlier positions are still close to the random opening.
const FIRST_PLY: usize = 8;

impl WdlCounts {
    /// Adds the positions of a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        for (position, _, score) in game.positions().skip(FIRST_PLY) {
            if score.abs() > MAX_SCORE {
                continue;
            }
            let outcome = match game.result {
                PgnResult::Win(winner) => usize::from(winner != position.turn()) * 2,
                PgnResult::Draw | PgnResult::Unknown => 1,
            };
            let material = (WdlModel::material(&position) * MATERIAL_BINS).round() as i32;
            let bin = (i32::from(score).div_euclid(SCORE_STEP), material);
            self.counts.entry(bin).or_default()[outcome] += 1.0;
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts.values().flatten().sum::<f64>() as u64
    }

    /// Returns the cross-entropy of a model: the mean negative log-likelihood of the results.
    #[must_use]
    pub fn loss(&self, model: &WdlModel) -> f64 {
        let mut sum = 0.0;
        for (&(score, material), results) in &self.counts {
            let wdl = model.rates(bin_centre(score), f64::from(material) / MATERIAL_BINS);
            for (count, probability) in results.iter().zip(wdl) {
                sum -= count * probability.max(1e-9).ln();
            }
        }
        sum / self.counts.values().flatten().sum::<f64>().max(1.0)
    }

    /// Returns the score scale: the score at which the side to move scores 73 %, by the least-squares fit
    /// of a logistic function of the score alone.
    #[must_use]
    pub fn score_scale(&self) -> u32 {
        let error = |scale: u32| -> f64 {
            let errors = self.counts.iter().map(|(&(score, _), [wins, draws, losses])| {
                let expected = 1.0 / (1.0 + (-bin_centre(score) / f64::from(scale)).exp());
                wins * (1.0 - expected).powi(2)
                    + draws * (0.5 - expected).powi(2)
                    + losses * expected.powi(2)
            });
            errors.sum()
        };
        let best = (20..1_000).step_by(5).min_by(|&a, &b| error(a).total_cmp(&error(b)));
        best.unwrap_or(400)
    }

    /// Returns the model with the lowest loss, found by coordinate descent with decreasing steps.
    #[must_use]
    pub fn fit(&self) -> WdlModel {
        let model = |[a, b, c, d]: [f64; 4]| WdlModel { midpoint: [a, b], spread: [c, d] };
        let mut parameters = [100.0, 100.0, 80.0, 0.0];
        let mut best = self.loss(&model(parameters));
        let mut step = 64.0;
        while step > 0.2 {
            let mut improved = false;
            for direction in DIRECTIONS {
                for sign in [1.0, -1.0] {
                    let mut candidate = parameters;
                    for (parameter, part) in candidate.iter_mut().zip(direction) {
                        *parameter += sign * step * part;
                    }
                    let loss = self.loss(&model(candidate));
                    if loss < best {
                        (best, parameters, improved) = (loss, candidate, true);
                    }
                }
            }
            if !improved {
                step /= 2.0;
            }
        }
        model(parameters)
    }
}

/// The search directions of the fit: each parameter alone, and the two parameters of a line against each
/// other, because they are strongly correlated.
const DIRECTIONS: [[f64; 4]; 6] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
    [1.0, -1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, -1.0],
];

/// Returns the score in the middle of a bin.
fn bin_centre(bin: i32) -> f64 {
    (f64::from(bin) + 0.5) * f64::from(SCORE_STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_recovers_a_model_from_its_predictions() {
        let truth = WdlModel { midpoint: [120.0, 60.0], spread: [50.0, 30.0] };
        let mut counts = WdlCounts::default();
        for score in -100..100 {
            for material in 2..=16 {
                let wdl = truth.rates(bin_centre(score), f64::from(material) / MATERIAL_BINS);
                counts.counts.insert((score, material), wdl.map(|share| 1_000.0 * share));
            }
        }
        assert!((60..200).contains(&counts.score_scale()), "{}", counts.score_scale());
        let found = counts.fit();
        for (a, b) in [(truth.midpoint, found.midpoint), (truth.spread, found.spread)] {
            assert!((a[0] - b[0]).abs() < 2.0 && (a[1] - b[1]).abs() < 2.0, "{found:?}");
        }
    }
}
