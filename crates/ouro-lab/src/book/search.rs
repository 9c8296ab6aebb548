//! The search of a position of the book.

use ouro_book::Score;
use ouro_engine::{Bound, Engine, Evaluation, Limits, Line, Report, Signals};
use ouro_rules::{Game, Move, Position};

use super::effort::Effort;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    /// The nodes of the search.
    pub(super) nodes: u64,
    /// The depth of the last complete iteration.
    pub(super) depth: u8,
    /// The best moves with their scores, best first.
    pub(super) lines: Vec<(Move, Score)>,
}

/// Searches a position. The result does not depend on earlier searches.
pub(super) fn search(engine: &mut Engine, position: &Position, effort: Effort) -> Searched {
    let limits = Limits { nodes: Some(effort.nodes), multipv: effort.lines, ..Limits::default() };
    let game = Game::from_position(position.clone());
    let mut lines: Vec<Line> = Vec::new();
    // The last report may be of an interrupted iteration, with bounds instead of scores.
    let mut keep = |report: &Report| {
        if report.lines.iter().all(|line| line.bound == Bound::Exact) {
            lines.clone_from(&report.lines);
        }
    };
    engine.new_game();
    let result = engine.search(&game, &limits, &Signals::default(), &mut keep);
    keep(&result.report);
    let scored = |line: &Line| Some((*line.moves.first()?, score(line.evaluation)));
    let mut lines: Vec<(Move, Score)> = lines.iter().filter_map(scored).collect();
    lines.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
    let depth = u8::try_from(result.report.depth).unwrap_or(u8::MAX);
    Searched { nodes: result.report.nodes, depth, lines }
}

fn score(evaluation: Evaluation) -> Score {
    match evaluation {
        Evaluation::Centipawns(centipawns) => Score::centipawns(centipawns),
        Evaluation::Mate(moves) => Score::mate(moves),
    }
}
