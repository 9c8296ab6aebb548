//! The network in floating point: parameters, forward pass and quantisation.

use ouro_engine::network::{FEATURES, Network, NetworkError, QA, SCALE};
use ouro_rules::Variant;

use super::chunk::{Chunk, for_each_chunk};
use super::feature_transformer::{self, BIASES};
use super::head::{dequantise, head_parameters};
use super::label::{LabelSettings, sigmoid};
use super::shape::Shape;
use super::training_position::TrainingPosition;

/// The parameters of a network, or one value for each of them: gradients and moments have the same
/// layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    shape: Shape,
    /// Those of the feature transformer, then those of the head.
    values: Vec<f32>,
}

/// The slope of the sigmoid of an output: a score of 400 is an expected score of 73 %.
pub(super) const OUTPUT_SLOPE: f32 = SCALE as f32 / 400.0;

/// The limit of the weights of the feature transformer, so that they can be quantised.
const FEATURE_WEIGHT_LIMIT: f32 = 1.98;

/// The limit of random weights of the feature transformer.
const FEATURE_WEIGHT_RANGE: f32 = 0.12;

impl Parameters {
    /// Returns parameters that are all zero.
    pub(super) fn zeros(shape: Shape) -> Parameters {
        let count = feature_transformer::count(shape.width) + head_parameters(shape).count();
        Parameters { shape, values: vec![0.0; count] }
    }

    /// Returns small random weights and zero biases.
    pub(super) fn random(shape: Shape, rng: &mut fastrand::Rng) -> Parameters {
        let mut parameters = Parameters::zeros(shape);
        for feature in 0..FEATURES {
            for column in 0..shape.width {
                parameters.values[feature_transformer::index(feature, column)] =
                    (2.0 * rng.f32() - 1.0) * FEATURE_WEIGHT_RANGE;
            }
        }
        head_parameters(shape).initialise(parameters.head_mut(), rng);
        parameters
    }

    /// Adds neurons to the accumulators. The head gives them no weight, so the network evaluates as before.
    pub(super) fn widened(&self, width: usize, rng: &mut fastrand::Rng) -> Parameters {
        let shape = Shape { width, ..self.shape };
        let mut wide = Parameters::random(shape, rng);
        wide.head_mut().fill(0.0);
        let head = head_parameters(shape);
        head.widen(wide.head_mut(), self.head(), self.shape.width);
        for row in 0..=BIASES {
            for column in 0..self.shape.width {
                let wide_column = head.widened_column(self.shape.width, column);
                wide.values[feature_transformer::index(row, wide_column)] =
                    self.values[feature_transformer::index(row, column)];
            }
        }
        wide
    }

    /// Returns the parameters of a quantised network.
    pub(super) fn dequantise(network: &Network) -> Parameters {
        let mut parameters = Parameters::zeros(Shape::of(network));
        let rows = network.all_feature_weights().chunks_exact(network.width());
        for (row, weights) in rows.chain([network.feature_biases()]).enumerate() {
            for (column, &weight) in weights.iter().enumerate() {
                parameters.values[feature_transformer::index(row, column)] =
                    f32::from(weight) / QA as f32;
            }
        }
        parameters.head_mut().copy_from_slice(&dequantise(network.head()));
        parameters
    }

