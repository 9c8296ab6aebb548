//! The feature transformer: from features to accumulators and back.
//!
//! The columns of the weight matrix are split into tiles, each of which is contiguous in memory. A tile
//! fits into the cache, and all positions of a chunk use it before the next one is loaded.

use ouro_engine::network::FEATURES;

use super::chunk::Chunk;

/// The columns of a tile.
pub(super) const TILE: usize = 32;
/// The rows of a tile: one per feature, then the biases.
const ROWS: usize = FEATURES + 1;
/// The row of the biases.
pub(super) const BIASES: usize = FEATURES;

/// Returns the number of parameters.
pub(super) const fn count(width: usize) -> usize {
    ROWS * width
}

/// Returns the place of a weight in the parameters. The row is that of a feature, or [`BIASES`].
pub(super) const fn index(row: usize, column: usize) -> usize {
    (column / TILE * ROWS + row) * TILE + column % TILE
}

/// Computes the accumulators of a chunk.
pub(super) fn forward(parameters: &[f32], chunk: &mut Chunk) {
    for (tile, rows) in parameters.chunks_exact(ROWS * TILE).enumerate() {
        let (rows, _) = rows.as_chunks::<TILE>();
        chunk.for_each_tile(tile * TILE, |features, accumulator: &mut [f32; TILE]| {
            let mut sum = rows[BIASES];
            for &feature in features {
                add(&mut sum, &rows[usize::from(feature)]);
            }
            *accumulator = sum;
        });
    }
}

/// Adds the gradient of the parameters, given that of the accumulators in their place.
pub(super) fn backward(gradient: &mut [f32], chunk: &Chunk) {
    let by_feature = chunk.by_feature(BIASES);
    for (tile, rows) in gradient.chunks_exact_mut(ROWS * TILE).enumerate() {
        let (rows, _) = rows.as_chunks_mut::<TILE>();
        for (row, places) in rows.iter_mut().zip(by_feature.iter()) {
            if !places.is_empty() {
                let mut sum = *row;
                for &place in places {
                    add(&mut sum, chunk.columns(place, tile * TILE));
                }
                *row = sum;
            }
        }
    }
}

#[inline(always)]
fn add(sums: &mut [f32; TILE], values: &[f32; TILE]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
