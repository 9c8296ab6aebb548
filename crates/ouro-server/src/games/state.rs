//! Where a game stands: what its log comes to.

use ouro_rules::{Color, Game, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::{ClockSettings, Event, Logged, Player};
use crate::api::types::{GameOutcome, Side, VariantName};

/// A log that does not make sense, which only a fault of the storage can bring about.
#[derive(Debug, thiserror::Error)]
#[error("event {version} of the log does not follow from those before it: {reason}")]
pub(crate) struct BrokenLog {
    version: i64,
    reason: String,
}

/// What a side would like the other to agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OfferKind {
    Draw,
    Takeback,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Offer {
    pub(crate) kind: OfferKind,
    pub(crate) by: Side,
}

/// Whether a game waits for somebody, goes on or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Waiting,
    Playing,
    Finished,
}

impl Status {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Playing => "playing",
            Status::Finished => "finished",
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) settings: ClockSettings,
    /// What each side had when its clock was last stopped.
    left_ms: [u64; 2],
    /// Since when the clock of the side to move runs.
    running_since: Option<i64>,
}

impl Clocks {
    /// What a side has at a moment.
    pub(crate) fn left(&self, color: Color, turn: Color, now: i64) -> u64 {
        let left = self.left_ms[color.index()];
        match self.running_since {
            Some(since) if color == turn => left.saturating_sub(elapsed(since, now)),
            _ => left,
        }
    }

    /// When the side to move has no time left.
    fn flag_falls(&self, turn: Color) -> Option<i64> {
        let left = i64::try_from(self.left_ms[turn.index()]).unwrap_or(i64::MAX);
        self.running_since.map(|since| since.saturating_add(left))
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running_since.is_some()
    }
}

fn elapsed(since: i64, now: i64) -> u64 {
    u64::try_from(now.saturating_sub(since)).unwrap_or(0)
}

/// A move that was played, with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) at: i64,
    pub(crate) clock_ms: Option<u64>,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) version: i64,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) players: [Player; 2],
    /// Sides that still wait for somebody.
    pub(crate) invited: Vec<Color>,
    pub(crate) game: Game,
    /// When each move was played.
    pub(crate) played: Vec<Played>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) offer: Option<Offer>,
    pub(crate) paused: bool,
    /// How long engines wait before a move.
    pub(crate) delay_ms: u64,
    pub(crate) outcome: Option<GameOutcome>,
    pub(crate) rematch_of: Option<String>,
}

impl State {
    /// What a log comes to.
    pub(crate) fn from_log(log: &[Logged]) -> Result<State, BrokenLog> {
        let broken = |version, reason: &str| BrokenLog { version, reason: reason.to_owned() };
        let Some((first, rest)) = log.split_first() else {
            return Err(broken(0, "it is empty"));
        };
        let Event::Created { variant, fen, white, black, clock, invited, rematch_of } =
            &first.event
        else {
            return Err(broken(first.version, "a log begins with the creation of the game"));
        };
        let start = Position::from_fen(fen, (*variant).into())
            .map_err(|error| broken(first.version, &error.to_string()))?;
        let mut state = State {
            version: first.version,
            created_at: first.at,
            updated_at: first.at,
            players: [*white, *black],
            invited: invited.iter().map(|&side| side.into()).collect(),
            game: Game::from_position(start),
            played: Vec::new(),
            clocks: clock.map(|settings| Clocks {
                settings,
                left_ms: [settings.initial_ms; 2],
                running_since: None,
            }),
            offer: None,
            paused: false,
            delay_ms: 0,
            outcome: None,
            rematch_of: rematch_of.clone(),
        };
        state.outcome = state.game.outcome().map(GameOutcome::from);
        for logged in rest {
            state.apply(logged)?;
        }
        Ok(state)
    }

