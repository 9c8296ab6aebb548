//! The events of a game. Position, clocks and outcome are derived from them.

use ouro_rules::{Color, DrawReason, Variant};

use super::clock::TimeControl;
use super::player_name::PlayerName;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Human,
    /// The engine, at full strength without a level.
    Engine {
        level: Option<u8>,
    },
}

impl Player {
    pub(crate) const fn is_engine(self) -> bool {
        matches!(self, Player::Engine { .. })
    }
}

/// How a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    pub(crate) variant: Variant,
    /// The start position.
    pub(crate) fen: String,
    /// White and Black.
    pub(crate) players: [Player; 2],
    /// The names of the people who play White and Black, if they have chosen one.
    pub(crate) names: [Option<PlayerName>; 2],
    pub(crate) time_control: Option<TimeControl>,
    /// The sides that wait for a player.
    pub(crate) invited: Vec<Color>,
    /// The game of which this is a rematch.
    pub(crate) rematch_of: Option<String>,
    /// How long engines wait before each move.
    pub(crate) delay_ms: u64,
}

/// Something that has happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Always the first event.
    Created(Setup),
    /// An invited player has taken a side.
    Joined {
        side: Color,
        /// The name that the player has chosen; without one, that of the setup stays.
        name: Option<PlayerName>,
    },
    Moved {
        uci: String,
        /// The remaining time of the side that moved, increment included.
        clock_ms: Option<u64>,
    },
    TakebackOffered {
        by: Color,
    },
    TakebackDeclined {
        by: Color,
    },
    TakenBack {
        plies: u32,
        /// The clocks of White and Black afterwards. Older events lack it and leave the clocks unchanged.
        clocks_ms: Option<[u64; 2]>,
    },
    DrawOffered {
        by: Color,
    },
    DrawDeclined {
        by: Color,
    },
    DrawAgreed {
        by: Color,
    },
    DrawClaimed {
        by: Color,
        reason: DrawReason,
    },
    /// The game has reached the greatest number of moves and is drawn.
    MoveLimitReached,
    Resigned {
        by: Color,
    },
    /// A side has run out of time.
    Flagged {
        side: Color,
    },
    /// A player has called off the game before both sides had moved.
    Aborted {
        by: Color,
    },
    /// Nobody has made the first move in time.
    Expired,
    /// Engines that play each other stop.
    Paused,
    Resumed,
    /// Engines wait this long before each move.
    DelaySet {
        delay_ms: u64,
    },
    /// A player of the finished game has created a rematch and waits for the opponent there.
    RematchOffered {
        by: Color,
        game: String,
    },
}

/// An event with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoggedEvent {
    /// Counted from 1, without gaps.
    pub(crate) version: i64,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) event: Event,
}
