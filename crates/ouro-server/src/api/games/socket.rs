//! Events of games over WebSockets.

use std::sync::Arc;
use std::time::Duration;

use axum::extract;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, timeout};
use utoipa::{IntoParams, ToSchema};

use super::view::{GameView, LoggedEventView};
use crate::app::App;
use crate::caller::{Caller, Owner};
use crate::extract::{Path, Query};
use crate::games::command::Seats;
use crate::games::event::{Event, LoggedEvent};
use crate::games::state::GameState;
use crate::origin::OriginTrust;
use crate::problem::{Code, Problem};
use crate::service::games::LoadedGame;
use crate::service::hub::{Announcement, Change};

/// How often the server pings the client.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// How long a client may take to read a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The events that are sent one by one to a client that resumes. A client that has missed more gets the whole game.
const MAX_MISSED_EVENTS: usize = 100;

/// A message to the client.
#[derive(Serialize, ToSchema)]
#[serde(tag = "message", rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// The whole game: the first message, unless the client resumes.
    State { game: Box<GameView> },
    /// An event. Versions are consecutive.
    Event {
        #[serde(flatten)]
        logged: LoggedEventView,
        /// How many of the moves that the client knows are still part of the game.
        moves_before: usize,
        /// The game after the event; its `moves` are only those after `moves_before`.
        game: Box<GameView>,
    },
    /// The game was deleted. The connection ends.
    Deleted {},
}

impl ServerMessage {
    /// Returns an event with the game after it, without the moves that the client knows.
    fn event(id: &str, logged: &LoggedEvent, after: &GameState, seats: Seats) -> ServerMessage {
        let new = usize::from(matches!(logged.event, Event::Moved { .. }));
        let moves_before = after.played.len().saturating_sub(new);
        let game = Box::new(GameView::from_move(id, after, seats, moves_before));
        ServerMessage::Event { logged: logged.into(), moves_before, game }
    }
}

/// Where to resume.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SocketQuery {
    /// The last version that the client has seen. Without it, the first message contains the whole game.
    from: Option<i64>,
}

/// Watch a game over a WebSocket. The socket is read-only: moves and actions are posted.
#[utoipa::path(get, path = "/games/{id}/ws", operation_id = "watch_game", tag = "games", params(("id" = String, Path), SocketQuery),
    responses((status = 101, description = "The messages are described in docs/api.md"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn socket(
    extract::State(app): extract::State<Arc<App>>,
    caller: Caller,
    owner: Owner,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    if OriginTrust::of(&headers, &app.config) == OriginTrust::Refused {
        return Err(Problem::new(Code::NotYours, "pages of this origin may not open WebSockets"));
    }
    app.games.load(&id).await?;
    let upgrade = upgrade.map_err(|error| Problem::new(Code::BadRequest, error.body_text()))?;
    // Clients send next to nothing; the default buffers would take most of the memory.
    let upgrade = upgrade.max_message_size(4_096).read_buffer_size(4_096).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        serve(app, socket, id, owner.id(), query.from).await;
        // What the client holds for the request is released when the socket closes.
        drop(caller);
    }))
}

/// Why a connection ends.
enum End {
    /// The client has disconnected or does not respond.
    Gone,
    TooSlow,
    Deleted,
    ShuttingDown,
}

async fn serve(app: Arc<App>, socket: WebSocket, id: String, owner: String, from: Option<i64>) {
    let (mut sink, mut stream) = socket.split();
    let end = watch(&app, &mut sink, &mut stream, &id, &owner, from).await;
    let (code, reason) = match end {
        End::Gone => return,
        End::TooSlow => (close_code::POLICY, "too slow"),
        End::Deleted => {
            // Fails if the client has disconnected.
            let _ = send_message(&mut sink, &ServerMessage::Deleted {}).await;
            (close_code::NORMAL, "the game was deleted")
        }
        End::ShuttingDown => (close_code::RESTART, "the server is shutting down"),
    };
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(Duration::from_secs(1), sink.send(Message::Close(Some(frame)))).await;
}

type Sink = futures_util::stream::SplitSink<WebSocket, Message>;
type Stream = futures_util::stream::SplitStream<WebSocket>;

