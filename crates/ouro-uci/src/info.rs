//! The `info` lines of a search.

use ouro_engine::{Bound, Evaluation, Report};
use ouro_rules::Position;

/// Returns the `info` lines of a report, one per principal variation.
pub(crate) fn info_lines(root: &Position, report: &Report, show_wdl: bool) -> Vec<String> {
    if report.lines.is_empty() {
        // The game is over: there is no principal variation.
        let score = if root.in_check() { "mate 0" } else { "cp 0" };
        return vec![format!("info depth 0 score {score}")];
    }
    let nps = report.nodes * 1000 / report.time.max(1);
    let mut lines = Vec::new();
    for (i, line) in report.lines.iter().enumerate() {
        let mut score = match line.evaluation {
            Evaluation::Centipawns(score) => format!("cp {score}"),
            Evaluation::Mate(moves) => format!("mate {moves}"),
        };
        score.push_str(match line.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            Bound::Exact | Bound::None => "",
        });
        if show_wdl {
            let wdl = line.wdl;
            score.push_str(&format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss));
        }
        let mut position = root.clone();
        let mut pv = String::new();
        for &mv in &line.moves {
            let uci = position.uci(mv);
            if position.play(mv).is_err() {
                break;
            }
            pv.push(' ');
            pv.push_str(&uci);
        }
        lines.push(format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {nps} hashfull {} \
             tbhits {} time {} pv{pv}",
            report.depth,
            report.seldepth,
            i + 1,
            report.nodes,
            report.hashfull,
            report.tbhits,
            report.time,
        ));
    }
    lines
}
