//! Puzzles, their solutions and their themes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ouro_puzzles::Theme;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::view::{
    DailyPuzzle, MateOrNotList, NextPuzzle, PuzzleSolution, PuzzleView, ThemeCount, ThemeList,
};
use crate::app::App;
use crate::caller::{Caller, Owner};
use crate::extract::{Path, Query};
use crate::problem::{Code, Problem};
use crate::puzzles::choice;
use crate::puzzles::mate_or_not::shuffled;
use crate::secret::Secret;

/// For how long a client may use the data file, in seconds.
const FILE_CACHE: &str = "public, max-age=3600";
/// The positions for "Mate or not?" in one response, unless the request says otherwise, and the most.
const POSITIONS: usize = 20;
const MAX_POSITIONS: usize = 100;

/// Get the daily puzzle. Everybody gets the same one from midnight to midnight UTC.
#[utoipa::path(get, path = "/puzzles/daily", operation_id = "daily_puzzle", tag = "puzzles",
    responses((status = 200, body = DailyPuzzle), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn daily(State(app): State<Arc<App>>) -> Result<Json<DailyPuzzle>, Problem> {
    let (day, entry) = app.puzzles.daily()?;
    let puzzle = PuzzleView::new(&app.puzzles, entry).await?;
    Ok(Json(DailyPuzzle { date: day.to_string(), puzzle }))
}

/// How hard a puzzle shall be: its rating is 600 or 300 below, equal to, or 300 or 600 above that of the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Difficulty {
    Easiest,
    Easier,
    #[default]
    Normal,
    Harder,
    Hardest,
}

impl From<Difficulty> for choice::Difficulty {
    fn from(difficulty: Difficulty) -> choice::Difficulty {
        match difficulty {
            Difficulty::Easiest => choice::Difficulty::Easiest,
            Difficulty::Easier => choice::Difficulty::Easier,
            Difficulty::Normal => choice::Difficulty::Normal,
            Difficulty::Harder => choice::Difficulty::Harder,
            Difficulty::Hardest => choice::Difficulty::Hardest,
        }
    }
}

/// Which puzzle to choose.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NextQuery {
    /// Only puzzles with this theme; `/puzzles/themes` lists the names.
    #[param(example = "lineOpening")]
    theme: Option<String>,
    /// `normal` if missing.
    #[serde(default)]
    #[param(inline)]
    difficulty: Difficulty,
}

/// Choose a puzzle near the caller's rating that they have not attempted. Until it is attempted, the choice stays the
/// same.
#[utoipa::path(get, path = "/puzzles/next", operation_id = "next_puzzle", tag = "puzzles", params(NextQuery),
    responses((status = 200, body = NextPuzzle), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    owner: Owner,
    Query(query): Query<NextQuery>,
) -> Result<Json<NextPuzzle>, Problem> {
    let theme = query.theme.as_deref().map(str::parse::<Theme>).transpose();
    let theme = theme.map_err(|error| Problem::new(Code::BadRequest, error))?;
    let choice = app.puzzles.next(&owner.id(), query.difficulty.into(), theme).await?;
    Ok(Json(NextPuzzle::new(&app.puzzles, choice).await?))
}

/// Choose a puzzle that the caller has failed and not solved since: the one of which the last attempt is the longest
/// ago.
#[utoipa::path(get, path = "/puzzles/replay", operation_id = "replay_puzzle", tag = "puzzles",
    responses((status = 200, body = NextPuzzle), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    owner: Owner,
) -> Result<Json<NextPuzzle>, Problem> {
    let choice = app.puzzles.replay(&owner.id()).await?;
    Ok(Json(NextPuzzle::new(&app.puzzles, choice).await?))
}

/// Get a puzzle without its solution.
#[utoipa::path(get, path = "/puzzles/{id}", operation_id = "get_puzzle", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = PuzzleView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleView>, Problem> {
    let entry = app.puzzles.find(&id)?;
    Ok(Json(PuzzleView::new(&app.puzzles, entry).await?))
}

/// Get the solution of a puzzle, its themes and its explanation.
#[utoipa::path(get, path = "/puzzles/{id}/solution", operation_id = "puzzle_solution", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = PuzzleSolution), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn solution(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSolution>, Problem> {
    Ok(Json(app.puzzles.find(&id)?.into()))
}

/// List the themes with the numbers of puzzles.
#[utoipa::path(get, path = "/puzzles/themes", operation_id = "puzzle_themes", tag = "puzzles",
    responses((status = 200, body = ThemeList)))]
pub(crate) async fn themes(State(app): State<Arc<App>>) -> Json<ThemeList> {
    let stock = &app.puzzles.stock;
    let count = |(theme, puzzles): (Theme, usize)| ThemeCount { theme: theme.code(), puzzles };
    Json(ThemeList { puzzles: stock.puzzles().len(), themes: stock.themes().map(count).collect() })
}

/// Download all puzzles as CSV, in the columns of lichess' puzzle database and `Explanation`, with current ratings.
#[utoipa::path(get, path = "/puzzles.csv", operation_id = "puzzles_csv", tag = "puzzles",
    responses((status = 200, body = String, content_type = "text/csv"),
        (status = "4XX", body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn csv(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let ratings = app.puzzles.ratings().await?;
    let shared = Arc::clone(&app);
    let text = app.compute.run(&caller.name(), move || shared.puzzles.csv(&ratings)).await?;
    let kind = "text/csv; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, FILE_CACHE)], text))
}

/// Which positions to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct MateOrNotQuery {
    /// From 1 to 100; 20 if missing.
    #[param(minimum = 1, maximum = 100)]
    count: Option<usize>,
    /// The `next` of the previous positions.
    after: Option<String>,
}

/// A place in a shuffled order.
struct Cursor {
    seed: String,
    place: usize,
}

impl Cursor {
    fn start() -> Result<Cursor, Problem> {
        Ok(Cursor { seed: Secret::new()?.text().to_owned(), place: 0 })
    }

    fn read(text: &str) -> Result<Cursor, Problem> {
        text.split_once('-')
            .filter(|(seed, _)| Secret::is_valid(seed))
            .and_then(|(seed, place)| {
                Some(Cursor { seed: seed.into(), place: place.parse().ok()? })
            })
            .ok_or_else(|| {
                Problem::new(Code::BadRequest, "'after' is not the 'next' of a previous page")
            })
    }
}

/// List positions that are checkmate in chess, in a random order; about half of them are checkmate in self-capture
/// chess. Without `after`, every response has an order of its own.
#[utoipa::path(get, path = "/puzzles/mate-or-not", operation_id = "mate_or_not", tag = "puzzles", params(MateOrNotQuery),
    responses((status = 200, body = MateOrNotList), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn mate_or_not(
    State(app): State<Arc<App>>,
    Query(query): Query<MateOrNotQuery>,
) -> Result<Json<MateOrNotList>, Problem> {
    let count = query.count.unwrap_or(POSITIONS);
    if !(1..=MAX_POSITIONS).contains(&count) {
        let detail = format!("count is from 1 to {MAX_POSITIONS}");
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let Cursor { seed, place } = query.after.as_deref().map_or_else(Cursor::start, Cursor::read)?;
    let order = shuffled(app.puzzles.stock.mate_or_not(), &seed);
    let page = order.iter().skip(place).take(count);
    let positions = page.map(|&position| position.into()).collect();
    let end = place.saturating_add(count);
    let next = (end < order.len()).then(|| format!("{seed}-{end}"));
    Ok(Json(MateOrNotList { positions, next }))
}
