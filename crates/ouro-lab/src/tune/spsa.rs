//! Simultaneous perturbation stochastic approximation (SPSA), with the conventions of fishtest and
//! OpenBench.
//!
//! In iteration k, each parameter moves by c_k up or down at random. Two engines, one with the
//! perturbed values (θ+) and one with the opposite perturbation (θ−), play a pair of games, and every
//! parameter moves towards the winner. With N iterations in total and A = N / 10:
//!
//! ```text
//! c_k = c_end · (N / k)^0.101
//! a_k = r_end · c_end² · ((A + N) / (A + k))^0.602
//! θ  += a_k / c_k · (wins − losses of θ+) · (±1, the direction of the perturbation)
//! ```

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// The exponent with which the gain a_k decreases.
const ALPHA: f64 = 0.602;
/// The exponent with which the perturbation c_k decreases.
const GAMMA: f64 = 0.101;
/// A as a share of the iterations. It keeps the first steps from being too large.
const STABILITY: f64 = 0.1;

/// A parameter and its current value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name in the engine.
    pub name: String,
    /// The value before tuning.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The perturbation in the last iteration.
    pub c_end: f64,
    /// The current value. The engine plays with integers; the fraction accumulates small steps.
    pub value: f64,
}

impl Parameter {
    /// The default of [`Parameter::set_c_end`].
    pub const C_DIVISOR: f64 = 20.0;

    /// Creates a parameter at its start value.
    #[must_use]
    pub fn new(name: &str, start: i32, min: i32, max: i32) -> Parameter {
        let (name, value) = (name.to_owned(), f64::from(start));
        let mut parameter = Parameter { name, start, min, max, c_end: 0.5, value };
        parameter.set_c_end(Parameter::C_DIVISOR);
        parameter
    }

    /// Sets the last perturbation to the range divided by `divisor`, but at least 0.5, so that θ+ and
    /// θ− differ.
    pub fn set_c_end(&mut self, divisor: f64) {
        self.c_end = (f64::from(self.max - self.min) / divisor).max(0.5);
    }

    /// Returns the value rounded to an integer.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }
}

/// The values that the two sides of a pair of games play with.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// The iteration, from 1 on.
    k: u64,
    /// Whether θ+ has more of each parameter, and θ− less.
    up: Vec<bool>,
    /// The values of θ+, in the order of the parameters.
    pub plus: Vec<i32>,
    /// The values of θ−.
    pub minus: Vec<i32>,
}

/// The algorithm and its progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spsa {
    /// The iterations done.
    pub iteration: u64,
    /// The iterations in total.
    pub iterations: u64,
    /// The relative gain in the last iteration: how far a win moves a parameter, in units of its
    /// perturbation.
    pub r_end: f64,
    /// The parameters with their current values.
    pub parameters: Vec<Parameter>,
}

impl Spsa {
    /// Returns the perturbation of a parameter in iteration `k`.
    fn c(&self, parameter: &Parameter, k: u64) -> f64 {
        parameter.c_end * (self.iterations as f64 / k as f64).powf(GAMMA)
    }

    /// Returns the gain of a parameter in iteration `k`.
    fn a(&self, parameter: &Parameter, k: u64) -> f64 {
        let n = self.iterations as f64;
        let a = STABILITY * n;
        self.r_end * parameter.c_end.powi(2) * ((a + n) / (a + k as f64)).powf(ALPHA)
    }

