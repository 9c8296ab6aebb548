//! Games over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use ouro_engine::{Evaluation, Limits};
use ouro_rules::{Color, PgnResult, Variant};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::decide::{Action, ActionRequest};
use super::event::{ClockSettings, Event, Logged, Player};
use super::service::{Loaded, now};
use super::state::{OfferKind, Status};
use super::view::{GameSummary, GameView};
use crate::api::engine::strength;
use crate::api::pgn::pgn_text;
use crate::api::types::{Side, VariantName, read_start};
use crate::app::App;
use crate::caller::{Caller, Owner, Secret, hash};
use crate::extract::{Body, Path, Query};
use crate::objects;
use crate::problem::{Code, Problem};
use crate::scheduler::Class;
use crate::storage::{Filter, GameRow, Seat};

/// The longest time on a clock: a day.
const LONGEST_CLOCK: u64 = 86_400_000;
/// The longest increment: ten minutes.
const LONGEST_INCREMENT: u64 = 600_000;
/// Nodes that the engine looks at before it answers the offer of a draw.
const DRAW_NODES: u64 = 20_000;
/// From which move on it may agree, and how little it must think of its own chances.
const DRAW_FROM: (u16, i32) = (15, 15);

/// A game to set up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    #[serde(default)]
    variant: VariantName,
    /// The start position; the usual one if it is not said.
    #[serde(default)]
    fen: Option<String>,
    #[serde(deserialize_with = "objects::one")]
    white: Player,
    #[serde(deserialize_with = "objects::one")]
    black: Player,
    /// No clock if it is not said.
    #[serde(default, deserialize_with = "objects::maybe")]
    clock: Option<ClockSettings>,
    /// A side that is left to somebody who gets an invitation; the caller plays every other side
    /// that a person plays.
    #[serde(default)]
    invite: Option<Side>,
}

/// A new game, with the invitation if there is one.
#[derive(Serialize, ToSchema)]
pub(crate) struct Created {
    game: GameView,
    /// What lets somebody take the side that was left to them, once.
    invitation: Option<String>,
    /// What had to be repaired in the FEN.
    warnings: Vec<String>,
}

/// Sets up a game. The caller is remembered by a cookie and plays the sides of people that are not
/// left to somebody else.
#[utoipa::path(post, path = "/games", operation_id = "create_game", tag = "games", request_body = NewGame,
    responses((status = 201, body = Created), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    owner: Owner,
    Body(input): Body<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    let (start, warnings) = read_start(input.variant, input.fen.as_deref())?;
    let (loaded, invitation) =
        set_up(&app, &owner, &input, start.to_fen(), None, [None, None]).await?;
    let game = GameView::new(&loaded, &owner.id());
    let location = format!("/api/v1/games/{}", loaded.row.id);
    let mut headers = owner.remember();
    if let Ok(value) = location.parse() {
        headers.insert(header::LOCATION, value);
    }
    Ok((StatusCode::CREATED, headers, Json(Created { game, invitation, warnings })))
}

