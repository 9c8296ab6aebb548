//! The layered head: pairwise multiplication and three layers.

use ouro_engine::network::{
    Head, L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, LAYER_LIMIT, LayeredHead, Layers, NetworkError, QL,
    l1_index,
};

use super::super::chunk::{GROUP, Group};
use super::super::parameters::OUTPUT_SLOPE;
use super::super::shape::Shape;
use super::{HeadParameters, HeadPass, slope, uniform};

/// The numbers that are computed at once.
const LANES: usize = 16;

/// The layout of the parameters: L1 weights by bucket and output, then for each bucket what is left, in the
/// order of [`Layers::floats`].
pub(super) struct Parameters {
    pub(super) shape: Shape,
}

impl Parameters {
    fn l1_count(&self) -> usize {
        self.shape.width * L1_OUTPUTS
    }
}

impl HeadParameters for Parameters {
    fn count(&self) -> usize {
        self.clipped_count() + self.shape.output_buckets * Layers::FLOATS
    }

    fn clipped_count(&self) -> usize {
        self.shape.output_buckets * self.l1_count()
    }

    fn clipped_limit(&self) -> f32 {
        f32::from(i8::MAX) / QL as f32
    }

    fn other_limit(&self) -> f32 {
        LAYER_LIMIT
    }

    fn initialise(&self, parameters: &mut [f32], rng: &mut fastrand::Rng) {
        let (l1_weights, others) = parameters.split_at_mut(self.clipped_count());
        let l1_limit = (1.0 / self.shape.width as f32).sqrt();
        l1_weights.fill_with(|| uniform(rng, l1_limit));
        let limit = (6.0 / L2_INPUTS as f32).sqrt();
        for floats in others.chunks_exact_mut(Layers::FLOATS) {
            let upper = UpperMut::new(floats);
            upper.l2_weights.as_flattened_mut().fill_with(|| uniform(rng, limit));
            upper.l3_weights.fill_with(|| uniform(rng, limit / OUTPUT_SLOPE));
        }
    }

    fn widened_column(&self, old_width: usize, column: usize) -> usize {
        let half = old_width / 2;
        if column < half { column } else { self.shape.width / 2 + column - half }
    }

    fn widen(&self, parameters: &mut [f32], old: &[f32], old_width: usize) {
        let (old_weights, old_others) =
            old.split_at(self.shape.output_buckets * old_width * L1_OUTPUTS);
        let (weights, others) = parameters.split_at_mut(self.clipped_count());
        // The products of one perspective for one output.
        let sides = weights.chunks_exact_mut(self.shape.width / 2);
        for (weights, old_weights) in sides.zip(old_weights.chunks_exact(old_width / 2)) {
            weights[..old_width / 2].copy_from_slice(old_weights);
        }
        others.copy_from_slice(old_others);
    }

    fn quantise(&self, parameters: &[f32]) -> Result<Head, NetworkError> {
        let (l1_weights, others) = parameters.split_at(self.clipped_count());
        let l1_weights = l1_weights.chunks_exact(self.l1_count());
        let buckets = l1_weights.zip(others.chunks_exact(Layers::FLOATS)).map(|(l1, floats)| {
            let mut integers = vec![0; l1.len()];
            for (output, weights) in l1.chunks_exact(self.shape.width).enumerate() {
                for (input, weight) in weights.iter().enumerate() {
                    integers[l1_index(input, output)] = (weight * QL as f32).round() as i8;
                }
            }
            let mut layers = Layers::zeros(self.shape.width);
            layers.l1_weights_mut().zip(&integers).for_each(|(weight, new)| *weight = *new);
            layers.floats_mut().zip(floats).for_each(|(number, new)| *number = *new);
            layers
        });
        LayeredHead::new(buckets.collect()).map(Head::Layered)
    }

    fn pass(&self) -> Box<dyn HeadPass> {
        Box::new(Pass::new(self.shape))
    }
}

