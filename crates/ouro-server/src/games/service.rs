//! Loading games and making things happen in them.

use std::time::{SystemTime, UNIX_EPOCH};

use ouro_rules::{Color, Role};

use super::decide::Seats;
use super::event::{Event, Logged};
use super::hub::{Happened, News};
use super::state::State;
use crate::api::types::Side;
use crate::app::App;
use crate::caller::Secret;
use crate::problem::{Code, Problem};
use crate::storage::{GameRow, Seat, SelfCaptureRow, Summary};

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// How often a change is tried again when somebody else was faster.
const TRIES: usize = 8;

/// A game from the storage.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) row: GameRow,
    pub(crate) state: State,
}

impl Loaded {
    /// The sides that an owner plays.
    pub(crate) fn seats(&self, owner: &str) -> Seats {
        let is = |seat: &Option<String>| seat.as_deref() == Some(owner);
        Seats {
            white: is(&self.row.white_owner),
            black: is(&self.row.black_owner),
            creator: self.row.creator == owner,
        }
    }

    fn owner_of(&self, color: Color) -> Option<String> {
        match color {
            Color::White => self.row.white_owner.clone(),
            Color::Black => self.row.black_owner.clone(),
        }
    }
}

impl App {
    pub(crate) async fn load(&self, id: &str) -> Result<Loaded, Problem> {
        let unknown = || Problem::new(Code::NotFound, "there is no such game");
        if !Secret::is_one(id) {
            return Err(unknown());
        }
        let row = self.store.game(id).await?.ok_or_else(unknown)?;
        let log = self.store.events(id, 0).await?;
        let state = State::from_log(&log).map_err(Problem::internal)?;
        Ok(Loaded { row, state })
    }

    /// Makes something happen: what `decide` makes of the game as it is. If `seen` is given and the
    /// game has moved on since, nothing happens.
    pub(crate) async fn change(
        &self,
        id: &str,
        seen: Option<i64>,
        decide: impl FnMut(&Loaded, i64) -> Result<Vec<Event>, Problem>,
    ) -> Result<Loaded, Problem> {
        self.change_seated(id, seen, None, decide).await
    }

    /// The same, while somebody takes a side.
    pub(crate) async fn change_seated(
        &self,
        id: &str,
        seen: Option<i64>,
        seat: Option<&Seat>,
        mut decide: impl FnMut(&Loaded, i64) -> Result<Vec<Event>, Problem>,
    ) -> Result<Loaded, Problem> {
        for _ in 0..TRIES {
            let mut loaded = self.load(id).await?;
            if seen.is_some_and(|seen| seen != loaded.state.version) {
                return Err(stale(&loaded.state));
            }
            let now = now().max(loaded.state.updated_at);
            let events = decide(&loaded, now)?;
            if events.is_empty() {
                return Ok(loaded);
            }
            if loaded.state.version + events.len() as i64 > self.config.max_events {
                let detail = format!("a game has {} events at the most", self.config.max_events);
                return Err(Problem::new(Code::Quota, detail));
            }
            if self.append(&mut loaded, events, now, seat).await? {
                if let Some(seat) = seat {
                    let place = if seat.white {
                        &mut loaded.row.white_owner
                    } else {
                        &mut loaded.row.black_owner
                    };
                    *place = Some(seat.owner.clone());
                }
                return Ok(loaded);
            }
            // Somebody else was faster: look again at what has become of it.
        }
        Err(Problem::new(Code::Busy, "too much is happening in this game at once"))
    }

    /// Adds events to a game's log. Tells whether it did; if not, somebody else was faster.
    async fn append(
        &self,
        loaded: &mut Loaded,
        events: Vec<Event>,
        now: i64,
        seat: Option<&Seat>,
    ) -> Result<bool, Problem> {
        let seen = loaded.state.version;
        let mut after = loaded.state.clone();
        let mut captures = Vec::new();
        let mut log = Vec::new();
        let heard = self.hub.has_listeners(&loaded.row.id);
        let mut news = Vec::new();
        for (version, event) in (seen + 1..).zip(events) {
            let logged = Logged { version, at: now, event };
            let taken = matches!(logged.event, Event::Moved { .. });
            after.apply(&logged).map_err(Problem::internal)?;
            if heard {
                news.push(Happened::new(logged.clone(), after.clone()));
            }
            if taken {
                captures.extend(last_self_capture(loaded, &after));
            }
            log.push(logged);
        }
        let summary = Summary {
            status: after.status().name(),
            result: after.outcome.as_ref().map(|outcome| outcome.result.clone()),
            due_at: after.due_at(),
        };
        let id = &loaded.row.id;
        if !self.store.append(id, seen, &log, &summary, &captures, seat).await? {
            return Ok(false);
        }
        if log.iter().any(|logged| matches!(logged.event, Event::TakenBack { .. })) {
            self.store.forget_captures(id, after.game.moves().len() as i64).await?;
        }
        self.metrics.events.inc_by(log.len() as u64);
        if heard {
            for happened in news {
                self.hub.tell(id, News::Event(Box::new(happened)));
            }
        } else {
            // Somebody may have come meanwhile.
            self.hub.tell(id, News::Elsewhere);
        }
        self.wake.notify_one();
        // The others look for themselves if this does not reach them.
        let message = format!("{} {}", self.process, id);
        if let Err(error) = self.store.notify(&message).await {
            tracing::warn!(%error, "other processes were not told");
        }
        loaded.state = after;
        Ok(true)
    }
}

/// The game has moved on; this is what it has become.
fn stale(state: &State) -> Problem {
    let detail = format!("the game is at version {} by now", state.version);
    Problem::new(Code::Stale, detail).with(
        serde_json::json!({ "version": state.version, "fen": state.game.position().to_fen() }),
    )
}

/// The last move as a self-capture, if it is one.
fn last_self_capture(loaded: &Loaded, after: &State) -> Option<SelfCaptureRow> {
    let ply = after.game.moves().len().checked_sub(1)?;
    let (before, mv) = (after.game.positions().get(ply)?, *after.game.moves().get(ply)?);
    let capture = before.self_capture(mv)?;
    let board = before.board();
    let plain = board.of_role(Role::Pawn) | board.of_role(Role::King);
    Some(SelfCaptureRow {
        ply: ply as i64,
        owner: loaded.owner_of(capture.by).filter(|_| !after.player(capture.by).is_engine()),
        side: Side::from(capture.by).name().to_owned(),
        piece: capture.piece.to_string(),
        victim: capture.victim.to_string(),
        pieces: i64::from((board.occupied() & !plain).count()),
    })
}
