//! Attempts at puzzles.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::rounded;
use crate::api::games::routes::idempotency_key;
use crate::app::App;
use crate::caller::Owner;
use crate::extract::{Body, Path};
use crate::problem::Problem;
use crate::storage::AttemptRecord;

/// An attempt.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttemptRequest {
    /// The solver's moves in UCI notation, without the opponent's replies. They end with the first move that is not in
    /// the solution; a solver who gives up sends those before.
    #[schema(example = json!(["e6d7", "d7c6"]))]
    moves: Vec<String>,
    /// The hints that the solver has taken.
    #[serde(default)]
    #[schema(maximum = 100)]
    hints: u32,
}

/// A rating with its deviation: it is between two deviations below and two above with a probability of 95 %.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingView {
    #[schema(example = 1500)]
    pub(super) rating: i32,
    #[schema(example = 350)]
    pub(super) deviation: i32,
}

/// What an attempt has changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptResult {
    puzzle: String,
    /// Whether the moves solve the puzzle.
    solved: bool,
    /// Whether ratings and the streak have changed: at the first attempt, without hints.
    rated: bool,
    /// The solver's rating before the attempt.
    before: RatingView,
    /// The solver's rating after it.
    after: RatingView,
    /// The puzzle's rating after it.
    puzzle_rating: RatingView,
    /// The rated attempts since the last one that failed.
    streak: i64,
    /// The days in a row on which the solver has solved the daily puzzle.
    daily_streak: i64,
}

impl From<&AttemptRecord> for AttemptResult {
    fn from(record: &AttemptRecord) -> AttemptResult {
        let view = |rating, deviation| RatingView {
            rating: rounded(rating),
            deviation: rounded(deviation),
        };
        AttemptResult {
            puzzle: record.puzzle.clone(),
            solved: record.solved != 0,
            rated: record.rated != 0,
            before: view(record.rating_before, record.deviation_before),
            after: view(record.rating, record.deviation),
            puzzle_rating: view(record.puzzle_rating, record.puzzle_deviation),
            streak: record.streak,
            daily_streak: record.daily_streak,
        }
    }
}

/// Attempt a puzzle. A cookie identifies the caller. Only the first attempt at a puzzle is rated, and only without hints.
/// A repeated request counts once and has the same response: a request with the same `Idempotency-Key`, or without the
/// header one with the moves and hints of the caller's last attempt at the puzzle.
#[utoipa::path(post, path = "/puzzles/{id}/attempts", operation_id = "attempt_puzzle", tag = "puzzles", request_body = AttemptRequest,
    params(("id" = String, Path), ("idempotency-key" = Option<String>, Header, max_length = 64)),
    responses((status = 200, body = AttemptResult), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    owner: Owner,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(input): Body<AttemptRequest>,
) -> Result<impl IntoResponse, Problem> {
    let key = idempotency_key(&headers)?;
    let AttemptRequest { moves, hints } = input;
    let stored = app.puzzles.attempt(&owner.id(), &id, &moves, hints, key).await?;
    if stored.is_new {
        app.metrics.puzzle_attempts.inc();
    }
    Ok((owner.remember(), Json(AttemptResult::from(&stored.attempt))))
}