/// Returns the parameters of a quantised head.
pub(super) fn dequantise(head: &LayeredHead) -> Vec<f32> {
    let l1_weights = head.buckets().iter().flat_map(|layers| {
        let integers: Vec<i8> = layers.l1_weights().copied().collect();
        (0..integers.len()).map(move |i| {
            let (output, input) = (i / head.width(), i % head.width());
            f32::from(integers[l1_index(input, output)]) / QL as f32
        })
    });
    l1_weights.chain(head.buckets().iter().flat_map(Layers::floats).copied()).collect()
}

/// The weights and biases of a bucket, without the L1 weights.
struct Upper<'a> {
    l1_biases: &'a [f32],
    l2_weights: &'a [[f32; L2_OUTPUTS]],
    l2_biases: &'a [f32],
    l3_weights: &'a [f32],
    l3_bias: f32,
}

impl Upper<'_> {
    fn new(floats: &[f32]) -> Upper<'_> {
        let (l1_biases, rest) = floats.split_at(L1_OUTPUTS);
        let (l2_weights, rest) = rest.split_at(L2_INPUTS * L2_OUTPUTS);
        let (l2_biases, rest) = rest.split_at(L2_OUTPUTS);
        let (l3_weights, rest) = rest.split_at(L2_OUTPUTS);
        let (l2_weights, _) = l2_weights.as_chunks();
        Upper { l1_biases, l2_weights, l2_biases, l3_weights, l3_bias: rest[0] }
    }
}

/// The gradients of the weights and biases of a bucket, without those of the L1 weights.
struct UpperMut<'a> {
    l1_biases: &'a mut [f32],
    l2_weights: &'a mut [[f32; L2_OUTPUTS]],
    l2_biases: &'a mut [f32],
    l3_weights: &'a mut [f32],
    l3_bias: &'a mut f32,
}

impl UpperMut<'_> {
    fn new(floats: &mut [f32]) -> UpperMut<'_> {
        let (l1_biases, rest) = floats.split_at_mut(L1_OUTPUTS);
        let (l2_weights, rest) = rest.split_at_mut(L2_INPUTS * L2_OUTPUTS);
        let (l2_biases, rest) = rest.split_at_mut(L2_OUTPUTS);
        let (l3_weights, rest) = rest.split_at_mut(L2_OUTPUTS);
        let (l2_weights, _) = l2_weights.as_chunks_mut();
        UpperMut { l1_biases, l2_weights, l2_biases, l3_weights, l3_bias: &mut rest[0] }
    }
}

/// The values of a group after L1 and L2, before and after their activations.
struct Values {
    l1: [[f32; L1_OUTPUTS]; GROUP],
    l2_inputs: [[f32; L2_INPUTS]; GROUP],
    l2: [[f32; L2_OUTPUTS]; GROUP],
}

/// The forward and backward pass.
struct Pass {
    shape: Shape,
    bucket: usize,
    /// The L1 weights by input.
    l1_by_input: Vec<[f32; L1_OUTPUTS]>,
    /// The L2 weights by output.
    l2_by_output: [[f32; L2_INPUTS]; L2_OUTPUTS],
    /// The pairwise products of each position, the inputs of L1.
    products: [Vec<f32>; GROUP],
    /// The gradients of the products of a position.
    product_gradients: Vec<f32>,
    values: Values,
}

impl Pass {
    fn new(shape: Shape) -> Pass {
        Pass {
            shape,
            bucket: 0,
            l1_by_input: vec![[0.0; L1_OUTPUTS]; shape.width],
            l2_by_output: [[0.0; L2_INPUTS]; L2_OUTPUTS],
            products: std::array::from_fn(|_| vec![0.0; shape.width]),
            product_gradients: vec![0.0; shape.width],
            values: Values {
                l1: [[0.0; L1_OUTPUTS]; GROUP],
                l2_inputs: [[0.0; L2_INPUTS]; GROUP],
                l2: [[0.0; L2_OUTPUTS]; GROUP],
            },
        }
    }

    /// Returns the range of the L1 weights of the bucket.
    fn l1_range(&self) -> std::ops::Range<usize> {
        let count = self.shape.width * L1_OUTPUTS;
        self.bucket * count..(self.bucket + 1) * count
    }

