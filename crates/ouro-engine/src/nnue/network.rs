//! The network: architecture and inference.
//!
//! Each perspective has 768 features: own and opposing pieces on squares, seen from its own first rank and
//! mirrored so that its king stands on the files a to d. One feature transformer serves both
//! perspectives. Its outputs, the accumulators, are the input of a [`Head`], which has up to eight output
//! buckets, chosen by the number of pieces. Every machine gets the same result. `file.rs` describes the file
//! formats.

use ouro_rules::{Color, Piece, Position, Square, Variant};

use super::file;
pub use super::head::{
    Head, HeadKind, L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, LAYER_LIMIT, LayeredHead, Layers,
    LinearHead, OUTPUT_WEIGHT_LIMIT, QL, l1_index,
};
use super::simd::Simd;
use crate::score::Score;

/// Features of a perspective: twelve pieces on 64 squares.
pub const FEATURES: usize = 12 * 64;
/// The quantisation of the first layer: an activation of 1.0.
pub const QA: i32 = 255;
/// The quantisation of the weights of a linear head: a weight of 1.0.
pub const QB: i32 = 64;
/// The score of an output of 1.0. A small scale makes the output weights large, which keeps their
/// quantisation error small.
pub const SCALE: i32 = 100;
/// The greatest weight of the first layer, so that no accumulator overflows.
pub const FEATURE_WEIGHT_LIMIT: i16 = 990;
/// The greatest width of the accumulators.
pub const MAX_WIDTH: usize = 1_536;

const MAX_OUTPUT_BUCKETS: usize = 8;

/// The reason why a file is not a network for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(pub(super) &'static str);

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NetworkError {}

/// A quantised network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    variant: Variant,
    width: usize,
    feature_weights: Vec<i16>,
    feature_biases: Vec<i16>,
    head: Head,
}

/// Returns the feature of a piece on a square from the perspective of a side.
#[inline]
#[must_use]
pub fn feature_index(perspective: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let flipped = match perspective {
        Color::White => square.index(),
        Color::Black => square.flipped().index(),
    };
    let square = if mirrored { flipped ^ 7 } else { flipped };
    let them = usize::from(piece.color() != perspective);
    (them * 6 + piece.role().index()) * 64 + square
}

/// Returns `true` if the perspective of a side with its king on this square is mirrored.
#[inline]
#[must_use]
pub fn is_mirrored(king: Square) -> bool {
    king.index() % 8 >= 4
}

impl Network {
    /// Creates a network from the weights of the feature transformer by feature and its biases, both
    /// quantised by [`QA`], and a head.
    ///
    /// # Errors
    /// If the sizes do not match or a weight is out of range.
    pub fn new(
        variant: Variant,
        feature_weights: Vec<i16>,
        feature_biases: Vec<i16>,
        head: Head,
    ) -> Result<Network, NetworkError> {
        let width = feature_biases.len();
        if width == 0 || !width.is_multiple_of(head.kind().width_multiple()) || width > MAX_WIDTH {
            return Err(NetworkError("the width of its accumulators is not supported"));
        }
        if !(1..=MAX_OUTPUT_BUCKETS).contains(&head.output_buckets()) {
            return Err(NetworkError("it does not have one to eight output buckets"));
        }
        if feature_weights.len() != FEATURES * width || head.width() != width {
            return Err(NetworkError("the number of its weights does not match its layers"));
        }
        let mut first_layer = feature_weights.iter().chain(&feature_biases);
        let limit = FEATURE_WEIGHT_LIMIT.unsigned_abs();
        if first_layer.any(|weight| weight.unsigned_abs() > limit) {
            return Err(NetworkError("a weight of its first layer is out of range"));
        }
        let variant = network_variant(variant);
        Ok(Network { variant, width, feature_weights, feature_biases, head })
    }

    /// Parses a network file.
    ///
    /// # Errors
    /// If the bytes are not a complete network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        file::decode(bytes)
    }

    /// Serialises the network file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        file::encode(self)
    }

    /// Returns the checksum of the network file, which identifies the network.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        file::checksum(&self.to_bytes())
    }

    /// Returns the variant it was trained for. Chess960 is chess.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the width of the accumulators.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the head.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the weights of the feature transformer by feature.
    #[must_use]
    pub fn all_feature_weights(&self) -> &[i16] {
        &self.feature_weights
    }

    /// Returns the biases of the feature transformer.
    #[must_use]
    pub fn feature_biases(&self) -> &[i16] {
        &self.feature_biases
    }

    /// Returns the weights of a feature.
    #[inline]
    pub(super) fn feature_weights(&self, feature: usize) -> &[i16] {
        &self.feature_weights[feature * self.width..][..self.width]
    }

    /// Returns the output for the accumulators of the side to move and of the opponent.
    pub(super) fn output(&self, simd: Simd, us: &[i16], them: &[i16], pieces: usize) -> Score {
        let bucket = output_bucket(pieces, self.head.output_buckets());
        self.head.output(simd, us, them, bucket)
    }

    /// Evaluates a position for the side to move without accumulators of earlier positions.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        self.evaluate_with(Simd::detect(), position)
    }

    pub(super) fn evaluate_with(&self, simd: Simd, position: &Position) -> Score {
        let [us, them] = [position.turn(), !position.turn()].map(|perspective| {
            let mirrored = is_mirrored(position.king_of(perspective));
            let mut values = self.feature_biases.clone();
            for (square, piece) in position.board().iter() {
                let feature = feature_index(perspective, mirrored, piece, square);
                simd.update_in_place(&mut values, &[self.feature_weights(feature)], &[]);
            }
            values
        });
        self.output(simd, &us, &them, position.board().occupied().count() as usize)
    }
}

impl std::fmt::Display for Network {
    /// Writes the architecture.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, buckets) = (self.width, self.head.output_buckets());
        match self.head.kind() {
            HeadKind::Linear => write!(f, "(768 → {width})×2 → 1×{buckets}"),
            HeadKind::Layered => write!(
                f,
                "(768 → {width} pairwise)×2 → ({L1_OUTPUTS} → {L2_OUTPUTS} → 1)×{buckets}"
            ),
        }
    }
}

/// Returns the output bucket for a number of pieces on the board.
#[inline]
#[must_use]
pub fn output_bucket(pieces: usize, output_buckets: usize) -> usize {
    (pieces.saturating_sub(2) * output_buckets / 31).min(output_buckets - 1)
}

/// Returns the variant whose network is used: Chess960 is chess.
pub(super) const fn network_variant(variant: Variant) -> Variant {
    match variant {
        Variant::Chess | Variant::Chess960 => Variant::Chess,
        Variant::SelfCapture => Variant::SelfCapture,
    }
}
