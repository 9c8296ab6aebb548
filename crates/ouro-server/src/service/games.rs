//! Loading, creating and changing games.

use std::sync::Arc;

use ouro_rules::Color;
use tokio::sync::Notify;

use super::hub::{Announcement, Change, Hub};
use crate::games::clock::TimeControl;
use crate::games::command::Seats;
use crate::games::error::{BrokenLog, CommandError};
use crate::games::event::{Event, LoggedEvent, Player, Setup};
use crate::games::player_name::PlayerName;
use crate::games::self_captures::{SelfCapture, last_self_capture};
use crate::games::state::{GameState, Status};
use crate::secret::{RandomError, Secret, hash};
use crate::signing::{Purpose, ServerKey};
use crate::storage::{
    Append, ClaimedSeat, GameRecord, Invitation, NewGame, NewRematch, SeatClaim, StorageError,
    Store, status_name,
};
use crate::time::now;

/// How often a change is retried when another one was faster.
const ATTEMPTS: usize = 8;

/// Why something cannot be done with a game. Nothing has changed, except after an unknown outcome of the storage.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameError {
    #[error("there is no such game")]
    NotFound,
    #[error("the game has version {version}")]
    Stale { version: i64, fen: String },
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("too many changes of this game at the same time")]
    Contention,
    #[error("you have {0} games in progress, the maximum")]
    TooManyGames(i64),
    #[error("this invitation was used before or is not for this game")]
    InvalidInvitation,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    BrokenLog(#[from] BrokenLog),
    #[error(transparent)]
    Random(#[from] RandomError),
    #[error("a task failed: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// A game from the storage.
#[derive(Clone, Debug)]
pub(crate) struct LoadedGame {
    pub(crate) record: GameRecord,
    pub(crate) state: GameState,
}

impl LoadedGame {
    /// Returns the sides that an owner plays.
    pub(crate) fn seats(&self, owner: &str) -> Seats {
        Seats {
            white: self.record.owner(Color::White) == Some(owner),
            black: self.record.owner(Color::Black) == Some(owner),
            creator: self.record.creator == owner,
        }
    }

    /// Returns whether a person other than `owner` plays.
    fn has_opponent(&self, owner: &str) -> bool {
        Color::BOTH
            .into_iter()
            .filter_map(|color| self.record.owner(color))
            .any(|seat| seat != owner)
    }
}

/// A game to create.
pub(crate) struct GameRequest<'a> {
    pub(crate) owner: &'a str,
    pub(crate) variant: ouro_rules::Variant,
    pub(crate) fen: String,
    pub(crate) players: [Player; 2],
    pub(crate) time_control: Option<TimeControl>,
    pub(crate) names: [Option<PlayerName>; 2],
    /// The side that is left to an invited player.
    pub(crate) invite: Option<Color>,
    pub(crate) delay_ms: u64,
    pub(crate) idempotency_key: Option<&'a str>,
}

/// A game that was created, or found by its idempotency key.
pub(crate) struct CreatedGame {
    pub(crate) game: LoadedGame,
    pub(crate) is_new: bool,
}

/// The games of the service.
pub(crate) struct Games {
    pub(crate) store: Store,
    pub(crate) hub: Hub,
    /// Wakes the worker for due work.
    pub(crate) wake: Notify,
    /// The name of this process among all that share the database.
    pub(crate) process: String,
    /// The games in progress that one owner may have created.
    max_games: i64,
    /// The key from which the tokens of invitations are derived.
    key: ServerKey,
    on_events: Box<dyn Fn(usize) + Send + Sync>,
}

impl Games {
    /// Creates the service. `on_events` is called with the number of events after each commit.
    pub(crate) fn new(
        store: Store,
        max_games: i64,
        key: ServerKey,
        on_events: impl Fn(usize) + Send + Sync + 'static,
    ) -> Result<Games, RandomError> {
        Ok(Games {
            store,
            hub: Hub::default(),
            wake: Notify::new(),
            process: Secret::new()?.text().to_owned(),
            max_games,
            key,
            on_events: Box::new(on_events),
        })
    }

    pub(crate) async fn load(&self, id: &str) -> Result<LoadedGame, GameError> {
        if !Secret::is_valid(id) {
            return Err(GameError::NotFound);
        }
        let record = self.store.game(id).await?.ok_or(GameError::NotFound)?;
        let mut log = self.store.events(id).await?;
        // The log may have grown since the row was read.
        log.retain(|logged| logged.version <= record.version);
        let state = GameState::from_log(&log)?;
        Ok(LoadedGame { record, state })
    }

    /// Applies what `decide` makes of the current state. If `seen` is given and the game has another version, nothing
    /// changes.
    pub(crate) async fn change(
        self: &Arc<Self>,
        id: &str,
        seen: Option<i64>,
        decide: impl FnMut(&LoadedGame, i64) -> Result<Vec<Event>, CommandError>,
    ) -> Result<LoadedGame, GameError> {
        self.change_with_seat(id, seen, None, decide).await
    }

    /// Does the same while somebody takes a side.
    async fn change_with_seat(
        self: &Arc<Self>,
        id: &str,
        seen: Option<i64>,
        seat: Option<Arc<ClaimedSeat>>,
        mut decide: impl FnMut(&LoadedGame, i64) -> Result<Vec<Event>, CommandError>,
    ) -> Result<LoadedGame, GameError> {
        for _ in 0..ATTEMPTS {
            let mut loaded = self.load(id).await?;
            if seen.is_some_and(|seen| seen != loaded.state.version) {
                let fen = loaded.state.game.position().to_fen();
                return Err(GameError::Stale { version: loaded.state.version, fen });
            }
            // The wall clock may be set back; the log never goes back in time.
            let now = now().max(loaded.state.updated_at);
            let events = decide(&loaded, now)?;
            if events.is_empty() || self.append(&mut loaded, events, now, seat.clone()).await? {
                return Ok(loaded);
            }
        }
        Err(GameError::Contention)
    }

    /// Appends events to the log of a game. Returns `false` if another change was faster.
    async fn append(
        self: &Arc<Self>,
        loaded: &mut LoadedGame,
        events: Vec<Event>,
        now: i64,
        seat: Option<Arc<ClaimedSeat>>,
    ) -> Result<bool, GameError> {
        let mut pending = PendingEvents::new(loaded, events, now)?;
        pending.seat = seat;
        // The commit and its announcement belong together, also if the client disconnects between them.
        let (games, record) = (Arc::clone(self), loaded.record.clone());
        let task = tokio::spawn(async move { games.commit(record, pending).await });
        match task.await?? {
            Some((record, after)) => {
                *loaded = LoadedGame { record, state: after };
                Ok(true)
            }
            None => Ok(false),
        }
    }

    async fn commit(
        &self,
        mut record: GameRecord,
        pending: PendingEvents,
    ) -> Result<Option<(GameRecord, GameState)>, GameError> {
        let PendingEvents { log, states, self_captures, seat } = pending;
        let Some(after) = states.last() else { return Ok(None) };
        let append = Append {
            record: &record,
            events: &log,
            after,
            self_captures: &self_captures,
            seat: seat.as_deref(),
        };
        if !self.store.append(&append).await? {
            return Ok(None);
        }
        (self.on_events)(log.len());
        let after = after.clone();
        record.version = after.version;
        record.updated_at = after.updated_at;
        status_name(after.status()).clone_into(&mut record.status);
        record.result = after.ending.map(|ending| ending.result().to_owned());
        if let Some(seat) = seat {
            record.take_seat(&seat);
        }
        if self.hub.has_listeners(&record.id) {
            for (logged, state) in log.into_iter().zip(states) {
                let announcement = Announcement::new(logged, state);
                self.hub.announce(&record.id, Change::Event(Box::new(announcement)));
            }
        }
        self.announce_elsewhere(&record.id).await;
        Ok(Some((record, after)))
    }

    /// Wakes the worker and tells other processes that a game has changed.
    async fn announce_elsewhere(&self, id: &str) {
        self.wake.notify_one();
        let message = format!("{} {id}", self.process);
        if let Err(error) = self.store.notify(&message).await {
            tracing::warn!(%error, "failed to notify other processes");
        }
    }

    /// Returns the game if a move that is out of date is a repetition: the event that it would have led to is in the
    /// log, and the caller has played it.
    pub(crate) async fn repeated_move(
        &self,
        id: &str,
        uci: &str,
        version: i64,
        owner: &str,
    ) -> Result<Option<LoadedGame>, GameError> {
        let game = self.load(id).await?;
        let log = self.store.events(id).await?;
        let Some(before) = usize::try_from(version).ok().filter(|&count| count >= 1) else {
            return Ok(None);
        };
        let (Some(known), Some(next)) = (log.get(..before), log.get(before)) else {
            return Ok(None);
        };
        let state = GameState::from_log(known)?;
        let position = state.game.position();
        let is_same = match &next.event {
            Event::Moved { uci: played, .. } => {
                position.parse_uci(uci).is_ok_and(|mv| position.uci(mv) == *played)
            }
            _ => false,
        };
        Ok((is_same && game.seats(owner).has(state.turn())).then_some(game))
    }

    /// Creates a game. The owner plays every side of a person that is not left to an invited player.
    pub(crate) async fn create(
        self: &Arc<Self>,
        request: GameRequest<'_>,
    ) -> Result<CreatedGame, GameError> {
        if let Some(key) = request.idempotency_key
            && let Some(id) = self.store.game_by_key(request.owner, key).await?
        {
            return self.find_created(&id).await;
        }
        self.check_quota(request.owner).await?;
        let setup = Setup {
            variant: request.variant,
            fen: request.fen,
            players: request.players,
            names: request.names,
            time_control: request.time_control,
            invited: request.invite.into_iter().collect(),
            rematch_of: None,
            delay_ms: request.delay_ms,
        };
        let owner = |color: Color| {
            let is_invited = request.invite == Some(color);
            let is_mine = !is_invited && !request.players[color.index()].is_engine();
            is_mine.then(|| request.owner.to_owned())
        };
        let owners = Color::BOTH.map(owner);
        let (game, first) = new_game(request.owner, setup, owners)?;
        let invitation = request.invite.map(|side| self.invitation(&game.record.id, side));
        let key = request.idempotency_key.map(str::to_owned);
        let game = self.store_new(game, first, invitation, key).await?;
        match (game, request.idempotency_key) {
            (Some(game), _) => Ok(CreatedGame { game, is_new: true }),
            // The same request was faster.
            (None, Some(key)) => match self.store.game_by_key(request.owner, key).await? {
                Some(id) => self.find_created(&id).await,
                None => Err(GameError::Contention),
            },
            (None, None) => Err(GameError::Contention),
        }
    }

    async fn check_quota(&self, owner: &str) -> Result<(), GameError> {
        if self.store.open_games(owner).await? >= self.max_games {
            return Err(GameError::TooManyGames(self.max_games));
        }
        Ok(())
    }

    /// Stores a new game, also if the client disconnects. Returns `None` if its idempotency key was used before.
    async fn store_new(
        self: &Arc<Self>,
        game: LoadedGame,
        first: LoggedEvent,
        invitation: Option<Invitation>,
        key: Option<String>,
    ) -> Result<Option<LoadedGame>, GameError> {
        let games = Arc::clone(self);
        let task = tokio::spawn(async move {
            let new = NewGame {
                record: &game.record,
                first: &first,
                invitation: invitation.as_ref(),
                idempotency_key: key.as_deref(),
                due_at: game.state.due_at(),
            };
            let created = games.store.create_game(&new, None).await?;
            games.wake.notify_one();
            Ok(created.then_some(game))
        });
        task.await?
    }

    /// Returns the game of a repeated request.
    async fn find_created(&self, id: &str) -> Result<CreatedGame, GameError> {
        Ok(CreatedGame { game: self.load(id).await?, is_new: false })
    }

    /// Returns the token of the invitation to a game.
    fn invitation_token(&self, id: &str) -> Secret {
        Secret::derived(&self.key, Purpose::Invitation, id)
    }

    fn invitation(&self, id: &str, side: Color) -> Invitation {
        Invitation { hash: self.invitation_token(id).hash(), side }
    }

    /// Returns the token of the open invitation to a game, if there is one and `owner` has created the game. Games of
    /// older versions have random tokens, which cannot be found again.
    pub(crate) async fn open_invitation(
        &self,
        game: &LoadedGame,
        owner: &str,
    ) -> Result<Option<Secret>, StorageError> {
        let is_waiting = game.state.status() == Status::Waiting && game.state.rematch_of.is_none();
        if !is_waiting || !game.seats(owner).creator {
            return Ok(None);
        }
        let token = self.invitation_token(&game.record.id);
        let side = self.store.invited_side(&game.record.id, &token.hash()).await?;
        Ok(side.map(|_| token))
    }

    /// Lets the holder of an invitation take its side.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        token: &str,
        owner: &str,
        name: Option<PlayerName>,
    ) -> Result<LoadedGame, GameError> {
        let game = self.load(id).await?;
        if let Some(ending) = game.state.ending {
            return Err(CommandError::GameOver(ending).into());
        }
        if game.seats(owner).is_player() {
            return Err(CommandError::NotNow("you play in this game already").into());
        }
        let token = hash(token);
        let side =
            self.store.invited_side(id, &token).await?.ok_or(GameError::InvalidInvitation)?;
        self.take_seat(id, SeatClaim::Invitation(token), owner, side, name).await
    }

    async fn take_seat(
        self: &Arc<Self>,
        id: &str,
        claim: SeatClaim,
        owner: &str,
        side: Color,
        name: Option<PlayerName>,
    ) -> Result<LoadedGame, GameError> {
        let seat = Arc::new(ClaimedSeat { claim, owner: owner.to_owned(), side });
        let decide = |game: &LoadedGame, _| {
            if game.state.status() == Status::Waiting && game.state.invited.contains(&side) {
                Ok(vec![Event::Joined { side, name: name.clone() }])
            } else {
                Err(CommandError::NotNow("the side is taken"))
            }
        };
        match self.change_with_seat(id, None, Some(seat), decide).await {
            Err(GameError::Command(CommandError::NotNow(_)) | GameError::Contention) => {
                Err(GameError::InvalidInvitation)
            }
            other => other,
        }
    }

    /// Creates a rematch of a finished game with colours reversed, or joins the one that the opponent has created.
    /// A person who has not agreed to the rematch does not get it into their list.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        owner: &str,
    ) -> Result<CreatedGame, GameError> {
        for _ in 0..ATTEMPTS {
            let finished = self.load(id).await?;
            let seats = finished.seats(owner);
            if !seats.is_player() && !seats.creator {
                return Err(CommandError::NotAPlayer.into());
            }
            if finished.state.ending.is_none() {
                let reason = "a rematch is possible only after the game";
                return Err(CommandError::NotNow(reason).into());
            }
            if let Some(rematch) = &finished.state.rematch {
                return self.join_rematch(&rematch.game, owner, seats).await;
            }
            if let Some(created) = self.create_rematch(finished, owner).await? {
                return Ok(created);
            }
        }
        Err(GameError::Contention)
    }

    /// Takes the open side of a rematch, or returns it if the owner plays in it already.
    async fn join_rematch(
        self: &Arc<Self>,
        id: &str,
        owner: &str,
        finished_seats: Seats,
    ) -> Result<CreatedGame, GameError> {
        let mut game = self.load(id).await?;
        let mine = if finished_seats.white { Color::Black } else { Color::White };
        let is_free = game.state.status() == Status::Waiting && game.state.invited.contains(&mine);
        if !game.seats(owner).is_player() && finished_seats.is_player() && is_free {
            game = self.take_seat(id, SeatClaim::Rematch, owner, mine, None).await?;
        }
        Ok(CreatedGame { game, is_new: false })
    }

    /// Returns `None` if the finished game has changed meanwhile.
    async fn create_rematch(
        self: &Arc<Self>,
        finished: LoadedGame,
        owner: &str,
    ) -> Result<Option<CreatedGame>, GameError> {
        self.check_quota(owner).await?;
        let [white, black] = finished.state.players;
        let [white_name, black_name] = finished.state.names.clone();
        // Only the owner has agreed so far; another person is asked.
        let owners = [Color::Black, Color::White].map(|before| {
            finished.record.owner(before).filter(|seat| *seat == owner).map(str::to_owned)
        });
        let waits = |color: Color| {
            let before = !color;
            finished.record.owner(before).is_some_and(|seat| seat != owner)
        };
        let setup = Setup {
            variant: finished.state.game.variant(),
            fen: finished.state.game.start().to_fen(),
            players: [black, white],
            names: [black_name, white_name],
            time_control: finished.state.clocks.map(|clocks| clocks.time_control),
            invited: Color::BOTH.into_iter().filter(|&color| waits(color)).collect(),
            rematch_of: Some(finished.record.id.clone()),
            delay_ms: finished.state.delay_ms,
        };
        let (game, first) = new_game(owner, setup, owners)?;
        let seats = finished.seats(owner);
        let by = if seats.black && !seats.white { Color::Black } else { Color::White };
        let announcement = Event::RematchOffered { by, game: game.record.id.clone() };
        let pending = PendingEvents::new(&finished, vec![announcement], now())?;
        let games = Arc::clone(self);
        let task = tokio::spawn(async move {
            let new = NewGame {
                record: &game.record,
                first: &first,
                invitation: None,
                idempotency_key: None,
                due_at: game.state.due_at(),
            };
            for (announcement, state) in pending.log.into_iter().zip(pending.states) {
                let rematch =
                    NewRematch { finished: &finished.record, announcement: &announcement };
                if !games.store.create_game(&new, Some(&rematch)).await? {
                    return Ok(None);
                }
                let id = &finished.record.id;
                let announcement = Announcement::new(announcement, state);
                games.hub.announce(id, Change::Event(Box::new(announcement)));
                games.announce_elsewhere(id).await;
            }
            Ok(Some(CreatedGame { game, is_new: true }))
        });
        task.await?
    }

    /// Deletes a game. Only its creator can, and not while another person plays.
    pub(crate) async fn delete(self: &Arc<Self>, id: &str, owner: &str) -> Result<(), GameError> {
        for _ in 0..ATTEMPTS {
            let game = self.load(id).await?;
            if !game.seats(owner).creator {
                return Err(CommandError::NotTheCreator.into());
            }
            if game.state.status() == Status::Playing && game.has_opponent(owner) {
                let reason = "a game against another person cannot be deleted while it is played";
                return Err(CommandError::NotNow(reason).into());
            }
            let games = Arc::clone(self);
            let task = tokio::spawn(async move { games.delete_loaded(&game.record).await });
            if task.await?? {
                return Ok(());
            }
        }
        Err(GameError::Contention)
    }

    async fn delete_loaded(&self, record: &GameRecord) -> Result<bool, StorageError> {
        let deleted = self.store.delete_game(record).await?;
        if deleted {
            self.hub.announce(&record.id, Change::Deleted);
            self.announce_elsewhere(&record.id).await;
        }
        Ok(deleted)
    }

    /// Deletes games that were finished before a time, and returns how many.
    pub(crate) async fn delete_finished_before(&self, before: i64) -> Result<u64, StorageError> {
        const BATCH: i64 = 100;
        let mut count = 0;
        loop {
            let games = self.store.games_finished_before(before, BATCH).await?;
            if games.is_empty() {
                return Ok(count);
            }
            for record in games {
                count += u64::from(self.delete_loaded(&record).await?);
            }
        }
    }
}

