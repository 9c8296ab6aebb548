//! Candidates: moments of a game that the stored scores single out, without any search.

use ouro_engine::{MATE, WdlModel};
use ouro_rules::{Move, Position};

use super::forced_mate::MAX_MOVES;
use crate::selfplay::SelfPlayGame;

/// A position of a game with what a search says about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScoredPosition {
    pub(super) position: Position,
    /// The move that was played.
    pub(super) played: Move,
    /// The best move.
    pub(super) best: Move,
    /// Its score.
    pub(super) score: i32,
}

/// Returns the positions of a game with their stored scores. The played moves are the best ones that the
/// search found.
pub(super) fn stored_scores(game: &SelfPlayGame) -> Vec<ScoredPosition> {
    let positions = game.positions();
    positions
        .map(|(position, mv, score)| ScoredPosition {
            position,
            played: mv,
            best: mv,
            score: i32::from(score),
        })
        .collect()
}

/// The greatest expected score of the solver before the opponent's move, and the least one after it. They
/// are laxer than the definition, because stored scores are of short searches.
const BEFORE: f64 = 0.75;
const WINS: f64 = 0.80;
const SAVES: f64 = 0.40;
/// Scores from here on are mates.
const MATE_BOUND: i32 = MATE - 256;

/// A position of a game and the move that led to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    /// The position before the opponent's move.
    pub(super) before: Position,
    /// The opponent's move.
    pub(super) opponent: Move,
    /// The number of moves of the game before the opponent's move.
    pub(super) ply: usize,
    /// The number of moves in which the solver mates, if the search that scored the position found a mate.
    pub(super) mate: Option<u32>,
}

impl Candidate {
    /// Returns the position in which the solver moves.
    pub(super) fn position(&self) -> Position {
        let mut position = self.before.clone();
        position.play_unchecked(self.opponent);
        position
    }
}

/// Returns the candidates of a game: moments at which the side to move mates soon, wins after it did not
/// win yet, or holds the game with a self-capture.
pub(super) fn candidates(game: &[ScoredPosition]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (ply, pair) in game.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let mate = mate(after.score).filter(|&moves| moves <= MAX_MOVES);
        let was = 1.0 - expected_score(before.score, &before.position);
        let is = expected_score(after.score, &after.position);
        let holds = is >= SAVES && after.position.is_self_capture(after.best);
        if mate.is_some() || was <= BEFORE && (is >= WINS || holds) {
            let (before, opponent) = (before.position.clone(), before.played);
            candidates.push(Candidate { before, opponent, ply, mate });
        }
    }
    candidates
}

/// Returns the number of moves to mate of a score.
fn mate(score: i32) -> Option<u32> {
    if score < MATE_BOUND { None } else { u32::try_from((MATE - score + 1) / 2).ok() }
}

/// Returns the expected score of a stored score.
fn expected_score(score: i32, position: &Position) -> f64 {
    if score.abs() >= MATE_BOUND {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    let model = WdlModel::of(position.variant());
    let [win, draw, _] = model.rates(f64::from(score), WdlModel::material(position));
    win + draw / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::{Game, PgnResult, Variant};

    fn game(moves: &[(&str, i16)]) -> SelfPlayGame {
        let mut game = Game::new(Variant::SelfCapture);
        let moves = moves
            .iter()
            .map(|&(san, score)| {
                game.play_san(san).unwrap();
                (*game.moves().last().unwrap(), score)
            })
            .collect();
        let start = Position::start(Variant::SelfCapture);
        SelfPlayGame { start, moves, result: PgnResult::Draw }
    }

    fn plies(moves: &[(&str, i16)]) -> Vec<usize> {
        candidates(&stored_scores(&game(moves))).iter().map(|candidate| candidate.ply).collect()
    }

    #[test]
    fn a_swing_to_a_win_is_a_candidate_and_a_long_advantage_is_not() {
        assert_eq!(plies(&[("e4", 0), ("e5", 900), ("Nf3", -900), ("Nc6", 900)]), [0]);
        assert_eq!(plies(&[("e4", -900), ("e5", 900)]), [0; 0]);
        assert_eq!(plies(&[("e4", 0), ("e5", 20)]), [0; 0]);
    }

    #[test]
    fn a_self_capture_that_holds_the_game_and_a_mate_are_candidates() {
        assert_eq!(plies(&[("e4", 0), ("Nxd7", 0)]), [0]);
        assert_eq!(plies(&[("e4", 0), ("Nxd7", -900)]), [0; 0]);
        let mate = MATE as i16;
        assert_eq!(plies(&[("e4", -mate + 10), ("e5", mate - 9)]), [0]);
        assert_eq!(plies(&[("e4", -mate + 12), ("e5", mate - 11)]), [0; 0]);
    }
}
