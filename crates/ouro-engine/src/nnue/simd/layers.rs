//! SIMD arithmetic of the layered head: pairwise products, L1 and L2.

use super::super::head::{L1_OUTPUTS, L1Block, L2_INPUTS, L2_OUTPUTS, PRODUCT_SHIFT};
use super::super::network::{MAX_WIDTH, QA};

/// The pairwise products of both accumulators, the inputs of L1.
pub(super) struct Products {
    values: [u8; MAX_WIDTH],
    /// A bit for each block of four values that are not all zero.
    nonzero: [u8; MAX_WIDTH / 32],
}

impl Products {
    const ZERO: Products = Products { values: [0; MAX_WIDTH], nonzero: [0; MAX_WIDTH / 32] };

    /// Calls `visit` with the number and the values of each block of four values that are not all zero.
    #[inline(always)]
    fn for_each_nonzero_block(&self, mut visit: impl FnMut(usize, [u8; 4])) {
        let (blocks, _) = self.values.as_chunks::<4>();
        for (i, bytes) in self.nonzero.as_chunks::<8>().0.iter().enumerate() {
            let mut bits = u64::from_le_bytes(*bytes);
            while bits != 0 {
                let block = 64 * i + bits.trailing_zeros() as usize;
                visit(block, blocks[block]);
                bits &= bits - 1;
            }
        }
    }
}

/// Computes 32 products at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
pub(super) fn pairwise_products_avx2(us: &[i16], them: &[i16]) -> Products {
    use std::arch::x86_64::{
        __m256i, _mm256_castsi256_ps, _mm256_cmpgt_epi32, _mm256_loadu_si256, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_movemask_ps, _mm256_mulhrs_epi16, _mm256_packus_epi16,
        _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_slli_epi16,
        _mm256_storeu_si256,
    };
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let clip = |chunk: &[i16; 16]| {
        // SAFETY: a chunk has the 16 values that are read.
        let values = unsafe { _mm256_loadu_si256(chunk.as_ptr().cast::<__m256i>()) };
        _mm256_min_epi16(_mm256_max_epi16(values, zero), one)
    };
    // The instruction shifts right by 15 bits and rounds.
    let multiply = |a: &[i16; 16], b: &[i16; 16]| {
        _mm256_mulhrs_epi16(_mm256_slli_epi16::<{ 15 - PRODUCT_SHIFT as i32 }>(clip(a)), clip(b))
    };
    let mut products = Products::ZERO;
    let (targets, _) = products.values.as_chunks_mut::<32>();
    let pairs = [us, them].into_iter().flat_map(|values| {
        let (first, second) = values.split_at(values.len() / 2);
        first.as_chunks::<32>().0.iter().zip(second.as_chunks::<32>().0)
    });
    for (((first, second), target), nonzero) in pairs.zip(targets).zip(&mut products.nonzero) {
        let ((a, _), (b, _)) = (first.as_chunks::<16>(), second.as_chunks::<16>());
        let packed = _mm256_packus_epi16(multiply(&a[0], &b[0]), multiply(&a[1], &b[1]));
        // Packing interleaves the halves of its operands.
        let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        // SAFETY: `target` has room for the 32 values.
        unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast::<__m256i>(), ordered) };
        let positive = _mm256_castsi256_ps(_mm256_cmpgt_epi32(ordered, zero));
        *nonzero = _mm256_movemask_ps(positive) as u8;
    }
    products
}

/// Sums four inputs of eight outputs at once. A product of two bytes has at most 127² units, so the sum of
/// two does not saturate 16 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
pub(super) fn l1_sums_avx2(products: &Products, weights: &[L1Block]) -> [i32; L1_OUTPUTS] {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
    };
    let ones = _mm256_set1_epi16(1);
    let mut sums = [_mm256_setzero_si256(); 2];
    products.for_each_nonzero_block(|block, values| {
        let inputs = _mm256_set1_epi32(i32::from_le_bytes(values));
        for (sum, weights) in sums.iter_mut().zip(weights[block].0.as_chunks::<32>().0) {
            // SAFETY: a chunk has the 32 weights that are read.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast::<__m256i>()) };
            let pairs = _mm256_maddubs_epi16(inputs, weights);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
        }
    });
    let mut lanes = [0; L1_OUTPUTS];
    for (lanes, sum) in lanes.chunks_exact_mut(8).zip(sums) {
        // SAFETY: `lanes` has room for the eight sums.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), sum) };
    }
    lanes
}

