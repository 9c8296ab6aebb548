//! Reviews: a game is analysed move by move, as a stored job with progress.
//!
//! The result for a move is stored as the JSON that clients get.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use ouro_engine::{Moment, MomentKind, Review};
use ouro_rules::{Color, Game, Move, Params, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::messages::{MessageParams, ThemeName};
use crate::api::types::{EvaluationInfo, Side, VariantName, pv_texts, read_game, with_position};
use crate::app::App;
use crate::caller::{Caller, Owner};
use crate::extract::{Body, Path};
use crate::problem::{Code, Problem};
use crate::scheduler::{Class, ScheduleError};
use crate::secret::Secret;
use crate::storage::{ReviewRecord, StorageError};
use crate::time::now;

/// The nodes of each search if the request does not set them, and the greatest number.
const DEFAULT_NODES: u64 = 20_000;
const MAX_NODES: u64 = 500_000;
/// The reviews that one owner may have in progress.
const MAX_OPEN: i64 = 4;
/// How long reviews are kept.
pub(crate) const RETENTION_DAYS: i64 = 30;

/// Why a review was not continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReviewError {
    #[error("there is no such review")]
    NotFound,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error("the stored game cannot be read: {0}")]
    Game(String),
    #[error("a move was not reviewed")]
    NoResult,
}

with_position! {
    /// A game to review.
    ReviewInput {
        /// The nodes of each search; 20,000 if missing.
        #[serde(default)]
        #[schema(minimum = 1_000, maximum = 500_000)]
        nodes: Option<u64>,
    }
}

/// A line of moves and its evaluation.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct ReviewedLine {
    uci: String,
    san: String,
    evaluation: EvaluationInfo,
    pv: Vec<String>,
    pv_san: Vec<String>,
}

impl ReviewedLine {
    fn new(position: &Position, line: &ouro_engine::Line) -> Option<ReviewedLine> {
        let mv = *line.moves.first()?;
        let (pv, pv_san) = pv_texts(position, &line.moves);
        Some(ReviewedLine {
            uci: position.uci(mv),
            san: position.san(mv),
            evaluation: EvaluationInfo::new(line, position.turn()),
            pv,
            pv_san,
        })
    }
}

/// A position in which a self-capture mattered.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct MomentInfo {
    /// The code of the moment: `played`, `missed` or `refutation` of the move that was played.
    #[schema(example = "missed")]
    kind: String,
    /// The self-capture: `san`, `piece` that captures, `victim` and its `square`.
    #[serde(default)]
    params: MessageParams,
    /// The self-capture.
    uci: String,
    san: String,
    /// The gain over the best other move, in hundredths of a point.
    gain: i32,
    /// Its themes and its purpose.
    themes: Vec<ThemeName>,
    /// The moment in words.
    #[schema(example = "missed Rxg2+: clears the g-file")]
    text: String,
}

impl MomentInfo {
    fn new(before: &Position, played: Move, moment: &Moment) -> MomentInfo {
        let mut position = before.clone();
        if moment.kind == MomentKind::Refutation {
            position.play_unchecked(played);
        }
        let san = position.san(moment.mv);
        let purpose = moment.purpose.map(|purpose| ThemeName::new(&purpose, &[]));
        let themes: Vec<ThemeName> =
            moment.themes.iter().map(ThemeName::from).chain(purpose).collect();
        // The notation shows a check.
        let reasons: Vec<&str> =
            themes.iter().filter(|theme| theme.code != "check").map(|t| t.text.as_str()).collect();
        let what = match moment.kind {
            MomentKind::Played => format!("{san} was the move"),
            MomentKind::Missed => format!("missed {san}"),
            MomentKind::Refutation => format!("allows {san}"),
        };
        let params = Params::NONE.with("san", san.clone());
        let params = match position.self_capture(moment.mv) {
            Some(capture) => params
                .with("piece", capture.piece)
                .with("victim", capture.victim)
                .with("square", capture.square),
            None => params,
        };
        MomentInfo {
            kind: moment.kind.code().to_owned(),
            params: params.into(),
            uci: position.uci(moment.mv),
            text: if reasons.is_empty() { what } else { format!("{what}: {}", reasons.join(", ")) },
            san,
            gain: (moment.gain * 100.0).round() as i32,
            themes,
        }
    }
}

/// A reviewed move.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReviewedMove {
    /// The number of the move, as in PGN.
    #[schema(example = 12)]
    number: u16,
    /// The side that moved.
    side: Side,
    /// The loss against the best move, in hundredths of a point.
    loss: f64,
    #[serde(flatten)]
    result: ReviewResult,
}

impl ReviewedMove {
    fn new(position: &Position, result: ReviewResult) -> ReviewedMove {
        let points = |line: &ReviewedLine| match line.evaluation.wdl[..] {
            [win, draw, _] => f64::from(win) + f64::from(draw) / 2.0,
            _ => 0.0,
        };
        ReviewedMove {
            number: position.fullmove_number(),
            side: position.turn().into(),
            loss: (points(&result.best) - points(&result.played)) / 10.0,
            result,
        }
    }
}

/// The result of the review of a move, as it is stored.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct ReviewResult {
    /// The move that was played, with the principal variation after it.
    played: ReviewedLine,
    /// The best move.
    best: ReviewedLine,
    /// `inaccuracy`, `mistake`, `blunder` or null.
    judgement: Option<String>,
    moment: Option<MomentInfo>,
}

impl ReviewResult {
    fn new(position: &Position, played: Move, review: &Review) -> Option<ReviewResult> {
        Some(ReviewResult {
            played: ReviewedLine::new(position, &review.played)?,
            best: ReviewedLine::new(position, &review.best)?,
            judgement: review.judgement.map(|judgement| judgement.code().to_owned()),
            moment: review.moment.as_ref().map(|moment| MomentInfo::new(position, played, moment)),
        })
    }
}

