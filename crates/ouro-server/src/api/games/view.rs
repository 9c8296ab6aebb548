//! Games and events as clients see them.

use ouro_rules::{Color, Message};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::messages::{GameOutcome, ThemeName};
use crate::api::position::move_list;
use crate::api::types::{Captured, MoveInfo, Side, VariantName};
use crate::games;
use crate::games::clock::TimeControl;
use crate::games::command::Seats;
use crate::games::event::{Event, LoggedEvent};
use crate::games::player_name::PlayerName;
use crate::games::state::{self, GameState};
use crate::service::games::{Games, LoadedGame};
use crate::storage::{ListedGame, StorageError};
use crate::time::now;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Player {
    /// A person.
    Human {
        /// The name that the person has chosen: 1 to 20 visible characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_length = 1, max_length = 20)]
        name: Option<String>,
    },
    /// The engine at a level from 1 to 10, or at full strength.
    Engine {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 1, maximum = 10)]
        level: Option<u8>,
    },
}

impl Player {
    /// Returns the players of White and Black.
    pub(crate) fn both(
        players: [games::event::Player; 2],
        names: &[Option<PlayerName>; 2],
    ) -> [Player; 2] {
        Color::BOTH.map(|color| match players[color.index()] {
            games::event::Player::Human => {
                let name = names[color.index()].as_ref().map(ToString::to_string);
                Player::Human { name }
            }
            games::event::Player::Engine { level } => Player::Engine { level },
        })
    }

    pub(crate) const fn name(&self) -> Option<&String> {
        match self {
            Player::Human { name } => name.as_ref(),
            Player::Engine { .. } => None,
        }
    }
}

impl From<&Player> for games::event::Player {
    fn from(player: &Player) -> games::event::Player {
        match *player {
            Player::Human { .. } => games::event::Player::Human,
            Player::Engine { level } => games::event::Player::Engine { level },
        }
    }
}

/// The time for each side. No clock runs before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    /// Milliseconds at the start.
    #[schema(minimum = 1_000, maximum = 86_400_000)]
    pub(crate) initial_ms: u64,
    /// Milliseconds added after each move.
    #[serde(default)]
    #[schema(maximum = 600_000)]
    pub(crate) increment_ms: u64,
}

impl From<TimeControl> for ClockSettings {
    fn from(control: TimeControl) -> ClockSettings {
        ClockSettings { initial_ms: control.initial_ms, increment_ms: control.increment_ms }
    }
}

impl From<ClockSettings> for TimeControl {
    fn from(settings: ClockSettings) -> TimeControl {
        TimeControl { initial_ms: settings.initial_ms, increment_ms: settings.increment_ms }
    }
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// A side waits for a player.
    Waiting,
    Playing,
    Finished,
}

impl From<state::Status> for Status {
    fn from(status: state::Status) -> Status {
        match status {
            state::Status::Waiting => Status::Waiting,
            state::Status::Playing => Status::Playing,
            state::Status::Finished => Status::Finished,
        }
    }
}

impl From<Status> for state::Status {
    fn from(status: Status) -> state::Status {
        match status {
            Status::Waiting => state::Status::Waiting,
            Status::Playing => state::Status::Playing,
            Status::Finished => state::Status::Finished,
        }
    }
}

/// What an offer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OfferKind {
    Draw,
    Takeback,
}

/// An offer that waits for a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Offer {
    pub(crate) kind: OfferKind,
    pub(crate) by: Side,
}

impl From<state::Offer> for Offer {
    fn from(offer: state::Offer) -> Offer {
        let kind = match offer.kind {
            state::OfferKind::Draw => OfferKind::Draw,
            state::OfferKind::Takeback => OfferKind::Takeback,
        };
        Offer { kind, by: offer.by.into() }
    }
}

/// How an offer was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnswerView {
    Accepted,
    /// By the opponent: expressly, with a move or with an offer of their own.
    Declined,
    /// The same side has made another offer instead, or the position of the offer is gone.
    Withdrawn,
}

/// The last offer that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct AnsweredOfferView {
    pub(crate) kind: OfferKind,
    /// The side that made the offer.
    pub(crate) by: Side,
    pub(crate) state: AnswerView,
    /// The version of the event that answered it.
    pub(crate) version: i64,
}

impl From<state::AnsweredOffer> for AnsweredOfferView {
    fn from(answered: state::AnsweredOffer) -> AnsweredOfferView {
        let Offer { kind, by } = answered.offer.into();
        let state = match answered.answer {
            state::Answer::Accepted => AnswerView::Accepted,
            state::Answer::Declined => AnswerView::Declined,
            state::Answer::Withdrawn => AnswerView::Withdrawn,
        };
        AnsweredOfferView { kind, by, state, version: answered.version }
    }
}

