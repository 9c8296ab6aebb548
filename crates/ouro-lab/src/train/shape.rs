//! The shape of a network: the kind of its head and the sizes of its layers.

use ouro_engine::network::{HeadKind, Network, output_bucket};

use super::training_position::{MAX_PIECES, TrainingPosition};

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) head: HeadKind,
    /// The width of the accumulators.
    pub(super) width: usize,
    pub(super) output_buckets: usize,
}

impl Shape {
    /// Returns the shape of a network.
    pub(super) fn of(network: &Network) -> Shape {
        let head = network.head();
        let (width, output_buckets) = (head.width(), head.output_buckets());
        Shape { head: head.kind(), width, output_buckets }
    }

    /// Returns the output bucket of a position.
    pub(super) fn output_bucket(&self, position: &TrainingPosition) -> usize {
        output_bucket(position.piece_count().min(MAX_PIECES), self.output_buckets)
    }
}