    /// Returns the quantised network.
    ///
    /// # Errors
    /// If the sum of the output weights of a bucket is out of range. Each weight alone is clipped in
    /// training.
    pub(super) fn quantise(&self, variant: Variant) -> Result<Network, NetworkError> {
        let row = |row| {
            (0..self.shape.width).map(move |column| {
                (self.values[feature_transformer::index(row, column)] * QA as f32).round() as i16
            })
        };
        let head = head_parameters(self.shape).quantise(self.head())?;
        Network::new(variant, (0..FEATURES).flat_map(row).collect(), row(BIASES).collect(), head)
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Returns the parameters of the feature transformer.
    pub(super) fn feature_transformer(&self) -> &[f32] {
        &self.values[..feature_transformer::count(self.shape.width)]
    }

    /// Returns the parameters of the head.
    pub(super) fn head(&self) -> &[f32] {
        &self.values[feature_transformer::count(self.shape.width)..]
    }

    fn head_mut(&mut self) -> &mut [f32] {
        self.parts_mut().1
    }

    /// Returns the parameters of the feature transformer and of the head.
    pub(super) fn parts_mut(&mut self) -> (&mut [f32], &mut [f32]) {
        self.values.split_at_mut(feature_transformer::count(self.shape.width))
    }

    /// Returns the largest absolute values that the parameters may have.
    pub(super) fn limits(&self) -> Limits {
        let head = head_parameters(self.shape);
        let feature_transformer = feature_transformer::count(self.shape.width);
        let clipped = feature_transformer + head.clipped_count();
        Limits {
            feature_transformer,
            clipped,
            clipped_limit: head.clipped_limit(),
            other_limit: head.other_limit(),
        }
    }

    /// Calls `visit` with the output for each position.
    fn for_each_output(
        &self,
        positions: &[TrainingPosition],
        visit: &mut dyn FnMut(&TrainingPosition, f32),
    ) {
        let mut chunk = Chunk::new(self.shape.width);
        let mut pass = head_parameters(self.shape).pass();
        for_each_chunk(self.shape, positions, |bucket, positions| {
            chunk.load(positions);
            feature_transformer::forward(self.feature_transformer(), &mut chunk);
            pass.start(self.head(), bucket);
            let outputs = chunk.groups().flat_map(|group| pass.forward(self.head(), &group));
            positions.iter().zip(outputs).for_each(|(position, output)| visit(position, output));
        });
    }

    /// Returns the evaluation of a position for the side to move, in the engine's units.
    pub(super) fn evaluate(&self, position: &TrainingPosition) -> f32 {
        let mut evaluation = 0.0;
        self.for_each_output(&[*position], &mut |_, output| evaluation = output * SCALE as f32);
        evaluation
    }

    /// Returns the sum of squared errors of the expected score over positions.
    pub(super) fn loss(&self, positions: &[TrainingPosition], labels: &LabelSettings) -> f64 {
        let mut loss = 0.0;
        self.for_each_output(positions, &mut |position, output| {
            let error = expected_score(output) - labels.label(position);
            loss += f64::from(error * error);
        });
        loss
    }
}

/// The largest absolute values that parameters may have.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The number of parameters of the feature transformer.
    feature_transformer: usize,
    /// The number of parameters up to the clipped ones of the head.
    clipped: usize,
    clipped_limit: f32,
    /// The limit of all others.
    other_limit: f32,
}

impl Limits {
    /// Returns the limit of a parameter.
    #[inline]
    pub(super) fn of(&self, index: usize) -> f32 {
        if index < self.feature_transformer {
            FEATURE_WEIGHT_LIMIT
        } else if index < self.clipped {
            self.clipped_limit
        } else {
            self.other_limit
        }
    }
}

/// Returns the expected score of the side to move for an output of the network.
pub(super) fn expected_score(output: f32) -> f32 {
    sigmoid(output * OUTPUT_SLOPE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::training_position::test_positions;
    use ouro_engine::network::HeadKind;

    #[test]
    fn a_quantised_network_evaluates_nearly_the_same_and_survives_a_round_trip() {
        for head in HeadKind::ALL {
            let mut rng = fastrand::Rng::with_seed(9);
            let shape = Shape { head, width: 64, output_buckets: 2 };
            let parameters = Parameters::random(shape, &mut rng);
            let network = parameters.quantise(Variant::Chess).unwrap();
            for position in test_positions() {
                let exact = parameters.evaluate(&position);
                let quantised = network.evaluate(&position.position(Variant::Chess).unwrap());
                assert!((exact - quantised as f32).abs() < 12.0, "{exact} {quantised}");
            }
            let again = Parameters::dequantise(&network).quantise(Variant::Chess).unwrap();
            assert!(again == network, "quantisation changes a quantised network");
        }
    }

    #[test]
    fn a_widened_network_evaluates_as_before() {
        for head in HeadKind::ALL {
            let mut rng = fastrand::Rng::with_seed(9);
            let shape = Shape { head, width: 64, output_buckets: 2 };
            let parameters = Parameters::random(shape, &mut rng);
            let wide = parameters.widened(128, &mut rng);
            assert_eq!(wide.shape(), Shape { width: 128, ..shape });
            for position in test_positions() {
                let (before, after) = (parameters.evaluate(&position), wide.evaluate(&position));
                assert!((before - after).abs() < 0.01, "{before} {after}");
            }
        }
    }
}
