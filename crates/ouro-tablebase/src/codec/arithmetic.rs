//! A binary arithmetic coder with 32-bit bounds.

/// The number of bits of a probability.
pub(super) const PROBABILITY_BITS: u32 = 16;

/// Returns the last number of the part of a range that stands for a one.
fn split(low: u32, high: u32, probability: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(probability)) >> PROBABILITY_BITS) as u32
}

/// Writes bits with given probabilities.
pub(super) struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

impl Encoder {
    /// Writes a bit that is one with `probability` out of 65,536.
    pub(super) fn encode(&mut self, bit: bool, probability: u32) {
        let middle = split(self.low, self.high, probability);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
    }

    /// Writes enough bytes to identify the last range, and returns all of them. The decoder reads
    /// zeros after the end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.low > 0 {
            // The smallest number of bytes that, followed by zeros, is within the range.
            for count in 1..=4 {
                let mask = u32::MAX.checked_shl(32 - 8 * count).unwrap_or(0);
                let candidate = self.high & mask;
                if candidate >= self.low {
                    self.bytes.extend_from_slice(&candidate.to_be_bytes()[..count as usize]);
                    break;
                }
            }
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads bits with given probabilities.
pub(super) struct Decoder<'a> {
    low: u32,
    high: u32,
    code: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { low: 0, high: u32::MAX, code: 0, bytes: bytes.iter() };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next_byte();
        }
        decoder
    }

    fn next_byte(&mut self) -> u32 {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    /// Reads a bit that is one with `probability` out of 65,536.
    pub(super) fn decode(&mut self, probability: u32) -> bool {
        let middle = split(self.low, self.high, probability);
        let bit = self.code <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.code = self.code << 8 | self.next_byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_survive_a_round_trip_with_any_probability() {
        let mut random = 1_u64;
        let bits: Vec<(bool, u32)> = (0..50_000)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let probability = (random >> 48) as u32 % 65_534 + 1;
                ((random >> 32) as u32 % 65_536 < probability, probability)
            })
            .collect();
        for length in [0, 1, 2, 3, 10, 1_000, bits.len()] {
            let mut encoder = Encoder::default();
            for &(bit, probability) in &bits[..length] {
                encoder.encode(bit, probability);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for &(bit, probability) in &bits[..length] {
                assert_eq!(decoder.decode(probability), bit);
            }
        }
    }
}
