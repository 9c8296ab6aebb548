//! The parameters over the iterations as an SVG: one panel per parameter.

use std::fmt::Write;

use super::spsa::Parameter;
use super::state::State;

const COLUMNS: usize = 4;
const MARGIN: f64 = 16.0;
const HEADER: f64 = 56.0;
/// Width and height of a panel's chart.
const CHART: (f64, f64) = (180.0, 72.0);
/// The space a panel takes, with its caption.
const PANEL: (f64, f64) = (200.0, 116.0);

const STYLE: &str = "\
.page{fill:#fff}.frame{fill:none;stroke:#ccc}.start{stroke:#999;stroke-dasharray:3 3}\
.value{fill:none;stroke:#1f77b4;stroke-width:2}text{fill:#222}.minor{fill:#666}\
@media(prefers-color-scheme:dark){.page{fill:#1b1b1b}.frame{stroke:#444}.start{stroke:#777}\
.value{stroke:#6db3e8}text{fill:#ddd}.minor{fill:#999}}";

/// Returns the SVG. All panels have the same scale, in units of the parameter's last perturbation
/// `c_end`, so that a movement can be compared with what a pair of games tries.
#[must_use]
pub fn plot(title: &str, state: &State) -> String {
    let parameters = &state.spsa.parameters;
    let tracks: Vec<Vec<(u64, f64)>> =
        parameters.iter().map(|parameter| track(state, parameter)).collect();
    let largest = tracks.iter().flatten().map(|&(_, moved)| moved.abs()).fold(0.0, f64::max);
    let extent = (largest * 2.0).ceil().max(1.0) / 2.0;
    let rows = parameters.len().div_ceil(COLUMNS).max(1);
    let width = 2.0 * MARGIN + PANEL.0 * COLUMNS as f64;
    let height = HEADER + PANEL.1 * rows as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{title}</text>\n\
         <text class=\"minor\" x=\"{MARGIN}\" y=\"42\">{} iterations; each panel spans \
         ±{extent} c_end around the start value</text>\n",
        state.spsa.iteration
    );
    for (i, (parameter, track)) in parameters.iter().zip(&tracks).enumerate() {
        let left = MARGIN + PANEL.0 * (i % COLUMNS) as f64;
        let top = HEADER + PANEL.1 * (i / COLUMNS) as f64 + 16.0;
        let middle = top + CHART.1 / 2.0;
        let last = state.spsa.iteration.max(1) as f64;
        let mut points = String::new();
        for &(iteration, moved) in track {
            let x = left + CHART.0 * iteration as f64 / last;
            let y = middle - CHART.1 / 2.0 * moved / extent;
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        let Parameter { name, start, .. } = parameter;
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{:.1}\">{name}</text>\
             <text class=\"minor\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{start} → {}</text>\n\
             <rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>\
             <path class=\"start\" d=\"M{left} {middle}h{}\"/>\n\
             <polyline class=\"value\" points=\"{}\"/>\n",
            top - 5.0,
            left + CHART.0,
            top + CHART.1 + 14.0,
            parameter.rounded(),
            CHART.0,
            CHART.1,
            CHART.0,
            points.trim_end(),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the iterations and the distance from the start value in units of `c_end`, up to the current
/// value.
fn track(state: &State, parameter: &Parameter) -> Vec<(u64, f64)> {
    let history = state.history.get(&parameter.name).map_or(&[][..], Vec::as_slice);
    let sampled = (0..).step_by(state.history_step() as usize).zip(history.iter().copied());
    let current = (state.spsa.iteration, parameter.value);
    let start = f64::from(parameter.start);
    sampled
        .chain([current])
        .map(|(iteration, value)| (iteration, (value - start) / parameter.c_end))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::state::{Settings, Variants};
    use super::*;

    #[test]
    fn every_parameter_has_a_panel_that_its_line_stays_within() {
        let settings = Settings { variant: Variants::Both, nodes: 1, random_plies: 8, seed: 1 };
        let names: Vec<String> = (0..9).map(|i| format!("parameter_{i}")).collect();
        let parameters = names.iter().map(|name| Parameter::new(name, 50, 0, 100)).collect();
        let mut state = State::new(settings, parameters, 1_000, 0.05);
        let mut random = fastrand::Rng::with_seed(1);
        for iterations in [0, 1_000] {
            while state.spsa.iteration < iterations {
                let perturbation = state.spsa.perturb(&mut random);
                let result = if perturbation.plus[2] > perturbation.minus[2] { 1 } else { -1 };
                state.update(&perturbation, result);
            }
            let svg = plot("Tuning", &state);
            assert!(svg.contains(&format!("{iterations} iterations")));
            for name in &names {
                assert!(svg.contains(&format!(">{name}<")));
            }
            let lines: Vec<Vec<(f64, f64)>> = svg.split("points=\"").skip(1).map(points).collect();
            assert_eq!(lines.len(), names.len());
            for (i, line) in lines.iter().enumerate() {
                let left = MARGIN + PANEL.0 * (i % COLUMNS) as f64;
                let top = HEADER + PANEL.1 * (i / COLUMNS) as f64 + 16.0;
                for &(x, y) in line {
                    assert!((left..=left + CHART.0).contains(&x), "{x}");
                    assert!((top..=top + CHART.1).contains(&y), "{y}");
                }
                assert_eq!(line[0], (left, top + CHART.1 / 2.0));
            }
            // The parameter that decides the games goes up, and only far enough to fit.
            let rise = |line: &Vec<(f64, f64)>| line[0].1 - line[line.len() - 1].1;
            let third = rise(&lines[2]);
            if iterations == 0 {
                assert_eq!(third, 0.0);
            } else {
                assert!(third > CHART.1 / 4.0, "{third}");
                assert!(lines.iter().enumerate().all(|(i, line)| i == 2 || rise(line) < third));
            }
        }
    }

    fn points(after: &str) -> Vec<(f64, f64)> {
        let list = after.split('"').next().unwrap();
        let pair = |pair: &str| {
            let (x, y) = pair.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        list.split(' ').map(pair).collect()
    }
}