/// A rematch that a player has offered after the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RematchView {
    /// The side in this game of the player who offers the rematch.
    pub(crate) by: Side,
    /// The id of the new game.
    pub(crate) game: String,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum EventView {
    /// The game was created.
    Created {
        variant: VariantName,
        /// The start position.
        fen: String,
        white: Player,
        black: Player,
        clock: Option<ClockSettings>,
        /// The sides that wait for a player.
        invited: Vec<Side>,
        /// The game of which this is a rematch.
        rematch_of: Option<String>,
        /// How long engines wait before each move.
        delay_ms: u64,
    },
    /// An invited player has taken a side.
    Joined {
        side: Side,
        /// The name that the player has chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A move was played.
    Moved {
        uci: String,
        /// The remaining time of the side that moved.
        clock_ms: Option<u64>,
    },
    TakebackOffered {
        by: Side,
    },
    TakebackDeclined {
        by: Side,
    },
    /// Moves were taken back.
    TakenBack {
        plies: u32,
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
    /// A side has claimed a draw: `threefold_repetition` or `fifty_moves`.
    DrawClaimed {
        by: Side,
        reason: &'static str,
    },
    /// The game has reached 1,200 plies and is drawn.
    MoveLimitReached {},
    Resigned {
        by: Side,
    },
    /// A side has run out of time.
    Flagged {
        side: Side,
    },
    /// A player has called off the game before both sides had moved.
    Aborted {
        by: Side,
    },
    /// Nobody has made the first move within a week.
    Expired {},
    /// Engines that play each other stop.
    Paused {},
    Resumed {},
    /// Engines wait this long before each move.
    DelaySet {
        delay_ms: u64,
    },
    /// A player has created a rematch and waits there.
    RematchOffered {
        by: Side,
        /// The id of the new game.
        rematch: String,
    },
}

impl From<&Event> for EventView {
    fn from(event: &Event) -> EventView {
        match event {
            Event::Created(setup) => {
                let [white, black] = Player::both(setup.players, &setup.names);
                EventView::Created {
                    variant: setup.variant.into(),
                    fen: setup.fen.clone(),
                    white,
                    black,
                    clock: setup.time_control.map(ClockSettings::from),
                    invited: setup.invited.iter().map(|&color| color.into()).collect(),
                    rematch_of: setup.rematch_of.clone(),
                    delay_ms: setup.delay_ms,
                }
            }
            Event::Joined { side, name } => EventView::Joined {
                side: (*side).into(),
                name: name.as_ref().map(ToString::to_string),
            },
            Event::Moved { uci, clock_ms } => {
                EventView::Moved { uci: uci.clone(), clock_ms: *clock_ms }
            }
            Event::TakebackOffered { by } => EventView::TakebackOffered { by: (*by).into() },
            Event::TakebackDeclined { by } => EventView::TakebackDeclined { by: (*by).into() },
            Event::TakenBack { plies, .. } => EventView::TakenBack { plies: *plies },
            Event::DrawOffered { by } => EventView::DrawOffered { by: (*by).into() },
            Event::DrawDeclined { by } => EventView::DrawDeclined { by: (*by).into() },
            Event::DrawAgreed { by } => EventView::DrawAgreed { by: (*by).into() },
            Event::DrawClaimed { by, reason } => {
                EventView::DrawClaimed { by: (*by).into(), reason: reason.code() }
            }
            Event::MoveLimitReached => EventView::MoveLimitReached {},
            Event::Resigned { by } => EventView::Resigned { by: (*by).into() },
            Event::Flagged { side } => EventView::Flagged { side: (*side).into() },
            Event::Aborted { by } => EventView::Aborted { by: (*by).into() },
            Event::Expired => EventView::Expired {},
            Event::Paused => EventView::Paused {},
            Event::Resumed => EventView::Resumed {},
            Event::DelaySet { delay_ms } => EventView::DelaySet { delay_ms: *delay_ms },
            Event::RematchOffered { by, game } => {
                EventView::RematchOffered { by: (*by).into(), rematch: game.clone() }
            }
        }
    }
}

/// An event with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct LoggedEventView {
    /// Counted from 1, without gaps.
    pub(crate) version: i64,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    #[serde(flatten)]
    pub(crate) event: EventView,
}

impl From<&LoggedEvent> for LoggedEventView {
    fn from(logged: &LoggedEvent) -> LoggedEventView {
        let event = EventView::from(&logged.event);
        LoggedEventView { version: logged.version, at: logged.at, event }
    }
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveRecord {
    pub(crate) uci: String,
    pub(crate) san: String,
    /// The position after it.
    pub(crate) fen: String,
    pub(crate) captured: Option<Captured>,
    pub(crate) self_capture: bool,
    pub(crate) themes: Vec<ThemeName>,
    pub(crate) check: bool,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    /// The remaining time of the side that moved.
    pub(crate) clock_ms: Option<u64>,
}

/// The clocks when the response was written.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClockView {
    pub(crate) settings: ClockSettings,
    pub(crate) white_ms: u64,
    pub(crate) black_ms: u64,
    /// The side whose clock runs.
    pub(crate) running: Option<Side>,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameView {
    pub(crate) id: String,
    /// The number of events. A move names the version that it responds to.
    pub(crate) version: i64,
    pub(crate) variant: VariantName,
    pub(crate) status: Status,
    pub(crate) white: Player,
    pub(crate) black: Player,
    /// The sides that the caller plays.
    pub(crate) you: Vec<Side>,
    /// Whether the caller created the game.
    pub(crate) creator: bool,
    pub(crate) start_fen: String,
    pub(crate) fen: String,
    pub(crate) turn: Side,
    pub(crate) check: bool,
    pub(crate) moves: Vec<MoveRecord>,
    /// The legal moves; empty if the game is over.
    pub(crate) legal_moves: Vec<MoveInfo>,
    pub(crate) clock: Option<ClockView>,
    pub(crate) offer: Option<Offer>,
    /// The last offer that was answered, until the side that made it moves.
    pub(crate) last_offer: Option<AnsweredOfferView>,
    /// For the creator while the game waits for an invited player: the token with which they can take their side, once.
    /// Events on sockets lack it.
    pub(crate) invitation: Option<String>,
    pub(crate) claimable_draw: Option<&'static str>,
    /// Whether engines that play each other are paused.
    pub(crate) paused: bool,
    /// How long engines wait before each move.
    pub(crate) delay_ms: u64,
    pub(crate) outcome: Option<GameOutcome>,
    /// The game of which this is a rematch.
    pub(crate) rematch_of: Option<String>,
    /// The rematch of this game.
    pub(crate) rematch: Option<RematchView>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// The server's clock, in milliseconds since 1970.
    pub(crate) server_time: i64,
}

impl GameView {
    /// Returns a game as its owners or spectators see it.
    pub(crate) async fn new(
        games: &Games,
        game: &LoadedGame,
        owner: &str,
    ) -> Result<GameView, StorageError> {
        let invitation = games.open_invitation(game, owner).await?;
        let view = GameView::from_move(&game.record.id, &game.state, game.seats(owner), 0);
        Ok(GameView { invitation: invitation.map(|token| token.text().to_owned()), ..view })
    }

    /// Returns the game without its first moves, for clients that know them.
    pub(crate) fn from_move(id: &str, state: &GameState, seats: Seats, first: usize) -> GameView {
        let game = &state.game;
        let position = game.position();
        let now = now();
        let turn = position.turn();
        let [white, black] = Player::both(state.players, &state.names);
        GameView {
            id: id.to_owned(),
            version: state.version,
            variant: game.variant().into(),
            status: state.status().into(),
            white,
            black,
            you: Color::BOTH.into_iter().filter(|&c| seats.has(c)).map(Side::from).collect(),
            creator: seats.creator,
            start_fen: game.start().to_fen(),
            fen: position.to_fen(),
            turn: turn.into(),
            check: position.in_check(),
            moves: records(state, first),
            legal_moves: if state.ending.is_none() { move_list(game) } else { Vec::new() },
            clock: state.clocks.map(|clocks| ClockView {
                settings: clocks.time_control.into(),
                white_ms: clocks.remaining(Color::White, turn, now),
                black_ms: clocks.remaining(Color::Black, turn, now),
                running: clocks.is_running().then(|| turn.into()),
            }),
            offer: state.offer.map(Offer::from),
            last_offer: state.answered_offer.map(AnsweredOfferView::from),
            invitation: None,
            claimable_draw: match state.ending {
                None => game.claimable_draw().map(|reason| reason.code()),
                Some(_) => None,
            },
            paused: state.paused,
            delay_ms: state.delay_ms,
            outcome: state.ending.map(GameOutcome::from),
            rematch_of: state.rematch_of.clone(),
            rematch: state
                .rematch
                .as_ref()
                .map(|rematch| RematchView { by: rematch.by.into(), game: rematch.game.clone() }),
            created_at: state.created_at,
            updated_at: state.updated_at,
            server_time: now,
        }
    }
}

fn records(state: &GameState, first: usize) -> Vec<MoveRecord> {
    let after = state.game.positions().iter().skip(1);
    let plies = state.game.plies().zip(after).zip(&state.played);
    plies
        .skip(first)
        .map(|(((before, mv), after), played)| {
            let info = MoveInfo::new(before, mv);
            MoveRecord {
                uci: info.uci,
                san: info.san,
                fen: after.to_fen(),
                captured: info.captured,
                self_capture: info.self_capture,
                themes: info.themes,
                check: info.check,
                at: played.at,
                clock_ms: played.clock_ms,
            }
        })
        .collect()
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameSummary {
    pub(crate) id: String,
    pub(crate) variant: String,
    pub(crate) status: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that was aborted or has expired; null while it is played.
    pub(crate) result: Option<String>,
    pub(crate) version: i64,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) white: Player,
    pub(crate) black: Player,
    /// The sides that the caller plays.
    pub(crate) you: Vec<Side>,
}

impl GameSummary {
    pub(crate) fn new(listed: ListedGame, owner: &str) -> GameSummary {
        let ListedGame { record, setup } = listed;
        let [white, black] = Player::both(setup.players, &setup.names);
        let plays = |color: &Color| record.owner(*color) == Some(owner);
        GameSummary {
            white,
            black,
            you: Color::BOTH.into_iter().filter(plays).map(Side::from).collect(),
            id: record.id,
            variant: record.variant,
            status: record.status,
            result: record.result,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }
}