/// Stores a new game. The seats say who plays a side that is neither the engine's nor the caller's.
async fn set_up(
    app: &App,
    owner: &Owner,
    input: &NewGame,
    fen: String,
    rematch_of: Option<String>,
    seats: [Option<String>; 2],
) -> Result<(Loaded, Option<String>), Problem> {
    if input.variant == VariantName::Chess960 {
        let detail = "games that are stored are chess or selfcapture";
        return Err(Problem::new(Code::BadVariant, detail));
    }
    for player in [input.white, input.black] {
        if let Player::Engine { level: Some(level) } = player {
            strength(level)?;
        }
    }
    if let Some(clock) = input.clock
        && (!(1_000..=LONGEST_CLOCK).contains(&clock.initial_ms)
            || clock.increment_ms > LONGEST_INCREMENT)
    {
        let detail =
            "a clock has from a second to a day, and an increment of ten minutes at the most";
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let players = [input.white, input.black];
    if let Some(side) = input.invite
        && players[Color::from(side).index()].is_engine()
    {
        let detail = "nobody can be invited to play the engine's side";
        return Err(Problem::new(Code::BadRequest, detail));
    }
    let me = owner.id();
    if app.store.open_games(&me).await? >= app.config.max_games {
        let detail = format!("you have {} games going on, which is the most", app.config.max_games);
        return Err(Problem::new(Code::Quota, detail));
    }
    let seat = |color: Color| {
        let invited = input.invite.is_some_and(|side| Color::from(side) == color);
        if players[color.index()].is_engine() || invited {
            None
        } else {
            seats[color.index()].clone().or_else(|| Some(me.clone()))
        }
    };
    let id = Secret::new()?.text().to_owned();
    let at = now();
    let event = Event::Created {
        variant: input.variant,
        fen,
        white: input.white,
        black: input.black,
        clock: input.clock,
        invited: input.invite.into_iter().collect(),
        rematch_of,
    };
    let log = [Logged { version: 1, at, event }];
    let state = super::state::State::from_log(&log).map_err(Problem::internal)?;
    let row = GameRow {
        id,
        variant: Variant::from(input.variant).to_string(),
        status: state.status().name().to_owned(),
        result: state.outcome.as_ref().map(|outcome| outcome.result.clone()),
        version: 1,
        created_at: at,
        updated_at: at,
        white_owner: seat(Color::White),
        black_owner: seat(Color::Black),
        creator: me,
        due_at: state.due_at(),
    };
    let invitation = match input.invite {
        Some(side) => Some((Secret::new()?, side)),
        None => None,
    };
    let stored: Vec<_> =
        invitation.iter().map(|(secret, side)| (secret.hash(), side.name())).collect();
    app.store.create(&row, &log, &stored).await?;
    app.metrics.games.inc();
    app.wake.notify_one();
    let invitation = invitation.map(|(secret, _)| secret.text().to_owned());
    Ok((Loaded { row, state }, invitation))
}

/// A game.
#[utoipa::path(get, path = "/games/{id}", operation_id = "get_game", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Problem> {
    Ok(Json(GameView::new(&app.load(&id).await?, &owner.id())))
}

/// Which games are listed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only games of this kind.
    variant: Option<VariantName>,
    /// Only games in this state.
    status: Option<Status>,
    /// From 1 to 100; 20 if it is not said.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// What the answer before gave as `next`.
    after: Option<String>,
}

/// Some of the games, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    games: Vec<GameSummary>,
    /// Where the list goes on, if it does.
    next: Option<String>,
}

/// The caller's games, the newest first.
#[utoipa::path(get, path = "/games", operation_id = "list_games", tag = "games", params(ListQuery),
    responses((status = 200, body = GameList), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    owner: Owner,
    Query(query): Query<ListQuery>,
) -> Result<Json<GameList>, Problem> {
    let limit = query.limit.unwrap_or(20);
    if !(1..=100).contains(&limit) {
        return Err(Problem::new(Code::OutOfRange, "a limit goes from 1 to 100"));
    }
    let before = query.after.as_deref().map(read_cursor).transpose()?;
    let filter = Filter {
        variant: query.variant.map(|variant| Variant::from(variant).to_string()),
        status: query.status.map(|status| status.name().to_owned()),
        owner: Some(owner.id()),
        before,
        limit: limit + 1,
    };
    let mut rows = app.store.list(&filter).await?;
    let more = rows.len() as i64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    let last = rows.last().filter(|_| more);
    let next = last.map(|row| format!("{}-{}", row.game.created_at, row.game.id));
    let games = rows.into_iter().map(|row| GameSummary::new(row, &owner.id()));
    Ok(Json(GameList { games: games.collect::<Result<_, _>>()?, next }))
}

