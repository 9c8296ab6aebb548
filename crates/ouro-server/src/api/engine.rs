//! Calls to the engine: the best move, and analysis while it deepens.

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

use super::types::{EvaluationInfo, GameOutcome, MoveInfo, ThemeName, pv_texts, with_position};
use crate::app::App;
use crate::caller::Caller;
use crate::config::SearchCaps;
use crate::extract::Body;
use crate::objects;
use crate::problem::{Code, Problem};

/// Nodes for the evaluation of a move that a weaker player has chosen.
const JUDGING_NODES: u64 = 20_000;
/// How long a move is looked for if nothing is said.
const DEFAULT_TIME: u64 = 1_000;

/// When the search ends. The server has limits of its own, and the first one that is reached counts.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsInput {
    /// Plies.
    #[schema(minimum = 1, maximum = 100)]
    depth: Option<u32>,
    /// Positions looked at.
    #[schema(minimum = 1)]
    nodes: Option<u64>,
    /// Milliseconds.
    #[schema(minimum = 1)]
    time_ms: Option<u64>,
}

impl LimitsInput {
    fn read(&self, caps: &SearchCaps) -> Result<Limits, Problem> {
        let outside = |detail: String| Err(Problem::new(Code::OutOfRange, detail));
        if self.depth == Some(0) || self.nodes == Some(0) || self.time_ms == Some(0) {
            return outside("a limit is at least 1".to_owned());
        }
        if self.depth.is_some_and(|depth| depth > caps.depth) {
            return outside(format!("a depth of {} is the most", caps.depth));
        }
        if self.nodes.is_some_and(|nodes| nodes > caps.nodes) {
            return outside(format!("{} nodes are the most", caps.nodes));
        }
        if self.time_ms.is_some_and(|time| time > caps.time_ms) {
            return outside(format!("{} ms are the most", caps.time_ms));
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
    /// A position, and how well the engine plays or how long it thinks.
    BestMoveInput {
        /// From 1 to 10; full strength if it is not said.
        #[serde(default)]
        #[schema(minimum = 1, maximum = 10)]
        level: Option<u8>,
        /// How long it thinks, at full strength only.
        #[serde(default, deserialize_with = "objects::maybe")]
        limits: Option<LimitsInput>,
        /// Which moves a weaker player overlooks: another number makes it another player, the same
        /// number the same one.
        #[serde(default)]
        seed: Option<u16>,
    }
}

/// The engine's move, or the outcome if the game is over.
#[derive(Serialize, ToSchema)]
pub(crate) struct BestMove {
    /// The move in UCI notation; none if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The move in algebraic notation.
    san: Option<String>,
    /// What this very move is worth.
    evaluation: Option<EvaluationInfo>,
    /// The line that is expected, beginning with the move.
    pv: Vec<String>,
    pv_san: Vec<String>,
    depth: i32,
    nodes: u64,
    time_ms: u64,
    /// Whether the move takes one of the side's own pieces.
    self_capture: bool,
    /// What that brings about.
    theme: Option<ThemeName>,
    /// How the game has ended, if it has.
    outcome: Option<GameOutcome>,
    /// What had to be repaired in the FEN.
    warnings: Vec<String>,
}

/// The best move, or one as a weaker player would choose it.
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
            return Err(Problem::new(Code::BadRequest, "say a level or limits, not both"));
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
    let (game, answer) = app
        .pool
        .run(caller.name(), move |engine, signals| {
            let answer = think(engine, &game, &limits, signals);
            (game, answer)
        })
        .await?;
    let position = game.position();
    let (Some(mv), Some(line)) = (answer.best, answer.report.lines.first()) else {
        return Err(Problem::internal("a search without a move"));
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

/// A level from outside.
pub(crate) fn strength(level: u8) -> Result<Strength, Problem> {
    Strength::level(level).ok_or_else(|| {
        let detail = format!("levels go from 1 to {}, and {level} is none", Strength::LEVELS);
        Problem::new(Code::OutOfRange, detail)
    })
}

/// Looks for a move. What a weaker player thinks of its own move is not what the move is worth, so
/// that is found out by the full engine.
pub(crate) fn think(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    signals: &Signals,
) -> SearchResult {
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
    /// A position to be analysed.
    AnalyseInput {
        /// How many lines; 1 if it is not said.
        #[serde(default = "one")]
        #[schema(minimum = 1, maximum = 10)]
        multipv: usize,
        /// When it ends; as late as the server allows if it is not said.
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
    /// The first move.
    #[serde(rename = "move")]
    mv: MoveInfo,
    evaluation: EvaluationInfo,
    pv: Vec<String>,
    pv_san: Vec<String>,
}

/// An event of an analysis.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what the stream is made of")]
pub(crate) struct AnalysisEvent {
    /// `done` for the last one, `report` for those before it.
    #[schema(example = "report")]
    event: String,
    /// An `Analysis` as JSON.
    data: String,
}

/// What the engine has found so far.
#[derive(Serialize, ToSchema)]
pub(crate) struct Analysis {
    depth: i32,
    seldepth: usize,
    nodes: u64,
    time_ms: u64,
    /// The best first.
    lines: Vec<AnalysedLine>,
    /// How the game has ended, if it has.
    outcome: Option<GameOutcome>,
    /// What had to be repaired in the FEN.
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

/// Stops the analysis when the client has gone.
struct StopWhenDropped(JoinHandle<()>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Analyses a position and tells what it finds as server-sent events while it deepens. It ends when
/// the client leaves.
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
        let detail = format!("multipv goes from 1 to {}", caps.lines);
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let time = input.limits.time_ms.or(Some(caps.time_ms));
    let limits = LimitsInput { time_ms: time, ..input.limits }.read(caps)?;
    let limits = Limits { multipv: input.multipv, ..limits };

    let (send, receive) = mpsc::channel(64);
    let search = if game.outcome().is_some() {
        let nothing = Analysis::new(&game, &Report::default(), &warnings).event("done");
        // There is room for it.
        let _ = send.try_send(nothing);
        None
    } else {
        let reports = send.clone();
        Some(app.pool.submit(caller.name(), move |engine, signals| {
            let mut tell = |report: &Report| {
                // That a score is outside of what was expected is a step on the way to the next report.
                if report.lines.iter().any(|line| line.bound != Bound::Exact) {
                    return;
                }
                // A slow reader misses some of it, never the end.
                let _ = reports.try_send(Analysis::new(&game, report, &warnings).event("report"));
            };
            let answer = engine.search(&game, &limits, signals, &mut tell);
            Analysis::new(&game, &answer.report, &warnings).event("done")
        })?)
    };
    let task = tokio::spawn(async move {
        if let Some(search) = search
            && let Ok(last) = search.await
        {
            // The client may be gone.
            let _ = send.send(last).await;
        }
    });
    // The task lives as long as the stream.
    let guard = StopWhenDropped(task);
    let events =
        stream::unfold((ReceiverStream::new(receive), guard), |(mut events, guard)| async {
            events.next().await.map(|event| (Ok(event), (events, guard)))
        });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// A level that one can play against.
#[derive(Serialize, ToSchema)]
pub(crate) struct LevelInfo {
    level: u8,
    /// What to call it.
    name: &'static str,
    /// About how strong it is.
    rating: u16,
    /// What it scored against the level below in 100 games, in percent; none for the lowest.
    chess_score: Option<f64>,
    selfcapture_score: Option<f64>,
}

/// The levels, with what each scored against the one below it.
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

/// The levels by name, with what each scored against the one below in chess and self-capture chess
/// (docs/engine.md has the matches).
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
