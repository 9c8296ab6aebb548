//! Errors of puzzles as problem details.

use ouro_rules::PlayError;

use crate::api::messages::move_problem;
use crate::problem::{Code, Problem};
use crate::puzzles::attempt::AttemptError;
use crate::service::puzzles::PuzzleError;
use crate::storage::StorageError;

impl From<AttemptError> for Problem {
    fn from(error: AttemptError) -> Problem {
        let detail = error.to_string();
        match error {
            AttemptError::Illegal(error) => {
                let problem = move_problem(&PlayError::Uci(error));
                Problem::new(problem.code, problem.reason.message.clone()).with(problem.reason)
            }
            AttemptError::TooManyMoves(_) | AttemptError::AfterMistake(_) => {
                Problem::new(Code::BadRequest, detail)
            }
            AttemptError::TooManyHints => Problem::new(Code::OutOfRange, detail),
        }
    }
}

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Problem {
        match error {
            PuzzleError::NotFound => Problem::new(Code::NotFound, error.to_string()),
            PuzzleError::Attempt(error) => error.into(),
            PuzzleError::Storage(StorageError::UnknownOutcome(_)) => {
                let detail = "the attempt may or may not be stored; send it again";
                Problem::new(Code::StorageUnavailable, detail)
            }
            PuzzleError::Storage(error) => error.into(),
        }
    }
}
