//! The gradient of the loss: the backward pass.

use super::label::LabelSettings;
use super::parameters::{Buffers, OUTPUT_SLOPE, Parameters, expected_score};
use super::training_position::{MAX_PIECES, TrainingPosition};

/// The sum of the gradients and losses of positions.
pub(super) struct Gradient {
    parameters: Parameters,
    /// The sum of squared errors.
    pub(super) loss: f64,
}

impl Gradient {
    /// Returns a gradient of zero.
    pub(super) fn new(width: usize, output_buckets: usize) -> Gradient {
        Gradient { parameters: Parameters::zeros(width, output_buckets), loss: 0.0 }
    }

    pub(super) fn values(&self) -> &[f32] {
        self.parameters.values()
    }

    /// Sets the gradient to zero.
    pub(super) fn clear(&mut self) {
        self.parameters.values_mut().fill(0.0);
        self.loss = 0.0;
    }

    /// Adds the gradient of the squared error of positions.
    pub(super) fn add(
        &mut self,
        parameters: &Parameters,
        positions: &[TrainingPosition],
        labels: &LabelSettings,
    ) {
        let (width, _) = parameters.shape();
        let mut buffers = Buffers::new(width);
        for position in positions {
            let predicted = expected_score(parameters.forward(position, &mut buffers));
            let error = predicted - labels.label(position);
            self.loss += f64::from(error * error);
            // The derivative of the squared error with respect to the output of the network.
            let output_gradient = 2.0 * error * predicted * (1.0 - predicted) * OUTPUT_SLOPE;
            self.backward(parameters, position, output_gradient, &mut buffers);
        }
    }

    /// Propagates the gradient of the output back to the parameters.
    fn backward(
        &mut self,
        parameters: &Parameters,
        position: &TrainingPosition,
        output_gradient: f32,
        buffers: &mut Buffers,
    ) {
        let (width, _) = parameters.shape();
        let count = position.piece_count().min(MAX_PIECES);
        let bucket = parameters.output_bucket(position);
        let values = self.parameters.values_mut();
        values[parameters.output_bias_index(bucket)] += output_gradient;
        for side in 0..2 {
            let accumulator = &buffers.accumulators[side];
            let range = parameters.output_range(bucket);
            let weights = &parameters.values()[range.clone()][side * width..][..width];
            let weight_gradients = &mut values[range][side * width..][..width];
            for i in 0..width {
                let clipped = accumulator[i].clamp(0.0, 1.0);
                weight_gradients[i] += output_gradient * clipped * clipped;
                let active = accumulator[i] > 0.0 && accumulator[i] < 1.0;
                buffers.gradient[i] =
                    if active { output_gradient * weights[i] * 2.0 * clipped } else { 0.0 };
            }
            add(&mut values[parameters.hidden_biases_range()], &buffers.gradient);
            for &feature in &buffers.features[side][..count] {
                let range = parameters.feature_range(usize::from(feature));
                add(&mut values[range], &buffers.gradient);
            }
        }
    }
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::training_position::test_positions;

    const LABELS: LabelSettings = LabelSettings { wdl_share: 0.5, score_scale: 300.0 };

    #[test]
    fn gradients_match_finite_differences_of_the_loss() {
        let positions = test_positions();
        let mut rng = fastrand::Rng::with_seed(4);
        for output_buckets in [1, 3] {
            let parameters = Parameters::random(16, output_buckets, &mut rng);
            let mut gradient = Gradient::new(16, output_buckets);
            gradient.add(&parameters, &positions, &LABELS);
            let mut nonzero = 0;
            let count = parameters.values().len();
            for i in (0..count).step_by(37).chain(count - 40..count) {
                let step = 1e-3;
                let [less, more] = [-step, step].map(|change| {
                    let mut changed = parameters.clone();
                    changed.values_mut()[i] += change;
                    changed.loss(&positions, &LABELS) * positions.len() as f64
                });
                let slope = (more - less) / f64::from(2.0 * step);
                let found = f64::from(gradient.values()[i]);
                assert!((slope - found).abs() < 2e-4 + 0.02 * slope.abs(), "{i}: {slope} {found}");
                nonzero += usize::from(found != 0.0);
            }
            assert!(nonzero > 10);
        }
    }
}