    /// Draws the next perturbation.
    ///
    /// Values are rounded to integers at random, up with a probability of the fraction, so that their
    /// mean is exact. θ+ and θ− share the random number, so their distance never rounds to less than
    /// it has to.
    #[must_use]
    pub fn perturb(&self, random: &mut Rng) -> Perturbation {
        let k = self.iteration + 1;
        let mut perturbation =
            Perturbation { k, up: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for parameter in &self.parameters {
            let up = random.bool();
            let c = if up { self.c(parameter, k) } else { -self.c(parameter, k) };
            let fraction = random.f64();
            let round = |value: f64| parameter.clamp((value + fraction).floor()) as i32;
            perturbation.up.push(up);
            perturbation.plus.push(round(parameter.value + c));
            perturbation.minus.push(round(parameter.value - c));
        }
        perturbation
    }

    /// Moves the parameters by the result of a pair of games: the wins of θ+ minus its losses. Other
    /// updates may have been made since the perturbation was drawn, as several pairs are played at
    /// the same time.
    pub fn update(&mut self, perturbation: &Perturbation, result: i32) {
        for i in 0..self.parameters.len() {
            let parameter = &self.parameters[i];
            let k = perturbation.k;
            let step = self.a(parameter, k) / self.c(parameter, k) * f64::from(result);
            let step = if perturbation.up[i] { step } else { -step };
            self.parameters[i].value = parameter.clamp(parameter.value + step);
        }
        self.iteration += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIMUM: [f64; 4] = [70.0, 12.0, 400.0, 30.0];

    fn parameters() -> Vec<Parameter> {
        vec![
            Parameter::new("a", 10, 0, 100),
            Parameter::new("b", 4, 0, 16),
            Parameter::new("c", 900, 0, 1_000),
            Parameter::new("d", 30, 0, 100),
        ]
    }

    fn spsa(iterations: u64, r_end: f64) -> Spsa {
        Spsa { parameters: parameters(), r_end, iterations, iteration: 0 }
    }

    /// The strength in Elo: 200 Elo less for each parameter at a distance of its whole range.
    fn elo(values: &[i32]) -> f64 {
        let loss = |((parameter, optimum), &value): ((Parameter, f64), &i32)| {
            let range = f64::from(parameter.max - parameter.min);
            200.0 * ((f64::from(value) - optimum) / range).powi(2)
        };
        -parameters().into_iter().zip(OPTIMUM).zip(values).map(loss).sum::<f64>()
    }

    /// The wins minus the losses of θ+ in two games, 40 % of which are drawn.
    fn play_pair(perturbation: &Perturbation, random: &mut Rng) -> i32 {
        let elo = elo(&perturbation.plus) - elo(&perturbation.minus);
        let expected = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let mut game = || match random.f64() {
            x if x < expected - 0.2 => 1,
            x if x < expected + 0.2 => 0,
            _ => -1,
        };
        game() + game()
    }

    /// Plays until `until` with a random number generator per iteration, as a run does.
    fn tune(spsa: &mut Spsa, seed: u64, until: u64) {
        while spsa.iteration < until {
            let mut random = Rng::with_seed(seed.wrapping_mul(1 << 32) ^ spsa.iteration);
            let perturbation = spsa.perturb(&mut random);
            let result = play_pair(&perturbation, &mut random);
            spsa.update(&perturbation, result);
        }
    }

    #[test]
    fn it_converges_on_a_noisy_quadratic_from_a_far_start() {
        let rounded =
            |spsa: &Spsa| -> Vec<i32> { spsa.parameters.iter().map(Parameter::rounded).collect() };
        for seed in 0..10 {
            let mut spsa = spsa(40_000, 0.02);
            assert!(elo(&rounded(&spsa)) < -170.0);
            tune(&mut spsa, seed, 40_000);
            let values = rounded(&spsa);
            assert!(elo(&values) > -10.0, "seed {seed}: {values:?}");
            for (parameter, optimum) in spsa.parameters.iter().zip(OPTIMUM) {
                let distance = (parameter.value - optimum).abs();
                let range = f64::from(parameter.max - parameter.min);
                assert!(distance < 0.2 * range, "seed {seed}: {parameter:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_values() {
        let tuned = |seed| {
            let mut spsa = spsa(1_000, 0.02);
            tune(&mut spsa, seed, 1_000);
            spsa
        };
        assert_eq!(tuned(1), tuned(1));
        assert_ne!(tuned(1), tuned(2));
    }

    #[test]
    fn gains_follow_the_conventions_of_fishtest() {
        let mut spsa = spsa(1_000, 0.002);
        let parameter = spsa.parameters[0].clone();
        assert_eq!(parameter.c_end, 5.0);
        // In the last iteration, the perturbation is c_end and a win moves by r_end of it.
        assert!((spsa.c(&parameter, 1_000) - 5.0).abs() < 1e-9);
        assert!((spsa.a(&parameter, 1_000) - 0.002 * 25.0).abs() < 1e-9);
        // c = 5 · 1000^0.101 and a = 0.05 · 1100^0.602 as fishtest computes them.
        let (c, a) = (5.0 * 1_000_f64.powf(0.101), 0.05 * 1_100_f64.powf(0.602));
        assert!((spsa.c(&parameter, 1) - c).abs() < 1e-9);
        assert!((spsa.a(&parameter, 1) - a / 101_f64.powf(0.602)).abs() < 1e-9);
        let perturbation = spsa.perturb(&mut Rng::with_seed(1));
        spsa.update(&perturbation, -2);
        let step = -2.0 * a / 101_f64.powf(0.602) / c;
        let direction = if perturbation.up[0] { 1.0 } else { -1.0 };
        assert!((spsa.parameters[0].value - (10.0 + step * direction)).abs() < 1e-9);
    }

    #[test]
    fn values_stay_in_their_range() {
        for result in [-2, 2] {
            let mut spsa = spsa(500, 1.0);
            let mut random = Rng::with_seed(1);
            let mut at_bound = 0;
            while spsa.iteration < 500 {
                let perturbation = spsa.perturb(&mut random);
                for (i, parameter) in spsa.parameters.iter().enumerate() {
                    let range = parameter.min..=parameter.max;
                    assert!(range.contains(&perturbation.plus[i]));
                    assert!(range.contains(&perturbation.minus[i]));
                    assert!(range.contains(&parameter.rounded()));
                    at_bound += usize::from(range.end() == &parameter.rounded());
                }
                spsa.update(&perturbation, result);
            }
            assert!(at_bound > 0, "the test has to reach a bound");
        }
    }

    #[test]
    fn rounding_to_integers_keeps_the_mean_and_the_sides_different() {
        let mut spsa = spsa(1, 0.002);
        spsa.parameters = vec![Parameter::new("small", 3, 0, 6)];
        spsa.parameters[0].value = 3.3;
        assert_eq!(spsa.parameters[0].c_end, 0.5);
        let mut random = Rng::with_seed(1);
        let (mut sum, mut ups) = (0, 0);
        for _ in 0..10_000 {
            let perturbation = spsa.perturb(&mut random);
            let (plus, minus) = (perturbation.plus[0], perturbation.minus[0]);
            assert_eq!((plus - minus).abs(), 1);
            assert_eq!(plus > minus, perturbation.up[0]);
            sum += plus + minus;
            ups += usize::from(perturbation.up[0]);
        }
        assert!((f64::from(sum) / 20_000.0 - 3.3).abs() < 0.02, "{sum}");
        assert!((4_800..5_200).contains(&ups), "{ups}");
    }
}
