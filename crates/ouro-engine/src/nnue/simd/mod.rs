//! SIMD arithmetic of the network.
//!
//! The functions are plain Rust that the compiler vectorises: with AVX2 where the processor has it, which
//! is detected at run time, with NEON on 64-bit ARM and with simd128 in WebAssembly. The SCReLU sum
//! and the layered head have hand-written AVX2 code. Arithmetic is in integers, or in floating
//! point in a fixed order without fused operations, so every platform gets the same result.

mod layers;

use super::head::{L1_OUTPUTS, L1Block, L2_INPUTS, L2_OUTPUTS};
use super::network::QA;

/// The instruction set to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Simd {
    /// What the target guarantees.
    Baseline,
    /// 16 values at once.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX2, and the dot products of AVX-512 VNNI for L1.
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
}

impl Simd {
    /// Returns the best instruction set of this machine.
    #[inline]
    pub(crate) fn detect() -> Simd {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            let vnni = std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512vnni");
            return if vnni { Simd::Avx512Vnni } else { Simd::Avx2 };
        }
        Simd::Baseline
    }

    /// Returns the instruction sets of this machine.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Simd> {
        match Simd::detect() {
            Simd::Baseline => vec![Simd::Baseline],
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => vec![Simd::Baseline, Simd::Avx2],
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => vec![Simd::Baseline, Simd::Avx2, Simd::Avx512Vnni],
        }
    }

    /// Adds rows of weights to an accumulator and subtracts others.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update_in_place(self, values: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
        match self {
            Simd::Baseline => update_in_place(values, add, remove),
            // SAFETY: `detect` returns these only if the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 | Simd::Avx512Vnni => unsafe { update_in_place_avx2(values, add, remove) },
        }
    }

    /// Writes the sum of an accumulator and rows of weights into another accumulator.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update(
        self,
        source: &[i16],
        target: &mut [i16],
        add: &[&[i16]],
        remove: &[&[i16]],
    ) {
        match self {
            Simd::Baseline => update(source, target, add, remove),
            // SAFETY: `detect` returns these only if the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 | Simd::Avx512Vnni => unsafe { update_avx2(source, target, add, remove) },
        }
    }

    /// Returns the weighted sum of the SCReLU (clipped and squared) values.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn screlu_sum(self, values: &[i16], weights: &[i16]) -> i32 {
        match self {
            Simd::Baseline => screlu_sum(values, weights),
            // SAFETY: `detect` returns these only if the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 | Simd::Avx512Vnni => unsafe { screlu_sum_avx2(values, weights) },
        }
    }

    /// Returns the sums of L1 over the pairwise products of both accumulators, whose halves have a multiple
    /// of 32 values.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn l1_sums(
        self,
        us: &[i16],
        them: &[i16],
        weights: &[L1Block],
    ) -> [i32; L1_OUTPUTS] {
        match self {
            Simd::Baseline => layers::l1_sums(&layers::pairwise_products(us, them), weights),
            // SAFETY: `detect` returns this only if the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe {
                layers::l1_sums_avx2(&layers::pairwise_products_avx2(us, them), weights)
            },
            // SAFETY: `detect` returns this only if the processor has AVX2 and AVX-512 VNNI.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe {
                layers::l1_sums_avx512_vnni(&layers::pairwise_products_avx2(us, them), weights)
            },
        }
    }

    /// Returns the outputs of L2 before the activation.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn dense(
        self,
        inputs: &[f32; L2_INPUTS],
        weights: &[[f32; L2_OUTPUTS]; L2_INPUTS],
        biases: &[f32; L2_OUTPUTS],
    ) -> [f32; L2_OUTPUTS] {
        match self {
            Simd::Baseline => layers::dense(inputs, weights, biases),
            // SAFETY: `detect` returns these only if the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 | Simd::Avx512Vnni => unsafe { layers::dense_avx2(inputs, weights, biases) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_in_place_avx2(values: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    update_in_place(values, add, remove);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_avx2(source: &[i16], target: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    update(source, target, add, remove);
}

/// Multiplies 16 values at once; the compiler would widen them first and do eight.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn screlu_sum_avx2(values: &[i16], weights: &[i16]) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    // SAFETY: a chunk has the 16 values that are read.
    let load = |chunk: &[i16; 16]| unsafe { _mm256_loadu_si256(chunk.as_ptr().cast::<__m256i>()) };
    let (value_chunks, values_left) = values.as_chunks::<16>();
    let (weight_chunks, weights_left) = weights.as_chunks::<16>();
    let mut sum = zero;
    for (values, weights) in value_chunks.iter().zip(weight_chunks) {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(values), zero), one);
        let weighted = _mm256_mullo_epi16(clipped, load(weights));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(weighted, clipped));
    }
    let mut lanes = [0_i32; 8];
    // SAFETY: `lanes` has room for the eight sums.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), sum) };
    let sum = lanes.iter().fold(0_i32, |sum, lane| sum.wrapping_add(*lane));
    sum.wrapping_add(screlu_sum(values_left, weights_left))
}

#[inline(always)]
fn update_in_place(values: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    for row in add {
        for (value, weight) in values.iter_mut().zip(*row) {
            *value = value.wrapping_add(*weight);
        }
    }
    for row in remove {
        for (value, weight) in values.iter_mut().zip(*row) {
            *value = value.wrapping_sub(*weight);
        }
    }
}

/// Updates in one pass for a move, a capture and castling.
#[inline(always)]
fn update(source: &[i16], target: &mut [i16], add: &[&[i16]], remove: &[&[i16]]) {
    let pairs = target.iter_mut().zip(source);
    match (add, remove) {
        ([a], [b]) => {
            for (((value, source), a), b) in pairs.zip(*a).zip(*b) {
                *value = source.wrapping_add(*a).wrapping_sub(*b);
            }
        }
        ([a], [b, c]) => {
            for ((((value, source), a), b), c) in pairs.zip(*a).zip(*b).zip(*c) {
                *value = source.wrapping_add(*a).wrapping_sub(*b).wrapping_sub(*c);
            }
        }
        ([a, b], [c, d]) => {
            for (((((value, source), a), b), c), d) in pairs.zip(*a).zip(*b).zip(*c).zip(*d) {
                let sum = source.wrapping_add(*a).wrapping_add(*b);
                *value = sum.wrapping_sub(*c).wrapping_sub(*d);
            }
        }
        _ => {
            target.copy_from_slice(source);
            update_in_place(target, add, remove);
        }
    }
}

#[inline(always)]
fn screlu_sum(values: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0_i32;
    for (value, weight) in values.iter().zip(weights) {
        let clipped = (*value).clamp(0, QA as i16);
        // `Network::new` checks that this product fits into 16 bits.
        let weighted = clipped.wrapping_mul(*weight);
        sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_gives_the_same_result() {
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
                Simd::Baseline.update_in_place(&mut one, &add, &remove);
                Simd::detect().update_in_place(&mut two, &add, &remove);
                Simd::detect().update(&from, &mut three, &add, &remove);
                assert_eq!(one, two);
                assert_eq!(one, three);
                let sums =
                    [Simd::Baseline, Simd::detect()].map(|simd| simd.screlu_sum(&one, &weights));
                assert_eq!(sums[0], sums[1]);
            }
        }
    }
}
