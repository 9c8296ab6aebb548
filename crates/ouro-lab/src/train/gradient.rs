//! The gradient of the loss: the backward pass.

use super::chunk::{Chunk, GROUP, for_each_chunk};
use super::feature_transformer;
use super::head::head_parameters;
use super::label::LabelSettings;
use super::parameters::{OUTPUT_SLOPE, Parameters, expected_score};
use super::shape::Shape;
use super::training_position::TrainingPosition;

/// The sum of the gradients and losses of positions.
pub(super) struct Gradient {
    parameters: Parameters,
    /// The sum of squared errors.
    pub(super) loss: f64,
}

impl Gradient {
    /// Returns a gradient of zero.
    pub(super) fn new(shape: Shape) -> Gradient {
        Gradient { parameters: Parameters::zeros(shape), loss: 0.0 }
    }

    pub(super) fn values(&self) -> &[f32] {
        self.parameters.values()
    }

    /// Replaces the gradient by that of the squared error of positions.
    pub(super) fn compute(
        &mut self,
        parameters: &Parameters,
        positions: &[TrainingPosition],
        labels: &LabelSettings,
    ) {
        self.parameters.values_mut().fill(0.0);
        self.loss = 0.0;
        let shape = parameters.shape();
        let mut chunk = Chunk::new(shape.width);
        let mut pass = head_parameters(shape).pass();
        let (transformer_gradient, head_gradient) = self.parameters.parts_mut();
        for_each_chunk(shape, positions, |bucket, positions| {
            chunk.load(positions);
            feature_transformer::forward(parameters.feature_transformer(), &mut chunk);
            pass.start(parameters.head(), bucket);
            for (mut group, positions) in chunk.groups().zip(positions.chunks(GROUP)) {
                let outputs = pass.forward(parameters.head(), &group);
                let mut output_gradients = [0.0; GROUP];
                for ((position, output), output_gradient) in
                    positions.iter().zip(outputs).zip(&mut output_gradients)
                {
                    let predicted = expected_score(output);
                    let error = predicted - labels.label(position);
                    self.loss += f64::from(error * error);
                    // The derivative of the squared error with respect to the output of the network.
                    *output_gradient = 2.0 * error * predicted * (1.0 - predicted) * OUTPUT_SLOPE;
                }
                pass.backward(parameters.head(), head_gradient, &mut group, &output_gradients);
            }
            feature_transformer::backward(transformer_gradient, &chunk);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::training_position::test_positions;
    use ouro_engine::network::HeadKind;

    const LABELS: LabelSettings = LabelSettings { wdl_share: 0.5, score_scale: 300.0 };

    #[test]
    fn gradients_match_finite_differences_of_the_loss() {
        let positions = test_positions();
        let mut rng = fastrand::Rng::with_seed(4);
        for head in HeadKind::ALL {
            for output_buckets in [1, 3] {
                let shape = Shape { head, width: 64, output_buckets };
                let mut parameters = Parameters::random(shape, &mut rng);
                // Larger weights than at the start of a training, so that no gradient is tiny.
                for value in parameters.parts_mut().1 {
                    *value += 0.4 * (rng.f32() - 0.5);
                }
                let mut gradient = Gradient::new(shape);
                gradient.compute(&parameters, &positions, &LABELS);
                let (mut nonzero, count) = (0, parameters.values().len());
                let head_start = parameters.feature_transformer().len();
                let samples = (0..head_start).step_by(97).chain((head_start..count).step_by(7));
                for i in samples.chain(count - 40..count) {
                    let step = 1e-3;
                    let [less, more] = [-step, step].map(|change| {
                        let mut changed = parameters.clone();
                        changed.values_mut()[i] += change;
                        changed.loss(&positions, &LABELS)
                    });
                    let slope = (more - less) / f64::from(2.0 * step);
                    let found = f64::from(gradient.values()[i]);
                    let tolerance = 2e-4 + 0.02 * slope.abs();
                    assert!((slope - found).abs() < tolerance, "{head} {i}: {slope} {found}");
                    nonzero += usize::from(found.abs() > 1e-3);
                }
                assert!(nonzero > 50, "{head}: {nonzero}");
            }
        }
    }
}
