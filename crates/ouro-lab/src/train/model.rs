//! The network in floating point, and how it learns.

use ouro_engine::network::{self, FEATURES, Network, NetworkError, QA, QB, SCALE};
use ouro_rules::Variant;

use super::data::{MOST_PIECES, Sample};

/// All numbers of a network, or one for each of them: gradients and moments have the same shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    width: usize,
    outputs: usize,
    /// Hidden weights by input, hidden biases, output weights by output, output biases.
    values: Vec<f32>,
}

/// What a batch teaches.
pub struct Gradient {
    parameters: Parameters,
    /// The sum of squared errors.
    pub loss: f64,
}

/// The logistic function of an output: a score of 400 stands for 73 %.
const STEEPNESS: f32 = SCALE as f32 / 400.0;

/// Weights stay within this, so that they can be made into integers.
const FEATURE_WEIGHT_LIMIT: f32 = 1.98;
const OUTPUT_WEIGHT_LIMIT: f32 = network::OUTPUT_WEIGHT_LIMIT as f32 / QB as f32;

impl Parameters {
    /// Nothing but zeros.
    #[must_use]
    pub fn zeros(width: usize, outputs: usize) -> Parameters {
        let count = FEATURES * width + width + outputs * 2 * width + outputs;
        Parameters { width, outputs, values: vec![0.0; count] }
    }

    /// Small random weights to begin with.
    #[must_use]
    pub fn random(width: usize, outputs: usize, random: &mut fastrand::Rng) -> Parameters {
        let mut parameters = Parameters::zeros(width, outputs);
        let mut around = |limit: f32| (2.0 * random.f32() - 1.0) * limit;
        let hidden = FEATURES * width;
        for weight in &mut parameters.values[..hidden] {
            *weight = around(0.12);
        }
        let output_limit = (1.0 / width as f32).sqrt() / STEEPNESS;
        let outputs_at = hidden + width..hidden + width + outputs * 2 * width;
        for weight in &mut parameters.values[outputs_at] {
            *weight = around(output_limit);
        }
        parameters
    }

    /// The weights of a network in integers, to go on with.
    #[must_use]
    pub fn of(network: &Network) -> Parameters {
        let (hidden_weights, hidden_biases, output_weights, output_biases) = network.parameters();
        let part = |number: f32, one: i32| number / one as f32;
        let hidden = hidden_weights.iter().chain(hidden_biases);
        let hidden = hidden.map(|&weight| part(f32::from(weight), QA));
        let output = output_weights.iter().map(|&weight| part(f32::from(weight), QB));
        let biases = output_biases.iter().map(|&bias| part(bias as f32, QA * QB));
        Parameters {
            width: network.width(),
            outputs: network.output_buckets(),
            values: hidden.chain(output).chain(biases).collect(),
        }
    }

