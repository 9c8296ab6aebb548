//! The network: architecture, file format and inference.
//!
//! Each perspective has 768 features: own and opposing pieces on squares, seen from its own first rank and
//! mirrored so that its king stands on the files a to d. One feature transformer serves both
//! perspectives. Its outputs pass SCReLU (clipped to 0..=[`QA`], squared) and are summed with the weights
//! of one of up to eight output buckets, chosen by the number of pieces, side to move first. All
//! arithmetic is in integers, so every machine gets the same result.
//!
//! # File format
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ouro.nn1` |
//! | 1 | variant: 0 chess, 2 self-capture chess |
//! | 1 | number of output buckets |
//! | 2 | width of the first layer, a multiple of 32 |
//! | 2 × 768 × width | weights of the first layer by feature, quantised by [`QA`] |
//! | 2 × width | biases of the first layer |
//! | 2 × buckets × 2 × width | output weights, side to move first, quantised by [`QB`] |
//! | 4 × buckets | output biases, quantised by [`QA`] × [`QB`] |
//! | 8 | FNV-1a of all bytes before |

use ouro_rules::{Color, Piece, Position, Square, Variant};

use super::simd::Simd;
use crate::score::{MAX_EVALUATION, Score};

const MAGIC: [u8; 8] = *b"ouro.nn1";

/// Features of a perspective: twelve pieces on 64 squares.
pub const FEATURES: usize = 12 * 64;
/// The quantisation of the first layer: an activation of 1.0.
pub const QA: i32 = 255;
/// The quantisation of the output weights: a weight of 1.0.
pub const QB: i32 = 64;
/// The score of an output of 1.0. A small scale makes the output weights large, which keeps their
/// quantisation error small.
pub const SCALE: i32 = 100;
/// The greatest weight of the first layer, so that no accumulator overflows.
pub const FEATURE_WEIGHT_LIMIT: i16 = 990;
/// The greatest output weight, so that its product with an activation fits into 16 bits.
pub const OUTPUT_WEIGHT_LIMIT: i16 = 127;

const MAX_WIDTH: usize = 1_024;
const MAX_OUTPUT_BUCKETS: usize = 8;

/// The reason why a file is not a network for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(&'static str);

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NetworkError {}

/// A quantised network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    variant: Variant,
    width: usize,
    output_buckets: usize,
    feature_weights: Vec<i16>,
    feature_biases: Vec<i16>,
    output_weights: Vec<i16>,
    output_biases: Vec<i32>,
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
    /// Creates a network from quantised weights and biases.
    ///
    /// # Errors
    /// If the sizes do not match or a weight is out of range.
    pub fn new(
        variant: Variant,
        feature_weights: Vec<i16>,
        feature_biases: Vec<i16>,
        output_weights: Vec<i16>,
        output_biases: Vec<i32>,
    ) -> Result<Network, NetworkError> {
        let (width, output_buckets) = (feature_biases.len(), output_biases.len());
        if width == 0 || !width.is_multiple_of(32) || width > MAX_WIDTH {
            return Err(NetworkError(
                "the width of its first layer is not a multiple of 32 up to 1024",
            ));
        }
        if !(1..=MAX_OUTPUT_BUCKETS).contains(&output_buckets) {
            return Err(NetworkError("it does not have one to eight output buckets"));
        }
        if feature_weights.len() != FEATURES * width
            || output_weights.len() != output_buckets * 2 * width
        {
            return Err(NetworkError("the number of its weights does not match its layers"));
        }
        let mut first_layer = feature_weights.iter().chain(&feature_biases);
        let limit = FEATURE_WEIGHT_LIMIT.unsigned_abs();
        if first_layer.any(|weight| weight.unsigned_abs() > limit) {
            return Err(NetworkError("a weight of its first layer is out of range"));
        }
        // Then no product exceeds 16 bits and no sum 32 bits.
        let mut sums = output_weights.chunks(2 * width).map(|weights| {
            weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum::<i64>()
        });
        let squared = i64::from(QA * QA);
        let weights_fit =
            output_weights.iter().all(|w| w.unsigned_abs() <= OUTPUT_WEIGHT_LIMIT.unsigned_abs())
                && sums.all(|sum| sum * squared < i64::from(i32::MAX));
        if !weights_fit || output_biases.iter().any(|bias| bias.unsigned_abs() > 1 << 24) {
            return Err(NetworkError("an output weight is out of range"));
        }
        Ok(Network {
            variant: network_variant(variant),
            width,
            output_buckets,
            feature_weights,
            feature_biases,
            output_weights,
            output_biases,
        })
    }

    /// Parses a network file.
    ///
    /// # Errors
    /// If the bytes are not a complete network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let cut = NetworkError("it is incomplete");
        let body = bytes.strip_prefix(&MAGIC).ok_or(NetworkError("it is not an Ouro network"))?;
        let [variant, output_buckets, low, high, ..] = *body else { return Err(cut) };
        let variant = match variant {
            0 => Variant::Chess,
            2 => Variant::SelfCapture,
            _ => return Err(NetworkError("it is for an unknown variant")),
        };
        let width = usize::from(u16::from_le_bytes([low, high]));
        let output_buckets = usize::from(output_buckets);
        let sizes =
            [2 * FEATURES * width, 2 * width, 4 * output_buckets * width, 4 * output_buckets, 8];
        if body.len() - 4 != sizes.iter().sum::<usize>() {
            return Err(cut);
        }
        let mut rest = &body[4..];
        let [feature_weights, feature_biases, output_weights, output_biases, sum] =
            sizes.map(|size| {
                let (part, others) = rest.split_at(size);
                rest = others;
                part
            });
        if checksum(&bytes[..bytes.len() - 8]).to_le_bytes() != sum {
            return Err(NetworkError("it is damaged"));
        }
        let words = |part: &[u8]| -> Vec<i16> {
            part.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect()
        };
        let biases = output_biases.chunks_exact(4);
        let biases = biases.map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        Network::new(
            variant,
            words(feature_weights),
            words(feature_biases),
            words(output_weights),
            biases.collect(),
        )
    }

    /// Serialises the network file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.variant as u8, self.output_buckets as u8]);
        bytes.extend((self.width as u16).to_le_bytes());
        for part in [&self.feature_weights, &self.feature_biases, &self.output_weights] {
            bytes.extend(part.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the checksum of the network file, which identifies the network.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let bytes = self.to_bytes();
        checksum(&bytes[..bytes.len() - 8])
    }

    /// Returns the variant it was trained for. Chess960 is chess.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the width of the first layer.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of output buckets.
    #[must_use]
    pub fn output_buckets(&self) -> usize {
        self.output_buckets
    }

    /// Returns the weights and biases of the first layer and of the output, as [`Network::new`] takes
    /// them.
    #[must_use]
    pub fn parameters(&self) -> (&[i16], &[i16], &[i16], &[i32]) {
        let Network { feature_weights, feature_biases, output_weights, output_biases, .. } = self;
        (feature_weights, feature_biases, output_weights, output_biases)
    }

    /// Returns the weights of a feature.
    #[inline]
    pub(super) fn feature_weights(&self, feature: usize) -> &[i16] {
        &self.feature_weights[feature * self.width..][..self.width]
    }

    pub(super) fn feature_biases(&self) -> &[i16] {
        &self.feature_biases
    }

    /// Returns the output for the accumulators of the side to move and of the opponent.
    pub(super) fn output(&self, simd: Simd, us: &[i16], them: &[i16], pieces: usize) -> Score {
        let bucket = output_bucket(pieces, self.output_buckets);
        let weights = &self.output_weights[bucket * 2 * self.width..][..2 * self.width];
        let (ours, theirs) = weights.split_at(self.width);
        let sum = simd.screlu_sum(us, ours) + simd.screlu_sum(them, theirs);
        let sum = i64::from(sum / QA + self.output_biases[bucket]);
        let score = sum * i64::from(SCALE) / i64::from(QA * QB);
        let limit = i64::from(MAX_EVALUATION);
        score.clamp(-limit, limit) as Score
    }

    /// Evaluates a position for the side to move without accumulators.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let simd = Simd::detect();
        let [us, them] = [position.turn(), !position.turn()].map(|perspective| {
            let mirrored = is_mirrored(position.king_of(perspective));
            let mut values = self.feature_biases.clone();
            for (square, piece) in position.board().iter() {
                simd.update_in_place(
                    &mut values,
                    &[self.feature_weights(feature_index(perspective, mirrored, piece, square))],
                    &[],
                );
            }
            values
        });
        self.output(simd, &us, &them, position.board().occupied().count() as usize)
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

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
