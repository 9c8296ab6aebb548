//! The learning-rate schedule: a linear warm-up, then a cosine decay.

/// The part of the training that is warm-up.
const WARM_UP: f32 = 0.01;
/// The learning rate at the start of the warm-up, relative to the peak.
const INITIAL: f32 = 0.1;
/// The learning rate at the end of the training, relative to the peak.
const FINAL: f32 = 0.01;

/// Returns the learning rate at a progress from 0 (start of the training) to 1 (end).
pub(super) fn learning_rate(peak: f32, progress: f32) -> f32 {
    if progress < WARM_UP {
        return peak * (INITIAL + (1.0 - INITIAL) * progress / WARM_UP);
    }
    let cosine = (1.0 + (std::f32::consts::PI * progress).cos()) / 2.0;
    peak * (FINAL + (1.0 - FINAL) * cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_warms_up_to_the_peak_and_decays_to_a_hundredth() {
        let near = |rate: f32, expected: f32| assert!((rate - expected).abs() < 1e-3 * expected);
        let peak = 0.005;
        near(learning_rate(peak, 0.0), 0.1 * peak);
        near(learning_rate(peak, WARM_UP / 2.0), 0.55 * peak);
        near(learning_rate(peak, WARM_UP), peak);
        near(learning_rate(peak, 0.5), 0.505 * peak);
        near(learning_rate(peak, 1.0), 0.01 * peak);
        let rates: Vec<f32> = (1..=100).map(|i| learning_rate(peak, i as f32 / 100.0)).collect();
        assert!(rates.is_sorted_by(|a, b| a > b), "the rate increases after the warm-up");
    }
}
