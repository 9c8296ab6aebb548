//! Games over WebSockets: what has happened, as it happens.

use std::sync::Arc;
use std::time::Duration;

use axum::extract;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, timeout};
use utoipa::{IntoParams, ToSchema};

use super::decide::Seats;
use super::event::{Event, Logged};
use super::hub::{Happened, News};
use super::state::State;
use super::view::GameView;
use crate::app::App;
use crate::caller::Owner;
use crate::extract::{Path, Query};
use crate::problem::{Code, Problem};

/// How often the server asks whether the client is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long a client may take to read what it is sent.
const SLOWEST: Duration = Duration::from_secs(10);

/// What the server sends.
#[derive(Serialize, ToSchema)]
#[serde(tag = "message", rename_all = "snake_case")]
pub(crate) enum ServerMessage<'a> {
    /// The whole game: the first message, unless the client resumes.
    State { game: Box<GameView> },
    /// Something has happened. Versions follow each other without gaps.
    Event {
        #[serde(flatten)]
        logged: &'a Logged,
        /// How many of the moves that the client knows are still part of the game.
        moves_before: usize,
        /// The game afterwards; its `moves` are only those that come behind `moves_before`.
        game: Box<GameView>,
    },
    /// The game was deleted; the connection ends.
    Deleted {},
}

impl ServerMessage<'_> {
    /// An event and the game that it has led to. Moves that are known already are left out: a long game
    /// would be sent whole with each of them.
    fn event<'a>(id: &str, logged: &'a Logged, after: &State, seats: Seats) -> ServerMessage<'a> {
        let new = usize::from(matches!(logged.event, Event::Moved { .. }));
        let moves_before = after.played.len().saturating_sub(new);
        let game = Box::new(GameView::from_move(id, after, seats, moves_before));
        ServerMessage::Event { logged, moves_before, game }
    }
}

/// Where a client goes on.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SocketQuery {
    /// The last version that the client has seen: it is sent what came behind. Without it, it is
    /// sent the whole game first.
    from: Option<i64>,
}

/// A WebSocket that tells what happens in a game, from `from` on. It is for watching: moves and
/// actions are posted.
#[utoipa::path(get, path = "/games/{id}/ws", operation_id = "watch_game", tag = "games", params(("id" = String, Path), SocketQuery),
    responses((status = 101, description = "The messages are described in docs/api.md"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn socket(
    extract::State(app): extract::State<Arc<App>>,
    owner: Owner,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    check_origin(&app, &headers)?;
    app.load(&id).await?;
    let upgrade = upgrade.map_err(|error| Problem::new(Code::BadRequest, error.body_text()))?;
    // Clients say next to nothing; the usual buffers would take most of the memory.
    let upgrade = upgrade.max_message_size(4_096).read_buffer_size(4_096).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        serve(app, socket, id, owner.id(), query.from).await;
    }))
}

/// Pages of other sites may not listen with the visitor's cookie, unless they are allowed to.
fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, name)| name == host);
    if own || app.config.allowed_origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    Err(Problem::new(Code::NotYours, "pages of that origin may not listen here"))
}

/// Why a connection ends.
enum End {
    Gone,
    Slow,
    Deleted,
    ShuttingDown,
}

async fn serve(app: Arc<App>, socket: WebSocket, id: String, owner: String, from: Option<i64>) {
    let (mut sink, mut stream) = socket.split();
    let end = talk(&app, &mut sink, &mut stream, &id, &owner, from).await;
    let (code, reason) = match end {
        End::Gone => return,
        End::Slow => (close_code::POLICY, "too slow"),
        End::Deleted => (close_code::NORMAL, "the game was deleted"),
        End::ShuttingDown => (close_code::RESTART, "the server is shutting down"),
    };
    let frame = CloseFrame { code, reason: reason.into() };
    // The client may be gone.
    let _ = timeout(Duration::from_secs(1), sink.send(Message::Close(Some(frame)))).await;
}

type Sink = futures_util::stream::SplitSink<WebSocket, Message>;
type Stream = futures_util::stream::SplitStream<WebSocket>;

