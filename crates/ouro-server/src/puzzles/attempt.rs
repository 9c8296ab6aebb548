//! Verification of attempts by the rules.

use ouro_puzzles::Puzzle;
use ouro_rules::{Move, Position, UciError};

/// The most hints that one attempt can have taken.
pub(crate) const MAX_HINTS: u32 = 100;

/// Why the moves of an attempt are refused.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum AttemptError {
    #[error(transparent)]
    Illegal(#[from] UciError),
    #[error("this puzzle has no more than {0} moves to find")]
    TooManyMoves(usize),
    #[error("{0} is not a move of the solution, so the attempt ends with it")]
    AfterMistake(String),
    #[error("hints are from 0 to {MAX_HINTS}")]
    TooManyHints,
}

/// The moves of a solver, and whether they solve the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// In UCI notation, separated by spaces.
    pub(crate) moves: String,
    pub(crate) solved: bool,
    pub(crate) hints: u32,
}

impl Answer {
    /// Checks the moves of a solver. They end with the first one that is not a move of the solution; a solver who gives
    /// up sends fewer moves than there are to find. If the puzzle ends in mate, any mate solves its last move.
    pub(crate) fn check(
        puzzle: &Puzzle,
        moves: &[String],
        hints: u32,
    ) -> Result<Answer, AttemptError> {
        let solution: Vec<(Position, Move)> = puzzle.solver_moves().collect();
        if moves.len() > solution.len() {
            return Err(AttemptError::TooManyMoves(solution.len()));
        }
        if hints > MAX_HINTS {
            return Err(AttemptError::TooManyHints);
        }
        let mut played: Vec<String> = Vec::with_capacity(moves.len());
        let mut mistake = None;
        for (text, (position, expected)) in moves.iter().zip(&solution) {
            if let Some(mistake) = mistake {
                return Err(AttemptError::AfterMistake(mistake));
            }
            let mv = position.parse_uci(text)?;
            let uci = position.uci(mv);
            let is_last = played.len() + 1 == solution.len();
            let is_right =
                mv == *expected || is_last && mates(position, *expected) && mates(position, mv);
            if !is_right {
                mistake = Some(uci.clone());
            }
            played.push(uci);
        }
        let solved = mistake.is_none() && played.len() == solution.len();
        Ok(Answer { moves: played.join(" "), solved, hints })
    }
}

/// Returns whether a move mates.
fn mates(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.in_check() && !after.has_legal_moves()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    /// Plays moves in a position and makes a puzzle of it.
    fn puzzle(fen: &str, ucis: &[&str]) -> Puzzle {
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mut after = position.clone();
        let mut moves = Vec::new();
        for uci in ucis {
            let mv = after.parse_uci(uci).unwrap();
            after.play_unchecked(mv);
            moves.push(mv);
        }
        let explanation = "all_protected squares=g7".parse().unwrap();
        Puzzle::new(position, moves, 900, Vec::new(), String::new(), explanation)
    }

    fn check(puzzle: &Puzzle, moves: &[&str]) -> Result<Answer, AttemptError> {
        let moves: Vec<String> = moves.iter().map(|&uci| uci.to_owned()).collect();
        Answer::check(puzzle, &moves, 0)
    }

    /// A ladder: the rooks mate in two, and both of them can give the last check.
    fn ladder() -> Puzzle {
        let fen = "8/8/4k3/8/8/8/R7/1R2K3 b - - 0 1";
        puzzle(fen, &["e6e7", "b1b7", "e7e8", "a2a8"])
    }

    #[test]
    fn only_all_moves_of_the_solution_solve_a_puzzle() {
        let ladder = ladder();
        for (moves, solved) in [
            (&["b1b7", "a2a8"][..], true),
            (&["b1b7"], false),
            (&[], false),
            (&["a2a7"], false),
            (&["b1b7", "a2a7"], false),
        ] {
            let answer = check(&ladder, moves).unwrap();
            assert_eq!((answer.solved, answer.moves), (solved, moves.join(" ")));
        }
    }

    #[test]
    fn any_mate_solves_the_last_move_of_a_mate_and_of_nothing_else() {
        let fen = "5k2/R7/8/8/8/8/8/1RR1K3 b - - 0 1";
        let solved =
            |solution, uci| check(&puzzle(fen, &["f8e8", solution]), &[uci]).unwrap().solved;
        assert!(solved("b1b8", "b1b8") && solved("b1b8", "c1c8"));
        assert!(!solved("b1b8", "a7a8"), "a check");
        assert!(!solved("b1b2", "c1c8"), "the puzzle does not end in mate");
        assert!(!solved("b1b8", "b1b2"));
    }

    #[test]
    fn invalid_moves_are_refused_with_one_sentence() {
        let ladder = ladder();
        for (moves, sentence) in [
            (&["b1b7", "a2a8", "a8a7"][..], "this puzzle has no more than 2 moves to find"),
            (&["a2a7", "a2a8"], "a2a7 is not a move of the solution, so the attempt ends with it"),
        ] {
            assert_eq!(check(&ladder, moves).unwrap_err().to_string(), sentence);
        }
        for illegal in ["", "a2", "a2a1a3", "e8e9", "a2b3", "é2a3"] {
            let error = check(&ladder, &[illegal]).unwrap_err();
            assert!(matches!(error, AttemptError::Illegal(_)), "{illegal}");
        }
        let error = Answer::check(&ladder, &[], MAX_HINTS + 1).unwrap_err();
        assert_eq!(error.to_string(), "hints are from 0 to 100");
    }
}
