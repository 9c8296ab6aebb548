//! AdamW: steps that are as long as a gradient is sure of itself.

use super::model::{Gradient, Parameters};

/// The moments of the gradients so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimiser {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) steps: u64,
}

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-8;

impl Optimiser {
    pub(super) fn new(parameters: &Parameters) -> Optimiser {
        let zeros = vec![0.0; parameters.values().len()];
        Optimiser { first: zeros.clone(), second: zeros, steps: 0 }
    }

    /// Takes a step against the gradients, which are those of `count` samples together.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &[Gradient],
        count: usize,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let first_correction = 1.0 - FIRST_DECAY.powi(steps);
        let second_correction = 1.0 - SECOND_DECAY.powi(steps);
        let share = 1.0 / count.max(1) as f32;
        for i in 0..parameters.values().len() {
            let gradient = share * gradients.iter().map(|part| part.values()[i]).sum::<f32>();
            let first = &mut self.first[i];
            *first += (1.0 - FIRST_DECAY) * (gradient - *first);
            let second = &mut self.second[i];
            *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
            let step = (*first / first_correction) / ((*second / second_correction).sqrt() + SMALL);
            let limit = parameters.limit(i);
            let value = &mut parameters.values_mut()[i];
            *value -= rate * (step + decay * *value);
            *value = value.clamp(-limit, limit);
        }
    }
}