    /// Returns the range of the other parameters of the bucket.
    fn upper_range(&self) -> std::ops::Range<usize> {
        let start = self.shape.output_buckets * self.shape.width * L1_OUTPUTS;
        start + self.bucket * Layers::FLOATS..start + (self.bucket + 1) * Layers::FLOATS
    }

    /// Computes the pairwise products.
    fn multiply(&mut self, group: &Group<'_>) {
        let width = self.shape.width;
        for (position, products) in self.products.iter_mut().enumerate() {
            let sides = group.row(position).chunks_exact(width);
            for (values, products) in sides.zip(products.chunks_exact_mut(width / 2)) {
                let (first, second) = values.split_at(width / 2);
                for ((product, a), b) in products.iter_mut().zip(first).zip(second) {
                    *product = a.clamp(0.0, 1.0) * b.clamp(0.0, 1.0);
                }
            }
        }
    }

    /// Adds the gradient of the parameters of L2 and L3, and returns that of the sums of L1.
    fn backward_upper(
        &self,
        upper: &Upper<'_>,
        gradient: &mut UpperMut<'_>,
        output_gradients: &[f32; GROUP],
    ) -> [[f32; L1_OUTPUTS]; GROUP] {
        let Values { l1, l2_inputs, l2 } = &self.values;
        let mut l2_gradients = [[0.0; L2_OUTPUTS]; GROUP];
        let mut l1_gradients = [[0.0; L1_OUTPUTS]; GROUP];
        for position in 0..GROUP {
            let (l2, output_gradient) = (&l2[position], output_gradients[position]);
            let l2_gradient = &mut l2_gradients[position];
            for i in 0..L2_OUTPUTS {
                l2_gradient[i] = output_gradient * upper.l3_weights[i] * slope(l2[i]);
                gradient.l3_weights[i] += output_gradient * l2[i].clamp(0.0, 1.0);
                gradient.l2_biases[i] += l2_gradient[i];
            }
            *gradient.l3_bias += output_gradient;
            let mut input_gradients = [0.0; L2_INPUTS];
            for (weights, gradient) in self.l2_by_output.iter().zip(&*l2_gradient) {
                add_scaled(&mut input_gradients, weights, *gradient);
            }
            let (clipped, squared) = input_gradients.split_at(L1_OUTPUTS);
            for i in 0..L1_OUTPUTS {
                let value = l1[position][i];
                l1_gradients[position][i] =
                    clipped[i] * slope(value) + squared[i] * 2.0 * value * slope(value * value);
                gradient.l1_biases[i] += l1_gradients[position][i];
            }
        }
        for (input, row) in gradient.l2_weights.iter_mut().enumerate() {
            let factors = std::array::from_fn(|position| l2_inputs[position][input]);
            add_group(row, &l2_gradients, factors);
        }
        l1_gradients
    }

    /// Replaces the accumulators of a position by their gradients, given those of the sums of L1.
    fn replace_accumulators(
        &mut self,
        l1_weights: &[f32],
        l1_gradient: &[f32; L1_OUTPUTS],
        accumulators: &mut [f32],
    ) {
        let width = self.shape.width;
        self.product_gradients.fill(0.0);
        let (factors, _) = l1_gradient.as_chunks::<GROUP>();
        for (weights, factors) in l1_weights.chunks_exact(GROUP * width).zip(factors) {
            let rows = std::array::from_fn(|i| &weights[i * width..][..width]);
            add_rows(&mut self.product_gradients, rows, *factors);
        }
        let sides = accumulators.chunks_exact_mut(width);
        for (accumulator, gradients) in sides.zip(self.product_gradients.chunks_exact(width / 2)) {
            let (first, second) = accumulator.split_at_mut(width / 2);
            let (first, _) = first.as_chunks_mut::<LANES>();
            let (second, _) = second.as_chunks_mut::<LANES>();
            let (gradients, _) = gradients.as_chunks::<LANES>();
            for ((first, second), gradients) in first.iter_mut().zip(second).zip(gradients) {
                for i in 0..LANES {
                    let (a, b) = (first[i], second[i]);
                    first[i] = gradients[i] * b.clamp(0.0, 1.0) * slope(a);
                    second[i] = gradients[i] * a.clamp(0.0, 1.0) * slope(b);
                }
            }
        }
    }
}

