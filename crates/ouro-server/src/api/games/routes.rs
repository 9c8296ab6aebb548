//! Stored games over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::IntoResponse;
use ouro_rules::{Color, PgnResult, Variant};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::view::{ClockSettings, GameSummary, GameView, Player, Status};
use crate::api::engine::strength;
use crate::api::pgn::pgn_text;
use crate::api::types::{Side, VariantName, read_start};
use crate::app::App;
use crate::caller::{Caller, Owner};
use crate::extract::{Body, Path, Query};
use crate::games;
use crate::games::clock::TimeControl;
use crate::games::command::{Command, DEFAULT_DELAY_MS, MAX_DELAY_MS};
use crate::games::event::Event;
use crate::games::player_name::PlayerName;
use crate::objects;
use crate::problem::{Code, Problem};
use crate::secret::Secret;
use crate::service::engine_player::respond_to_draw_offer;
use crate::service::games::{CreatedGame, GameError, GameRequest, LoadedGame};
use crate::storage::Filter;

/// The header with which a client may repeat a request that stores something.
pub(crate) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_KEY_LENGTH: usize = 64;

/// A game to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    #[serde(default)]
    variant: VariantName,
    /// The start position; the usual one if missing.
    #[serde(default)]
    fen: Option<String>,
    #[serde(deserialize_with = "objects::one")]
    white: Player,
    #[serde(deserialize_with = "objects::one")]
    black: Player,
    /// No clock if missing.
    #[serde(default, deserialize_with = "objects::maybe")]
    clock: Option<ClockSettings>,
    /// The side that is left to an invited player. The caller plays every other side of a person.
    #[serde(default)]
    invite: Option<Side>,
    /// How long engines that play each other wait before each move; one second if missing, none with a clock.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    delay_ms: Option<u64>,
}

/// A new game, with the invitation if there is one.
#[derive(Serialize, ToSchema)]
pub(crate) struct Created {
    game: GameView,
    /// A token with which another player can take the open side, once.
    invitation: Option<String>,
    /// The repairs of the FEN.
    warnings: Vec<String>,
}

impl Created {
    async fn new(
        app: &App,
        created: &CreatedGame,
        owner: &str,
        warnings: Vec<String>,
    ) -> Result<Created, Problem> {
        let game = GameView::new(&app.games, &created.game, owner).await?;
        Ok(Created { invitation: game.invitation.clone(), game, warnings })
    }
}

/// Create a game. A cookie identifies the caller, who plays the sides of people that are not left to an invited
/// player. A request with the header `Idempotency-Key` can be repeated and creates one game.
#[utoipa::path(post, path = "/games", operation_id = "create_game", tag = "games", request_body = NewGame,
    params(("idempotency-key" = Option<String>, Header, max_length = 64)),
    responses((status = 201, body = Created), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    owner: Owner,
    headers: HeaderMap,
    Body(input): Body<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    let key = idempotency_key(&headers)?;
    let (start, warnings) = read_start(input.variant, input.fen.as_deref())?;
    check(&input)?;
    let names = names(&input)?;
    let players = [(&input.white).into(), (&input.black).into()];
    let delay_ms = delay(&input, players)?;
    app.admission.engine_game(&caller, engines(players))?;
    let me = owner.id();
    let created = app
        .games
        .create(GameRequest {
            owner: &me,
            variant: input.variant.into(),
            fen: start.to_fen(),
            players,
            names,
            time_control: input.clock.map(TimeControl::from),
            invite: input.invite.map(Color::from),
            idempotency_key: key,
            delay_ms,
        })
        .await?;
    if created.is_new {
        app.metrics.games.inc();
    }
    let location = format!("/api/v1/games/{}", created.game.record.id);
    let mut headers = owner.remember();
    if let Ok(value) = location.parse() {
        headers.insert(header::LOCATION, value);
    }
    Ok((StatusCode::CREATED, headers, Json(Created::new(&app, &created, &me, warnings).await?)))
}

/// Returns how many of the players are engines.
fn engines(players: [games::event::Player; 2]) -> usize {
    players.into_iter().filter(|player| player.is_engine()).count()
}

/// Returns the key with which the request may be repeated.
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    match value.to_str() {
        Ok(key) if (1..=MAX_KEY_LENGTH).contains(&key.len()) => Ok(Some(key)),
        _ => Err(Problem::new(
            Code::BadRequest,
            format!("an idempotency key has 1 to {MAX_KEY_LENGTH} ASCII characters"),
        )),
    }
}

