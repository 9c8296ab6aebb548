//! The file formats of networks.
//!
//! Numbers are little-endian. Networks with a linear head:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ouro.nn1` |
//! | 1 | variant: 0 chess, 2 self-capture chess |
//! | 1 | number of output buckets |
//! | 2 | width of the accumulators, a multiple of 32 |
//! | 2 × 768 × width | weights of the feature transformer by feature, quantised by [`QA`] |
//! | 2 × width | biases of the feature transformer |
//! | 2 × buckets × 2 × width | output weights, side to move first, quantised by [`QB`] |
//! | 4 × buckets | output biases, quantised by [`QA`] × [`QB`] |
//! | 8 | FNV-1a of all bytes before |
//!
//! Networks with a layered head:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ouro.nn2` |
//! | 4 + 2 × 769 × width | variant, buckets, width (a multiple of 64) and feature transformer as above |
//! | buckets × (16 × width + 4,420) | the layers of each bucket |
//! | 8 | FNV-1a of all bytes before |
//!
//! The layers of a bucket; floating-point numbers have 32 bits:
//!
//! | bytes | content |
//! |---|---|
//! | 16 × width | L1 weights, quantised by [`QL`]: for each four inputs, for each output, four weights |
//! | 4 × 16 | L1 biases, floating point |
//! | 4 × 32 × 32 | L2 weights by input, floating point |
//! | 4 × 32 | L2 biases, floating point |
//! | 4 × 32 | L3 weights, floating point |
//! | 4 | L3 bias, floating point |
//!
//! [`QA`]: super::network::QA
//! [`QB`]: super::network::QB
//! [`QL`]: super::network::QL

use ouro_rules::Variant;

use super::head::{Head, HeadKind, LayeredHead, Layers, LinearHead};
use super::network::{FEATURES, Network, NetworkError};

const LINEAR_MAGIC: [u8; 8] = *b"ouro.nn1";
const LAYERED_MAGIC: [u8; 8] = *b"ouro.nn2";

/// Parses a network file.
pub(super) fn decode(bytes: &[u8]) -> Result<Network, NetworkError> {
    let cut = NetworkError("it is incomplete");
    let (magic, body) = bytes.split_first_chunk().ok_or_else(|| cut.clone())?;
    let kind = match *magic {
        LINEAR_MAGIC => HeadKind::Linear,
        LAYERED_MAGIC => HeadKind::Layered,
        _ => return Err(NetworkError("it is not an Ouro network")),
    };
    let [variant, output_buckets, low, high, ..] = *body else { return Err(cut) };
    let variant = match variant {
        0 => Variant::Chess,
        2 => Variant::SelfCapture,
        _ => return Err(NetworkError("it is for an unknown variant")),
    };
    let width = usize::from(u16::from_le_bytes([low, high]));
    let output_buckets = usize::from(output_buckets);
    if !width.is_multiple_of(kind.width_multiple()) {
        return Err(NetworkError("the width of its accumulators is not supported"));
    }
    let head_size = match kind {
        HeadKind::Linear => output_buckets * (4 * width + 4),
        HeadKind::Layered => output_buckets * (16 * width + 4 * Layers::FLOATS),
    };
    if body.len() != 4 + 2 * (FEATURES + 1) * width + head_size + 8 {
        return Err(cut);
    }
    if checksum(bytes).to_le_bytes() != bytes[bytes.len() - 8..] {
        return Err(NetworkError("it is damaged"));
    }
    let (feature_weights, rest) = body[4..].split_at(2 * FEATURES * width);
    let (feature_biases, rest) = rest.split_at(2 * width);
    let head = &rest[..head_size];
    let head = match kind {
        HeadKind::Linear => Head::Linear(decode_linear(head, output_buckets)?),
        HeadKind::Layered => Head::Layered(decode_layered(head, width, output_buckets)?),
    };
    Network::new(variant, words(feature_weights), words(feature_biases), head)
}

fn decode_linear(bytes: &[u8], output_buckets: usize) -> Result<LinearHead, NetworkError> {
    let (weights, biases) = bytes.split_at(bytes.len() - 4 * output_buckets);
    let biases = biases.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four));
    LinearHead::new(words(weights), biases.collect())
}

fn decode_layered(
    bytes: &[u8],
    width: usize,
    output_buckets: usize,
) -> Result<LayeredHead, NetworkError> {
    let buckets = bytes.chunks_exact((bytes.len() / output_buckets.max(1)).max(1)).map(|bytes| {
        let (weights, floats) = bytes.split_at(16 * width);
        let mut layers = Layers::zeros(width);
        for (weight, byte) in layers.l1_weights_mut().zip(weights) {
            *weight = byte.cast_signed();
        }
        for (number, four) in layers.floats_mut().zip(floats.as_chunks().0) {
            *number = f32::from_le_bytes(*four);
        }
        layers
    });
    LayeredHead::new(buckets.collect())
}

/// Serialises a network.
pub(super) fn encode(network: &Network) -> Vec<u8> {
    let head = network.head();
    let magic = match head.kind() {
        HeadKind::Linear => LINEAR_MAGIC,
        HeadKind::Layered => LAYERED_MAGIC,
    };
    let mut bytes = magic.to_vec();
    bytes.extend([network.variant() as u8, head.output_buckets() as u8]);
    bytes.extend((network.width() as u16).to_le_bytes());
    let mut extend = |words: &[i16]| bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    extend(network.all_feature_weights());
    extend(network.feature_biases());
    match head {
        Head::Linear(head) => {
            extend(head.weights());
            bytes.extend(head.biases().iter().flat_map(|bias| bias.to_le_bytes()));
        }
        Head::Layered(head) => {
            for layers in head.buckets() {
                bytes.extend(layers.l1_weights().map(|weight| weight.cast_unsigned()));
                bytes.extend(layers.floats().flat_map(|number| number.to_le_bytes()));
            }
        }
    }
    let sum = fnv1a(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Returns the checksum of a network file, which does not cover its last eight bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    fnv1a(&bytes[..bytes.len().saturating_sub(8)])
}

fn words(bytes: &[u8]) -> Vec<i16> {
    bytes.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect()
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
