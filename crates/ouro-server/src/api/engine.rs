//! Endpoints of the engine: best move, analysis and levels.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use ouro_engine::{Bound, Engine, Limits, Report, SearchResult, Signals, Strength};
use ouro_rules::{Game, Move};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use super::messages::{GameOutcome, ThemeName};
use super::types::{EvaluationInfo, MoveInfo, pv_texts, with_position};
use crate::app::App;
use crate::caller::Caller;
use crate::config::SearchCaps;
use crate::extract::Body;
use crate::objects;
use crate::problem::{Code, Problem};
use crate::scheduler::{Class, ScheduleError};

/// Nodes for the evaluation of a move that a weaker player has chosen.
const JUDGING_NODES: u64 = 20_000;
/// Milliseconds for a best move without limits in the request.
const DEFAULT_TIME: u64 = 1_000;
/// Events that wait for a client that reads slowly. Later reports are dropped, the last event never.
const BUFFERED_EVENTS: usize = 64;

/// Search limits. The search ends at the first limit that it reaches; the server has limits of its own.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsInput {
    /// Depth in plies.
    #[schema(minimum = 1, maximum = 100)]
    depth: Option<u32>,
    /// Searched nodes.
    #[schema(minimum = 1)]
    nodes: Option<u64>,
    /// Search time in milliseconds.
    #[schema(minimum = 1)]
    time_ms: Option<u64>,
}

impl LimitsInput {
    fn read(&self, caps: &SearchCaps) -> Result<Limits, Problem> {
        let outside = |detail: String| Err(Problem::new(Code::OutOfRange, detail));
        if self.depth == Some(0) || self.nodes == Some(0) || self.time_ms == Some(0) {
            return outside("limits must be at least 1".to_owned());
        }
        if self.depth.is_some_and(|depth| depth > caps.depth) {
            return outside(format!("the depth must be at most {}", caps.depth));
        }
        if self.nodes.is_some_and(|nodes| nodes > caps.nodes) {
            return outside(format!("the number of nodes must be at most {}", caps.nodes));
        }
        if self.time_ms.is_some_and(|time| time > caps.time_ms) {
            return outside(format!("the time must be at most {} ms", caps.time_ms));
        }
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        Ok(Limits {
            depth: self.depth.and_then(|depth| i32::try_from(depth).ok()),
            nodes: self.nodes,
            move_time: Some(self.time_ms.unwrap_or(if unlimited {
                DEFAULT_TIME.min(caps.time_ms)
            } else {
                caps.time_ms
            })),
            ..Limits::default()
        })
    }
}

with_position! {
    /// A position, with a level or search limits.
    BestMoveInput {
        /// Playing strength from 1 to 10. Full strength if absent.
        #[serde(default)]
        #[schema(minimum = 1, maximum = 10)]
        level: Option<u8>,
        /// Search limits, without a level only.
        #[serde(default, deserialize_with = "objects::maybe")]
        limits: Option<LimitsInput>,
        /// Selects the moves that a weaker player overlooks. The same seed makes the same player.
        #[serde(default)]
        seed: Option<u16>,
    }
}

/// The move of the engine, or the outcome if the game is over.
#[derive(Serialize, ToSchema)]
pub(crate) struct BestMove {
    /// The move in UCI notation. Absent if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The move in algebraic notation.
    san: Option<String>,
    /// The evaluation of the move.
    evaluation: Option<EvaluationInfo>,
    /// The principal variation, starting with the move.
    pv: Vec<String>,
    pv_san: Vec<String>,
    depth: i32,
    nodes: u64,
    time_ms: u64,
    /// Whether the move is a self-capture.
    self_capture: bool,
    /// The main theme of the self-capture.
    theme: Option<ThemeName>,
    /// The outcome if the game is over.
    outcome: Option<GameOutcome>,
    /// Repairs of the FEN.
    warnings: Vec<String>,
}

