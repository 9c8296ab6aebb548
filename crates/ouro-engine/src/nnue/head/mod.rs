//! Heads: the layers of a network after the accumulators.

mod layered;
mod linear;

use std::fmt;
use std::str::FromStr;

pub use layered::{
    L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, LAYER_LIMIT, LayeredHead, Layers, QL, l1_index,
};
pub(super) use layered::{L1Block, PRODUCT_SHIFT};
pub use linear::{LinearHead, OUTPUT_WEIGHT_LIMIT};

use super::simd::Simd;
use crate::score::{MAX_EVALUATION, Score};

/// The kind of a head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadKind {
    /// One layer over the SCReLU of the accumulators.
    #[default]
    Linear,
    /// Three layers over the pairwise products of the accumulators.
    Layered,
}

/// The layers of a network after the accumulators.
#[derive(Clone, Debug, PartialEq)]
pub enum Head {
    /// One layer over the SCReLU of the accumulators.
    Linear(LinearHead),
    /// Three layers over the pairwise products of the accumulators.
    Layered(LayeredHead),
}

impl HeadKind {
    /// All kinds.
    pub const ALL: [HeadKind; 2] = [HeadKind::Linear, HeadKind::Layered];

    /// Returns the number that the width of the accumulators is a multiple of.
    #[must_use]
    pub const fn width_multiple(self) -> usize {
        match self {
            HeadKind::Linear => 32,
            HeadKind::Layered => 64,
        }
    }
}

impl fmt::Display for HeadKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            HeadKind::Linear => "linear",
            HeadKind::Layered => "layered",
        })
    }
}

impl FromStr for HeadKind {
    type Err = String;

    fn from_str(text: &str) -> Result<HeadKind, String> {
        let kind = HeadKind::ALL.into_iter().find(|kind| kind.to_string() == text);
        kind.ok_or_else(|| format!("'{text}' is not a head: expected linear or layered"))
    }
}

impl Head {
    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> HeadKind {
        match self {
            Head::Linear(_) => HeadKind::Linear,
            Head::Layered(_) => HeadKind::Layered,
        }
    }

    /// Returns the width of the accumulators.
    #[must_use]
    pub fn width(&self) -> usize {
        match self {
            Head::Linear(head) => head.width(),
            Head::Layered(head) => head.width(),
        }
    }

    /// Returns the number of output buckets.
    #[must_use]
    pub fn output_buckets(&self) -> usize {
        match self {
            Head::Linear(head) => head.biases().len(),
            Head::Layered(head) => head.buckets().len(),
        }
    }

    /// Returns the output of a bucket for the accumulators of the side to move and of the opponent.
    #[inline]
    pub(super) fn output(&self, simd: Simd, us: &[i16], them: &[i16], bucket: usize) -> Score {
        let score = match self {
            Head::Linear(head) => head.output(simd, us, them, bucket),
            Head::Layered(head) => head.output(simd, us, them, bucket),
        };
        score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
