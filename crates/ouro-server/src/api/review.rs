//! Reviews: a whole game, looked at move by move as a stored job with progress.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use ouro_engine::{Moment, MomentKind, Review};
use ouro_rules::{Color, Game, Move, Position, Theme};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::{EvaluationInfo, ThemeName, VariantName, pv_texts, read_game, with_position};
use crate::app::App;
use crate::caller::{Owner, Secret};
use crate::extract::{Body, Path};
use crate::games::service::now;
use crate::problem::{Code, Problem};
use crate::scheduler::Class;
use crate::storage::ReviewRow;

/// Positions that each search looks at if nothing is said, and the most.
const DEFAULT_NODES: u64 = 20_000;
const MAX_NODES: u64 = 500_000;
/// Reviews that one owner may have under way.
const MAX_OPEN: i64 = 4;
/// How long a process keeps a review to itself without finishing a move, in milliseconds.
const CLAIM: i64 = 30_000;
/// How often processes look for reviews that another one has left behind.
const LOOK: Duration = Duration::from_secs(2);
/// How long a review waits when all engines are busy.
const BUSY: Duration = Duration::from_millis(500);
/// Days for which reviews are kept.
pub(crate) const KEPT_DAYS: i64 = 30;

with_position! {
    /// A game to be reviewed.
    ReviewInput {
        /// Positions that each of the searches for a move looks at; 20,000 if it is not said.
        #[serde(default)]
        #[schema(minimum = 1_000, maximum = 500_000)]
        nodes: Option<u64>,
    }
}

/// A line that begins with a move, and what it is worth for the side that moves.
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

/// A moment at which a self-capture mattered.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct MomentInfo {
    /// `played`, `missed`, or `refutation`: the reply that makes the move that was played a bad one.
    #[schema(example = "missed")]
    kind: String,
    /// The self-capture.
    uci: String,
    san: String,
    /// What it is worth against the best other move, in hundredths of a point.
    gain: i32,
    /// What it brings about on the board, and what it is for.
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
        let purpose = moment.purpose.map(|purpose| ThemeName {
            code: purpose.code().to_owned(),
            text: purpose.to_string(),
        });
        let themes: Vec<ThemeName> =
            moment.themes.iter().map(ThemeName::from).chain(purpose).collect();
        // That it is a check stands in the notation.
        let check = Theme::Check.code();
        let reasons: Vec<&str> =
            themes.iter().filter(|theme| theme.code != check).map(|t| t.text.as_str()).collect();
        let what = match moment.kind {
            MomentKind::Played => format!("{san} was the move"),
            MomentKind::Missed => format!("missed {san}"),
            MomentKind::Refutation => format!("allows {san}"),
        };
        MomentInfo {
            kind: moment.kind.code().to_owned(),
            uci: position.uci(moment.mv),
            text: if reasons.is_empty() { what } else { format!("{what}: {}", reasons.join(", ")) },
            san,
            gain: (moment.gain * 100.0).round() as i32,
            themes,
        }
    }
}

/// A move of a game that was reviewed.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct ReviewedMove {
    /// The move that was played, with the line that the engine expects after it.
    played: ReviewedLine,
    /// What the engine would have played.
    best: ReviewedLine,
    /// `inaccuracy`, `mistake` or `blunder`, if it is one.
    judgement: Option<String>,
    moment: Option<MomentInfo>,
}

impl ReviewedMove {
    fn new(position: &Position, played: Move, review: &Review) -> Option<ReviewedMove> {
        Some(ReviewedMove {
            played: ReviewedLine::new(position, &review.played)?,
            best: ReviewedLine::new(position, &review.best)?,
            judgement: review.judgement.map(|judgement| judgement.code().to_owned()),
            moment: review.moment.as_ref().map(|moment| MomentInfo::new(position, played, moment)),
        })
    }
}

/// How far a review has come, and what it has found.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReviewView {
    id: String,
    variant: VariantName,
    fen: String,
    /// All moves of the game.
    moves: Vec<String>,
    /// Whether nothing is left to do.
    finished: bool,
    /// How many moves have been reviewed.
    done: usize,
    /// What was found, move by move, as far as it has come.
    reviewed: Vec<ReviewedMove>,
    /// Points that each side gave away per move, in hundredths, White first; none for a side that
    /// has not moved.
    #[schema(min_items = 2, max_items = 2)]
    loss: Vec<Option<f64>>,
}

