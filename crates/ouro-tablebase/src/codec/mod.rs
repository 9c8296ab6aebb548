//! Compression of blocks of values.
//!
//! Values are coded bit by bit with an adaptive binary arithmetic coder. The probability of each bit
//! is mixed from several contexts: the values of neighbouring positions, and what is known already
//! about the position itself. All arithmetic is on integers, so the result is the same everywhere.

mod arithmetic;
mod model;

pub(crate) use model::{Known, Model};

use arithmetic::{Decoder, Encoder};

/// Compresses values and trains `model` on them. A position with `known` of `None` has no value.
pub(crate) fn encode(model: &mut Model, known: &[Option<Known>], values: &[u16]) -> Vec<u8> {
    let mut encoder = Encoder::default();
    model.run(known, |index, depth, probability| {
        let bit = values[index] >> depth & 1 != 0;
        encoder.encode(bit, probability);
        bit
    });
    encoder.finish()
}

/// Decompresses the values of as many positions and trains `model` on them. Damaged data gives wrong
/// values; checksums have to detect it.
pub(crate) fn decode(model: &mut Model, known: &[Option<Known>], bytes: &[u8]) -> Vec<u16> {
    let mut decoder = Decoder::new(bytes);
    model.run(known, |_, _, probability| decoder.decode(probability))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_a_round_trip_and_repeated_values_need_few_bytes() {
        let known: Vec<Option<Known>> =
            (0..20_000).map(|i| (i % 7 != 3).then_some(Known(i % 5))).collect();
        let values: Vec<u16> = (0..20_000).map(|i| if i % 7 == 3 { 0 } else { i / 100 }).collect();
        let mut model = Model::new(8, [1, 8, 64, 4096]);
        let bytes = encode(&mut model.clone(), &known, &values);
        assert!(bytes.len() < 4_000, "{}", bytes.len());
        assert_eq!(decode(&mut model, &known, &bytes), values);
    }
}