fn check(input: &NewGame) -> Result<(), Problem> {
    if input.variant == VariantName::Chess960 {
        let detail = "stored games are chess or selfcapture";
        return Err(Problem::new(Code::BadVariant, detail));
    }
    for player in [&input.white, &input.black] {
        if let Player::Engine { level: Some(level) } = player {
            strength(*level)?;
        }
    }
    if input.clock.is_some_and(|clock| !TimeControl::from(clock).is_valid()) {
        let detail =
            "the initial time is from one second to one day, the increment at most ten minutes";
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let invited = input.invite.map(|side| match side {
        Side::White => &input.white,
        Side::Black => &input.black,
    });
    let detail = match invited {
        Some(Player::Engine { .. }) => {
            "the engine plays the side that is left to an invited player"
        }
        Some(Player::Human { name: Some(_) }) => "an invited player chooses their own name",
        _ => return Ok(()),
    };
    Err(Problem::new(Code::BadRequest, detail))
}

fn names(input: &NewGame) -> Result<[Option<PlayerName>; 2], Problem> {
    Ok([read_name(input.white.name())?, read_name(input.black.name())?])
}

fn read_name(name: Option<&String>) -> Result<Option<PlayerName>, Problem> {
    let name = name.map(|name| PlayerName::parse(name));
    name.transpose().map_err(|error| Problem::new(Code::BadRequest, error.to_string()))
}

/// Returns how long engines wait before each move.
fn delay(input: &NewGame, players: [games::event::Player; 2]) -> Result<u64, Problem> {
    let only_engines = engines(players) == 2;
    match input.delay_ms {
        Some(_) if !only_engines => {
            let detail = "delay_ms is only for games between two engines";
            Err(Problem::new(Code::BadRequest, detail))
        }
        Some(delay_ms) if delay_ms > MAX_DELAY_MS => {
            Err(Problem::new(Code::OutOfRange, format!("delay_ms is at most {MAX_DELAY_MS}")))
        }
        Some(delay_ms) => Ok(delay_ms),
        // With a clock, the engines pace themselves.
        None if only_engines && input.clock.is_none() => Ok(DEFAULT_DELAY_MS),
        None => Ok(0),
    }
}

/// Get a game.
#[utoipa::path(get, path = "/games/{id}", operation_id = "get_game", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Problem> {
    let game = app.games.load(&id).await?;
    Ok(Json(GameView::new(&app.games, &game, &owner.id()).await?))
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only games of this variant.
    variant: Option<VariantName>,
    /// Only games with this status.
    status: Option<Status>,
    /// From 1 to 100; 20 if missing.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// The `next` of the previous page.
    after: Option<String>,
}

/// A page of games, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    games: Vec<GameSummary>,
    /// The cursor of the next page, if there is one.
    next: Option<String>,
}

/// List the caller's games, newest first.
#[utoipa::path(get, path = "/games", operation_id = "list_games", tag = "games", params(ListQuery),
    responses((status = 200, body = GameList), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    owner: Owner,
    Query(query): Query<ListQuery>,
) -> Result<Json<GameList>, Problem> {
    let limit = query.limit.unwrap_or(20);
    if !(1..=100).contains(&limit) {
        return Err(Problem::new(Code::OutOfRange, "limit is from 1 to 100"));
    }
    let me = owner.id();
    let filter = Filter {
        owner: me.clone(),
        variant: query.variant.map(|variant| Variant::from(variant).to_string()),
        status: query.status.map(games::state::Status::from),
        after: query.after.as_deref().map(read_cursor).transpose()?,
        limit: limit + 1,
    };
    let mut listed = app.games.store.list(&filter).await?;
    let has_more = listed.len() as i64 > limit;
    listed.truncate(usize::try_from(limit).unwrap_or(0));
    let last = listed.last().filter(|_| has_more);
    let next = last.map(|game| format!("{}-{}", game.record.created_at, game.record.id));
    let games = listed.into_iter().map(|game| GameSummary::new(game, &me)).collect();
    Ok(Json(GameList { games, next }))
}