/// Has a game reviewed. The answer comes at once; ask for it again to see how far it has come.
#[utoipa::path(post, path = "/review", operation_id = "review_game", tag = "engine", request_body = ReviewInput,
    responses((status = 202, body = ReviewView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    owner: Owner,
    Body(input): Body<ReviewInput>,
) -> Result<impl IntoResponse, Problem> {
    let (game, _) = input.read_position()?;
    let nodes = input.nodes.unwrap_or(DEFAULT_NODES);
    if !(1_000..=MAX_NODES).contains(&nodes) {
        return Err(Problem::new(Code::OutOfRange, "nodes go from 1,000 to 500,000"));
    }
    if app.store.open_reviews(&owner.id()).await? >= MAX_OPEN {
        let detail = format!("{MAX_OPEN} reviews at once are the most");
        return Err(Problem::new(Code::Quota, detail));
    }
    let row = ReviewRow {
        id: Secret::new()?.text().to_owned(),
        owner: owner.id(),
        variant: game.variant().to_string(),
        fen: game.start().to_fen(),
        moves: game.ucis().join(" "),
        nodes: i64::try_from(nodes).unwrap_or(i64::MAX),
        created_at: now(),
        finished: i64::from(game.moves().is_empty()),
    };
    app.store.create_review(&row).await?;
    app.review_wake.notify_one();
    Ok((StatusCode::ACCEPTED, owner.remember(), Json(view(row, &[])?)))
}

/// How far a review has come, and what it has found.
#[utoipa::path(get, path = "/review/{id}", operation_id = "get_review", tag = "engine", params(("id" = String, Path)),
    responses((status = 200, body = ReviewView), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ReviewView>, Problem> {
    let unknown = || Problem::new(Code::NotFound, "there is no such review");
    if !Secret::is_one(&id) {
        return Err(unknown());
    }
    let row = app.store.review(&id).await?.ok_or_else(unknown)?;
    let found = app.store.reviewed_moves(&id).await?;
    Ok(Json(view(row, &found)?))
}

fn view(row: ReviewRow, found: &[String]) -> Result<ReviewView, Problem> {
    let reviewed = found
        .iter()
        .map(|text| serde_json::from_str(text).map_err(Problem::internal))
        .collect::<Result<Vec<ReviewedMove>, _>>()?;
    let game = row.game()?;
    Ok(ReviewView {
        variant: game.variant().into(),
        moves: game.ucis(),
        finished: row.finished != 0,
        done: reviewed.len(),
        loss: Color::BOTH.map(|color| mean_loss(&game, &reviewed, color)).to_vec(),
        reviewed,
        id: row.id,
        fen: row.fen,
    })
}

fn mean_loss(game: &Game, reviewed: &[ReviewedMove], color: Color) -> Option<f64> {
    let points = |line: &ReviewedLine| match line.evaluation.wdl[..] {
        [win, draw, _] => f64::from(win) + f64::from(draw) / 2.0,
        _ => 0.0,
    };
    let losses: Vec<f64> = game
        .plies()
        .zip(reviewed)
        .filter(|((position, _), _)| position.turn() == color)
        .map(|(_, reviewed)| (points(&reviewed.best) - points(&reviewed.played)) / 10.0)
        .collect();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    (!losses.is_empty()).then(|| (mean * 10.0).round() / 10.0)
}

impl ReviewRow {
    /// The game that is reviewed.
    fn game(&self) -> Result<Game, Problem> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        let variant = serde_json::from_value(self.variant.clone().into());
        let (game, _) = read_game(variant.map_err(Problem::internal)?, Some(&self.fen), &moves)?;
        Ok(game)
    }
}

/// Works on reviews until the server shuts down.
pub(crate) async fn work(app: Arc<App>) {
    let mut shutdown = app.shutdown.subscribe();
    loop {
        let at = now();
        let room = app.engines.slots() as i64;
        match app.store.claim_reviews(&app.process, at, at + CLAIM, room).await {
            Ok(rows) => {
                for row in rows {
                    let app = Arc::clone(&app);
                    tokio::spawn(async move {
                        if let Err(problem) = review_game(&app, &row).await {
                            tracing::error!(?problem, id = row.id, "a review has failed");
                        }
                    });
                }
            }
            Err(error) => tracing::error!(%error, "reviews could not be read"),
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = app.review_wake.notified() => {}
            _ = shutdown.changed() => return,
        }
    }
}

/// Goes on where a review has stopped.
async fn review_game(app: &App, row: &ReviewRow) -> Result<(), Problem> {
    let whole = row.game()?;
    let done = app.store.reviewed_moves(&row.id).await?.len();
    let nodes = row.nodes.unsigned_abs();
    let caller = format!("review {}", row.owner);
    for ply in done..whole.moves().len() {
        let mut game = Game::from_position(whole.start().clone());
        for &mv in &whole.moves()[..ply] {
            game.play(mv).map_err(Problem::internal)?;
        }
        let played = whole.moves()[ply];
        let position = game.position().clone();
        let review = loop {
            let game = game.clone();
            let search = app.engines.run(Class::Background, &caller, move |engine, signals| {
                engine.review(&game, played, nodes, signals)
            });
            match search.await.map_err(Problem::from) {
                Err(problem) if matches!(problem.code(), Code::Busy | Code::Quota) => {
                    if *app.shutdown.borrow() {
                        return Ok(());
                    }
                    tokio::time::sleep(BUSY).await;
                }
                other => break other?,
            }
        };
        let reviewed =
            review.as_ref().and_then(|review| ReviewedMove::new(&position, played, review));
        let reviewed = reviewed.ok_or_else(|| Problem::internal("a move without a review"))?;
        let text = serde_json::to_string(&reviewed).map_err(Problem::internal)?;
        app.store.add_reviewed_move(&row.id, ply as i64, &text).await?;
        app.store.keep_review(&app.process, &row.id, now() + CLAIM).await?;
    }
    Ok(app.store.finish_review(&row.id).await?)
}
