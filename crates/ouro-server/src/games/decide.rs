//! What may be done in a game, and what comes of it.

use ouro_rules::Color;
use serde::Deserialize;
use utoipa::ToSchema;

use super::event::Event;
use super::state::{Offer, OfferKind, State, Status};
use crate::api::position::refused;
use crate::api::types::{Side, draw_code};
use crate::problem::{Code, Problem};

/// The longest that engines can be made to wait before a move.
const LONGEST_DELAY: u64 = 60_000;

/// What somebody would like to do, moves apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// Give up.
    Resign,
    /// Call the game off, before both sides have moved.
    Abort,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Claim a draw by threefold repetition or the fifty-move rule.
    ClaimDraw,
    /// Take back the last move of one's own. Against the engine it happens at once; another person is
    /// asked.
    TakeBack,
    AcceptTakeback,
    DeclineTakeback,
    /// Stop engines that play each other.
    Pause,
    /// Let them go on.
    Resume,
    /// Let engines wait before each move, for as long as `delay_ms` says.
    SetDelay,
}

/// Anything but a move. All fields stand side by side, which generators of clients understand.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionRequest {
    pub(crate) action: Action,
    /// How long engines wait before each move; only for `set_delay`.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    delay_ms: Option<u64>,
    /// If it is said and the game has moved on since, nothing happens.
    #[serde(default)]
    pub(crate) version: Option<i64>,
}

/// The sides that somebody plays: none for a spectator, both on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    pub(crate) white: bool,
    pub(crate) black: bool,
    /// Whether they set the game up, which lets them direct engines.
    pub(crate) creator: bool,
}

impl Seats {
    /// Those of somebody who only watches.
    pub(crate) const NONE: Seats = Seats { white: false, black: false, creator: false };

    pub(crate) const fn has(self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The side somebody acts for: their own; on one board, the one whose turn it is.
    fn acting(self, turn: Color) -> Result<Color, Problem> {
        match (self.white, self.black) {
            (true, true) => Ok(turn),
            (true, false) => Ok(Color::White),
            (false, true) => Ok(Color::Black),
            (false, false) => Err(Problem::new(Code::NotYours, "you do not play in this game")),
        }
    }
}

fn not_now(detail: &str) -> Problem {
    Problem::new(Code::NotNow, detail)
}

impl State {
    fn check_going_on(&self) -> Result<(), Problem> {
        match (&self.outcome, self.status()) {
            (Some(outcome), _) => {
                Err(Problem::new(Code::GameOver, format!("the game is over: {}", outcome.text)))
            }
            (None, Status::Waiting) => Err(not_now("the game waits for the other player")),
            (None, _) => Ok(()),
        }
    }

    /// What comes of a move that a person would like to play.
    pub(crate) fn decide_move(
        &self,
        uci: &str,
        seats: Seats,
        now: i64,
    ) -> Result<Vec<Event>, Problem> {
        self.check_going_on()?;
        let turn = self.turn();
        if !seats.has(turn) {
            let mine = seats.white || seats.black;
            return Err(if mine {
                Problem::new(Code::IllegalMove, format!("it is {turn}'s turn")).with(
                    crate::api::types::Refusal {
                        code: "not_your_turn",
                        message: format!("it is {turn}'s turn"),
                    },
                )
            } else {
                Problem::new(Code::NotYours, "you do not play in this game")
            });
        }
        self.play(uci, now)
    }

    /// What comes of a move, whoever plays it.
    pub(crate) fn play(&self, uci: &str, now: i64) -> Result<Vec<Event>, Problem> {
        self.check_going_on()?;
        let turn = self.turn();
        if self.flag_falls().is_some_and(|at| at <= now) {
            return Ok(vec![Event::Flagged { side: turn.into() }]);
        }
        let mut game = self.game.clone();
        let mv = game.play_uci(uci).map_err(|error| refused(&error))?;
        let uci = self.game.position().uci(mv);
        let clock_ms = self.clocks.map(|clocks| {
            let increment = if clocks.is_running() { clocks.settings.increment_ms } else { 0 };
            clocks.left(turn, turn, now) + increment
        });
        Ok(vec![Event::Moved { uci, clock_ms }])
    }

    /// The fall of a flag, if one has fallen.
    pub(crate) fn decide_flag(&self, now: i64) -> Option<Event> {
        let fallen = self.status() == Status::Playing && self.flag_falls()? <= now;
        fallen.then(|| Event::Flagged { side: self.turn().into() })
    }