fn read_cursor(text: &str) -> Result<(i64, String), Problem> {
    text.split_once('-')
        .filter(|(_, id)| Secret::is_valid(id))
        .and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())))
        .ok_or_else(|| {
            Problem::new(Code::BadRequest, "'after' is not the 'next' of a previous page")
        })
}

/// A move, and the version of the game that it responds to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    #[schema(example = "e2e4")]
    uci: String,
    version: i64,
}

/// Play a move. If the game has another version, nothing changes. The same move for the same version can be sent again:
/// it is played once, and the response is the current game.
#[utoipa::path(post, path = "/games/{id}/moves", operation_id = "play_move", tag = "games", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
    Body(input): Body<MoveRequest>,
) -> Result<Json<GameView>, Problem> {
    let me = owner.id();
    let decide = |game: &LoadedGame, now| game.state.decide_move(&input.uci, game.seats(&me), now);
    let game = match app.games.change(&id, Some(input.version), decide).await {
        Err(stale @ GameError::Stale { .. }) => {
            let repeated = app.games.repeated_move(&id, &input.uci, input.version, &me).await?;
            repeated.ok_or(stale)?
        }
        played => played?,
    };
    Ok(Json(GameView::new(&app.games, &game, &me).await?))
}

/// An action other than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Resign,
    /// Call off the game, before both sides have moved.
    Abort,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Claim a draw by threefold repetition or the fifty-move rule.
    ClaimDraw,
    /// Take back the caller's last move: at once against the engine, otherwise as an offer to the opponent.
    TakeBack,
    AcceptTakeback,
    DeclineTakeback,
    /// Pause engines that play each other.
    Pause,
    Resume,
    /// Set how long engines wait before each move.
    SetDelay,
}

/// An action other than a move.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionRequest {
    action: Action,
    /// How long engines wait before each move; only for `set_delay`.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    delay_ms: Option<u64>,
    /// If the game has another version, nothing changes.
    #[serde(default)]
    version: Option<i64>,
}

impl ActionRequest {
    fn command(self) -> Result<Command, Problem> {
        Ok(match (self.action, self.delay_ms) {
            (Action::SetDelay, Some(delay_ms)) => Command::SetDelay { delay_ms },
            (Action::SetDelay, None) | (_, Some(_)) => {
                let detail = "delay_ms is required for set_delay and not allowed elsewhere";
                return Err(Problem::new(Code::BadRequest, detail));
            }
            (Action::Resign, None) => Command::Resign,
            (Action::Abort, None) => Command::Abort,
            (Action::OfferDraw, None) => Command::OfferDraw,
            (Action::AcceptDraw, None) => Command::AcceptDraw,
            (Action::DeclineDraw, None) => Command::DeclineDraw,
            (Action::ClaimDraw, None) => Command::ClaimDraw,
            (Action::TakeBack, None) => Command::TakeBack,
            (Action::AcceptTakeback, None) => Command::AcceptTakeback,
            (Action::DeclineTakeback, None) => Command::DeclineTakeback,
            (Action::Pause, None) => Command::Pause,
            (Action::Resume, None) => Command::Resume,
        })
    }
}

/// Resign, offer a draw, take back, and so on.
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
    let command = input.command()?;
    if command == Command::OfferDraw
        && let Some(game) = offer_draw_to_engine(&app, &caller, &me, &id, input.version).await?
    {
        return Ok(Json(GameView::new(&app.games, &game, &me).await?));
    }
    let decide = |game: &LoadedGame, now| game.state.decide(command, game.seats(&me), now);
    let game = app.games.change(&id, input.version, decide).await?;
    Ok(Json(GameView::new(&app.games, &game, &me).await?))
}

/// Offers a draw to the engine, which responds in the same change: if it cannot, there is no offer either. Returns
/// `None` if the opponent is not the engine or the offer leads to something else.
async fn offer_draw_to_engine(
    app: &App,
    caller: &Caller,
    owner: &str,
    id: &str,
    version: Option<i64>,
) -> Result<Option<LoadedGame>, Problem> {
    let game = app.games.load(id).await?;
    let seen = game.state.version;
    if version.is_some_and(|version| version != seen) {
        return Ok(None);
    }
    let now = crate::time::now().max(game.state.updated_at);
    let events = game.state.decide(Command::OfferDraw, game.seats(owner), now)?;
    let [Event::DrawOffered { by }] = events[..] else { return Ok(None) };
    if !game.state.player(!by).is_engine() {
        return Ok(None);
    }
    let _place = app.admission.search(caller)?;
    let response = respond_to_draw_offer(&app.engines, &caller.name(), &game.state, by).await?;
    let decide = |game: &LoadedGame, now| {
        // The position may have changed while the engine was thinking.
        let offered = game.state.decide(Command::OfferDraw, game.seats(owner), now)?;
        Ok(if game.state.version == seen { response.clone() } else { offered })
    };
    let game = app.games.change(id, None, decide).await?;
    Ok(Some(game))
}

