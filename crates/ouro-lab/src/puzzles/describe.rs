//! The themes and explanations of puzzles again, without a search.

use ouro_puzzles::{Puzzle, Theme};

use super::candidate::Candidate;
use super::definition::Goal;
use super::explain::explain;
use super::rule_test::{Reason, own_capture};
use super::solution::{Achievement, Solution};
use super::themes::{CRUSHING, themes};

/// Replaces the themes and the explanations of puzzles, and returns how many puzzles changed.
///
/// What only a search knows stays: whether the solution wins or saves, and a self-capture that the solution
/// refutes, threatens or prevents.
pub fn describe_all(puzzles: &mut [Puzzle]) -> usize {
    puzzles.iter_mut().map(describe).filter(|&changed| changed).count()
}

/// Replaces the themes and the explanation of a puzzle, and returns whether they changed.
fn describe(puzzle: &mut Puzzle) -> bool {
    let [opponent, ref moves @ ..] = puzzle.moves[..] else { return false };
    let candidate = Candidate { before: puzzle.position.clone(), opponent, ply: 0, mate: None };
    let position = candidate.position();
    let solution = Solution { moves: moves.to_vec(), achievement: achievement(puzzle) };
    let own = own_capture(&position, &solution).map(Reason::SelfCapture);
    let explanation = own.and_then(|reason| explain(&position, &reason));
    let explanation = explanation.unwrap_or_else(|| puzzle.explanation.clone());
    let themes = themes(&candidate, &solution, explanation.kind());
    let changed = themes != puzzle.themes || explanation != puzzle.explanation;
    (puzzle.themes, puzzle.explanation) = (themes, explanation);
    changed
}

/// Returns what the solution achieves according to the themes.
fn achievement(puzzle: &Puzzle) -> Achievement {
    let has = |theme| puzzle.themes.contains(&theme);
    if has(Theme::Mate) {
        Achievement::Mate(u32::try_from(puzzle.solver_moves().count()).unwrap_or(u32::MAX))
    } else if has(Theme::Equality) {
        Achievement::Score(Goal::Save, 0.0)
    } else {
        Achievement::Score(Goal::Win, if has(Theme::Crushing) { CRUSHING } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::testing::{mining, puzzle_games, write_games};

    #[test]
    fn descriptions_are_those_of_mining_and_nothing_else_changes() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.osp"), folder.path().join("puzzles.csv"));
        write_games(&file, &puzzle_games());
        mining(1).run(&[file], &out, &mut |_| {}).unwrap();
        let mined = Puzzle::read_csv(&std::fs::read_to_string(out).unwrap()).unwrap();
        let mut puzzles = mined.clone();
        assert_eq!(describe_all(&mut puzzles), 0);
        assert_eq!(puzzles, mined);
        let old = "check move=Rxh4# piece=rook victim=pawn square=h4".parse().unwrap();
        puzzles[0].explanation = old;
        puzzles[1].themes.push(Theme::Castling);
        assert_eq!(describe_all(&mut puzzles), 2);
        assert_eq!(puzzles, mined);
    }
}