    /// What comes of anything but a move.
    pub(crate) fn decide(
        &self,
        request: ActionRequest,
        seats: Seats,
        now: i64,
    ) -> Result<Vec<Event>, Problem> {
        let action = request.action;
        if request.delay_ms.is_some() != (action == Action::SetDelay) {
            let detail = "delay_ms belongs to set_delay, and to nothing else";
            return Err(Problem::new(Code::BadRequest, detail));
        }
        if let Action::Pause | Action::Resume | Action::SetDelay = action {
            return self.direct(action, request.delay_ms.unwrap_or(0), seats);
        }
        if let (Action::Abort, Status::Waiting) = (action, self.status()) {
            let by = seats.acting(Color::White)?.into();
            return Ok(vec![Event::Aborted { by }]);
        }
        self.check_going_on()?;
        if let Some(event) = self.decide_flag(now) {
            return Ok(vec![event]);
        }
        let me = seats.acting(self.turn())?;
        let by = Side::from(me);
        let alone = !self.player(!me).is_engine() && seats.has(!me);
        let event = match action {
            Action::Resign => Event::Resigned { by },
            Action::Abort => {
                if self.game.moves().len() >= 2 {
                    return Err(not_now("a game that has begun cannot be called off; resign"));
                }
                Event::Aborted { by }
            }
            Action::OfferDraw if alone => Event::DrawAgreed { by },
            Action::OfferDraw => match self.offer {
                Some(offer) if offer.by == by && offer.kind == OfferKind::Draw => {
                    return Err(not_now("you have offered a draw already"));
                }
                Some(Offer { kind: OfferKind::Draw, .. }) => Event::DrawAgreed { by },
                _ => Event::DrawOffered { by },
            },
            Action::AcceptDraw => {
                self.check_offer(OfferKind::Draw, by)?;
                Event::DrawAgreed { by }
            }
            Action::DeclineDraw => {
                self.check_offer(OfferKind::Draw, by)?;
                Event::DrawDeclined { by }
            }
            Action::ClaimDraw => {
                if self.turn() != me {
                    return Err(not_now("a draw is claimed when it is one's turn"));
                }
                let reason = self.game.claimable_draw().ok_or_else(|| {
                    not_now("there is neither a threefold repetition nor fifty quiet moves")
                })?;
                Event::DrawClaimed { by, reason: draw_code(reason).to_owned() }
            }
            Action::TakeBack => {
                let plies = self.plies_to_take_back(me, alone)?;
                if alone || self.player(!me).is_engine() {
                    Event::TakenBack { plies }
                } else {
                    Event::TakebackOffered { by }
                }
            }
            Action::AcceptTakeback => {
                self.check_offer(OfferKind::Takeback, by)?;
                Event::TakenBack { plies: self.plies_to_take_back(!me, false)? }
            }
            Action::DeclineTakeback => {
                self.check_offer(OfferKind::Takeback, by)?;
                Event::TakebackDeclined { by }
            }
            Action::Pause | Action::Resume | Action::SetDelay => return Ok(Vec::new()),
        };
        Ok(vec![event])
    }

    /// Engines that play each other do as whoever set up the game says.
    fn direct(&self, action: Action, delay_ms: u64, seats: Seats) -> Result<Vec<Event>, Problem> {
        self.check_going_on()?;
        if !self.players.iter().all(|player| player.is_engine()) {
            return Err(not_now("only games between engines can be paused or slowed down"));
        }
        if !seats.creator {
            let detail = "only who has set up the game can direct it";
            return Err(Problem::new(Code::NotYours, detail));
        }
        Ok(match action {
            Action::Pause if !self.paused => vec![Event::Paused {}],
            Action::Resume if self.paused => vec![Event::Resumed {}],
            Action::SetDelay if delay_ms > LONGEST_DELAY => {
                let detail = format!("{LONGEST_DELAY} ms are the most");
                return Err(Problem::new(Code::OutOfRange, detail));
            }
            Action::SetDelay => vec![Event::DelaySet { delay_ms }],
            _ => Vec::new(),
        })
    }

    /// Whether there is an offer of the other side to answer.
    fn check_offer(&self, kind: OfferKind, me: Side) -> Result<(), Problem> {
        match self.offer {
            Some(offer) if offer.kind == kind && offer.by != me => Ok(()),
            _ => Err(not_now("there is no such offer to answer")),
        }
    }

    /// How many moves back a side's own last move is, so that it is its turn again.
    fn plies_to_take_back(&self, me: Color, alone: bool) -> Result<u32, Problem> {
        let played = self.game.moves().len();
        let plies = if alone || self.turn() != me { 1 } else { 2 };
        if played < plies as usize {
            return Err(not_now("there is no move of yours to take back"));
        }
        Ok(plies)
    }
}
