//! The network in floating point: parameters, forward pass and quantisation.

use ouro_engine::network::{self, FEATURES, Network, NetworkError, QA, QB, SCALE};
use ouro_rules::Variant;

use super::label::{LabelSettings, sigmoid};
use super::training_position::{MAX_PIECES, TrainingPosition};

/// The parameters of a network, or one value for each of them: gradients and moments have the same
/// layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    width: usize,
    output_buckets: usize,
    /// Hidden weights by feature, hidden biases, output weights by bucket, output biases.
    values: Vec<f32>,
}

/// The slope of the sigmoid of an output: a score of 400 is an expected score of 73 %.
pub(super) const OUTPUT_SLOPE: f32 = SCALE as f32 / 400.0;

/// The limits of the weights, so that they can be quantised.
const FEATURE_WEIGHT_LIMIT: f32 = 1.98;
const OUTPUT_WEIGHT_LIMIT: f32 = network::OUTPUT_WEIGHT_LIMIT as f32 / QB as f32;

/// The limit of random hidden weights.
const HIDDEN_WEIGHT_RANGE: f32 = 0.12;

/// Returns a random number between `-limit` and `limit`.
fn uniform(rng: &mut fastrand::Rng, limit: f32) -> f32 {
    (2.0 * rng.f32() - 1.0) * limit
}

impl Parameters {
    /// Returns parameters that are all zero.
    pub(super) fn zeros(width: usize, output_buckets: usize) -> Parameters {
        let count = FEATURES * width + width + output_buckets * 2 * width + output_buckets;
        Parameters { width, output_buckets, values: vec![0.0; count] }
    }

    /// Returns small random weights and zero biases.
    pub(super) fn random(
        width: usize,
        output_buckets: usize,
        rng: &mut fastrand::Rng,
    ) -> Parameters {
        let mut parameters = Parameters::zeros(width, output_buckets);
        let hidden_weights = 0..FEATURES * width;
        for weight in &mut parameters.values[hidden_weights] {
            *weight = uniform(rng, HIDDEN_WEIGHT_RANGE);
        }
        let output_limit = (1.0 / width as f32).sqrt() / OUTPUT_SLOPE;
        let output_weights = parameters.output_weights_range();
        for weight in &mut parameters.values[output_weights] {
            *weight = uniform(rng, output_limit);
        }
        parameters
    }

    /// Adds neurons to the hidden layer. Their output weights are zero, so the network evaluates as before.
    pub(super) fn widened(&self, width: usize, rng: &mut fastrand::Rng) -> Parameters {
        let mut wide = Parameters::zeros(width, self.output_buckets);
        let old = self.width;
        for feature in 0..FEATURES {
            let (kept, new) = wide.values[feature * width..(feature + 1) * width].split_at_mut(old);
            kept.copy_from_slice(&self.values[self.feature_range(feature)]);
            new.fill_with(|| uniform(rng, HIDDEN_WEIGHT_RANGE));
        }
        let biases = wide.hidden_biases_range().start;
        wide.values[biases..biases + old].copy_from_slice(&self.values[self.hidden_biases_range()]);
        for bucket in 0..self.output_buckets {
            let start = wide.output_range(bucket).start;
            for (side, weights) in
                self.values[self.output_range(bucket)].chunks_exact(old).enumerate()
            {
                wide.values[start + side * width..][..old].copy_from_slice(weights);
            }
            let bias = wide.output_bias_index(bucket);
            wide.values[bias] = self.values[self.output_bias_index(bucket)];
        }
        wide
    }

    /// Returns the parameters of a quantised network.
    pub(super) fn dequantise(network: &Network) -> Parameters {
        let (hidden_weights, hidden_biases, output_weights, output_biases) = network.parameters();
        let scaled = |number: f32, one: i32| number / one as f32;
        let hidden = hidden_weights.iter().chain(hidden_biases);
        let hidden = hidden.map(|&weight| scaled(f32::from(weight), QA));
        let output = output_weights.iter().map(|&weight| scaled(f32::from(weight), QB));
        let biases = output_biases.iter().map(|&bias| scaled(bias as f32, QA * QB));
        Parameters {
            width: network.width(),
            output_buckets: network.output_buckets(),
            values: hidden.chain(output).chain(biases).collect(),
        }
    }

    /// Returns the network as integers, scaled by QA and QB.
    ///
    /// # Errors
    /// If the sum of the output weights of a bucket is out of range. Each weight alone is clipped in
    /// training.
    pub(super) fn quantise(&self, variant: Variant) -> Result<Network, NetworkError> {
        let words = |values: &[f32], one: i32| -> Vec<i16> {
            values.iter().map(|value| (value * one as f32).round() as i16).collect()
        };
        let biases = &self.values[self.output_bias_index(0)..];
        let one = (QA * QB) as f32;
        Network::new(
            variant,
            words(&self.values[..self.hidden_biases_range().start], QA),
            words(&self.values[self.hidden_biases_range()], QA),
            words(&self.values[self.output_weights_range()], QB),
            biases.iter().map(|bias| (bias * one).round() as i32).collect(),
        )
    }

