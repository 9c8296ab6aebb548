//! Playing games of the engine inside this process: the search for a move and adjudication.

use ouro_engine::{Bound, Engine, Limits, MATE, Report, Signals};
use ouro_rules::{Color, Game, Move, PgnResult};

/// The score and the number of consecutive plies that win a game by adjudication. The plies are of
/// both sides, so both agree.
const WIN: (i32, u32) = (1_500, 6);
/// From this ply on, a score within this bound for this many consecutive plies draws a game.
const DRAW: (usize, i32, u32) = (100, 6, 16);
/// The length in plies at which a game is drawn.
const MAX_PLIES: usize = 500;

/// Adjudicates a game by the scores of its moves.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    /// Whether games are won before mate.
    wins: bool,
    /// For each color, the consecutive plies with a winning score.
    winning: [u32; 2],
    /// The consecutive plies with a score close to zero.
    level: u32,
    plies: usize,
}

impl Adjudicator {
    /// Creates an adjudicator for a new game. Without `wins`, won games are played until mate.
    pub(crate) fn new(wins: bool) -> Adjudicator {
        Adjudicator { wins, winning: [0; 2], level: 0, plies: 0 }
    }

    /// Records the score of the move that `turn` has played, from its point of view, and returns the
    /// result if the game is decided.
    pub(crate) fn add(&mut self, turn: Color, score: i32) -> Option<PgnResult> {
        self.plies += 1;
        for (color, count) in Color::BOTH.into_iter().zip(&mut self.winning) {
            let ahead = if color == turn { score } else { -score };
            *count = if ahead >= WIN.0 { *count + 1 } else { 0 };
        }
        if let Some(i) = self.winning.iter().position(|&count| count >= WIN.1)
            && self.wins
        {
            return Some(PgnResult::Win(Color::BOTH[i]));
        }
        self.level = if score.abs() <= DRAW.1 { self.level + 1 } else { 0 };
        let drawn = self.plies >= DRAW.0 && self.level >= DRAW.2;
        (drawn || self.plies >= MAX_PLIES).then_some(PgnResult::Draw)
    }
}

/// Returns the best move and its score, if there is a legal move. If the search stopped within an
/// iteration and its score is a bound, returns the last exact score instead.
pub(crate) fn best_move(engine: &mut Engine, game: &Game, limits: &Limits) -> Option<(Move, i32)> {
    let mut exact = 0;
    let mut keep = |report: &Report| {
        if let Some(line) = report.lines.first().filter(|line| line.bound == Bound::Exact) {
            exact = line.score;
        }
    };
    let answer = engine.search(game, limits, &Signals::default(), &mut keep);
    keep(&answer.report);
    Some((answer.best?, exact.clamp(-MATE, MATE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result and the number of plies, with the scores of White's point of view.
    fn adjudicate(wins: bool, score: impl Fn(usize) -> i32) -> (PgnResult, usize) {
        let mut adjudicator = Adjudicator::new(wins);
        for ply in 0.. {
            let turn = Color::BOTH[ply % 2];
            let view = if turn == Color::White { score(ply) } else { -score(ply) };
            if let Some(result) = adjudicator.add(turn, view) {
                return (result, ply + 1);
            }
        }
        unreachable!()
    }

    #[test]
    fn a_winning_score_of_both_sides_for_six_plies_wins() {
        let (white, black) = (PgnResult::Win(Color::White), PgnResult::Win(Color::Black));
        assert_eq!(adjudicate(true, |_| 1_500), (white, 6));
        assert_eq!(adjudicate(true, |_| -1_500), (black, 6));
        assert_eq!(adjudicate(true, |ply| if ply == 3 { 1_499 } else { 1_500 }), (white, 10));
        assert_eq!(adjudicate(false, |_| 1_500), (PgnResult::Draw, MAX_PLIES));
        let one_side = |ply: usize| if ply.is_multiple_of(2) { 2_000 } else { 0 };
        assert_eq!(adjudicate(true, one_side), (PgnResult::Draw, MAX_PLIES));
    }

    #[test]
    fn level_scores_draw_from_ply_100_on() {
        assert_eq!(adjudicate(true, |_| 6), (PgnResult::Draw, 100));
        assert_eq!(adjudicate(true, |ply| if ply == 95 { 7 } else { 0 }), (PgnResult::Draw, 112));
        assert_eq!(adjudicate(true, |_| -7), (PgnResult::Draw, MAX_PLIES));
    }
}
