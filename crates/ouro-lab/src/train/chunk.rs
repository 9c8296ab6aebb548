//! Chunks: positions of one output bucket that pass the layers together.

use super::shape::Shape;
use super::training_position::{MAX_PIECES, TrainingPosition};

/// The positions of a chunk, a multiple of [`GROUP`].
const CHUNK: usize = 128;
/// The positions that pass a head together.
pub(super) const GROUP: usize = 4;
/// The distance of accumulators is not a power of two, so that their columns do not share cache sets.
const PADDING: usize = 16;

/// The features and accumulators of a chunk. After the backward pass of the head, the accumulators contain
/// their own gradient.
pub(super) struct Chunk {
    width: usize,
    /// The features of the side to move and of the opponent, and their number.
    features: Vec<([[u16; MAX_PIECES]; 2], usize)>,
    /// By position: the accumulators of the side to move and of the opponent.
    accumulators: Vec<f32>,
}

impl Chunk {
    pub(super) fn new(width: usize) -> Chunk {
        let accumulators = vec![0.0; CHUNK * (2 * width + PADDING)];
        Chunk { width, features: Vec::with_capacity(CHUNK), accumulators }
    }

    /// Replaces the positions by others, whose number is at most [`CHUNK`].
    pub(super) fn load(&mut self, positions: &[TrainingPosition]) {
        self.features.clear();
        self.features.extend(positions.iter().map(|position| {
            let mut lists = [[0; MAX_PIECES]; 2];
            position.features(&mut lists);
            (lists, position.piece_count().min(MAX_PIECES))
        }));
    }

    /// Calls `visit` with the features and `N` columns of each accumulator.
    pub(super) fn for_each_tile<const N: usize>(
        &mut self,
        column: usize,
        mut visit: impl FnMut(&[u16], &mut [f32; N]),
    ) {
        let rows = self.accumulators.chunks_exact_mut(2 * self.width + PADDING);
        for (row, (features, count)) in rows.zip(&self.features) {
            for (features, accumulator) in features.iter().zip(row.chunks_exact_mut(self.width)) {
                if let Some(columns) = accumulator[column..].first_chunk_mut() {
                    visit(&features[..*count], columns);
                }
            }
        }
    }

    /// Returns the places of accumulators by feature. All accumulators have an additional feature `biases`,
    /// the greatest one.
    pub(super) fn by_feature(&self, biases: usize) -> AccumulatorsByFeature {
        let perspectives = || {
            self.features.iter().enumerate().flat_map(|(position, (lists, count))| {
                lists.iter().enumerate().map(move |(side, features)| {
                    let place = position * (2 * self.width + PADDING) + side * self.width;
                    (place, features[..*count].iter().map(|&f| usize::from(f)).chain([biases]))
                })
            })
        };
        // Counting sort.
        let mut ends = vec![0; biases + 1];
        perspectives().for_each(|(_, features)| features.for_each(|feature| ends[feature] += 1));
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut places = vec![0; total];
        for (place, features) in perspectives() {
            for feature in features {
                places[ends[feature]] = place;
                ends[feature] += 1;
            }
        }
        AccumulatorsByFeature { ends, places }
    }

    /// Returns `N` columns of the accumulator at a place.
    pub(super) fn columns<const N: usize>(&self, place: usize, column: usize) -> &[f32; N] {
        let columns = self.accumulators[place + column..].first_chunk();
        columns.expect("the columns are those of a tile")
    }

    /// Returns the accumulators of the positions in groups. The last group may contain rows without a
    /// position, whose output means nothing.
    pub(super) fn groups(&mut self) -> impl Iterator<Item = Group<'_>> {
        let (width, stride) = (self.width, 2 * self.width + PADDING);
        let groups = self.accumulators.chunks_exact_mut(GROUP * stride);
        let count = self.features.len().div_ceil(GROUP);
        groups.take(count).map(move |values| Group { width, stride, values })
    }
}

/// The places of accumulators by feature.
pub(super) struct AccumulatorsByFeature {
    ends: Vec<usize>,
    places: Vec<usize>,
}

impl AccumulatorsByFeature {
    /// Returns the places of the accumulators with each feature.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.places[start..end])
    }
}

/// The accumulators of a group of positions.
pub(super) struct Group<'a> {
    width: usize,
    stride: usize,
    values: &'a mut [f32],
}

impl Group<'_> {
    /// Returns the accumulators of a position, side to move first.
    pub(super) fn row(&self, position: usize) -> &[f32] {
        &self.values[position * self.stride..][..2 * self.width]
    }

    /// Returns the accumulators of a position, side to move first.
    pub(super) fn row_mut(&mut self, position: usize) -> &mut [f32] {
        &mut self.values[position * self.stride..][..2 * self.width]
    }
}

/// Splits positions into chunks, each of one output bucket. Calls `visit` with the bucket and the positions
/// of each.
pub(super) fn for_each_chunk(
    shape: Shape,
    positions: &[TrainingPosition],
    mut visit: impl FnMut(usize, &[TrainingPosition]),
) {
    let mut buckets = vec![Vec::new(); shape.output_buckets];
    for position in positions {
        buckets[shape.output_bucket(position)].push(*position);
    }
    for (bucket, positions) in buckets.iter().enumerate() {
        positions.chunks(CHUNK).for_each(|chunk| visit(bucket, chunk));
    }
}
