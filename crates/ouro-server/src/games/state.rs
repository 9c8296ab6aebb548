//! The state of a game, derived from its log.

use ouro_rules::{Color, Game, Outcome, Position};

use super::clock::Clocks;
use super::error::BrokenLog;
use super::event::{Event, LoggedEvent, Player};
use super::outcome::Ending;
use super::player_name::PlayerName;

/// How long a game waits for its first move before it expires, in milliseconds: a week.
pub(crate) const EXPIRY_MS: i64 = 7 * 24 * 3_600_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfferKind {
    Draw,
    Takeback,
}

/// An offer that waits for a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) kind: OfferKind,
    pub(crate) by: Color,
}

/// How an offer was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Accepted,
    /// By the opponent: expressly, with a move or with an offer of their own.
    Declined,
    /// The same side has made another offer instead.
    Withdrawn,
}

/// The last offer that was answered, until the side that made it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnsweredOffer {
    pub(crate) offer: Offer,
    pub(crate) answer: Answer,
    /// The event that answered it.
    pub(crate) version: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// A side waits for a player.
    Waiting,
    Playing,
    Finished,
}

/// A move that was played, with its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayedMove {
    pub(crate) at: i64,
    /// The remaining time of the side that moved, increment included.
    pub(crate) clock_ms: Option<u64>,
    /// The remaining time of the side that moved when its clock was started for this move.
    pub(crate) clock_before_ms: Option<u64>,
    pub(crate) increment_ms: u64,
}

/// A rematch that a player waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rematch {
    pub(crate) by: Color,
    pub(crate) game: String,
}

/// The state of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) version: i64,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) players: [Player; 2],
    /// The names of the people who play White and Black, if they have chosen one.
    pub(crate) names: [Option<PlayerName>; 2],
    /// The sides that wait for a player.
    pub(crate) invited: Vec<Color>,
    pub(crate) game: Game,
    pub(crate) played: Vec<PlayedMove>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) offer: Option<Offer>,
    pub(crate) answered_offer: Option<AnsweredOffer>,
    pub(crate) paused: bool,
    /// How long engines wait before each move.
    pub(crate) delay_ms: u64,
    pub(crate) ending: Option<Ending>,
    pub(crate) rematch_of: Option<String>,
    pub(crate) rematch: Option<Rematch>,
    /// All moves ever played, moves that were taken back included.
    pub(crate) moves_made: u32,
    /// The value of `moves_made` at the last offer of each side, by kind.
    offered_at: [[Option<u32>; 2]; 2],
    /// Events other than moves, results and joining players.
    pub(crate) optional_events: u32,
}

impl GameState {
    /// Replays a log.
    pub(crate) fn from_log(log: &[LoggedEvent]) -> Result<GameState, BrokenLog> {
        let broken = |version, reason: &str| BrokenLog { version, reason: reason.to_owned() };
        let Some((first, rest)) = log.split_first() else {
            return Err(broken(0, "the log is empty"));
        };
        let Event::Created(setup) = &first.event else {
            return Err(broken(first.version, "the first event is not the creation of the game"));
        };
        let start = Position::from_fen(&setup.fen, setup.variant)
            .map_err(|error| broken(first.version, &error.to_string()))?;
        let game = Game::from_position(start);
        let mut state = GameState {
            version: first.version,
            created_at: first.at,
            updated_at: first.at,
            players: setup.players,
            names: setup.names.clone(),
            invited: setup.invited.clone(),
            ending: game.outcome().map(Ending::Rules),
            game,
            played: Vec::new(),
            clocks: setup.time_control.map(Clocks::new),
            offer: None,
            answered_offer: None,
            paused: false,
            delay_ms: setup.delay_ms,
            rematch_of: setup.rematch_of.clone(),
            rematch: None,
            moves_made: 0,
            offered_at: [[None; 2]; 2],
            optional_events: 0,
        };
        for logged in rest {
            state.apply(logged)?;
        }
        Ok(state)
    }

    /// Applies the next event of the log.
    pub(crate) fn apply(&mut self, logged: &LoggedEvent) -> Result<(), BrokenLog> {
        let broken = |reason: String| BrokenLog { version: logged.version, reason };
        if logged.version != self.version + 1 {
            return Err(broken(format!("it follows event {}", self.version)));
        }
        match &logged.event {
            Event::Created(_) => return Err(broken("the game exists already".to_owned())),
            Event::Joined { side, name } => {
                self.invited.retain(|invited| invited != side);
                if name.is_some() {
                    self.names[side.index()].clone_from(name);
                }
            }
            Event::Moved { uci, clock_ms } => {
                self.apply_move(uci, *clock_ms, logged).map_err(broken)?;
            }
            Event::TakebackOffered { by } => {
                self.apply_offer(OfferKind::Takeback, *by, logged.version);
            }
            Event::DrawOffered { by } => self.apply_offer(OfferKind::Draw, *by, logged.version),
            Event::TakebackDeclined { .. } | Event::DrawDeclined { .. } => {
                self.optional_events += 1;
                self.answer_offer(Answer::Declined, logged.version);
            }
            Event::TakenBack { plies, clocks_ms } => {
                self.apply_takeback(*plies, *clocks_ms, logged.at).map_err(broken)?;
                match self.offer {
                    Some(Offer { kind: OfferKind::Takeback, .. }) => {
                        self.answer_offer(Answer::Accepted, logged.version);
                    }
                    // The position of the offer is gone.
                    _ => self.answer_offer(Answer::Withdrawn, logged.version),
                }
            }
            Event::DrawAgreed { .. } => {
                self.answer_offer(Answer::Accepted, logged.version);
                self.ending = Some(Ending::Agreement);
            }
            Event::DrawClaimed { reason, .. } => {
                self.ending = Some(Ending::Rules(Outcome::Draw(*reason)));
            }
            Event::MoveLimitReached => self.ending = Some(Ending::MoveLimit),
            Event::Resigned { by } => self.ending = Some(Ending::Resignation { winner: !*by }),
            Event::Flagged { side } => {
                self.ending = Some(if self.game.position().can_mate(!*side) {
                    Ending::Time { winner: !*side }
                } else {
                    Ending::TimeWithoutMate { flagged: *side }
                });
            }
            Event::Aborted { .. } => self.ending = Some(Ending::Aborted),
            Event::Expired => self.ending = Some(Ending::Expired),
            Event::Paused => {
                self.optional_events += 1;
                self.paused = true;
            }
            Event::Resumed => {
                self.optional_events += 1;
                self.paused = false;
            }
            Event::DelaySet { delay_ms } => {
                self.optional_events += 1;
                self.delay_ms = *delay_ms;
            }
            Event::RematchOffered { by, game } => {
                self.rematch = Some(Rematch { by: *by, game: game.clone() });
            }
        }
        if self.ending.is_some() {
            let turn = self.turn();
            if let Some(clocks) = self.clocks.as_mut().filter(|clocks| clocks.is_running()) {
                clocks.stop(turn, logged.at);
            }
            self.offer = None;
        }
        self.version = logged.version;
        self.updated_at = logged.at;
        Ok(())
    }