    pub(super) fn shape(&self) -> (usize, usize) {
        (self.width, self.outputs)
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    fn row_at(&self, input: usize) -> std::ops::Range<usize> {
        input * self.width..(input + 1) * self.width
    }

    fn biases_at(&self) -> std::ops::Range<usize> {
        self.row_at(FEATURES)
    }

    fn output_at(&self, output: usize) -> std::ops::Range<usize> {
        let start = self.biases_at().end + output * 2 * self.width;
        start..start + 2 * self.width
    }

    fn output_bias_at(&self, output: usize) -> usize {
        self.biases_at().end + self.outputs * 2 * self.width + output
    }

    /// How far the weight with a number may be from zero.
    pub(super) fn limit(&self, number: usize) -> f32 {
        if number < self.biases_at().end {
            FEATURE_WEIGHT_LIMIT
        } else if number < self.output_bias_at(0) {
            OUTPUT_WEIGHT_LIMIT
        } else {
            f32::INFINITY
        }
    }

    /// The hidden layer of a view.
    fn hidden(&self, inputs: &[u16], hidden: &mut [f32]) {
        hidden.copy_from_slice(&self.values[self.biases_at()]);
        for &input in inputs {
            let row = &self.values[self.row_at(usize::from(input))];
            for (value, weight) in hidden.iter_mut().zip(row) {
                *value += weight;
            }
        }
    }

    /// What a sample is worth for the side to move, in the engine's units.
    #[must_use]
    pub fn evaluate(&self, sample: &Sample) -> f32 {
        let mut work = Work::new(self.width);
        self.forward(sample, &mut work) * SCALE as f32
    }

    fn forward(&self, sample: &Sample, work: &mut Work) -> f32 {
        let count = sample.count().min(MOST_PIECES);
        sample.inputs(&mut work.inputs);
        let output = network::output_bucket(count, self.outputs);
        let weights = &self.values[self.output_at(output)];
        let mut sum = self.values[self.output_bias_at(output)];
        for (side, weights) in weights.chunks_exact(self.width).enumerate() {
            let hidden = &mut work.hidden[side];
            self.hidden(&work.inputs[side][..count], hidden);
            let mut part = [0.0_f32; 16];
            for (values, weights) in hidden.chunks_exact(16).zip(weights.chunks_exact(16)) {
                for i in 0..16 {
                    let clipped = values[i].clamp(0.0, 1.0);
                    part[i] += clipped * clipped * weights[i];
                }
            }
            sum += part.iter().sum::<f32>();
        }
        sum
    }

    /// The mean squared error of the expected score over samples.
    #[must_use]
    pub fn loss(&self, samples: &[Sample], target: &Target) -> f64 {
        let mut work = Work::new(self.width);
        let errors = samples.iter().map(|sample| {
            let error = expected(self.forward(sample, &mut work)) - target.of(sample);
            f64::from(error * error)
        });
        errors.sum::<f64>() / samples.len().max(1) as f64
    }

    /// The network in integers.
    ///
    /// # Errors
    /// If the weights of an output are too large together; each alone is clipped.
    pub fn quantise(&self, variant: Variant) -> Result<Network, NetworkError> {
        let words = |values: &[f32], one: i32| -> Vec<i16> {
            values.iter().map(|value| (value * one as f32).round() as i16).collect()
        };
        let outputs = self.output_at(0).start..self.output_bias_at(0);
        let biases = &self.values[self.output_bias_at(0)..];
        let one = (QA * QB) as f32;
        Network::new(
            variant,
            words(&self.values[..self.biases_at().start], QA),
            words(&self.values[self.biases_at()], QA),
            words(&self.values[outputs], QB),
            biases.iter().map(|bias| (bias * one).round() as i32).collect(),
        )
    }
}

/// What is to be predicted: a mixture of what the search thought and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// How much the result counts, from 0 to 1.
    pub result_share: f32,
    /// The score at which the side to move scores 73 %.
    pub score_scale: f32,
}

impl Target {
    fn of(&self, sample: &Sample) -> f32 {
        let result = f32::from(sample.half_points) / 2.0;
        let thought = logistic(f32::from(sample.score) / self.score_scale);
        self.result_share * result + (1.0 - self.result_share) * thought
    }
}