/// Events that are not stored yet, with the states after each of them.
struct PendingEvents {
    log: Vec<LoggedEvent>,
    states: Vec<GameState>,
    self_captures: Vec<SelfCapture>,
    seat: Option<Arc<ClaimedSeat>>,
}

impl PendingEvents {
    fn new(loaded: &LoadedGame, events: Vec<Event>, now: i64) -> Result<PendingEvents, BrokenLog> {
        let mut state = loaded.state.clone();
        let mut pending = PendingEvents {
            log: Vec::new(),
            states: Vec::new(),
            self_captures: Vec::new(),
            seat: None,
        };
        for (version, event) in (state.version + 1..).zip(events) {
            let at = now.max(state.updated_at);
            let logged = LoggedEvent { version, at, event };
            state.apply(&logged)?;
            if let Event::Moved { .. } = logged.event {
                pending.self_captures.extend(last_self_capture(&state));
            }
            pending.log.push(logged);
            pending.states.push(state.clone());
        }
        Ok(pending)
    }
}

/// Returns a game that is not stored yet, with its first event.
fn new_game(
    creator: &str,
    setup: Setup,
    [white_owner, black_owner]: [Option<String>; 2],
) -> Result<(LoadedGame, LoggedEvent), GameError> {
    let at = now();
    let variant = setup.variant.to_string();
    let first = LoggedEvent { version: 1, at, event: Event::Created(setup) };
    let state = GameState::from_log(std::slice::from_ref(&first))?;
    let record = GameRecord {
        id: Secret::new()?.text().to_owned(),
        variant,
        status: status_name(state.status()).to_owned(),
        result: state.ending.map(|ending| ending.result().to_owned()),
        version: 1,
        created_at: at,
        updated_at: at,
        creator: creator.to_owned(),
        white_owner,
        black_owner,
    };
    Ok((LoadedGame { record, state }, first))
}
