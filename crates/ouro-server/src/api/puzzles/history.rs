//! The progress and the attempts of a solver.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::{IntoParams, ToSchema};

use super::attempts::RatingView;
use super::view::rounded;
use crate::app::App;
use crate::caller::Owner;
use crate::extract::Query;
use crate::problem::{Code, Problem};
use crate::puzzles::daily::Day;
use crate::storage::{AttemptFilter, AttemptRecord, StorageError};
use crate::time::now;

/// The attempts that an export reads at once.
const EXPORT_PAGE: i64 = 1_000;
/// The first line of an export.
const EXPORT_HEADER: &str = "PuzzleId,Time,Moves,Solved,Rated,Hints,Rating,RatingDeviation\n";

/// A point of a rating graph.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingPoint {
    /// Milliseconds since 1970.
    at: i64,
    rating: i32,
}

/// Days in a row on which a solver has solved the daily puzzle.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyStreakView {
    /// The streak now. It ends with a day without a solution; the current day is not over.
    current: i64,
    best: i64,
    /// Whether the daily puzzle is solved.
    solved_today: bool,
}

/// The progress of a solver.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolverView {
    #[serde(flatten)]
    rating: RatingView,
    /// All attempts, rated or not.
    attempts: i64,
    /// The attempts that have solved their puzzle.
    solved: i64,
    /// The rated attempts since the last one that failed.
    streak: i64,
    best_streak: i64,
    daily: DailyStreakView,
    /// The ratings after rated attempts, oldest first: at most 200 of the last 1,000.
    history: Vec<RatingPoint>,
}

/// Get the caller's rating, streaks and rating graph.
#[utoipa::path(get, path = "/puzzles/me", operation_id = "puzzle_progress", tag = "puzzles",
    responses((status = 200, body = SolverView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn me(
    State(app): State<Arc<App>>,
    owner: Owner,
) -> Result<Json<SolverView>, Problem> {
    let (progress, graph) = app.puzzles.progress(&owner.id()).await?;
    let today = Day::at(now());
    let point = |(at, rating)| RatingPoint { at, rating: rounded(rating) };
    Ok(Json(SolverView {
        rating: RatingView {
            rating: rounded(progress.rating.value),
            deviation: rounded(progress.rating.deviation),
        },
        attempts: progress.attempts,
        solved: progress.solved,
        streak: progress.streak,
        best_streak: progress.best_streak,
        daily: DailyStreakView {
            current: progress.daily.on(today),
            best: progress.daily.best,
            solved_today: progress.daily.last >= Some(today),
        },
        history: graph.into_iter().map(point).collect(),
    }))
}

/// Which attempts to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AttemptsQuery {
    /// Only attempts that have failed.
    #[serde(default)]
    failed: bool,
    /// From 1 to 100; 20 if missing.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// The `next` of the previous page.
    after: Option<String>,
}

/// An attempt in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptView {
    puzzle: String,
    /// Whether the puzzle still exists. Puzzles that turn out to be wrong are removed.
    exists: bool,
    /// Milliseconds since 1970.
    at: i64,
    solved: bool,
    rated: bool,
    hints: i64,
    /// The solver's rating after the attempt.
    rating: i32,
}

/// A page of attempts, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptList {
    attempts: Vec<AttemptView>,
    /// The cursor of the next page, if there is one.
    next: Option<String>,
}

/// List the caller's attempts, newest first.
#[utoipa::path(get, path = "/puzzles/attempts", operation_id = "list_puzzle_attempts", tag = "puzzles", params(AttemptsQuery),
    responses((status = 200, body = AttemptList), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    owner: Owner,
    Query(query): Query<AttemptsQuery>,
) -> Result<Json<AttemptList>, Problem> {
    let limit = query.limit.unwrap_or(20);
    if !(1..=100).contains(&limit) {
        return Err(Problem::new(Code::OutOfRange, "limit is from 1 to 100"));
    }
    let read = |text: &str| {
        text.parse().map_err(|_| {
            Problem::new(Code::BadRequest, "'after' is not the 'next' of a previous page")
        })
    };
    let filter = AttemptFilter {
        owner: &owner.id(),
        only_failed: query.failed,
        before: query.after.as_deref().map_or(Ok(i64::MAX), read)?,
        limit: limit + 1,
    };
    let mut records = app.puzzles.store.attempts(&filter).await?;
    let has_more = records.len() as i64 > limit;
    records.truncate(usize::try_from(limit).unwrap_or(0));
    let next = records.last().filter(|_| has_more).map(|record| record.number.to_string());
    let view = |record: AttemptRecord| AttemptView {
        exists: app.puzzles.stock.get(&record.puzzle).is_some(),
        puzzle: record.puzzle,
        at: record.at,
        solved: record.solved != 0,
        rated: record.rated != 0,
        hints: record.hints,
        rating: rounded(record.rating),
    };
    Ok(Json(AttemptList { attempts: records.into_iter().map(view).collect(), next }))
}

/// Download all of the caller's attempts as CSV, newest first.
#[utoipa::path(get, path = "/puzzles/attempts.csv", operation_id = "puzzle_attempts_csv", tag = "puzzles",
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn export(State(app): State<Arc<App>>, owner: Owner) -> impl IntoResponse {
    let owner = owner.id();
    let rows = stream::try_unfold(i64::MAX, move |before| {
        let (app, owner) = (Arc::clone(&app), owner.clone());
        async move {
            let filter =
                AttemptFilter { owner: &owner, only_failed: false, before, limit: EXPORT_PAGE };
            let records = app.puzzles.store.attempts(&filter).await?;
            let Some(last) = records.last() else { return Ok(None) };
            let text: String = records.iter().map(export_row).collect();
            Ok::<_, StorageError>(Some((text, last.number)))
        }
    });
    let header = stream::once(async { Ok(EXPORT_HEADER.to_owned()) });
    let body = Body::from_stream(stream::StreamExt::chain(header, rows));
    let name = "attachment; filename=\"ouro-puzzles.csv\"";
    let kind = "text/csv; charset=utf-8";
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], body)
}

fn export_row(record: &AttemptRecord) -> String {
    let yes_or_no = |value| if value == 0 { "no" } else { "yes" };
    let at = OffsetDateTime::from_unix_timestamp(record.at.div_euclid(1_000)).ok();
    let at = at.and_then(|at| at.format(&Rfc3339).ok()).unwrap_or_default();
    format!(
        "{},{at},{},{},{},{},{},{}\n",
        record.puzzle,
        record.moves,
        yes_or_no(record.solved),
        yes_or_no(record.rated),
        record.hints,
        rounded(record.rating),
        rounded(record.deviation)
    )
}
