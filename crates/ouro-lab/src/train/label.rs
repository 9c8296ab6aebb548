//! Labels: the expected score that a network is trained to predict.

use super::training_position::TrainingPosition;

/// The weights of a label: a mixture of the game result and the search score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LabelSettings {
    /// The share of the game result in the label, from 0 to 1.
    pub(super) wdl_share: f32,
    /// The search score at which the expected score is 73 %.
    pub(super) score_scale: f32,
}

impl LabelSettings {
    /// Returns the label of a position, from 0 (loss) to 1 (win).
    pub(super) fn label(&self, position: &TrainingPosition) -> f32 {
        let result = f32::from(position.half_points) / 2.0;
        let expected = sigmoid(f32::from(position.score) / self.score_scale);
        self.wdl_share * result + (1.0 - self.wdl_share) * expected
    }
}

/// Returns the logistic function of a number.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
