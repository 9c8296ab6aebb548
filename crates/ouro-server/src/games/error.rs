//! Why a command is refused.

use ouro_rules::{Color, PlayError};

use super::outcome::Ending;

/// Why a command is refused. Nothing has changed then.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("the game is over: {0}")]
    GameOver(Ending),
    #[error("the game waits for the other player")]
    Waiting,
    #[error("you do not play in this game")]
    NotAPlayer,
    #[error("only the creator of the game can do this")]
    NotTheCreator,
    #[error("it is {0}'s turn")]
    NotYourTurn(Color),
    #[error(transparent)]
    IllegalMove(#[from] PlayError),
    #[error("{0}")]
    NotNow(&'static str),
    #[error("{0}")]
    OutOfRange(&'static str),
    /// The game has had too many offers, takebacks and pauses.
    #[error(
        "this game has had {0} offers, takebacks and pauses, the maximum; moves and resigning are still possible"
    )]
    TooManyActions(u32),
}

/// A log whose events do not follow from each other. Only damaged storage can cause it.
#[derive(Debug, thiserror::Error)]
#[error("event {version} does not follow from the events before it: {reason}")]
pub(crate) struct BrokenLog {
    pub(crate) version: i64,
    pub(crate) reason: String,
}