/// What the side to move is expected to score with this output.
fn expected(output: f32) -> f32 {
    logistic(output * STEEPNESS)
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Room for one sample at a time.
struct Work {
    inputs: [[u16; MOST_PIECES]; 2],
    hidden: [Vec<f32>; 2],
    slope: Vec<f32>,
}

impl Work {
    fn new(width: usize) -> Work {
        Work {
            inputs: [[0; MOST_PIECES]; 2],
            hidden: [vec![0.0; width], vec![0.0; width]],
            slope: vec![0.0; width],
        }
    }
}

impl Gradient {
    /// Nothing learned yet.
    #[must_use]
    pub fn new(width: usize, outputs: usize) -> Gradient {
        Gradient { parameters: Parameters::zeros(width, outputs), loss: 0.0 }
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.parameters.values
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.parameters.values.fill(0.0);
        self.loss = 0.0;
    }

    /// Adds what samples teach about parameters.
    pub fn learn(&mut self, parameters: &Parameters, samples: &[Sample], target: &Target) {
        let width = parameters.width;
        let mut work = Work::new(width);
        for sample in samples {
            let predicted = expected(parameters.forward(sample, &mut work));
            let error = predicted - target.of(sample);
            self.loss += f64::from(error * error);
            let pull = 2.0 * error * predicted * (1.0 - predicted) * STEEPNESS;

            let count = sample.count().min(MOST_PIECES);
            let output = network::output_bucket(count, parameters.outputs);
            let bias = parameters.output_bias_at(output);
            self.parameters.values[bias] += pull;
            for side in 0..2 {
                let hidden = &work.hidden[side];
                let at = parameters.output_at(output);
                let weights = &parameters.values[at.clone()][side * width..][..width];
                let learned = &mut self.parameters.values[at][side * width..][..width];
                for i in 0..width {
                    let clipped = hidden[i].clamp(0.0, 1.0);
                    learned[i] += pull * clipped * clipped;
                    let inside = hidden[i] > 0.0 && hidden[i] < 1.0;
                    work.slope[i] = if inside { pull * weights[i] * 2.0 * clipped } else { 0.0 };
                }
                let at = parameters.biases_at();
                add(&mut self.parameters.values[at], &work.slope);
                for &input in &work.inputs[side][..count] {
                    let at = parameters.row_at(usize::from(input));
                    add(&mut self.parameters.values[at], &work.slope);
                }
            }
        }
    }
}

fn add(to: &mut [f32], slope: &[f32]) {
    for (value, slope) in to.iter_mut().zip(slope) {
        *value += slope;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::{Color, PgnResult, Position};

    fn samples() -> Vec<Sample> {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/P1N1B3/1PPQB1PP/R4RK1 w - - 4 14",
        ];
        let position = |fen| Position::from_fen(fen, Variant::Chess).unwrap();
        let sample = |fen| Sample::new(&position(fen), 120, PgnResult::Win(Color::White));
        fens.map(sample).to_vec()
    }

    const TARGET: Target = Target { result_share: 0.5, score_scale: 300.0 };

    /// The gradient is compared with what a small change of a parameter does.
    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let samples = samples();
        let mut random = fastrand::Rng::with_seed(4);
        for outputs in [1, 3] {
            let parameters = Parameters::random(16, outputs, &mut random);
            let mut gradient = Gradient::new(16, outputs);
            gradient.learn(&parameters, &samples, &TARGET);
            let mut seen = 0;
            for i in (0..parameters.values.len())
                .step_by(37)
                .chain(parameters.values.len() - 40..parameters.values.len())
            {
                let step = 1e-3;
                let [less, more] = [-step, step].map(|change| {
                    let mut changed = parameters.clone();
                    changed.values[i] += change;
                    changed.loss(&samples, &TARGET) * samples.len() as f64
                });
                let slope = (more - less) / f64::from(2.0 * step);
                let found = f64::from(gradient.values()[i]);
                assert!((slope - found).abs() < 2e-4 + 0.02 * slope.abs(), "{i}: {slope} {found}");
                seen += usize::from(found != 0.0);
            }
            assert!(seen > 10);
        }
    }

    #[test]
    fn integers_say_nearly_what_floating_point_says_and_can_be_gone_on_with() {
        let mut random = fastrand::Rng::with_seed(9);
        let parameters = Parameters::random(64, 2, &mut random);
        let network = parameters.quantise(Variant::Chess).unwrap();
        for sample in samples() {
            let exact = parameters.evaluate(&sample);
            let whole = network.evaluate(&sample.position(Variant::Chess).unwrap());
            assert!((exact - whole as f32).abs() < 12.0, "{exact} {whole}");
        }
        let again = Parameters::of(&network).quantise(Variant::Chess).unwrap();
        assert!(again == network, "a network in integers is not what it was after a round trip");
    }
}
