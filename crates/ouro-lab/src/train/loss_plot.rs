//! A plot of the training and validation loss.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;

/// Returns an SVG plot of the training and validation loss of each epoch.
#[must_use]
pub fn loss_plot(title: &str, losses: &[(f64, f64)]) -> String {
    let all = losses.iter().flat_map(|&(training, validation)| [training, validation]);
    let (low, high) =
        all.fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let (low, high) = if low < high { (low, high) } else { (low - 1.0, low + 1.0) };
    let x = |epoch: usize| {
        MARGIN + (WIDTH - 2.0 * MARGIN) * epoch as f64 / (losses.len().max(2) - 1) as f64
    };
    let y = |loss: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / (high - low);
    let line = |pick: fn(&(f64, f64)) -> f64| {
        let mut points = String::new();
        for (epoch, loss) in losses.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", x(epoch), y(pick(loss)));
        }
        points
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{title}</text>\n"
    );
    for step in 0..=4 {
        let loss = low + (high - low) * f64::from(step) / 4.0;
        let _ = write!(
            svg,
            "<line x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{loss:.4}</text>\n",
            WIDTH - MARGIN,
            y(loss),
            y(loss),
            MARGIN - 4.0,
            y(loss) + 4.0
        );
    }
    for (points, color, name, offset) in [
        (line(|loss| loss.0), "#1f77b4", "training", 0.0),
        (line(|loss| loss.1), "#d62728", "validation", 90.0),
    ] {
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{name}</text>\n",
            points.trim_end(),
            WIDTH - MARGIN - 160.0 + offset,
            24.0
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{} epochs</text>\n</svg>\n",
        WIDTH / 2.0,
        HEIGHT - 12.0,
        losses.len()
    );
    svg
}
