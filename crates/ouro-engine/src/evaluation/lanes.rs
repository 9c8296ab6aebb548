//! The arithmetic of the network on many numbers at once.
//!
//! Each function is written in plain Rust and compiled for every instruction set that is worth it; the
//! compiler makes vector instructions of it, except where it makes poor ones: AVX2 where the processor
//! has it, which is found out at run time, NEON on every 64-bit ARM, and simd128 where WebAssembly is built
//! with it. As all of it is integer arithmetic, all come to the same result.

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lanes {
    /// Those that every processor of the kind has.
    Baseline,
    /// 16 numbers at once.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Lanes {
    /// The best that this machine has.
    #[inline]
    pub(crate) fn best() -> Lanes {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Lanes::Avx2;
        }
        Lanes::Baseline
    }

    /// Adds rows to numbers and takes others away.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn change(self, numbers: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
        match self {
            Lanes::Baseline => change(numbers, add, remove),
            // SAFETY: it is only made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => unsafe { change_avx2(numbers, add, remove) },
        }
    }

    /// The same from other numbers into these.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn derive(
        self,
        from: &[i16],
        numbers: &mut [i16],
        add: &[&[i16]],
        remove: &[&[i16]],
    ) {
        match self {
            Lanes::Baseline => derive(from, numbers, add, remove),
            // SAFETY: it is only made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => unsafe { derive_avx2(from, numbers, add, remove) },
        }
    }

    /// The sum of clipped and squared numbers with weights.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn squared_sum(self, numbers: &[i16], weights: &[i16]) -> i32 {
        match self {
            Lanes::Baseline => squared_sum(numbers, weights),
            // SAFETY: it is only made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => unsafe { squared_sum_avx2(numbers, weights) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn change_avx2(numbers: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    change(numbers, add, remove);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn derive_avx2(from: &[i16], numbers: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    derive(from, numbers, add, remove);
}

/// By hand: the compiler widens the numbers before it multiplies them, and so does eight at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn squared_sum_avx2(numbers: &[i16], weights: &[i16]) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };
    let (zero, one) =
        (_mm256_setzero_si256(), _mm256_set1_epi16(super::network::HIDDEN_ONE as i16));
    // SAFETY: a chunk is as long as what is read.
    let load = |chunk: &[i16; 16]| unsafe { _mm256_loadu_si256(chunk.as_ptr().cast::<__m256i>()) };
    let (number_chunks, numbers_left) = numbers.as_chunks::<16>();
    let (weight_chunks, weights_left) = weights.as_chunks::<16>();
    let mut sum = zero;
    for (numbers, weights) in number_chunks.iter().zip(weight_chunks) {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(numbers), zero), one);
        let weighted = _mm256_mullo_epi16(clipped, load(weights));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(weighted, clipped));
    }
    let mut lanes = [0_i32; 8];
    // SAFETY: there is room for eight numbers.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), sum) };
    let sum = lanes.iter().fold(0_i32, |sum, lane| sum.wrapping_add(*lane));
    sum.wrapping_add(squared_sum(numbers_left, weights_left))
}

#[inline(always)]
fn change(numbers: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    for row in add {
        for (number, weight) in numbers.iter_mut().zip(*row) {
            *number = number.wrapping_add(*weight);
        }
    }
    for row in remove {
        for (number, weight) in numbers.iter_mut().zip(*row) {
            *number = number.wrapping_sub(*weight);
        }
    }
}

/// The changes that moves make, each in one pass: a piece goes, takes, or castles.
#[inline(always)]
fn derive(from: &[i16], numbers: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    let places = numbers.iter_mut().zip(from);
    match (add, remove) {
        ([a], [b]) => {
            for (((number, from), a), b) in places.zip(*a).zip(*b) {
                *number = from.wrapping_add(*a).wrapping_sub(*b);
            }
        }
        ([a], [b, c]) => {
            for ((((number, from), a), b), c) in places.zip(*a).zip(*b).zip(*c) {
                *number = from.wrapping_add(*a).wrapping_sub(*b).wrapping_sub(*c);
            }
        }
        ([a, b], [c, d]) => {
            for (((((number, from), a), b), c), d) in places.zip(*a).zip(*b).zip(*c).zip(*d) {
                let more = from.wrapping_add(*a).wrapping_add(*b);
                *number = more.wrapping_sub(*c).wrapping_sub(*d);
            }
        }
        _ => {
            numbers.copy_from_slice(from);
            change(numbers, add, remove);
        }
    }
}

#[inline(always)]
fn squared_sum(numbers: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0_i32;
    for (number, weight) in numbers.iter().zip(weights) {
        let clipped = (*number).clamp(0, super::network::HIDDEN_ONE as i16);
        // The first product stays within 16 bits, because the network was checked.
        let weighted = clipped.wrapping_mul(*weight);
        sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_comes_to_the_same() {
        let mut state = 1_u64;
        let mut number = |limit: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) as i64 % (2 * limit + 1) - limit) as i16
        };
        for width in [32, 96, 128, 256, 512] {
            let mut row = |limit| -> Vec<i16> { (0..width).map(|_| number(limit)).collect() };
            let (from, weights) = (row(2_000), row(127));
            let rows = [row(500), row(500), row(500), row(500)];
            let [a, b, c, d] = [&rows[0][..], &rows[1], &rows[2], &rows[3]];
            for (add, remove) in [
                (vec![a], vec![b]),
                (vec![a], vec![b, c]),
                (vec![a, b], vec![c, d]),
                (vec![], vec![]),
                (vec![a, b, c], vec![]),
            ] {
                let [mut one, mut two, mut three] = [(); 3].map(|()| from.clone());
                Lanes::Baseline.change(&mut one, &add, &remove);
                Lanes::best().change(&mut two, &add, &remove);
                Lanes::best().derive(&from, &mut three, &add, &remove);
                assert_eq!(one, two);
                assert_eq!(one, three);
                let sums = [Lanes::Baseline, Lanes::best()].map(|l| l.squared_sum(&one, &weights));
                assert_eq!(sums[0], sums[1]);
            }
        }
    }
}
