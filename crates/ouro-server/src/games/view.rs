//! A game as clients see it.

use ouro_rules::Color;
use serde::Serialize;
use utoipa::ToSchema;

use super::decide::Seats;
use super::event::{ClockSettings, Event, Player};
use super::service::{Loaded, now};
use super::state::{Offer, State, Status};
use crate::api::position::move_list;
use crate::api::types::{Captured, GameOutcome, MoveInfo, Side, ThemeName, VariantName, draw_code};
use crate::problem::Problem;
use crate::storage::ListedRow;

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
    /// What the side that moved had left, with a clock.
    pub(crate) clock_ms: Option<u64>,
}

/// The clocks at the moment of the answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClockView {
    pub(crate) settings: ClockSettings,
    pub(crate) white_ms: u64,
    pub(crate) black_ms: u64,
    /// Whose clock runs.
    pub(crate) running: Option<Side>,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameView {
    pub(crate) id: String,
    /// How many events the game has seen; moves say which one they answer.
    pub(crate) version: i64,
    pub(crate) variant: VariantName,
    pub(crate) status: Status,
    pub(crate) white: Player,
    pub(crate) black: Player,
    /// The sides that the caller plays.
    pub(crate) you: Vec<Side>,
    /// Whether the caller set the game up.
    pub(crate) creator: bool,
    pub(crate) start_fen: String,
    pub(crate) fen: String,
    pub(crate) turn: Side,
    pub(crate) check: bool,
    pub(crate) moves: Vec<MoveRecord>,
    /// What can be played now; none if the game is over.
    pub(crate) legal_moves: Vec<MoveInfo>,
    pub(crate) clock: Option<ClockView>,
    pub(crate) offer: Option<Offer>,
    pub(crate) claimable_draw: Option<&'static str>,
    /// Whether engines that play each other are stopped.
    pub(crate) paused: bool,
    /// How long engines wait before each move.
    pub(crate) delay_ms: u64,
    pub(crate) outcome: Option<GameOutcome>,
    pub(crate) rematch_of: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// The server's clock, in milliseconds since 1970.
    pub(crate) server_time: i64,
}

impl GameView {
    pub(crate) fn new(loaded: &Loaded, owner: &str) -> GameView {
        GameView::of(&loaded.row.id, &loaded.state, loaded.seats(owner))
    }

    pub(crate) fn of(id: &str, state: &State, seats: Seats) -> GameView {
        GameView::from_move(id, state, seats, 0)
    }

    /// The game without its first moves, for those who know them.
    pub(crate) fn from_move(id: &str, state: &State, seats: Seats, first: usize) -> GameView {
        let game = &state.game;
        let position = game.position();
        let now = now();
        let turn = position.turn();
        GameView {
            id: id.to_owned(),
            version: state.version,
            variant: state.variant(),
            status: state.status(),
            white: state.player(Color::White),
            black: state.player(Color::Black),
            you: Color::BOTH.into_iter().filter(|&c| seats.has(c)).map(Side::from).collect(),
            creator: seats.creator,
            start_fen: game.start().to_fen(),
            fen: position.to_fen(),
            turn: turn.into(),
            check: position.in_check(),
            moves: records(state, first),
            legal_moves: if state.outcome.is_none() { move_list(game) } else { Vec::new() },
            clock: state.clocks.map(|clocks| ClockView {
                settings: clocks.settings,
                white_ms: clocks.left(Color::White, turn, now),
                black_ms: clocks.left(Color::Black, turn, now),
                running: clocks.is_running().then(|| turn.into()),
            }),
            offer: state.offer,
            claimable_draw: match state.outcome {
                None => game.claimable_draw().map(draw_code),
                Some(_) => None,
            },
            paused: state.paused,
            delay_ms: state.delay_ms,
            outcome: state.outcome.clone(),
            rematch_of: state.rematch_of.clone(),
            created_at: state.created_at,
            updated_at: state.updated_at,
            server_time: now,
        }
    }
}

fn records(state: &State, first: usize) -> Vec<MoveRecord> {
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
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for one that was called off; none while it goes on.
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
    pub(crate) fn new(listed: ListedRow, owner: &str) -> Result<GameSummary, Problem> {
        let row = listed.game;
        let set_up = serde_json::from_str(&listed.set_up).map_err(Problem::internal)?;
        let Event::Created { white, black, .. } = set_up else {
            return Err(Problem::internal("a game does not begin with its creation"));
        };
        let seats = [(&row.white_owner, Side::White), (&row.black_owner, Side::Black)];
        let mine = seats.into_iter().filter(|(seat, _)| seat.as_deref() == Some(owner));
        Ok(GameSummary {
            white,
            black,
            you: mine.map(|(_, side)| side).collect(),
            id: row.id,
            variant: row.variant,
            status: row.status,
            result: row.result,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}
