//! Finds out what scores mean in games.

use std::collections::HashMap;

use ouro_engine::WdlModel;
use ouro_rules::PgnResult;

use super::format::SelfPlayGame;

/// Positions by score, material and what became of them: won, drawn or lost by the side to move.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    counts: HashMap<(i32, i32), [f64; 3]>,
}

/// Scores are counted in steps of this.
const STEP: i32 = 10;
/// Scores beyond this say nothing about the middle.
const LIMIT: i16 = 1_200;
/// Material is counted in steps of this part of the whole.
const PARTS: f64 = 16.0;
/// Positions before this ply are as random as the start.
const FIRST_PLY: usize = 8;

impl Outcomes {
    /// Counts the positions of a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        for (position, _, score) in game.positions().skip(FIRST_PLY) {
            if score.abs() > LIMIT {
                continue;
            }
            let outcome = match game.result {
                PgnResult::Win(winner) => usize::from(winner != position.turn()) * 2,
                PgnResult::Draw | PgnResult::Unknown => 1,
            };
            let material = (WdlModel::material(&position) * PARTS).round() as i32;
            let place = (i32::from(score).div_euclid(STEP), material);
            self.counts.entry(place).or_default()[outcome] += 1.0;
        }
    }

    /// How many positions were counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts.values().flatten().sum::<f64>() as u64
    }

    /// How unlikely the outcomes are under a model, on average: the less, the better.
    #[must_use]
    pub fn loss(&self, model: &WdlModel) -> f64 {
        let mut sum = 0.0;
        for (&(score, material), outcomes) in &self.counts {
            let score = (f64::from(score) + 0.5) * f64::from(STEP);
            let chances = model.rates(score, f64::from(material) / PARTS);
            for (count, chance) in outcomes.iter().zip(chances) {
                sum -= count * chance.max(1e-9).ln();
            }
        }
        sum / self.counts.values().flatten().sum::<f64>().max(1.0)
    }

    /// The score at which a side scores 73 %, as a logistic function of the score alone has it.
    #[must_use]
    pub fn scale(&self) -> u32 {
        let error = |scale: u32| -> f64 {
            let errors = self.counts.iter().map(|(&(score, _), [won, drawn, lost])| {
                let score = (f64::from(score) + 0.5) * f64::from(STEP);
                let expected = 1.0 / (1.0 + (-score / f64::from(scale)).exp());
                won * (1.0 - expected).powi(2)
                    + drawn * (0.5 - expected).powi(2)
                    + lost * expected.powi(2)
            });
            errors.sum()
        };
        let best = (20..1_000).step_by(5).min_by(|&a, &b| error(a).total_cmp(&error(b)));
        best.unwrap_or(400)
    }

    /// The model under which the outcomes are most likely, by trying smaller and smaller steps.
    #[must_use]
    pub fn fit(&self) -> WdlModel {
        let mut numbers = [100.0, 100.0, 80.0, 0.0];
        let model = |[a, b, c, d]: [f64; 4]| WdlModel { midpoint: [a, b], spread: [c, d] };
        let mut best = self.loss(&model(numbers));
        let mut step = 64.0;
        while step > 0.2 {
            let mut better = false;
            for i in 0..numbers.len() {
                for change in [step, -step] {
                    let mut tried = numbers;
                    tried[i] += change;
                    let loss = self.loss(&model(tried));
                    if loss < best {
                        (best, numbers, better) = (loss, tried, true);
                    }
                }
            }
            // The numbers without material and with all of it pull at each other.
            for (one, two) in [(0, 1), (2, 3)] {
                for change in [step, -step] {
                    let mut tried = numbers;
                    tried[one] += change;
                    tried[two] -= change;
                    let loss = self.loss(&model(tried));
                    if loss < best {
                        (best, numbers, better) = (loss, tried, true);
                    }
                }
            }
            if !better {
                step /= 2.0;
            }
        }
        model(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_again_in_what_it_predicts() {
        let truth = WdlModel { midpoint: [120.0, 60.0], spread: [50.0, 30.0] };
        let mut outcomes = Outcomes::default();
        for score in -100..100 {
            for material in 2..=16 {
                let middle = (f64::from(score) + 0.5) * f64::from(STEP);
                let chances = truth.rates(middle, f64::from(material) / PARTS);
                outcomes.counts.insert((score, material), chances.map(|chance| 1_000.0 * chance));
            }
        }
        assert!((60..200).contains(&outcomes.scale()), "{}", outcomes.scale());
        let found = outcomes.fit();
        for (a, b) in [(truth.midpoint, found.midpoint), (truth.spread, found.spread)] {
            assert!((a[0] - b[0]).abs() < 2.0 && (a[1] - b[1]).abs() < 2.0, "{found:?}");
        }
    }
}