fn read_cursor(text: &str) -> Result<(i64, String), Problem> {
    let parts = text.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
    parts.ok_or_else(|| {
        Problem::new(Code::BadRequest, "'after' is not what an answer gave as 'next'")
    })
}

/// A move, and the version of the game that it answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    #[schema(example = "e2e4")]
    uci: String,
    version: i64,
}

/// Plays a move. If the game has moved on since the version, nothing happens.
#[utoipa::path(post, path = "/games/{id}/moves", operation_id = "play_move", tag = "games", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
    Body(input): Body<MoveRequest>,
) -> Result<Json<GameView>, Problem> {
    let me = owner.id();
    let decide =
        |loaded: &Loaded, now| loaded.state.decide_move(&input.uci, loaded.seats(&me), now);
    let loaded = app.change(&id, Some(input.version), decide).await?;
    Ok(Json(GameView::new(&loaded, &me)))
}

/// Resigns, offers or answers a draw, takes back, and so on.
#[utoipa::path(post, path = "/games/{id}/actions", operation_id = "act_in_game", tag = "games", params(("id" = String, Path)), request_body = ActionRequest,
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    owner: Owner,
    caller: Caller,
    Path(id): Path<String>,
    Body(input): Body<ActionRequest>,
) -> Result<Json<GameView>, Problem> {
    let me = owner.id();
    let decide = |loaded: &Loaded, now| loaded.state.decide(input, loaded.seats(&me), now);
    let mut loaded = app.change(&id, input.version, decide).await?;
    let offered = loaded.state.offer.filter(|offer| offer.kind == OfferKind::Draw);
    if let (Action::OfferDraw, Some(offer)) = (input.action, offered)
        && loaded.state.player(!Color::from(offer.by)).is_engine()
    {
        loaded = answer_draw(&app, &caller, loaded, offer.by).await?;
    }
    Ok(Json(GameView::new(&loaded, &me)))
}

/// The engine agrees to a draw if it does not think that it is better.
async fn answer_draw(
    app: &App,
    caller: &Caller,
    loaded: Loaded,
    offered_by: Side,
) -> Result<Loaded, Problem> {
    let engine_side = !Color::from(offered_by);
    let (from, limit) = DRAW_FROM;
    let game = loaded.state.game.clone();
    let turn = game.position().turn();
    let late = game.position().fullmove_number() >= from;
    let limits = Limits { nodes: Some(DRAW_NODES), ..Limits::default() };
    let answer = app
        .engines
        .run(Class::GameMove, caller.name(), move |engine, signals| {
            engine.search(&game, &limits, signals, &mut |_| {})
        })
        .await?;
    let better = answer.report.lines.first().is_none_or(|line| {
        let score = match line.evaluation {
            Evaluation::Centipawns(cp) => cp,
            Evaluation::Mate(moves) => moves.signum() * 10_000,
        };
        (if turn == engine_side { score } else { -score }) > limit
    });
    let by = Side::from(engine_side);
    let event = if late && !better { Event::DrawAgreed { by } } else { Event::DrawDeclined { by } };
    let still_offered = |loaded: &Loaded, _| {
        let open = loaded.state.offer.is_some_and(|offer| offer.by == offered_by);
        Ok(if open { vec![event.clone()] } else { Vec::new() })
    };
    app.change(&loaded.row.id, None, still_offered).await
}

/// An invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    invitation: String,
}

