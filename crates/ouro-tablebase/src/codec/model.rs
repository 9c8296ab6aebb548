//! The prediction of bits from their contexts.

use std::sync::LazyLock;

/// What is known of a position before its value is decoded: a number that other tables gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(pub(crate) u16);

/// The number of contexts that are mixed.
const CONTEXTS: usize = 6;
/// The number of predictions for each context.
const SLOTS: usize = 1 << 16;
/// The number of sets of mixing weights.
const WEIGHT_SETS: usize = 1 << 8;

/// Marks a neighbour that has no value.
const NO_VALUE: u32 = 0x3FF;

/// The prediction that a bit is one: a probability, and the number of bits it was learnt from.
#[derive(Clone, Copy)]
struct Slot {
    probability: u16,
    count: u16,
}

/// An adaptive model of the bits of values.
#[derive(Clone)]
pub(crate) struct Model {
    /// The number of bits of a value.
    bits: u32,
    /// The distances of the neighbouring positions that serve as contexts.
    strides: [usize; 4],
    slots: Vec<Slot>,
    weights: Vec<[i32; CONTEXTS]>,
}

/// The step from the old probability towards the new bit, by the number of bits seen.
const RATES: [i32; 128] = {
    let mut rates = [0; 128];
    let mut count = 0;
    while count < 128 {
        rates[count] = (65_536 * 2 / (2 * count + 3)) as i32;
        count += 1;
    }
    rates
};

/// The logistic function on a scale of 256: from -2,047..=2,047 to 1..=65,535.
static SQUASH: LazyLock<[u16; 4096]> = LazyLock::new(|| {
    // Interpolates 65,536 / (1 + e^-x) for x from -8 to 8 in steps of 1/2.
    const POINTS: [i64; 33] = [
        22, 36, 60, 98, 162, 267, 440, 724, 1_179, 1_941, 3_108, 4_971, 7_812, 11_955, 17_625,
        24_743, 32_768, 40_793, 47_911, 53_581, 57_724, 60_565, 62_428, 63_595, 64_357, 64_812,
        65_096, 65_269, 65_374, 65_438, 65_476, 65_500, 65_514,
    ];
    std::array::from_fn(|i| {
        let (point, rest) = (i / 128, (i % 128) as i64);
        ((POINTS[point] * (128 - rest) + POINTS[point + 1] * rest) / 128) as u16
    })
});

/// The inverse of the logistic function for a probability in 12 bits.
static STRETCH: LazyLock<[i16; 4096]> = LazyLock::new(|| {
    let mut table = [0; 4096];
    let mut next = 0;
    for (i, &probability) in SQUASH.iter().enumerate() {
        let upper = usize::from(probability >> 4);
        for entry in &mut table[next..=upper.max(next).min(4095)] {
            *entry = i as i16 - 2048;
        }
        next = next.max(upper + 1).min(4095);
    }
    for entry in &mut table[next..] {
        *entry = 2047;
    }
    table
});

impl Model {
    /// Creates an untrained model of values with this many bits. The positions at `strides` before a
    /// position are similar to it.
    pub(crate) fn new(bits: u32, strides: [usize; 4]) -> Model {
        let slot = Slot { probability: 1 << 15, count: 0 };
        Model {
            bits,
            strides,
            slots: vec![slot; CONTEXTS * SLOTS],
            weights: vec![[(1 << 16) / 4; CONTEXTS]; WEIGHT_SETS],
        }
    }

    /// Visits the bits of all values in order, trains the model on them and returns the values.
    ///
    /// `code` gets the index of a value, the number of the bit and the probability of a one out of
    /// 65,536, and returns the bit.
    pub(crate) fn run(
        &mut self,
        known: &[Option<Known>],
        mut code: impl FnMut(usize, u32, u32) -> bool,
    ) -> Vec<u16> {
        let mut values = vec![0; known.len()];
        let (squash, stretch) = (&*SQUASH, &*STRETCH);
        for index in 0..known.len() {
            let Some(Known(own)) = known[index] else { continue };
            let neighbour = |stride: usize| match index.checked_sub(stride) {
                Some(i) if known[i].is_some() => u32::from(values[i]).min(NO_VALUE - 1),
                _ => NO_VALUE,
            };
            let [a, b, c, d] = self.strides.map(neighbour);
            let own = u32::from(own);
            let before = neighbour(2);
            let known_neighbour = |stride: usize| {
                index
                    .checked_sub(stride)
                    .and_then(|i| known[i])
                    .map_or(NO_VALUE, |Known(k)| k.into())
            };
            let next =
                known.get(index + 1).copied().flatten().map_or(NO_VALUE, |Known(k)| k.into());
            let contexts = [
                hash(own, a, 0),
                hash(own, a, b),
                hash(own, b, c),
                hash(hash(own, a, b), c, d),
                hash(own, hash(a, b, before), hash(known_neighbour(self.strides[0]), next, 1)),
                hash(own, (index % self.strides[2]) as u32, c),
            ];
            let agree = u32::from(a == b) | u32::from(a == c) << 1 | u32::from(b == c) << 2;
            let mut node = 1;
            for depth in (0..self.bits).rev() {
                let set = (agree << 4 | depth.min(15)) as usize;
                let slots: [usize; CONTEXTS] =
                    std::array::from_fn(|i| i * SLOTS + slot_number(contexts[i], node));
                let inputs = slots
                    .map(|slot| i32::from(stretch[usize::from(self.slots[slot].probability >> 4)]));
                let weights = &mut self.weights[set];
                let sum: i64 = weights
                    .iter()
                    .zip(inputs)
                    .map(|(&weight, input)| i64::from(weight) * i64::from(input))
                    .sum();
                let mixed = (sum >> 16).clamp(-2047, 2047) as i32;
                let probability = i32::from(squash[(mixed + 2048) as usize]);
                let bit = code(index, depth, probability as u32);

                let error = ((i32::from(bit) << 16) - probability) / 8;
                for (weight, input) in weights.iter_mut().zip(inputs) {
                    *weight += (input * error + (1 << 13)) >> 14;
                }
                for slot in slots {
                    self.slots[slot].learn(bit);
                }
                node = node << 1 | u32::from(bit);
            }
            values[index] = (node & ((1 << self.bits) - 1)) as u16;
        }
        values
    }
}

impl Slot {
    fn learn(&mut self, bit: bool) {
        let target = if bit { 65_535 } else { 0 };
        let probability = i32::from(self.probability);
        let step = ((target - probability) * (RATES[usize::from(self.count)] >> 2)) >> 14;
        self.probability = (probability + step) as u16;
        self.count = (self.count + 1).min(126);
    }
}

/// Combines three numbers.
fn hash(a: u32, b: u32, c: u32) -> u32 {
    let sum =
        a.wrapping_mul(0x9E37_79B1) ^ b.wrapping_mul(0x85EB_CA77) ^ c.wrapping_mul(0xC2B2_AE3D);
    (sum ^ sum >> 15).wrapping_mul(0x2C1B_3C6D)
}

/// Returns the slot of a context and of the bits of a value that are known already.
fn slot_number(context: u32, node: u32) -> usize {
    let mixed = (context ^ node.wrapping_mul(0x9E37_79B1)).wrapping_mul(0x2545_F491);
    (mixed >> 16) as usize % SLOTS
}