    /// Returns the width of the hidden layer and the number of output buckets.
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.width, self.output_buckets)
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Returns the range of the hidden weights of a feature.
    pub(super) fn feature_range(&self, feature: usize) -> std::ops::Range<usize> {
        feature * self.width..(feature + 1) * self.width
    }

    /// Returns the range of the hidden biases.
    pub(super) fn hidden_biases_range(&self) -> std::ops::Range<usize> {
        self.feature_range(FEATURES)
    }

    /// Returns the range of the output weights of a bucket, the side to move first.
    pub(super) fn output_range(&self, bucket: usize) -> std::ops::Range<usize> {
        let start = self.hidden_biases_range().end + bucket * 2 * self.width;
        start..start + 2 * self.width
    }

    /// Returns the index of the output bias of a bucket.
    pub(super) fn output_bias_index(&self, bucket: usize) -> usize {
        self.output_range(self.output_buckets).start + bucket
    }

    /// Returns the range of the output weights of all buckets.
    fn output_weights_range(&self) -> std::ops::Range<usize> {
        self.output_range(0).start..self.output_bias_index(0)
    }

    /// Returns the output bucket of a position.
    pub(super) fn output_bucket(&self, position: &TrainingPosition) -> usize {
        network::output_bucket(position.piece_count().min(MAX_PIECES), self.output_buckets)
    }

    /// Returns the largest absolute value that a parameter may have.
    pub(super) fn limit(&self, index: usize) -> f32 {
        if index < self.hidden_biases_range().end {
            FEATURE_WEIGHT_LIMIT
        } else if index < self.output_bias_index(0) {
            OUTPUT_WEIGHT_LIMIT
        } else {
            f32::INFINITY
        }
    }

    /// Computes the accumulator of a perspective.
    fn accumulate(&self, features: &[u16], accumulator: &mut [f32]) {
        accumulator.copy_from_slice(&self.values[self.hidden_biases_range()]);
        for &feature in features {
            let weights = &self.values[self.feature_range(usize::from(feature))];
            for (value, weight) in accumulator.iter_mut().zip(weights) {
                *value += weight;
            }
        }
    }

    /// Returns the output of the network with SCReLU activation. The activations stay in `buffers` for
    /// the backward pass.
    pub(super) fn forward(&self, position: &TrainingPosition, buffers: &mut Buffers) -> f32 {
        let count = position.piece_count().min(MAX_PIECES);
        position.features(&mut buffers.features);
        let bucket = self.output_bucket(position);
        let weights = &self.values[self.output_range(bucket)];
        let mut sum = self.values[self.output_bias_index(bucket)];
        for (side, weights) in weights.chunks_exact(self.width).enumerate() {
            let accumulator = &mut buffers.accumulators[side];
            self.accumulate(&buffers.features[side][..count], accumulator);
            let mut partial = [0.0_f32; 16];
            for (values, weights) in accumulator.chunks_exact(16).zip(weights.chunks_exact(16)) {
                for i in 0..16 {
                    let clipped = values[i].clamp(0.0, 1.0);
                    partial[i] += clipped * clipped * weights[i];
                }
            }
            sum += partial.iter().sum::<f32>();
        }
        sum
    }

    /// Returns the evaluation of a position for the side to move, in the engine's units.
    pub(super) fn evaluate(&self, position: &TrainingPosition) -> f32 {
        let mut buffers = Buffers::new(self.width);
        self.forward(position, &mut buffers) * SCALE as f32
    }

    /// Returns the mean squared error of the expected score over positions.
    pub(super) fn loss(&self, positions: &[TrainingPosition], labels: &LabelSettings) -> f64 {
        let mut buffers = Buffers::new(self.width);
        let errors = positions.iter().map(|position| {
            let error =
                expected_score(self.forward(position, &mut buffers)) - labels.label(position);
            f64::from(error * error)
        });
        errors.sum::<f64>() / positions.len().max(1) as f64
    }
}

/// Returns the expected score of the side to move for an output of the network.
pub(super) fn expected_score(output: f32) -> f32 {
    sigmoid(output * OUTPUT_SLOPE)
}

/// The buffers of the forward and backward pass of one position. Index 0 is the side to move.
pub(super) struct Buffers {
    pub(super) features: [[u16; MAX_PIECES]; 2],
    pub(super) accumulators: [Vec<f32>; 2],
    /// The gradient of an accumulator.
    pub(super) gradient: Vec<f32>,
}

impl Buffers {
    pub(super) fn new(width: usize) -> Buffers {
        Buffers {
            features: [[0; MAX_PIECES]; 2],
            accumulators: [vec![0.0; width], vec![0.0; width]],
            gradient: vec![0.0; width],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::training_position::test_positions;

    #[test]
    fn a_quantised_network_evaluates_nearly_the_same_and_survives_a_round_trip() {
        let mut rng = fastrand::Rng::with_seed(9);
        let parameters = Parameters::random(64, 2, &mut rng);
        let network = parameters.quantise(Variant::Chess).unwrap();
        for position in test_positions() {
            let exact = parameters.evaluate(&position);
            let quantised = network.evaluate(&position.position(Variant::Chess).unwrap());
            assert!((exact - quantised as f32).abs() < 12.0, "{exact} {quantised}");
        }
        let again = Parameters::dequantise(&network).quantise(Variant::Chess).unwrap();
        assert!(again == network, "quantisation changes a quantised network");
    }

    #[test]
    fn a_widened_network_evaluates_as_before() {
        let mut rng = fastrand::Rng::with_seed(9);
        let parameters = Parameters::random(64, 2, &mut rng);
        let wide = parameters.widened(96, &mut rng);
        assert_eq!(wide.shape(), (96, 2));
        for position in test_positions() {
            let (before, after) = (parameters.evaluate(&position), wide.evaluate(&position));
            assert!((before - after).abs() < 0.01, "{before} {after}");
        }
    }
}