/// Takes the side that an invitation is for. It works once.
#[utoipa::path(post, path = "/games/{id}/join", operation_id = "join_game", tag = "games", params(("id" = String, Path)), request_body = JoinRequest,
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
    Body(input): Body<JoinRequest>,
) -> Result<impl IntoResponse, Problem> {
    let me = owner.id();
    let before = app.load(&id).await?;
    if before.state.outcome.is_some() {
        return Err(Problem::new(Code::GameOver, "the game is over"));
    }
    let seats = before.seats(&me);
    if seats.white || seats.black {
        return Err(Problem::new(Code::NotNow, "you play in this game already"));
    }
    let invitation = hash(&input.invitation);
    let unknown = || {
        let detail = "this invitation was used before or is not for this game";
        Problem::new(Code::NotYours, detail)
    };
    let side = match app.store.invitation(&id, &invitation).await?.as_deref() {
        Some("white") => Side::White,
        Some("black") => Side::Black,
        _ => return Err(unknown()),
    };
    let seat = Seat { invitation, owner: me.clone(), white: side == Side::White };
    let still_open = |loaded: &Loaded, _| {
        if loaded.state.invited.contains(&side.into()) {
            Ok(vec![Event::Joined { side }])
        } else {
            Err(unknown())
        }
    };
    let loaded = app.change_seated(&id, None, Some(&seat), still_open).await?;
    Ok((owner.remember(), Json(GameView::new(&loaded, &me))))
}

/// Sets up the same game again with colours reversed.
#[utoipa::path(post, path = "/games/{id}/rematch", operation_id = "rematch_game", tag = "games", params(("id" = String, Path)),
    responses((status = 201, body = Created), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let before = app.load(&id).await?;
    let seats = before.seats(&owner.id());
    if !seats.white && !seats.black && !seats.creator {
        return Err(Problem::new(Code::NotYours, "you did not play in this game"));
    }
    if before.state.outcome.is_none() {
        return Err(Problem::new(Code::NotNow, "a rematch comes after the game"));
    }
    let input = NewGame {
        variant: before.state.variant(),
        fen: None,
        white: before.state.player(Color::Black),
        black: before.state.player(Color::White),
        clock: before.state.clocks.map(|clocks| clocks.settings),
        invite: None,
    };
    let fen = before.state.game.start().to_fen();
    let places = [before.row.black_owner.clone(), before.row.white_owner.clone()];
    let (loaded, invitation) =
        set_up(&app, &owner, &input, fen, Some(before.row.id.clone()), places).await?;
    let game = GameView::new(&loaded, &owner.id());
    Ok((StatusCode::CREATED, Json(Created { game, invitation, warnings: Vec::new() })))
}

/// Deletes a game that the caller set up.
#[utoipa::path(delete, path = "/games/{id}", operation_id = "delete_game", tag = "games", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let loaded = app.load(&id).await?;
    if !loaded.seats(&owner.id()).creator {
        let detail = "only who has set up the game can delete it";
        return Err(Problem::new(Code::NotYours, detail));
    }
    app.store.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A game as PGN.
#[utoipa::path(get, path = "/games/{id}/pgn", operation_id = "game_pgn", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn pgn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let loaded = app.load(&id).await?;
    let state = &loaded.state;
    let result = match &state.outcome {
        Some(outcome) if outcome.result == "*" => PgnResult::Unknown,
        Some(outcome) => outcome.winner.map_or(PgnResult::Draw, |side| PgnResult::Win(side.into())),
        None => PgnResult::Unknown,
    };
    let name = |color| match state.player(color) {
        Player::Human {} => "?".to_owned(),
        Player::Engine { level: None } => "Ouro".to_owned(),
        Player::Engine { level: Some(level) } => format!("Ouro, level {level}"),
    };
    let mut tags = vec![
        ("Event".to_owned(), "Ouro".to_owned()),
        ("White".to_owned(), name(Color::White)),
        ("Black".to_owned(), name(Color::Black)),
    ];
    if let Some(outcome) = &state.outcome {
        tags.push(("Termination".to_owned(), outcome.text.clone()));
    }
    if let Some(clocks) = state.clocks {
        let ClockSettings { initial_ms, increment_ms } = clocks.settings;
        tags.push((
            "TimeControl".to_owned(),
            format!("{}+{}", initial_ms / 1_000, increment_ms / 1_000),
        ));
    }
    let mut headers = HeaderMap::new();
    headers
        .insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/x-chess-pgn"));
    Ok((headers, pgn_text(&state.game, tags, result)))
}
