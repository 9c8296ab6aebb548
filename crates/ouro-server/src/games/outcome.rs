//! How games end.

use std::fmt;

use ouro_rules::{Color, Message, Outcome, Params};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By the rules: checkmate, stalemate, a repetition and so on, also if a player had to claim it.
    Rules(Outcome),
    Agreement,
    Resignation {
        winner: Color,
    },
    Time {
        winner: Color,
    },
    /// A side ran out of time, but its opponent cannot mate.
    TimeWithoutMate {
        flagged: Color,
    },
    MoveLimit,
    Aborted,
    Expired,
}

impl Ending {
    pub(crate) const fn winner(self) -> Option<Color> {
        match self {
            Ending::Rules(outcome) => outcome.winner(),
            Ending::Resignation { winner } | Ending::Time { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns whether the game has a result: it was neither aborted nor did it expire.
    pub(crate) const fn is_result(self) -> bool {
        !matches!(self, Ending::Aborted | Ending::Expired)
    }

    /// Returns the result as in PGN.
    pub(crate) const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None if self.is_result() => "1/2-1/2",
            None => "*",
        }
    }
}

impl Message for Ending {
    fn code(&self) -> &'static str {
        match self {
            Ending::Rules(outcome) => outcome.code(),
            Ending::Agreement => "agreement",
            Ending::Resignation { .. } => "resignation",
            Ending::Time { .. } => "time",
            Ending::TimeWithoutMate { .. } => "time_without_mate",
            Ending::MoveLimit => "move_limit",
            Ending::Aborted => "aborted",
            Ending::Expired => "expired",
        }
    }

    fn params(&self) -> Params {
        match *self {
            Ending::Rules(outcome) => outcome.params(),
            Ending::Resignation { winner } | Ending::Time { winner } => {
                Params::NONE.with("winner", winner)
            }
            Ending::TimeWithoutMate { flagged } => Params::NONE.with("color", flagged),
            Ending::Agreement | Ending::MoveLimit | Ending::Aborted | Ending::Expired => {
                Params::NONE
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(outcome) => outcome.fmt(f),
            Ending::Agreement => f.write_str("draw by agreement"),
            Ending::Resignation { winner } => write!(f, "{winner} wins by resignation"),
            Ending::Time { winner } => write!(f, "{winner} wins on time"),
            Ending::TimeWithoutMate { flagged } => {
                write!(f, "draw: {flagged} ran out of time, but {} cannot mate", !*flagged)
            }
            Ending::MoveLimit => f.write_str("draw by the move limit"),
            Ending::Aborted => f.write_str("aborted"),
            Ending::Expired => f.write_str("expired before the first move"),
        }
    }
}