async fn talk(
    app: &App,
    sink: &mut Sink,
    stream: &mut Stream,
    id: &str,
    owner: &str,
    from: Option<i64>,
) -> End {
    // Listening begins before the game is read, so that nothing falls between.
    let mut events = app.hub.listen(id);
    let (mut seen, mut seats) = match catch_up(app, sink, id, owner, from).await {
        Ok(caught_up) => caught_up,
        Err(end) => return end,
    };
    let mut shutdown = app.shutdown.subscribe();
    let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    let mut alive = true;
    loop {
        tokio::select! {
            news = events.recv() => {
                let news = match news {
                    Ok(news) => news,
                    Err(RecvError::Lagged(_)) => return End::Slow,
                    Err(RecvError::Closed) => return End::Deleted,
                };
                let told = match &*news {
                    News::Event(happened) if happened.logged.version <= seen => continue,
                    News::Event(happened) if happened.logged.version == seen + 1 => {
                        pass_on(sink, id, seats, happened).await
                    }
                    _ => Ok(false),
                };
                match told {
                    Ok(true) => seen += 1,
                    // Something was missed, or happened elsewhere: the storage knows it all.
                    Ok(false) => match catch_up(app, sink, id, owner, Some(seen)).await {
                        Ok(caught_up) => (seen, seats) = caught_up,
                        Err(end) => return end,
                    },
                    Err(end) => return end,
                }
            },
            message = stream.next() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return End::Gone,
                Some(Ok(_)) => alive = true,
            },
            _ = heartbeat.tick() => {
                if !alive {
                    return End::Gone;
                }
                alive = false;
                if let Err(end) = send(sink, Message::Ping(Vec::new().into())).await {
                    return end;
                }
            }
            _ = shutdown.changed() => return End::ShuttingDown,
        }
    }
}

/// Sends an event as it happens. Tells whether it did: who plays what may have changed with it.
async fn pass_on(
    sink: &mut Sink,
    id: &str,
    seats: Seats,
    happened: &Happened,
) -> Result<bool, End> {
    if let Event::Joined { .. } = happened.logged.event {
        return Ok(false);
    }
    let write = |happened: &Happened| {
        text(&ServerMessage::event(id, &happened.logged, &happened.after, seats))
    };
    let message = if seats == Seats::NONE { happened.message(write) } else { write(happened) };
    match message {
        Some(message) => send(sink, Message::Text(message)).await.map(|()| true),
        None => Err(End::Gone),
    }
}

/// Sends what a client has not seen; tells up to where that goes, and the sides that the client plays.
async fn catch_up(
    app: &App,
    sink: &mut Sink,
    id: &str,
    owner: &str,
    from: Option<i64>,
) -> Result<(i64, Seats), End> {
    let (row, log) = match (app.store.game(id).await, app.store.events(id, 0).await) {
        (Ok(Some(row)), Ok(log)) => (row, log),
        (Ok(None), _) => {
            let _ = send_message(sink, &ServerMessage::Deleted {}).await;
            return Err(End::Deleted);
        }
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, "a game could not be read for a socket");
            return Err(End::Gone);
        }
    };
    let known = from.filter(|&version| version >= 1 && version <= log.len() as i64);
    let already = known.map_or(log.len(), |version| usize::try_from(version).unwrap_or(0));
    let Ok(mut state) = State::from_log(&log[..already]) else {
        tracing::error!(id, "a log is broken");
        return Err(End::Gone);
    };
    let loaded = super::service::Loaded { row, state: state.clone() };
    let seats = loaded.seats(owner);
    if known.is_none() {
        let game = Box::new(GameView::of(id, &state, seats));
        send_message(sink, &ServerMessage::State { game }).await?;
    }
    for logged in &log[already..] {
        if state.apply(logged).is_err() {
            tracing::error!(id, "a log is broken");
            return Err(End::Gone);
        }
        send_message(sink, &ServerMessage::event(id, logged, &state, seats)).await?;
    }
    Ok((state.version, seats))
}

async fn send_message(sink: &mut Sink, message: &ServerMessage<'_>) -> Result<(), End> {
    match text(message) {
        Some(text) => send(sink, Message::Text(text)).await,
        None => Err(End::Gone),
    }
}

fn text(message: &ServerMessage<'_>) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a message could not be written");
            None
        }
    }
}

async fn send(sink: &mut Sink, message: Message) -> Result<(), End> {
    match timeout(SLOWEST, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Slow),
    }
}
