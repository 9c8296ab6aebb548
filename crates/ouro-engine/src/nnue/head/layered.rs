//! The layered head: pairwise multiplication, and three layers.
//!
//! The first half of each accumulator is multiplied by the second half, both clipped to 0..=[`QA`]; the
//! products are scaled to 0..=127 and rounded. L1 sums them in integers, side to move first. L2 sees its outputs twice:
//! clipped to 0..=1, and squared and clipped. L2 (activation: clipped to 0..=1) and L3 are in floating
//! point. The order of all operations is fixed, and none is fused, so every machine gets the same result.

use super::super::network::{NetworkError, QA, SCALE};
use super::super::simd::Simd;
use crate::score::Score;

/// The number of outputs of L1.
pub const L1_OUTPUTS: usize = 16;
/// The number of inputs of L2: the outputs of L1, clipped, then squared and clipped.
pub const L2_INPUTS: usize = 2 * L1_OUTPUTS;
/// The number of outputs of L2.
pub const L2_OUTPUTS: usize = 32;
/// The quantisation of the L1 weights: a weight of 1.0.
pub const QL: i32 = 256;
/// The greatest weight or bias in floating point, so that the score fits into 32 bits.
pub const LAYER_LIMIT: f32 = 1_000.0;

/// The right shift of a product of two clipped values, from 0..=255² to 0..=127.
pub(in super::super) const PRODUCT_SHIFT: u32 = 9;
/// The value of one unit in a sum of L1.
const L1_UNIT: f32 = (1 << PRODUCT_SHIFT) as f32 / (QA * QA * QL) as f32;

/// The L1 weights of four inputs, for each output those of the four inputs. They fill a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(in super::super) struct L1Block(pub(in super::super) [i8; 4 * L1_OUTPUTS]);

/// The layers of an output bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    l1_weights: Vec<L1Block>,
    /// The biases of L1.
    pub l1_biases: [f32; L1_OUTPUTS],
    /// The weights of L2 by input.
    pub l2_weights: [[f32; L2_OUTPUTS]; L2_INPUTS],
    /// The biases of L2.
    pub l2_biases: [f32; L2_OUTPUTS],
    /// The weights of L3.
    pub l3_weights: [f32; L2_OUTPUTS],
    /// The bias of L3.
    pub l3_bias: f32,
}

/// A head of three layers.
#[derive(Clone, Debug, PartialEq)]
pub struct LayeredHead {
    width: usize,
    buckets: Vec<Layers>,
}

/// Returns the place of an L1 weight: blocks of four inputs, in them the outputs, in them the inputs.
#[must_use]
pub const fn l1_index(input: usize, output: usize) -> usize {
    (input / 4 * L1_OUTPUTS + output) * 4 + input % 4
}

impl Layers {
    /// The number of weights and biases in floating point.
    pub const FLOATS: usize = L1_OUTPUTS + L2_INPUTS * L2_OUTPUTS + 2 * L2_OUTPUTS + 1;

    /// Creates layers of zero weights for accumulators of a width that is a multiple of 4.
    #[must_use]
    pub fn zeros(width: usize) -> Layers {
        Layers {
            l1_weights: vec![L1Block([0; 4 * L1_OUTPUTS]); width / 4],
            l1_biases: [0.0; L1_OUTPUTS],
            l2_weights: [[0.0; L2_OUTPUTS]; L2_INPUTS],
            l2_biases: [0.0; L2_OUTPUTS],
            l3_weights: [0.0; L2_OUTPUTS],
            l3_bias: 0.0,
        }
    }

    /// Returns the weights of L1, quantised by [`QL`], in the order of [`l1_index`].
    pub fn l1_weights(&self) -> impl Iterator<Item = &i8> {
        self.l1_weights.iter().flat_map(|block| &block.0)
    }

    /// Returns the weights of L1, quantised by [`QL`], in the order of [`l1_index`].
    pub fn l1_weights_mut(&mut self) -> impl Iterator<Item = &mut i8> {
        self.l1_weights.iter_mut().flat_map(|block| &mut block.0)
    }

    /// Returns all numbers in floating point, in the order of the fields.
    pub fn floats(&self) -> impl Iterator<Item = &f32> {
        let Layers { l1_weights: _, l1_biases, l2_weights, l2_biases, l3_weights, l3_bias } = self;
        let l2 = l2_weights.as_flattened().iter().chain(l2_biases);
        l1_biases.iter().chain(l2).chain(l3_weights).chain([l3_bias])
    }

    /// Returns all numbers in floating point, in the order of the fields.
    pub fn floats_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Layers { l1_weights: _, l1_biases, l2_weights, l2_biases, l3_weights, l3_bias } = self;
        let l2 = l2_weights.as_flattened_mut().iter_mut().chain(l2_biases);
        l1_biases.iter_mut().chain(l2).chain(l3_weights).chain([l3_bias])
    }

    /// Returns the output for the sums of L1.
    #[inline]
    fn output(&self, simd: Simd, sums: &[i32; L1_OUTPUTS]) -> f32 {
        let mut inputs = [0.0; L2_INPUTS];
        let (clipped, squared) = inputs.split_at_mut(L1_OUTPUTS);
        for i in 0..L1_OUTPUTS {
            let value = sums[i] as f32 * L1_UNIT + self.l1_biases[i];
            clipped[i] = value.clamp(0.0, 1.0);
            squared[i] = (value * value).min(1.0);
        }
        let outputs = simd.dense(&inputs, &self.l2_weights, &self.l2_biases);
        let mut partial = [0.0_f32; 8];
        for (outputs, weights) in outputs.chunks_exact(8).zip(self.l3_weights.chunks_exact(8)) {
            for i in 0..8 {
                partial[i] += outputs[i].clamp(0.0, 1.0) * weights[i];
            }
        }
        partial.iter().fold(self.l3_bias, |sum, value| sum + value)
    }
}

impl LayeredHead {
    /// Creates a head from the layers of its buckets.
    ///
    /// # Errors
    /// If the buckets differ in width or a number is out of range.
    pub fn new(buckets: Vec<Layers>) -> Result<LayeredHead, NetworkError> {
        let width = buckets.first().map_or(0, |layers| 4 * layers.l1_weights.len());
        if buckets.iter().any(|layers| 4 * layers.l1_weights.len() != width) {
            return Err(NetworkError("its output buckets differ in width"));
        }
        // NaN is not in the range either.
        let in_range = |number: &f32| number.abs() <= LAYER_LIMIT;
        if !buckets.iter().flat_map(Layers::floats).all(in_range) {
            return Err(NetworkError("a weight of its upper layers is out of range"));
        }
        Ok(LayeredHead { width, buckets })
    }

    /// Returns the width of the accumulators.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the layers of each bucket.
    #[must_use]
    pub fn buckets(&self) -> &[Layers] {
        &self.buckets
    }

    #[inline]
    pub(super) fn output(&self, simd: Simd, us: &[i16], them: &[i16], bucket: usize) -> Score {
        let layers = &self.buckets[bucket];
        let sums = simd.l1_sums(us, them, &layers.l1_weights);
        (layers.output(simd, &sums) * SCALE as f32).round() as Score
    }
}