/// Finds the best move, or the move of a weaker player.
#[utoipa::path(post, path = "/bestmove", tag = "engine", request_body = BestMoveInput,
    responses((status = 200, body = BestMove), (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn best_move(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(input): Body<BestMoveInput>,
) -> Result<Json<BestMove>, Problem> {
    let (game, warnings) = input.read_position()?;
    let limits = match (input.level, &input.limits) {
        (Some(_), Some(_)) => {
            return Err(Problem::new(Code::BadRequest, "level and limits exclude each other"));
        }
        (Some(level), None) => Limits {
            strength: Some(strength(level)?.with_seed(input.seed.unwrap_or(0).into())),
            move_time: Some(app.config.search.time_ms),
            ..Limits::default()
        },
        (None, limits) => limits.clone().unwrap_or_default().read(&app.config.search)?,
    };
    if let Some(outcome) = game.outcome() {
        return Ok(Json(over(outcome.into(), warnings)));
    }
    let _place = app.admission.search(&caller)?;
    let (game, answer) = app
        .engines
        .run(Class::BestMove, &caller.name(), move |engine, signals| {
            let answer = think(engine, &game, &limits, signals);
            (game, answer)
        })
        .await?;
    let position = game.position();
    let (Some(mv), Some(line)) = (answer.best, answer.report.lines.first()) else {
        return Err(Problem::internal("a search returned no move"));
    };
    let (pv, pv_san) = pv_texts(position, &line.moves);
    let info = MoveInfo::new(position, mv);
    Ok(Json(BestMove {
        mv: Some(info.uci),
        san: Some(info.san),
        evaluation: Some(EvaluationInfo::new(line, position.turn())),
        pv,
        pv_san,
        depth: answer.report.depth,
        nodes: answer.report.nodes,
        time_ms: answer.report.time,
        self_capture: info.self_capture,
        theme: info.themes.into_iter().next(),
        outcome: None,
        warnings,
    }))
}

fn over(outcome: GameOutcome, warnings: Vec<String>) -> BestMove {
    BestMove {
        mv: None,
        san: None,
        evaluation: None,
        pv: Vec::new(),
        pv_san: Vec::new(),
        depth: 0,
        nodes: 0,
        time_ms: 0,
        self_capture: false,
        theme: None,
        outcome: Some(outcome),
        warnings,
    }
}

/// Returns the strength of a level.
pub(crate) fn strength(level: u8) -> Result<Strength, Problem> {
    Strength::level(level).ok_or_else(|| {
        let detail = format!("the level must be from 1 to {}", Strength::LEVELS);
        Problem::new(Code::OutOfRange, detail)
    })
}

/// Searches for a move. A weaker player misjudges its own move, so the engine at full strength evaluates
/// it.
fn think(engine: &mut Engine, game: &Game, limits: &Limits, signals: &Signals) -> SearchResult {
    let chosen = engine.search(game, limits, signals, &mut |_| {});
    let (Some(mv), Some(_)) = (chosen.best, limits.strength) else { return chosen };
    let judge = Limits {
        nodes: Some(JUDGING_NODES),
        move_time: limits.move_time,
        search_moves: vec![mv],
        ..Limits::default()
    };
    let mut judged = engine.search(game, &judge, signals, &mut |_| {});
    judged.best = Some(mv);
    judged.report.nodes += chosen.report.nodes;
    judged.report.time += chosen.report.time;
    judged
}

with_position! {
    /// A position to analyse.
    AnalyseInput {
        /// Number of lines, 1 if absent.
        #[serde(default = "one")]
        #[schema(minimum = 1, maximum = 10)]
        multipv: usize,
        /// Search limits. As high as the server allows if absent.
        #[serde(default, deserialize_with = "objects::one")]
        limits: LimitsInput,
    }
}

const fn one() -> usize {
    1
}

/// A line of the analysis.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalysedLine {
    /// The first move of the line.
    #[serde(rename = "move")]
    mv: MoveInfo,
    evaluation: EvaluationInfo,
    pv: Vec<String>,
    pv_san: Vec<String>,
}

/// An event of an analysis.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the stream in the OpenAPI document")]
pub(crate) struct AnalysisEvent {
    /// `done` for the last event, `report` for those before it.
    #[schema(example = "report")]
    event: String,
    /// An `Analysis` as JSON.
    data: String,
}

/// The state of an analysis.
#[derive(Serialize, ToSchema)]
pub(crate) struct Analysis {
    depth: i32,
    seldepth: usize,
    nodes: u64,
    time_ms: u64,
    /// The lines, best first.
    lines: Vec<AnalysedLine>,
    /// The outcome if the game is over.
    outcome: Option<GameOutcome>,
    /// Repairs of the FEN.
    warnings: Vec<String>,
}

impl Analysis {
    fn new(game: &Game, report: &Report, warnings: &[String]) -> Analysis {
        let position = game.position();
        let line = |line: &ouro_engine::Line| {
            let &mv: &Move = line.moves.first()?;
            let (pv, pv_san) = pv_texts(position, &line.moves);
            Some(AnalysedLine {
                mv: MoveInfo::new(position, mv),
                evaluation: EvaluationInfo::new(line, position.turn()),
                pv,
                pv_san,
            })
        };
        Analysis {
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: report.nodes,
            time_ms: report.time,
            lines: report.lines.iter().filter_map(line).collect(),
            outcome: game.outcome().map(GameOutcome::from),
            warnings: warnings.to_vec(),
        }
    }

    fn event(&self, name: &str) -> Event {
        Event::default().event(name).json_data(self).unwrap_or_default()
    }
}

/// Cancels the analysis when the client disconnects.
struct CancelOnDrop(JoinHandle<()>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Analyses a position and sends reports as server-sent events while the search deepens. The search is
/// cancelled when the client disconnects.
#[utoipa::path(post, path = "/analyse", tag = "engine", request_body = AnalyseInput,
    responses((status = 200, body = AnalysisEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn analyse(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(input): Body<AnalyseInput>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let (game, warnings) = input.read_position()?;
    let caps = &app.config.search;
    if !(1..=caps.lines).contains(&input.multipv) {
        let detail = format!("multipv must be from 1 to {}", caps.lines);
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let time = input.limits.time_ms.or(Some(caps.time_ms));
    let limits = LimitsInput { time_ms: time, ..input.limits }.read(caps)?;
    let limits = Limits { multipv: input.multipv, ..limits };

    let (send, receive) = mpsc::channel(BUFFERED_EVENTS);
    let nothing = Analysis::new(&game, &Report::default(), &warnings).event("done");
    if game.outcome().is_some() {
        // The channel is empty.
        let _ = send.try_send(nothing);
        return Ok(events(receive, None));
    }
    let reports = send.clone();
    let place = app.admission.search(&caller)?;
    let search = app.engines.submit(Class::Analysis, &caller.name(), move |engine, signals| {
        let mut send_report = |report: &Report| {
            // A window that failed is only a step on the way to the next report.
            if report.lines.iter().any(|line| line.bound != Bound::Exact) {
                return;
            }
            let _ = reports.try_send(Analysis::new(&game, report, &warnings).event("report"));
        };
        let result = engine.search(&game, &limits, signals, &mut send_report);
        Analysis::new(&game, &result.report, &warnings).event("done")
    })?;
    let task = tokio::spawn(async move {
        let last = search.await;
        drop(place);
        let last = match last {
            Ok(last) => last,
            // It never started.
            Err(ScheduleError::Closed) => nothing,
            Err(_) => return,
        };
        // The client may be gone.
        let _ = send.send(last).await;
    });
    Ok(events(receive, Some(CancelOnDrop(task))))
}

/// Streams the events of a channel and keeps the analysis alive for as long.
fn events(
    receive: mpsc::Receiver<Event>,
    analysis: Option<CancelOnDrop>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let state = (ReceiverStream::new(receive), analysis);
    let events = stream::unfold(state, |(mut events, analysis)| async {
        events.next().await.map(|event| (Ok(event), (events, analysis)))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

impl From<ScheduleError> for Problem {
    fn from(error: ScheduleError) -> Problem {
        match error {
            ScheduleError::ClientLimit(_) => Problem::new(Code::Quota, error.to_string()),
            ScheduleError::QueueFull | ScheduleError::Closed => {
                Problem::new(Code::Busy, error.to_string())
            }
            ScheduleError::Panicked => Problem::internal(error),
        }
    }
}

/// A playing strength of the engine.
#[derive(Serialize, ToSchema)]
pub(crate) struct LevelInfo {
    level: u8,
    name: &'static str,
    /// Approximate Elo rating.
    rating: u16,
    /// Score against the next lower level in 100 games, in percent. Absent for the lowest level.
    chess_score: Option<f64>,
    selfcapture_score: Option<f64>,
}

/// Lists the levels and their scores against the next lower ones.
#[utoipa::path(get, path = "/levels", tag = "engine", responses((status = 200, body = Vec<LevelInfo>)))]
pub(crate) async fn levels() -> Json<Vec<LevelInfo>> {
    Json(
        LEVELS
            .into_iter()
            .zip(1..)
            .map(|((name, chess_score, selfcapture_score), level)| LevelInfo {
                level,
                name,
                rating: Strength::rating(level).unwrap_or(Strength::MAX_ELO),
                chess_score,
                selfcapture_score,
            })
            .collect(),
    )
}

/// The names of the levels and their scores against the next lower ones in chess and in self-capture
/// chess, from the matches in docs/engine.md.
const LEVELS: [(&str, Option<f64>, Option<f64>); Strength::LEVELS as usize] = [
    ("Beginner", None, None),
    ("Novice", Some(68.5), Some(64.5)),
    ("Learner", Some(75.5), Some(74.5)),
    ("Casual player", Some(77.0), Some(76.0)),
    ("Steady player", Some(78.0), Some(77.5)),
    ("Club player", Some(78.5), Some(71.5)),
    ("Strong club player", Some(74.0), Some(81.0)),
    ("Expert", Some(69.0), Some(74.0)),
    ("Master", Some(72.0), Some(77.0)),
    ("Grandmaster", Some(78.5), Some(74.5)),
];