    fn apply_move(
        &mut self,
        uci: &str,
        clock_ms: Option<u64>,
        logged: &LoggedEvent,
    ) -> Result<(), String> {
        let (mover, at) = (self.turn(), logged.at);
        self.game.play_uci(uci).map_err(|error| error.to_string())?;
        self.moves_made += 1;
        self.played.push(PlayedMove {
            at,
            clock_ms,
            // What the clock showed when it was started: nothing has been subtracted since.
            clock_before_ms: self.clocks.map(|clocks| clocks.remaining(mover, !mover, at)),
            increment_ms: self.clocks.map_or(0, |clocks| clocks.increment()),
        });
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover, clock_ms, at);
        }
        self.answered_offer = self.answered_offer.filter(|answered| answered.offer.by != mover);
        // A move declines an offer of the opponent.
        if self.offer.is_some_and(|offer| offer.by != mover) {
            self.answer_offer(Answer::Declined, logged.version);
        }
        self.ending = self.game.outcome().map(Ending::Rules);
        Ok(())
    }

    fn apply_offer(&mut self, kind: OfferKind, by: Color, version: i64) {
        self.optional_events += 1;
        let own = self.offer.is_some_and(|offer| offer.by == by);
        self.answer_offer(if own { Answer::Withdrawn } else { Answer::Declined }, version);
        self.offered_at[kind as usize][by.index()] = Some(self.moves_made);
        self.offer = Some(Offer { kind, by });
    }

    /// Answers the open offer, if there is one.
    fn answer_offer(&mut self, answer: Answer, version: i64) {
        if let Some(offer) = self.offer.take() {
            self.answered_offer = Some(AnsweredOffer { offer, answer, version });
        }
    }

    fn apply_takeback(
        &mut self,
        plies: u32,
        clocks_ms: Option<[u64; 2]>,
        at: i64,
    ) -> Result<(), String> {
        self.optional_events += 1;
        let turn = self.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(turn, at);
            if let Some(clocks_ms) = clocks_ms {
                clocks.set(clocks_ms);
            }
        }
        for _ in 0..plies {
            self.game.undo().ok_or("there is no move to take back")?;
            self.played.pop();
        }
        let started = !self.played.is_empty();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| started) {
            clocks.start(at);
        }
        Ok(())
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    pub(crate) fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    pub(crate) fn only_engines(&self) -> bool {
        self.players.iter().all(|player| player.is_engine())
    }

    pub(crate) fn status(&self) -> Status {
        match (self.ending, self.invited.is_empty()) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::Playing,
            (None, false) => Status::Waiting,
        }
    }

    /// Returns how many moves have been made since a side last made an offer of this kind.
    pub(crate) fn moves_since_offer(&self, kind: OfferKind, by: Color) -> Option<u32> {
        self.offered_at[kind as usize][by.index()].map(|at| self.moves_made - at)
    }

    /// Returns when the side to move runs out of time.
    pub(crate) fn flag_falls_at(&self) -> Option<i64> {
        self.clocks.as_ref()?.flag_falls_at(self.turn())
    }

    /// Returns whether it is the engine's turn.
    pub(crate) fn is_engine_to_move(&self) -> bool {
        self.status() == Status::Playing && !self.paused && self.player(self.turn()).is_engine()
    }

    /// Returns when the game expires, if nobody has made a move yet.
    pub(crate) fn expires_at(&self) -> Option<i64> {
        let unstarted = self.ending.is_none() && self.moves_made == 0;
        (unstarted && !self.is_engine_to_move()).then(|| self.created_at.saturating_add(EXPIRY_MS))
    }

    /// Returns when something happens without a command: a move of the engine, the fall of a flag, or expiry.
    pub(crate) fn due_at(&self) -> Option<i64> {
        let playing = self.status() == Status::Playing;
        let delay = i64::try_from(self.delay_ms).unwrap_or(0);
        let engine = self.is_engine_to_move().then(|| self.updated_at.saturating_add(delay));
        let flag = self.flag_falls_at().filter(|_| playing);
        [engine, flag, self.expires_at()].into_iter().flatten().min()
    }
}
