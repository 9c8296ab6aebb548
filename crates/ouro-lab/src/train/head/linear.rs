//! The linear head: SCReLU and one layer.

use ouro_engine::network::{Head, LinearHead, NetworkError, OUTPUT_WEIGHT_LIMIT, QA, QB};

use super::super::chunk::{GROUP, Group};
use super::super::parameters::OUTPUT_SLOPE;
use super::super::shape::Shape;
use super::{HeadParameters, HeadPass, slope, uniform};

/// The numbers that are summed at once.
const LANES: usize = 16;

/// The layout of the parameters: weights by bucket, side to move first, then biases.
pub(super) struct Parameters {
    pub(super) shape: Shape,
}

impl HeadParameters for Parameters {
    fn count(&self) -> usize {
        self.clipped_count() + self.shape.output_buckets
    }

    fn clipped_count(&self) -> usize {
        self.shape.output_buckets * 2 * self.shape.width
    }

    fn clipped_limit(&self) -> f32 {
        f32::from(OUTPUT_WEIGHT_LIMIT) / QB as f32
    }

    fn other_limit(&self) -> f32 {
        f32::INFINITY
    }

    fn initialise(&self, parameters: &mut [f32], rng: &mut fastrand::Rng) {
        let limit = (1.0 / self.shape.width as f32).sqrt() / OUTPUT_SLOPE;
        parameters[..self.clipped_count()].fill_with(|| uniform(rng, limit));
    }

    fn widened_column(&self, _old_width: usize, column: usize) -> usize {
        column
    }

    fn widen(&self, parameters: &mut [f32], old: &[f32], old_width: usize) {
        let (old_weights, old_biases) = old.split_at(self.shape.output_buckets * 2 * old_width);
        let (weights, biases) = parameters.split_at_mut(self.clipped_count());
        let sides = weights.chunks_exact_mut(self.shape.width);
        for (weights, old_weights) in sides.zip(old_weights.chunks_exact(old_width)) {
            weights[..old_width].copy_from_slice(old_weights);
        }
        biases.copy_from_slice(old_biases);
    }

    fn quantise(&self, parameters: &[f32]) -> Result<Head, NetworkError> {
        let (weights, biases) = parameters.split_at(self.clipped_count());
        let weights = weights.iter().map(|weight| (weight * QB as f32).round() as i16);
        let biases = biases.iter().map(|bias| (bias * (QA * QB) as f32).round() as i32);
        LinearHead::new(weights.collect(), biases.collect()).map(Head::Linear)
    }

    fn pass(&self) -> Box<dyn HeadPass> {
        Box::new(Pass { shape: self.shape, bucket: 0 })
    }
}

/// Returns the parameters of a quantised head.
pub(super) fn dequantise(head: &LinearHead) -> Vec<f32> {
    let weights = head.weights().iter().map(|&weight| f32::from(weight) / QB as f32);
    let biases = head.biases().iter().map(|&bias| bias as f32 / (QA * QB) as f32);
    weights.chain(biases).collect()
}

/// The forward and backward pass.
struct Pass {
    shape: Shape,
    bucket: usize,
}

impl Pass {
    fn weights(&self) -> std::ops::Range<usize> {
        self.bucket * 2 * self.shape.width..(self.bucket + 1) * 2 * self.shape.width
    }

    fn bias(&self) -> usize {
        self.shape.output_buckets * 2 * self.shape.width + self.bucket
    }
}

impl HeadPass for Pass {
    fn start(&mut self, _parameters: &[f32], bucket: usize) {
        self.bucket = bucket;
    }

    fn forward(&mut self, parameters: &[f32], group: &Group<'_>) -> [f32; GROUP] {
        let (weights, _) = parameters[self.weights()].as_chunks::<LANES>();
        std::array::from_fn(|position| {
            let mut partial = [0.0_f32; LANES];
            for (values, weights) in group.row(position).as_chunks().0.iter().zip(weights) {
                let values: &[f32; LANES] = values;
                for i in 0..LANES {
                    let clipped = values[i].clamp(0.0, 1.0);
                    partial[i] += clipped * clipped * weights[i];
                }
            }
            parameters[self.bias()] + partial.iter().sum::<f32>()
        })
    }

    fn backward(
        &mut self,
        parameters: &[f32],
        gradient: &mut [f32],
        group: &mut Group<'_>,
        output_gradients: &[f32; GROUP],
    ) {
        gradient[self.bias()] += output_gradients.iter().sum::<f32>();
        let weights = &parameters[self.weights()];
        let weight_gradients = &mut gradient[self.weights()];
        for (position, output_gradient) in output_gradients.iter().enumerate() {
            let values = group.row_mut(position).iter_mut();
            for ((value, weight), weight_gradient) in
                values.zip(weights).zip(&mut *weight_gradients)
            {
                let clipped = value.clamp(0.0, 1.0);
                *weight_gradient += output_gradient * clipped * clipped;
                *value = output_gradient * weight * 2.0 * clipped * slope(*value);
            }
        }
    }
}