impl HeadPass for Pass {
    fn start(&mut self, parameters: &[f32], bucket: usize) {
        self.bucket = bucket;
        let l1_weights = parameters[self.l1_range()].chunks_exact(self.shape.width);
        for (output, weights) in l1_weights.enumerate() {
            for (by_input, weight) in self.l1_by_input.iter_mut().zip(weights) {
                by_input[output] = *weight;
            }
        }
        let upper = Upper::new(&parameters[self.upper_range()]);
        for (input, weights) in upper.l2_weights.iter().enumerate() {
            for (by_output, weight) in self.l2_by_output.iter_mut().zip(weights) {
                by_output[input] = *weight;
            }
        }
    }

    fn forward(&mut self, parameters: &[f32], group: &Group<'_>) -> [f32; GROUP] {
        self.multiply(group);
        let mut sums = [[0.0; L1_OUTPUTS]; GROUP];
        let products: [&[f32]; GROUP] =
            std::array::from_fn(|position| &self.products[position][..self.l1_by_input.len()]);
        for (input, weights) in self.l1_by_input.iter().enumerate() {
            for position in 0..GROUP {
                add_scaled(&mut sums[position], weights, products[position][input]);
            }
        }
        let upper = Upper::new(&parameters[self.upper_range()]);
        std::array::from_fn(|position| {
            let l1 = &mut self.values.l1[position];
            let l2_inputs = &mut self.values.l2_inputs[position];
            let (clipped, squared) = l2_inputs.split_at_mut(L1_OUTPUTS);
            for i in 0..L1_OUTPUTS {
                l1[i] = sums[position][i] + upper.l1_biases[i];
                clipped[i] = l1[i].clamp(0.0, 1.0);
                squared[i] = (l1[i] * l1[i]).min(1.0);
            }
            let l2 = &mut self.values.l2[position];
            l2.copy_from_slice(upper.l2_biases);
            for (input, weights) in l2_inputs.iter().zip(upper.l2_weights) {
                add_scaled(l2, weights, *input);
            }
            let outputs = l2.iter().zip(upper.l3_weights);
            upper.l3_bias
                + outputs.map(|(value, weight)| value.clamp(0.0, 1.0) * weight).sum::<f32>()
        })
    }

    fn backward(
        &mut self,
        parameters: &[f32],
        gradient: &mut [f32],
        group: &mut Group<'_>,
        output_gradients: &[f32; GROUP],
    ) {
        let upper = Upper::new(&parameters[self.upper_range()]);
        let mut upper_gradient = UpperMut::new(&mut gradient[self.upper_range()]);
        let l1_gradients = self.backward_upper(&upper, &mut upper_gradient, output_gradients);
        let l1_weights = &parameters[self.l1_range()];
        let rows = gradient[self.l1_range()].chunks_exact_mut(self.shape.width);
        for (output, row) in rows.enumerate() {
            let factors = std::array::from_fn(|position| l1_gradients[position][output]);
            add_rows(row, self.products.each_ref().map(Vec::as_slice), factors);
        }
        for (position, l1_gradient) in l1_gradients.iter().enumerate() {
            self.replace_accumulators(l1_weights, l1_gradient, group.row_mut(position));
        }
    }
}

/// Adds a multiple of a row.
#[inline(always)]
fn add_scaled<const N: usize>(sums: &mut [f32; N], row: &[f32; N], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value * factor;
    }
}

/// Adds multiples of rows. Not inlined: the compiler would compute several sums at once, with gather and
/// scatter instructions.
#[inline(never)]
fn add_group<const N: usize>(sums: &mut [f32; N], rows: &[[f32; N]; GROUP], factors: [f32; GROUP]) {
    for (row, factor) in rows.iter().zip(factors) {
        add_scaled(sums, row, factor);
    }
}

/// Adds multiples of long rows.
fn add_rows(sums: &mut [f32], rows: [&[f32]; GROUP], factors: [f32; GROUP]) {
    let [a, b, c, d] = rows;
    for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *sum += a * factors[0] + b * factors[1] + c * factors[2] + d * factors[3];
    }
}