    /// Goes one event further.
    pub(crate) fn apply(&mut self, logged: &Logged) -> Result<(), BrokenLog> {
        let broken = |reason: String| BrokenLog { version: logged.version, reason };
        if logged.version != self.version + 1 {
            return Err(broken(format!("it should be number {}", self.version + 1)));
        }
        match &logged.event {
            Event::Created { .. } => return Err(broken("a game is created once".to_owned())),
            Event::Joined { side } => {
                let color = Color::from(*side);
                self.invited.retain(|&waiting| waiting != color);
            }
            Event::Moved { uci, clock_ms } => {
                let mover = self.turn();
                self.game.play_uci(uci).map_err(|error| broken(error.to_string()))?;
                self.played.push(Played { at: logged.at, clock_ms: *clock_ms });
                if let Some(clocks) = &mut self.clocks {
                    clocks.left_ms[mover.index()] =
                        clock_ms.unwrap_or(clocks.left_ms[mover.index()]);
                    clocks.running_since = Some(logged.at);
                }
                // An offer is declined by a move of the side that it was made to.
                let by_mover = self.offer.is_some_and(|offer| Color::from(offer.by) == mover);
                self.offer = self.offer.filter(|_| by_mover);
                self.outcome = self.game.outcome().map(GameOutcome::from);
            }
            Event::TakebackOffered { by } => {
                self.offer = Some(Offer { kind: OfferKind::Takeback, by: *by });
            }
            Event::DrawOffered { by } => {
                self.offer = Some(Offer { kind: OfferKind::Draw, by: *by });
            }
            Event::TakebackDeclined { .. } | Event::DrawDeclined { .. } => self.offer = None,
            Event::TakenBack { plies } => {
                self.stop_clock(logged.at);
                for _ in 0..*plies {
                    self.game.undo().ok_or_else(|| broken("nothing to take back".to_owned()))?;
                    self.played.pop();
                }
                self.offer = None;
                let begun = !self.game.moves().is_empty();
                if let Some(clocks) = &mut self.clocks {
                    clocks.running_since = begun.then_some(logged.at);
                }
            }
            Event::DrawAgreed { .. } => self.finish(None, "agreement", "draw by agreement"),
            Event::DrawClaimed { reason, .. } => {
                let words = match reason.as_str() {
                    "fifty_moves" => "draw by the fifty-move rule",
                    _ => "draw by threefold repetition",
                };
                self.finish(None, reason, words);
            }
            Event::Resigned { by } => {
                let winner = !Color::from(*by);
                self.finish(Some(winner), "resignation", &format!("{winner} wins by resignation"));
            }
            Event::Flagged { side } => {
                let winner = !Color::from(*side);
                if self.game.position().can_mate(winner) {
                    self.finish(Some(winner), "time", &format!("{winner} wins on time"));
                } else {
                    let words = format!("draw: {winner} cannot mate, and {} has no time", !winner);
                    self.finish(None, "time_without_mate", &words);
                }
            }
            Event::Aborted { .. } => {
                self.finish(None, "aborted", "called off");
                if let Some(outcome) = &mut self.outcome {
                    "*".clone_into(&mut outcome.result);
                }
            }
            Event::Paused {} => self.paused = true,
            Event::Resumed {} => self.paused = false,
            Event::DelaySet { delay_ms } => self.delay_ms = *delay_ms,
        }
        if self.outcome.is_some() {
            self.stop_clock(logged.at);
            self.offer = None;
        }
        self.version = logged.version;
        self.updated_at = logged.at;
        Ok(())
    }

    fn finish(&mut self, winner: Option<Color>, reason: &str, text: &str) {
        let result = match winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        self.outcome = Some(GameOutcome {
            result: result.to_owned(),
            winner: winner.map(Side::from),
            reason: reason.to_owned(),
            text: text.to_owned(),
        });
    }

    fn stop_clock(&mut self, at: i64) {
        let turn = self.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.left_ms[turn.index()] = clocks.left(turn, turn, at);
            clocks.running_since = None;
        }
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    pub(crate) fn variant(&self) -> VariantName {
        self.game.variant().into()
    }

    pub(crate) fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    pub(crate) fn status(&self) -> Status {
        match (&self.outcome, self.invited.is_empty()) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::Playing,
            (None, false) => Status::Waiting,
        }
    }

    /// When the clock of the side to move runs out.
    pub(crate) fn flag_falls(&self) -> Option<i64> {
        self.clocks.as_ref()?.flag_falls(self.turn())
    }

    /// Whether the engine is to move now.
    pub(crate) fn engine_is_to_move(&self) -> bool {
        self.status() == Status::Playing && !self.paused && self.player(self.turn()).is_engine()
    }

    /// When something has to be done although nobody asks for it: an engine's move, or a flag.
    pub(crate) fn due_at(&self) -> Option<i64> {
        if self.status() != Status::Playing {
            return None;
        }
        let delay = i64::try_from(self.delay_ms).unwrap_or(0);
        let engine = self.engine_is_to_move().then(|| self.updated_at.saturating_add(delay));
        [engine, self.flag_falls()].into_iter().flatten().min()
    }
}
