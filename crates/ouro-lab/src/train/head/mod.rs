//! The heads in training: their parameters, forward and backward pass.

mod layered;
mod linear;

use ouro_engine::network::{Head, HeadKind, NetworkError};

use super::chunk::{GROUP, Group};
use super::shape::Shape;

/// The parameters of a head, as one slice of numbers.
pub(super) trait HeadParameters {
    /// Returns the number of parameters.
    fn count(&self) -> usize;

    /// Returns the number of weights that become integers, the first parameters.
    fn clipped_count(&self) -> usize;

    /// Returns the limit of these weights.
    fn clipped_limit(&self) -> f32;

    /// Returns the limit of the other parameters.
    fn other_limit(&self) -> f32;

    /// Replaces parameters of zero by initial ones.
    fn initialise(&self, parameters: &mut [f32], rng: &mut fastrand::Rng);

    /// Returns the column of the accumulators that a column of a narrower network becomes.
    fn widened_column(&self, old_width: usize, column: usize) -> usize;

    /// Replaces parameters of zero by those of a narrower network, so that new columns have no weight.
    fn widen(&self, parameters: &mut [f32], old: &[f32], old_width: usize);

    /// Returns the quantised head.
    fn quantise(&self, parameters: &[f32]) -> Result<Head, NetworkError>;

    /// Returns the forward and backward pass.
    fn pass(&self) -> Box<dyn HeadPass>;
}

/// The forward and backward pass of positions of one output bucket.
pub(super) trait HeadPass {
    /// Prepares for an output bucket.
    fn start(&mut self, parameters: &[f32], bucket: usize);

    /// Returns the outputs of positions, and keeps what the backward pass needs.
    fn forward(&mut self, parameters: &[f32], group: &Group<'_>) -> [f32; GROUP];

    /// Adds the gradient of the parameters for the gradients of the outputs of the last forward pass, and
    /// replaces the accumulators by their gradients.
    fn backward(
        &mut self,
        parameters: &[f32],
        gradient: &mut [f32],
        group: &mut Group<'_>,
        output_gradients: &[f32; GROUP],
    );
}

/// Returns the parameters of the head of a shape.
pub(super) fn head_parameters(shape: Shape) -> Box<dyn HeadParameters> {
    match shape.head {
        HeadKind::Linear => Box::new(linear::Parameters { shape }),
        HeadKind::Layered => Box::new(layered::Parameters { shape }),
    }
}

/// Returns the parameters of a quantised head.
pub(super) fn dequantise(head: &Head) -> Vec<f32> {
    match head {
        Head::Linear(head) => linear::dequantise(head),
        Head::Layered(head) => layered::dequantise(head),
    }
}

/// Returns a random number between `-limit` and `limit`.
fn uniform(rng: &mut fastrand::Rng, limit: f32) -> f32 {
    (2.0 * rng.f32() - 1.0) * limit
}

/// Returns 1 where an activation clipped to 0..=1 has a slope, else 0.
fn slope(value: f32) -> f32 {
    if value > 0.0 && value < 1.0 { 1.0 } else { 0.0 }
}