async fn watch(
    app: &App,
    sink: &mut Sink,
    stream: &mut Stream,
    id: &str,
    owner: &str,
    from: Option<i64>,
) -> End {
    // Listening starts before the game is loaded, so that no event is missed.
    let mut changes = app.games.hub.listen(id);
    let (mut seen, mut seats) = match catch_up(app, sink, id, owner, from).await {
        Ok(caught_up) => caught_up,
        Err(end) => return end,
    };
    let mut shutdown = app.shutdown.subscribe();
    let mut ping = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
    let mut is_alive = true;
    loop {
        tokio::select! {
            change = changes.recv() => {
                let change = match change {
                    Ok(change) => change,
                    Err(RecvError::Lagged(_)) => return End::TooSlow,
                    Err(RecvError::Closed) => return End::Deleted,
                };
                let sent = match &*change {
                    Change::Deleted => return End::Deleted,
                    Change::Event(new) if new.logged.version <= seen => continue,
                    Change::Event(new) if new.logged.version == seen + 1 => {
                        send_event(sink, id, seats, new).await
                    }
                    _ => Ok(false),
                };
                match sent {
                    Ok(true) => seen += 1,
                    // An event was missed or happened in another process: the storage has it.
                    Ok(false) => match catch_up(app, sink, id, owner, Some(seen)).await {
                        Ok(caught_up) => (seen, seats) = caught_up,
                        Err(end) => return end,
                    },
                    Err(end) => return end,
                }
            },
            message = stream.next() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return End::Gone,
                Some(Ok(_)) => is_alive = true,
            },
            _ = ping.tick() => {
                if !is_alive {
                    return End::Gone;
                }
                is_alive = false;
                if let Err(end) = send(sink, Message::Ping(Vec::new().into())).await {
                    return end;
                }
            }
            _ = shutdown.changed() => return End::ShuttingDown,
        }
    }
}

/// Sends an event as it happens. Returns `false` if it may have changed who plays which side.
async fn send_event(
    sink: &mut Sink,
    id: &str,
    seats: Seats,
    new: &Announcement,
) -> Result<bool, End> {
    if let Event::Joined { .. } = new.logged.event {
        return Ok(false);
    }
    let render =
        |new: &Announcement| text(&ServerMessage::event(id, &new.logged, &new.after, seats));
    let message = if seats == Seats::NONE { new.spectator_message(render) } else { render(new) };
    match message {
        Some(message) => send(sink, Message::Text(message)).await.map(|()| true),
        None => Err(End::Gone),
    }
}

/// Sends what a client has not seen. Returns the version that it has seen then, and the sides that it plays.
async fn catch_up(
    app: &App,
    sink: &mut Sink,
    id: &str,
    owner: &str,
    from: Option<i64>,
) -> Result<(i64, Seats), End> {
    let store = &app.games.store;
    let (record, log) = match (store.game(id).await, store.events(id).await) {
        (Ok(Some(record)), Ok(log)) => (record, log),
        (Ok(None), _) => return Err(End::Deleted),
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, id, "failed to load a game for a socket");
            return Err(End::Gone);
        }
    };
    let known = from
        .and_then(|version| usize::try_from(version).ok())
        .filter(|&version| version >= 1 && version <= log.len())
        .filter(|version| log.len() - version <= MAX_MISSED_EVENTS);
    let start = known.unwrap_or(log.len());
    let broken = |error| {
        tracing::error!(%error, id, "the log of a game is broken");
        End::Gone
    };
    let mut state = GameState::from_log(&log[..start]).map_err(broken)?;
    let loaded = LoadedGame { record, state: state.clone() };
    let seats = loaded.seats(owner);
    if known.is_none() {
        let game = GameView::new(&app.games, &loaded, owner).await.map_err(|error| {
            tracing::error!(%error, id, "failed to load an invitation for a socket");
            End::Gone
        })?;
        send_message(sink, &ServerMessage::State { game: Box::new(game) }).await?;
    }
    for logged in &log[start..] {
        state.apply(logged).map_err(broken)?;
        send_message(sink, &ServerMessage::event(id, logged, &state, seats)).await?;
    }
    Ok((state.version, seats))
}

async fn send_message(sink: &mut Sink, message: &ServerMessage) -> Result<(), End> {
    match text(message) {
        Some(text) => send(sink, Message::Text(text)).await,
        None => Err(End::Gone),
    }
}

fn text(message: &ServerMessage) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "failed to serialize a message");
            None
        }
    }
}

async fn send(sink: &mut Sink, message: Message) -> Result<(), End> {
    match timeout(SEND_TIMEOUT, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::TooSlow),
    }
}
