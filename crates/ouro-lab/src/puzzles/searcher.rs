//! Searches for puzzles: the two best moves of a position and their expected scores.

use std::sync::Arc;

use ouro_engine::{Bound, Engine, Evaluation, Limits, Line, Report, Score, Signals};
use ouro_rules::{Game, Move, Position};
use ouro_tablebase::{Category, Tablebase};

/// The two best moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice {
    /// The best move.
    pub(super) best: Move,
    /// Its expected score for the side to move, from 0 to 1.
    pub(super) expected: f64,
    /// The expected score of the second best move, if there is one.
    pub(super) second: Option<f64>,
    /// The number of moves in which the best move mates.
    pub(super) mate: Option<u32>,
    /// The number of moves in which the second best move mates.
    pub(super) second_mate: Option<u32>,
    /// The principal variation.
    pub(super) line: Vec<Move>,
}

/// An engine with the tables of endings.
pub(super) struct Searcher {
    engine: Engine,
    tables: Option<Arc<Tablebase>>,
    /// The number of nodes searched so far.
    pub(super) nodes: u64,
}

impl Searcher {
    pub(super) fn new(engine: Engine, tables: Option<Arc<Tablebase>>) -> Searcher {
        Searcher { engine, tables, nodes: 0 }
    }

    /// Forgets earlier searches, so that results depend only on the position.
    pub(super) fn new_candidate(&mut self) {
        self.engine.new_game();
    }

    /// Returns the two best moves of a position, unless it has no legal moves.
    pub(super) fn choose(&mut self, position: &Position, nodes: u64) -> Option<Choice> {
        let (lines, _) = self.search(position, Vec::new(), 2, nodes);
        let [first, rest @ ..] = &lines[..] else { return None };
        let second = rest.first();
        let mut choice = Choice {
            best: *first.moves.first()?,
            expected: expected_score(first),
            second: second.map(expected_score),
            mate: mate(first),
            second_mate: second.and_then(mate),
            line: first.moves.clone(),
        };
        if let Some(moves) = self.probe(position) {
            choice.apply(&moves);
        }
        Some(choice)
    }

    /// Returns the best of some moves of a position: its line and its expected score.
    pub(super) fn best_of(
        &mut self,
        position: &Position,
        moves: Vec<Move>,
        nodes: u64,
    ) -> Option<(Vec<Move>, f64)> {
        if moves.is_empty() {
            return None;
        }
        let known = self.probe(position).and_then(|known| {
            known
                .into_iter()
                .filter(|(mv, _)| moves.contains(mv))
                .map(|(_, expected)| expected)
                .next()
        });
        let (lines, _) = self.search(position, moves, 1, nodes);
        let line = lines.first()?;
        Some((line.moves.clone(), known.unwrap_or_else(|| expected_score(line))))
    }

    /// Returns the expected score of a position for the side to move.
    pub(super) fn expected(&mut self, position: &Position, nodes: u64) -> Option<f64> {
        let moves = position.legal_moves().into_iter().collect();
        self.best_of(position, moves, nodes).map(|(_, expected)| expected)
    }

    /// Returns the best move and its score.
    pub(super) fn best(&mut self, position: &Position, nodes: u64) -> Option<(Move, Score)> {
        let (lines, _) = self.search(position, Vec::new(), 1, nodes);
        let line = lines.first()?;
        Some((*line.moves.first()?, line.score))
    }

    /// Returns the number of nodes after which a move is the best one and stays so, unless the search prefers
    /// another. With `any_mate` a move that mates at once is as good.
    pub(super) fn nodes_to_find(
        &mut self,
        position: &Position,
        mv: Move,
        any_mate: bool,
        nodes: u64,
    ) -> Option<u64> {
        let (lines, found_at) = self.search(position, Vec::new(), 1, nodes);
        let line = lines.first()?;
        let found = line.moves.first() == Some(&mv) || any_mate && mate(line) == Some(1);
        found.then_some(found_at)
    }

    /// Returns the lines of the last report without bounds, and the number of nodes after which the best
    /// move did not change any more.
    fn search(
        &mut self,
        position: &Position,
        search_moves: Vec<Move>,
        multipv: usize,
        nodes: u64,
    ) -> (Vec<Line>, u64) {
        let limits = Limits { nodes: Some(nodes), multipv, search_moves, ..Limits::default() };
        let game = Game::from_position(position.clone());
        let mut lines: Vec<Line> = Vec::new();
        let mut found_at = 0;
        let mut keep = |report: &Report| {
            if report.lines.iter().any(|line| line.bound != Bound::Exact) {
                return;
            }
            let best = |lines: &[Line]| lines.first().and_then(|line| line.moves.first().copied());
            if best(&lines) != best(&report.lines) {
                found_at = report.nodes;
            }
            lines.clone_from(&report.lines);
        };
        let result = self.engine.search(&game, &limits, &Signals::default(), &mut keep);
        keep(&result.report);
        self.nodes += result.report.nodes;
        (lines, found_at)
    }

    /// Returns the moves of an ending in the tables, best first, with their expected scores.
    fn probe(&self, position: &Position) -> Option<Vec<(Move, f64)>> {
        let tables = self.tables.as_ref()?;
        let moves = tables.probe_moves(position).ok()?;
        let expected = |category| match category {
            Category::Loss => 1.0,
            Category::BlessedLoss | Category::Draw | Category::CursedWin => 0.5,
            Category::Win => 0.0,
        };
        Some(moves.into_iter().map(|mv| (mv.mv, expected(mv.after.category))).collect())
    }
}

impl Choice {
    /// Replaces the expected scores of a search by exact ones. If the best move is not among the best ones
    /// of the tables, theirs replaces it.
    fn apply(&mut self, moves: &[(Move, f64)]) {
        let Some(&(first, expected)) = moves.first() else { return };
        if !moves.iter().any(|&(mv, value)| mv == self.best && value == expected) {
            (self.best, self.line) = (first, vec![first]);
        }
        self.expected = expected;
        self.second = moves.get(1).map(|&(_, expected)| expected);
    }
}

fn expected_score(line: &Line) -> f64 {
    (f64::from(line.wdl.win) + f64::from(line.wdl.draw) / 2.0) / 1_000.0
}

/// Returns the number of moves in which a line mates.
fn mate(line: &Line) -> Option<u32> {
    match line.evaluation {
        Evaluation::Mate(moves) if moves > 0 => u32::try_from(moves).ok(),
        Evaluation::Mate(_) | Evaluation::Centipawns(_) => None,
    }
}
