//! The AdamW optimiser.

use super::gradient::Gradient;
use super::parameters::{Limits, Parameters};

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

/// The constants of a step.
#[derive(Clone, Copy)]
struct Step {
    first_correction: f32,
    second_correction: f32,
    /// The share of a position in the gradient.
    share: f32,
    learning_rate: f32,
    weight_decay: f32,
    limits: Limits,
}

impl AdamW {
    pub(super) fn new(parameters: &Parameters) -> AdamW {
        let zeros = vec![0.0; parameters.values().len()];
        AdamW { first_moment: zeros.clone(), second_moment: zeros, steps: 0 }
    }

    /// Updates the parameters by the mean gradient of a batch, with one thread per gradient. `gradients` are
    /// the sums of the threads, `batch_size` is the number of positions of all of them.
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
        let step = Step {
            first_correction: 1.0 - BETA1.powi(steps),
            second_correction: 1.0 - BETA2.powi(steps),
            share: 1.0 / batch_size.max(1) as f32,
            learning_rate,
            weight_decay,
            limits: parameters.limits(),
        };
        let size = parameters.values().len().div_ceil(gradients.len().max(1)).max(1);
        let values = parameters.values_mut().chunks_mut(size);
        let first = self.first_moment.chunks_mut(size);
        let second = self.second_moment.chunks_mut(size);
        std::thread::scope(|scope| {
            for (part, ((values, first), second)) in values.zip(first).zip(second).enumerate() {
                scope.spawn(move || step.apply(part * size, values, first, second, gradients));
            }
        });
    }
}

impl Step {
    /// Updates the parameters from `start` on.
    fn apply(
        &self,
        start: usize,
        values: &mut [f32],
        first_moments: &mut [f32],
        second_moments: &mut [f32],
        gradients: &[Gradient],
    ) {
        /// The parameters whose gradients are summed at once.
        const BLOCK: usize = 512;
        let blocks = values.chunks_mut(BLOCK).zip(first_moments.chunks_mut(BLOCK));
        for (block, ((values, first_moments), second_moments)) in
            blocks.zip(second_moments.chunks_mut(BLOCK)).enumerate()
        {
            let start = start + block * BLOCK;
            let mut sums = [0.0_f32; BLOCK];
            for gradient in gradients {
                let part = &gradient.values()[start..][..values.len()];
                sums.iter_mut().zip(part).for_each(|(sum, value)| *sum += value);
            }
            let moments = first_moments.iter_mut().zip(second_moments);
            for (i, ((value, (first, second)), sum)) in
                values.iter_mut().zip(moments).zip(sums).enumerate()
            {
                let gradient = self.share * sum;
                *first += (1.0 - BETA1) * (gradient - *first);
                *second += (1.0 - BETA2) * (gradient * gradient - *second);
                let step = (*first / self.first_correction)
                    / ((*second / self.second_correction).sqrt() + EPSILON);
                let limit = self.limits.of(start + i);
                *value -= self.learning_rate * (step + self.weight_decay * *value);
                // `clamp` would check the limits, which prevents SIMD.
                *value = value.max(-limit).min(limit);
            }
        }
    }
}