/// Sums four inputs of all outputs at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vnni")]
#[allow(unsafe_code)]
pub(super) fn l1_sums_avx512_vnni(products: &Products, weights: &[L1Block]) -> [i32; L1_OUTPUTS] {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_storeu_si512,
    };
    // Two sums in turns: one waits for its last addition.
    let mut sums = [_mm512_setzero_si512(); 2];
    products.for_each_nonzero_block(|block, values| {
        let inputs = _mm512_set1_epi32(i32::from_le_bytes(values));
        // SAFETY: a block has the 64 weights that are read.
        let weights = unsafe { _mm512_loadu_si512(weights[block].0.as_ptr().cast::<__m512i>()) };
        sums = [sums[1], _mm512_dpbusd_epi32(sums[0], inputs, weights)];
    });
    let mut lanes = [0_i32; L1_OUTPUTS];
    // SAFETY: `lanes` has room for the 16 sums.
    unsafe {
        _mm512_storeu_si512(
            lanes.as_mut_ptr().cast::<__m512i>(),
            _mm512_add_epi32(sums[0], sums[1]),
        );
    }
    lanes
}

/// Computes eight outputs at once; the compiler would compute four.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
pub(super) fn dense_avx2(
    inputs: &[f32; L2_INPUTS],
    weights: &[[f32; L2_OUTPUTS]; L2_INPUTS],
    biases: &[f32; L2_OUTPUTS],
) -> [f32; L2_OUTPUTS] {
    use std::arch::x86_64::{
        __m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_mul_ps, _mm256_set1_ps, _mm256_storeu_ps,
    };
    let load = |row: &[f32; L2_OUTPUTS]| -> [__m256; L2_OUTPUTS / 8] {
        // SAFETY: eight numbers are read from `8 * i` on.
        std::array::from_fn(|i| unsafe { _mm256_loadu_ps(row[8 * i..8 * i + 8].as_ptr()) })
    };
    let mut sums = load(biases);
    for (input, row) in inputs.iter().zip(weights) {
        let input = _mm256_set1_ps(*input);
        for (sum, weights) in sums.iter_mut().zip(load(row)) {
            *sum = _mm256_add_ps(*sum, _mm256_mul_ps(input, weights));
        }
    }
    let mut outputs = [0.0; L2_OUTPUTS];
    for (outputs, sum) in outputs.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
        // SAFETY: a chunk has room for eight numbers.
        unsafe { _mm256_storeu_ps(outputs.as_mut_ptr(), sum) };
    }
    outputs
}

pub(super) fn pairwise_products(us: &[i16], them: &[i16]) -> Products {
    /// Added before the shift, so that it rounds.
    const HALF: u16 = 1 << (PRODUCT_SHIFT - 1);
    let mut products = Products::ZERO;
    let half = us.len() / 2;
    for (values, targets) in [us, them].into_iter().zip(products.values.chunks_mut(half)) {
        let (first, second) = values.split_at(half);
        for ((target, first), second) in targets.iter_mut().zip(first).zip(second) {
            let [first, second] = [first, second].map(|value| (*value).clamp(0, QA as i16) as u16);
            *target = ((first * second + HALF) >> PRODUCT_SHIFT) as u8;
        }
    }
    let blocks = products.values.as_chunks::<4>().0.chunks_exact(8);
    for (nonzero, blocks) in products.nonzero.iter_mut().zip(blocks) {
        for (i, block) in blocks.iter().enumerate() {
            *nonzero |= u8::from(*block != [0; 4]) << i;
        }
    }
    products
}

pub(super) fn l1_sums(products: &Products, weights: &[L1Block]) -> [i32; L1_OUTPUTS] {
    let mut sums = [0; L1_OUTPUTS];
    products.for_each_nonzero_block(|block, values| {
        let values = values.map(i32::from);
        for (sum, weights) in sums.iter_mut().zip(weights[block].0.as_chunks::<4>().0) {
            for i in 0..4 {
                *sum += values[i] * i32::from(weights[i]);
            }
        }
    });
    sums
}

pub(super) fn dense(
    inputs: &[f32; L2_INPUTS],
    weights: &[[f32; L2_OUTPUTS]; L2_INPUTS],
    biases: &[f32; L2_OUTPUTS],
) -> [f32; L2_OUTPUTS] {
    let mut sums = *biases;
    for (input, weights) in inputs.iter().zip(weights) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    sums
}
