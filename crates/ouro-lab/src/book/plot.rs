//! A plot of the first moves of both variants.

use std::fmt::Write;

/// A first move with its expected scores in percent, for White.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The move in SAN.
    pub san: String,
    /// In chess, unless the move captures an own piece.
    pub chess: Option<f64>,
    /// In self-capture chess.
    pub self_capture: f64,
}

/// The height of a row.
const ROW: f64 = 18.0;
/// Where the bars start, and the width of 100 %.
const LEFT: f64 = 70.0;
const WIDTH: f64 = 560.0;

const STYLE: &str = "\
.page{fill:#fff}.chess{fill:#9a9a9a}.selfcapture{fill:#1f77b4}text{fill:#222}.minor{fill:#666}\
.grid{stroke:#ddd}@media(prefers-color-scheme:dark){.page{fill:#1b1b1b}.chess{fill:#777}\
.selfcapture{fill:#6db3e8}text{fill:#ddd}.minor{fill:#999}.grid{stroke:#333}}";

/// Returns bars of the expected scores as SVG: a row per move, with a bar per variant.
#[must_use]
pub fn plot_first_moves(moves: &[FirstMove]) -> String {
    let (width, height) = (LEFT + WIDTH + 60.0, 74.0 + ROW * moves.len() as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\">Expected score of White's first moves</text>\n\
         <rect class=\"selfcapture\" x=\"{LEFT}\" y=\"34\" width=\"10\" height=\"10\"/>\
         <text class=\"minor\" x=\"{}\" y=\"43\">self-capture chess</text>\
         <rect class=\"chess\" x=\"{}\" y=\"34\" width=\"10\" height=\"10\"/>\
         <text class=\"minor\" x=\"{}\" y=\"43\">chess</text>\n",
        LEFT + 14.0,
        LEFT + 140.0,
        LEFT + 154.0,
    );
    let bottom = height - 14.0;
    for percent in (0..=60).step_by(10) {
        let x = LEFT + scaled(f64::from(percent));
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"52\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\
             <text class=\"minor\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
            height - 2.0,
        );
    }
    for (i, first) in moves.iter().enumerate() {
        let top = 56.0 + ROW * i as f64;
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"selfcapture\" x=\"{LEFT:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"8\"/>",
            LEFT - 6.0,
            top + 11.0,
            first.san,
            scaled(first.self_capture),
        );
        if let Some(chess) = first.chess {
            let _ = write!(
                svg,
                "<rect class=\"chess\" x=\"{LEFT:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"6\"/>",
                top + 8.0,
                scaled(chess),
            );
        }
        let _ = writeln!(
            svg,
            "<text class=\"minor\" x=\"{:.1}\" y=\"{:.1}\">{:.1}</text>",
            LEFT + scaled(first.self_capture.max(first.chess.unwrap_or(0.0))) + 5.0,
            top + 11.0,
            first.self_capture,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the width of an expected score. Nothing is far above one half.
fn scaled(percent: f64) -> f64 {
    WIDTH * percent / 60.0
}
