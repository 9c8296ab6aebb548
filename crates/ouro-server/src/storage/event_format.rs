//! The stored format of events.
//!
//! Format 1 is what versions before the column `format` wrote; its `taken_back` has no clocks. Format 2 has no names of
//! players and no delay at the start. Format 3 is written today. Stored events never change, so every format stays
//! readable.

use ouro_rules::{Color, DrawReason, Message, Variant};
use serde::{Deserialize, Serialize};

use super::StorageError;
use crate::games::clock::TimeControl;
use crate::games::event::{Event, Player, Setup};
use crate::games::player_name::PlayerName;

/// The format that is written.
pub(super) const FORMAT: i64 = 3;

/// An event as JSON.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum StoredEvent {
    Created {
        variant: StoredVariant,
        fen: String,
        white: StoredPlayer,
        black: StoredPlayer,
        clock: Option<StoredTimeControl>,
        invited: Vec<Side>,
        rematch_of: Option<String>,
        #[serde(default, skip_serializing_if = "is_zero")]
        delay_ms: u64,
    },
    Joined {
        side: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Moved {
        uci: String,
        clock_ms: Option<u64>,
    },
    TakebackOffered {
        by: Side,
    },
    TakebackDeclined {
        by: Side,
    },
    TakenBack {
        plies: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks_ms: Option<[u64; 2]>,
    },
    DrawOffered {
        by: Side,
    },
    DrawDeclined {
        by: Side,
    },
    DrawAgreed {
        by: Side,
    },
    DrawClaimed {
        by: Side,
        reason: String,
    },
    MoveLimitReached {},
    Resigned {
        by: Side,
    },
    Flagged {
        side: Side,
    },
    Aborted {
        by: Side,
    },
    Expired {},
    Paused {},
    Resumed {},
    DelaySet {
        delay_ms: u64,
    },
    RematchOffered {
        by: Side,
        game: String,
    },
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredVariant {
    Chess,
    Chess960,
    SelfCapture,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum StoredPlayer {
    Human {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Engine {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
    },
}

#[derive(Serialize, Deserialize)]
struct StoredTimeControl {
    initial_ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Returns the text of an event in the current format.
pub(super) fn encode(event: &Event) -> Result<String, StorageError> {
    serde_json::to_string(&StoredEvent::from(event))
        .map_err(|error| StorageError::Corrupt(error.to_string()))
}

/// Reads an event.
pub(super) fn decode(format: i64, text: &str) -> Result<Event, StorageError> {
    if !(1..=FORMAT).contains(&format) {
        let reason = format!("an event has the format {format} of a newer version");
        return Err(StorageError::Corrupt(reason));
    }
    let corrupt = |reason: String| StorageError::Corrupt(format!("an event: {reason}"));
    let stored: StoredEvent =
        serde_json::from_str(text).map_err(|error| corrupt(error.to_string()))?;
    stored.into_event().map_err(corrupt)
}

impl From<&Event> for StoredEvent {
    fn from(event: &Event) -> StoredEvent {
        match event {
            Event::Created(setup) => {
                let [white, black] = Color::BOTH.map(|color| StoredPlayer::new(setup, color));
                StoredEvent::Created {
                    variant: match setup.variant {
                        Variant::Chess => StoredVariant::Chess,
                        Variant::Chess960 => StoredVariant::Chess960,
                        Variant::SelfCapture => StoredVariant::SelfCapture,
                    },
                    fen: setup.fen.clone(),
                    white,
                    black,
                    clock: setup.time_control.map(|control| StoredTimeControl {
                        initial_ms: control.initial_ms,
                        increment_ms: control.increment_ms,
                    }),
                    invited: setup.invited.iter().map(|&color| color.into()).collect(),
                    rematch_of: setup.rematch_of.clone(),
                    delay_ms: setup.delay_ms,
                }
            }
            Event::Joined { side, name } => StoredEvent::Joined {
                side: (*side).into(),
                name: name.as_ref().map(ToString::to_string),
            },
            Event::Moved { uci, clock_ms } => {
                StoredEvent::Moved { uci: uci.clone(), clock_ms: *clock_ms }
            }
            Event::TakebackOffered { by } => StoredEvent::TakebackOffered { by: (*by).into() },
            Event::TakebackDeclined { by } => StoredEvent::TakebackDeclined { by: (*by).into() },
            Event::TakenBack { plies, clocks_ms } => {
                StoredEvent::TakenBack { plies: *plies, clocks_ms: *clocks_ms }
            }
            Event::DrawOffered { by } => StoredEvent::DrawOffered { by: (*by).into() },
            Event::DrawDeclined { by } => StoredEvent::DrawDeclined { by: (*by).into() },
            Event::DrawAgreed { by } => StoredEvent::DrawAgreed { by: (*by).into() },
            Event::DrawClaimed { by, reason } => {
                StoredEvent::DrawClaimed { by: (*by).into(), reason: reason.code().to_owned() }
            }
            Event::MoveLimitReached => StoredEvent::MoveLimitReached {},
            Event::Resigned { by } => StoredEvent::Resigned { by: (*by).into() },
            Event::Flagged { side } => StoredEvent::Flagged { side: (*side).into() },
            Event::Aborted { by } => StoredEvent::Aborted { by: (*by).into() },
            Event::Expired => StoredEvent::Expired {},
            Event::Paused => StoredEvent::Paused {},
            Event::Resumed => StoredEvent::Resumed {},
            Event::DelaySet { delay_ms } => StoredEvent::DelaySet { delay_ms: *delay_ms },
            Event::RematchOffered { by, game } => {
                StoredEvent::RematchOffered { by: (*by).into(), game: game.clone() }
            }
        }
    }
}

impl StoredEvent {
    fn into_event(self) -> Result<Event, String> {
        Ok(match self {
            StoredEvent::Created {
                variant,
                fen,
                white,
                black,
                clock,
                invited,
                rematch_of,
                delay_ms,
            } => {
                let (white, white_name) = white.into_player()?;
                let (black, black_name) = black.into_player()?;
                Event::Created(Setup {
                    variant: match variant {
                        StoredVariant::Chess => Variant::Chess,
                        StoredVariant::Chess960 => Variant::Chess960,
                        StoredVariant::SelfCapture => Variant::SelfCapture,
                    },
                    fen,
                    players: [white, black],
                    names: [white_name, black_name],
                    time_control: clock.map(|clock| TimeControl {
                        initial_ms: clock.initial_ms,
                        increment_ms: clock.increment_ms,
                    }),
                    invited: invited.into_iter().map(Color::from).collect(),
                    rematch_of,
                    delay_ms,
                })
            }
            StoredEvent::Joined { side, name } => {
                Event::Joined { side: side.into(), name: read_name(name)? }
            }
            StoredEvent::Moved { uci, clock_ms } => Event::Moved { uci, clock_ms },
            StoredEvent::TakebackOffered { by } => Event::TakebackOffered { by: by.into() },
            StoredEvent::TakebackDeclined { by } => Event::TakebackDeclined { by: by.into() },
            StoredEvent::TakenBack { plies, clocks_ms } => Event::TakenBack { plies, clocks_ms },
            StoredEvent::DrawOffered { by } => Event::DrawOffered { by: by.into() },
            StoredEvent::DrawDeclined { by } => Event::DrawDeclined { by: by.into() },
            StoredEvent::DrawAgreed { by } => Event::DrawAgreed { by: by.into() },
            StoredEvent::DrawClaimed { by, reason } => Event::DrawClaimed {
                by: by.into(),
                reason: [DrawReason::ThreefoldRepetition, DrawReason::FiftyMoves]
                    .into_iter()
                    .find(|&draw| draw.code() == reason)
                    .ok_or_else(|| format!("no draw is called '{reason}'"))?,
            },
            StoredEvent::MoveLimitReached {} => Event::MoveLimitReached,
            StoredEvent::Resigned { by } => Event::Resigned { by: by.into() },
            StoredEvent::Flagged { side } => Event::Flagged { side: side.into() },
            StoredEvent::Aborted { by } => Event::Aborted { by: by.into() },
            StoredEvent::Expired {} => Event::Expired,
            StoredEvent::Paused {} => Event::Paused,
            StoredEvent::Resumed {} => Event::Resumed,
            StoredEvent::DelaySet { delay_ms } => Event::DelaySet { delay_ms },
            StoredEvent::RematchOffered { by, game } => {
                Event::RematchOffered { by: by.into(), game }
            }
        })
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl StoredPlayer {
    fn new(setup: &Setup, color: Color) -> StoredPlayer {
        match setup.players[color.index()] {
            Player::Human => {
                let name = setup.names[color.index()].as_ref();
                StoredPlayer::Human { name: name.map(ToString::to_string) }
            }
            Player::Engine { level } => StoredPlayer::Engine { level },
        }
    }

    fn into_player(self) -> Result<(Player, Option<PlayerName>), String> {
        Ok(match self {
            StoredPlayer::Human { name } => (Player::Human, read_name(name)?),
            StoredPlayer::Engine { level } => (Player::Engine { level }, None),
        })
    }
}

fn read_name(name: Option<String>) -> Result<Option<PlayerName>, String> {
    let name = name.map(|name| PlayerName::parse(&name));
    name.transpose().map_err(|error| error.to_string())
}
