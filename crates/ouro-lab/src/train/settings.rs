//! The settings of a training.

use ouro_engine::network::HeadKind;
use ouro_rules::Variant;

use super::label::LabelSettings;
use super::shape::Shape;

/// The settings of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainSettings {
    /// The variant of the network.
    pub variant: Variant,
    /// The kind of the head.
    pub head: HeadKind,
    /// The width of the accumulators.
    pub width: usize,
    /// The number of output buckets.
    pub output_buckets: usize,
    /// The number of epochs.
    pub epochs: usize,
    /// The number of positions per batch.
    pub batch_size: usize,
    /// The peak of the learning-rate schedule. The final learning rate is a hundredth of it.
    pub learning_rate: f32,
    /// The weight decay of AdamW. Each step multiplies it by the learning rate.
    pub weight_decay: f32,
    /// The share of the game result in the label, from 0 to 1. The rest is the search score.
    pub wdl_share: f32,
    /// The search score at which the expected score is 73 %.
    pub score_scale: f32,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the initial weights and of the order of positions.
    pub seed: u64,
}

impl TrainSettings {
    pub(super) fn shape(&self) -> Shape {
        Shape { head: self.head, width: self.width, output_buckets: self.output_buckets }
    }

    pub(super) fn label_settings(&self) -> LabelSettings {
        LabelSettings { wdl_share: self.wdl_share, score_scale: self.score_scale }
    }

    /// Returns the settings as text, without the number of threads, which only changes the rounding.
    /// The text is part of the checkpoint format, so its names do not follow those of the fields.
    pub(super) fn fingerprint(&self) -> String {
        let TrainSettings {
            variant,
            head,
            width,
            output_buckets,
            epochs,
            batch_size,
            learning_rate,
            weight_decay,
            wdl_share,
            score_scale,
            seed,
            threads: _,
        } = self;
        format!(
            "Settings {{ variant: {variant:?}, head: {head}, width: {width}, outputs: {output_buckets}, \
             epochs: {epochs}, batch: {batch_size}, rate: {learning_rate:?}, \
             decay: {weight_decay:?}, result_share: {wdl_share:?}, score_scale: {score_scale:?}, \
             threads: 0, seed: {seed} }}"
        )
    }
}
