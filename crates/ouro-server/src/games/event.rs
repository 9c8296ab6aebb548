//! What happens in a game. The log of these is the game; everything else follows from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::types::{Side, VariantName};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Player {
    /// A person.
    Human {},
    /// The engine, at a level from 1 to 10; without one as well as it can.
    Engine {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 1, maximum = 10)]
        level: Option<u8>,
    },
}

impl Player {
    pub(crate) const fn is_engine(self) -> bool {
        matches!(self, Player::Engine { .. })
    }
}

/// Time for each side. No clock runs before White has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    /// Milliseconds at the start.
    #[schema(minimum = 1_000, maximum = 86_400_000)]
    pub(crate) initial_ms: u64,
    /// Milliseconds more with each move.
    #[serde(default)]
    #[schema(maximum = 600_000)]
    pub(crate) increment_ms: u64,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
    /// The game was set up.
    Created {
        variant: VariantName,
        /// The start position.
        fen: String,
        white: Player,
        black: Player,
        clock: Option<ClockSettings>,
        /// Sides that wait for somebody with an invitation.
        invited: Vec<Side>,
        /// The game that this is a rematch of.
        rematch_of: Option<String>,
    },
    /// Somebody has taken a side with an invitation.
    Joined { side: Side },
    /// A move was played.
    Moved {
        uci: String,
        /// What the side that moved has left, with a clock.
        clock_ms: Option<u64>,
    },
    /// A side would like to take back.
    TakebackOffered { by: Side },
    /// The other side would not.
    TakebackDeclined { by: Side },
    /// So many moves were taken back.
    TakenBack { plies: u32 },
    /// A side offers a draw.
    DrawOffered { by: Side },
    /// The other side declines it, by a move too.
    DrawDeclined { by: Side },
    /// The other side accepts it.
    DrawAgreed { by: Side },
    /// A side has claimed a draw: `threefold_repetition` or `fifty_moves`.
    DrawClaimed { by: Side, reason: String },
    /// A side has given up.
    Resigned { by: Side },
    /// A side has no time left.
    Flagged { side: Side },
    /// The game was called off before it had begun.
    Aborted { by: Side },
    /// Engines stop playing each other.
    Paused {},
    /// They go on.
    Resumed {},
    /// Engines wait this long before each move.
    DelaySet { delay_ms: u64 },
}

/// An event with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Logged {
    /// Counted from 1 without gaps.
    pub(crate) version: i64,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    #[serde(flatten)]
    pub(crate) event: Event,
}
