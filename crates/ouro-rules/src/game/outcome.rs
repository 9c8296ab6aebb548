//! Outcomes of games.

use std::fmt;

use crate::{Color, Message, Params, PgnResult};

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side that moved last has checkmated.
    Checkmate {
        /// The side that has won.
        winner: Color,
    },
    /// The game is drawn.
    Draw(DrawReason),
}

/// The reason for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has enough material to mate.
    DeadPosition,
    /// The position has occurred five times.
    FivefoldRepetition,
    /// Both sides have made 75 moves without a capture or pawn move.
    SeventyFiveMoves,
    /// The position has occurred three times: a draw if a player claims it.
    ThreefoldRepetition,
    /// Both sides have made 50 moves without a capture or pawn move: a draw if a player claims it.
    FiftyMoves,
}

impl Outcome {
    /// Returns the side that has won, or `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// Returns the result as in PGN: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn result(self) -> &'static str {
        PgnResult::from(Some(self)).text()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Outcome::Draw(reason) => write!(f, "draw by {reason}"),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::DeadPosition => "insufficient material",
            DrawReason::FivefoldRepetition => "fivefold repetition",
            DrawReason::SeventyFiveMoves => "the seventy-five-move rule",
            DrawReason::ThreefoldRepetition => "threefold repetition",
            DrawReason::FiftyMoves => "the fifty-move rule",
        })
    }
}

impl Message for Outcome {
    fn code(&self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Draw(reason) => reason.code(),
        }
    }

    fn params(&self) -> Params {
        Params::NONE.with_some("winner", self.winner())
    }
}

impl Message for DrawReason {
    fn code(&self) -> &'static str {
        match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::DeadPosition => "dead_position",
            DrawReason::FivefoldRepetition => "fivefold_repetition",
            DrawReason::SeventyFiveMoves => "seventy_five_moves",
            DrawReason::ThreefoldRepetition => "threefold_repetition",
            DrawReason::FiftyMoves => "fifty_moves",
        }
    }

    fn params(&self) -> Params {
        Params::NONE
    }
}
