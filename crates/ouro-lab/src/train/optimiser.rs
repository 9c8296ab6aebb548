//! The AdamW optimiser.

use super::gradient::Gradient;
use super::parameters::Parameters;

/// The state of AdamW: the moments of the gradient and the number of steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) first_moment: Vec<f32>,
    pub(super) second_moment: Vec<f32>,
    pub(super) steps: u64,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl AdamW {
    pub(super) fn new(parameters: &Parameters) -> AdamW {
        let zeros = vec![0.0; parameters.values().len()];
        AdamW { first_moment: zeros.clone(), second_moment: zeros, steps: 0 }
    }

    /// Updates the parameters by the mean gradient of a batch. `gradients` are the sums of the threads,
    /// `batch_size` is the number of positions of all of them.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &[Gradient],
        batch_size: usize,
        learning_rate: f32,
        weight_decay: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let first_correction = 1.0 - BETA1.powi(steps);
        let second_correction = 1.0 - BETA2.powi(steps);
        let share = 1.0 / batch_size.max(1) as f32;
        for i in 0..parameters.values().len() {
            let gradient = share * gradients.iter().map(|part| part.values()[i]).sum::<f32>();
            let first = &mut self.first_moment[i];
            *first += (1.0 - BETA1) * (gradient - *first);
            let second = &mut self.second_moment[i];
            *second += (1.0 - BETA2) * (gradient * gradient - *second);
            let step =
                (*first / first_correction) / ((*second / second_correction).sqrt() + EPSILON);
            let limit = parameters.limit(i);
            let value = &mut parameters.values_mut()[i];
            *value -= learning_rate * (step + weight_decay * *value);
            *value = value.clamp(-limit, limit);
        }
    }
}
