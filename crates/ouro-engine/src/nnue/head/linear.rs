//! The linear head: SCReLU, and one output layer in integers.
//!
//! The values of the accumulators are clipped to 0..=[`QA`] and squared (SCReLU). Their weighted sum, side
//! to move first, is the output.

use super::super::network::{NetworkError, QA, QB, SCALE};
use super::super::simd::Simd;
use crate::score::Score;

/// The greatest output weight, so that its product with an activation fits into 16 bits.
pub const OUTPUT_WEIGHT_LIMIT: i16 = 127;

/// A head of one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearHead {
    width: usize,
    /// By bucket, the side to move first.
    weights: Vec<i16>,
    biases: Vec<i32>,
}

impl LinearHead {
    /// Creates a head from its weights by bucket, side to move first, quantised by [`QB`], and from one
    /// bias per bucket, quantised by [`QA`] × [`QB`].
    ///
    /// # Errors
    /// If the sizes do not match or a weight is out of range.
    pub fn new(weights: Vec<i16>, biases: Vec<i32>) -> Result<LinearHead, NetworkError> {
        if biases.is_empty() || !weights.len().is_multiple_of(2 * biases.len()) {
            return Err(NetworkError(
                "the number of its output weights does not match its buckets",
            ));
        }
        let width = weights.len() / (2 * biases.len());
        // Then no product exceeds 16 bits and no sum 32 bits.
        let mut sums = weights.chunks(2 * width.max(1)).map(|weights| {
            weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum::<i64>()
        });
        let squared = i64::from(QA * QA);
        let weights_fit =
            weights.iter().all(|w| w.unsigned_abs() <= OUTPUT_WEIGHT_LIMIT.unsigned_abs())
                && sums.all(|sum| sum * squared < i64::from(i32::MAX));
        if !weights_fit || biases.iter().any(|bias| bias.unsigned_abs() > 1 << 24) {
            return Err(NetworkError("an output weight is out of range"));
        }
        Ok(LinearHead { width, weights, biases })
    }

    /// Returns the width of the accumulators.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the weights, as [`LinearHead::new`] takes them.
    #[must_use]
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// Returns the biases, as [`LinearHead::new`] takes them.
    #[must_use]
    pub fn biases(&self) -> &[i32] {
        &self.biases
    }

    #[inline]
    pub(super) fn output(&self, simd: Simd, us: &[i16], them: &[i16], bucket: usize) -> Score {
        let weights = &self.weights[bucket * 2 * self.width..][..2 * self.width];
        let (ours, theirs) = weights.split_at(self.width);
        let sum = simd.screlu_sum(us, ours) + simd.screlu_sum(them, theirs);
        let sum = i64::from(sum / QA + self.biases[bucket]);
        let score = sum * i64::from(SCALE) / i64::from(QA * QB);
        // The sum has at most 32 bits, and the divisor is greater than the scale.
        score as Score
    }
}