/// An invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    invitation: String,
    /// The name of the player: 1 to 20 visible characters.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 20)]
    name: Option<String>,
}

/// Take the side of an invitation. An invitation works once.
#[utoipa::path(post, path = "/games/{id}/join", operation_id = "join_game", tag = "games", params(("id" = String, Path)), request_body = JoinRequest,
    responses((status = 200, body = GameView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
    Body(input): Body<JoinRequest>,
) -> Result<impl IntoResponse, Problem> {
    let me = owner.id();
    let name = read_name(input.name.as_ref())?;
    let game = app.games.join(&id, &input.invitation, &me, name).await?;
    Ok((owner.remember(), Json(GameView::new(&app.games, &game, &me).await?)))
}

/// Create a rematch with colours reversed, or join the one that the opponent has created.
#[utoipa::path(post, path = "/games/{id}/rematch", operation_id = "rematch_game", tag = "games", params(("id" = String, Path)),
    responses((status = 201, body = Created), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    caller: Caller,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let me = owner.id();
    let finished = app.games.load(&id).await?;
    app.admission.engine_game(&caller, engines(finished.state.players))?;
    let created = app.games.rematch(&id, &me).await?;
    if created.is_new {
        app.metrics.games.inc();
    }
    Ok((StatusCode::CREATED, Json(Created::new(&app, &created, &me, Vec::new()).await?)))
}

/// Delete a game. Only its creator can, and not while another person plays.
#[utoipa::path(delete, path = "/games/{id}", operation_id = "delete_game", tag = "games", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.games.delete(&id, &owner.id()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get a game as PGN.
#[utoipa::path(get, path = "/games/{id}/pgn", operation_id = "game_pgn", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn pgn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let game = app.games.load(&id).await?;
    let state = &game.state;
    let result = match state.ending {
        Some(ending) if ending.is_result() => {
            ending.winner().map_or(PgnResult::Draw, PgnResult::Win)
        }
        _ => PgnResult::Unknown,
    };
    let [white, black] = Player::both(state.players, &state.names).map(|player| match player {
        Player::Human { name } => name.unwrap_or_else(|| "?".to_owned()),
        Player::Engine { level: None } => "Ouro".to_owned(),
        Player::Engine { level: Some(level) } => format!("Ouro, level {level}"),
    });
    let [date, time] = pgn_date_and_time(state.created_at);
    let mut tags = vec![
        ("Event".to_owned(), "Ouro".to_owned()),
        ("Date".to_owned(), date.clone()),
        ("White".to_owned(), white),
        ("Black".to_owned(), black),
        ("UTCDate".to_owned(), date),
        ("UTCTime".to_owned(), time),
    ];
    if let Some(ending) = state.ending {
        tags.push(("Termination".to_owned(), ending.to_string()));
    }
    if let Some(clocks) = state.clocks {
        let TimeControl { initial_ms, increment_ms } = clocks.time_control;
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

/// Returns the date and the time of day in UTC as PGN writes them, from milliseconds since 1970.
fn pgn_date_and_time(at: i64) -> [String; 2] {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)) else {
        return ["????.??.??".to_owned(), "??:??:??".to_owned()];
    };
    let (year, month, day) = at.to_calendar_date();
    let (hour, minute, second) = at.to_hms();
    [
        format!("{year:04}.{:02}.{day:02}", u8::from(month)),
        format!("{hour:02}:{minute:02}:{second:02}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgn_dates_have_points_and_leading_zeros() {
        let leap_day = 1_709_168_461_999;
        assert_eq!(pgn_date_and_time(leap_day), ["2024.02.29", "01:01:01"]);
        assert_eq!(pgn_date_and_time(i64::MAX), ["????.??.??", "??:??:??"]);
    }
}