/// A review and its progress.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReviewView {
    id: String,
    variant: VariantName,
    fen: String,
    /// All moves of the game.
    moves: Vec<String>,
    /// Whether all moves are reviewed.
    finished: bool,
    /// The number of reviewed moves.
    done: usize,
    /// The reviewed moves.
    reviewed: Vec<ReviewedMove>,
    /// The average loss of each side per move in hundredths of a point, White first; null for a side that has not
    /// moved.
    #[schema(min_items = 2, max_items = 2)]
    loss: Vec<Option<f64>>,
}

/// Start a review of a game. It returns at once; get the review to see its progress.
#[utoipa::path(post, path = "/review", operation_id = "review_game", tag = "engine", request_body = ReviewInput,
    responses((status = 202, body = ReviewView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    owner: Owner,
    Body(input): Body<ReviewInput>,
) -> Result<impl IntoResponse, Problem> {
    let (game, _) = input.read_position()?;
    let nodes = input.nodes.unwrap_or(DEFAULT_NODES);
    if !(1_000..=MAX_NODES).contains(&nodes) {
        return Err(Problem::new(Code::OutOfRange, "nodes go from 1,000 to 500,000"));
    }
    app.admission.review(&caller, game.moves().len(), nodes)?;
    let store = &app.games.store;
    if store.open_reviews(&owner.id()).await? >= MAX_OPEN {
        let detail = format!("you have {MAX_OPEN} reviews in progress, the maximum");
        return Err(Problem::new(Code::Quota, detail));
    }
    let record = ReviewRecord {
        id: Secret::new()?.text().to_owned(),
        owner: owner.id(),
        variant: game.variant().to_string(),
        fen: game.start().to_fen(),
        moves: game.ucis().join(" "),
        nodes: i64::try_from(nodes).unwrap_or(i64::MAX),
        created_at: now(),
        finished: i64::from(game.moves().is_empty()),
    };
    store.create_review(&record).await?;
    app.games.wake.notify_one();
    Ok((StatusCode::ACCEPTED, owner.remember(), Json(view(record, &[])?)))
}

/// Get a review and its progress.
#[utoipa::path(get, path = "/review/{id}", operation_id = "get_review", tag = "engine", params(("id" = String, Path)),
    responses((status = 200, body = ReviewView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ReviewView>, Problem> {
    let unknown = || Problem::new(Code::NotFound, "there is no such review");
    if !Secret::is_valid(&id) {
        return Err(unknown());
    }
    let record = app.games.store.review(&id).await?.ok_or_else(unknown)?;
    let results = app.games.store.reviewed_moves(&id).await?;
    Ok(Json(view(record, &results)?))
}

fn view(record: ReviewRecord, results: &[String]) -> Result<ReviewView, Problem> {
    let game = record.game().map_err(Problem::internal)?;
    let reviewed = results
        .iter()
        .zip(game.positions())
        .map(|(text, position)| {
            let result = serde_json::from_str(text).map_err(Problem::internal)?;
            Ok(ReviewedMove::new(position, result))
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    Ok(ReviewView {
        variant: game.variant().into(),
        moves: game.ucis(),
        finished: record.finished != 0,
        done: reviewed.len(),
        loss: Color::BOTH.map(|color| mean_loss(&reviewed, color.into())).to_vec(),
        reviewed,
        id: record.id,
        fen: record.fen,
    })
}

fn mean_loss(reviewed: &[ReviewedMove], side: Side) -> Option<f64> {
    let moves = reviewed.iter().filter(|reviewed| reviewed.side == side);
    let losses: Vec<f64> = moves.map(|reviewed| reviewed.loss).collect();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    (!losses.is_empty()).then(|| (mean * 10.0).round() / 10.0)
}

impl ReviewRecord {
    /// Returns the game under review.
    fn game(&self) -> Result<Game, ReviewError> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        let variant = serde_json::from_value(self.variant.clone().into())
            .map_err(|error| ReviewError::Game(error.to_string()))?;
        let (game, _) = read_game(variant, Some(&self.fen), &moves)
            .map_err(|problem| ReviewError::Game(problem.detail().to_owned()))?;
        Ok(game)
    }
}

/// Reviews the next move of a game. Returns whether the review is finished. Reviews take turns move by move, so that a
/// long one does not hold up a short one.
pub(crate) async fn review_next_move(app: &App, id: &str) -> Result<bool, ReviewError> {
    let store = &app.games.store;
    let record = store.review(id).await?.ok_or(ReviewError::NotFound)?;
    let whole = record.game()?;
    let ply = store.reviewed_moves(id).await?.len();
    let Some(&played) = whole.moves().get(ply) else { return Ok(true) };
    let mut game = Game::from_position(whole.start().clone());
    for &mv in &whole.moves()[..ply] {
        game.play(mv).map_err(|error| ReviewError::Game(error.to_string()))?;
    }
    let position = game.position().clone();
    let nodes = record.nodes.unsigned_abs();
    let client = format!("review {}", record.owner);
    let review = app
        .engines
        .run(Class::Background, &client, move |engine, signals| {
            engine.review(&game, played, nodes, signals)
        })
        .await?;
    let reviewed = review.and_then(|review| ReviewResult::new(&position, played, &review));
    let reviewed = reviewed.ok_or(ReviewError::NoResult)?;
    let text =
        serde_json::to_string(&reviewed).map_err(|error| ReviewError::Game(error.to_string()))?;
    let is_last = ply + 1 == whole.moves().len();
    store.add_reviewed_move(id, ply as i64, &text, is_last).await?;
    Ok(is_last)
}
