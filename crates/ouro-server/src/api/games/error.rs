//! Errors of games as problem details.

use ouro_rules::IllegalReason;

use crate::api::messages::{Refusal, move_problem};
use crate::games::error::CommandError;
use crate::problem::{Code, Problem};
use crate::secret::RandomError;
use crate::service::games::GameError;
use crate::storage::StorageError;

impl From<CommandError> for Problem {
    fn from(error: CommandError) -> Problem {
        let detail = error.to_string();
        match error {
            CommandError::GameOver(_) => Problem::new(Code::GameOver, detail),
            CommandError::Waiting | CommandError::NotNow(_) => Problem::new(Code::NotNow, detail),
            CommandError::NotAPlayer | CommandError::NotTheCreator => {
                Problem::new(Code::NotYours, detail)
            }
            CommandError::NotYourTurn(turn) => {
                let reason = IllegalReason::NotYourTurn(turn);
                Problem::new(Code::IllegalMove, detail).with(Refusal::from(&reason))
            }
            CommandError::IllegalMove(error) => {
                let problem = move_problem(&error);
                Problem::new(problem.code, problem.reason.message.clone()).with(problem.reason)
            }
            CommandError::OutOfRange(_) => Problem::new(Code::OutOfRange, detail),
            CommandError::TooManyActions(_) => Problem::new(Code::Quota, detail),
        }
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Problem {
        match error {
            StorageError::Unavailable(_) => {
                let detail = "the database is not available; nothing has changed";
                Problem::new(Code::StorageUnavailable, detail)
            }
            StorageError::UnknownOutcome(_) => {
                let detail = "the change may or may not be stored; read the game again";
                Problem::new(Code::StorageUnavailable, detail)
            }
            StorageError::Corrupt(_) => Problem::internal(error),
        }
    }
}

impl From<RandomError> for Problem {
    fn from(error: RandomError) -> Problem {
        Problem::internal(error)
    }
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Problem {
        let detail = error.to_string();
        match error {
            GameError::NotFound => Problem::new(Code::NotFound, detail),
            GameError::Stale { version, fen } => Problem::new(Code::Stale, detail)
                .with(serde_json::json!({ "version": version, "fen": fen })),
            GameError::Command(error) => error.into(),
            GameError::Contention => Problem::new(Code::Busy, detail),
            GameError::TooManyGames(_) => Problem::new(Code::Quota, detail),
            GameError::InvalidInvitation => Problem::new(Code::NotYours, detail),
            GameError::Storage(error) => error.into(),
            GameError::BrokenLog(error) => Problem::internal(error),
            GameError::Random(error) => error.into(),
            GameError::Task(error) => Problem::internal(error),
        }
    }
}
