//! Endgame tablebases in the format of lichess' API.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ouro_rules::{Color, Position};
use ouro_tablebase::{Category, MoveProbe, Probe, ProbeError, Tablebase};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::types::{VariantName, read_start};
use crate::app::App;
use crate::caller::Caller;
use crate::extract::Query;
use crate::problem::{Code, Problem};

/// The position to look up.
#[derive(Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TablebaseQuery {
    /// The variant; chess if missing.
    #[serde(default)]
    variant: VariantName,
    /// The position.
    #[param(example = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1")]
    fen: String,
}

/// The result of a position with best play, for the side to move. The fifty-move rule saves the loser from a
/// `cursed-win` and in a `blessed-loss`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TablebaseCategory {
    /// The side to move wins.
    Win,
    /// The side to move would win without the fifty-move rule.
    CursedWin,
    /// A draw.
    Draw,
    /// The side to move would lose without the fifty-move rule.
    BlessedLoss,
    /// The side to move loses.
    Loss,
}

impl From<Category> for TablebaseCategory {
    fn from(category: Category) -> TablebaseCategory {
        match category {
            Category::Win => TablebaseCategory::Win,
            Category::CursedWin => TablebaseCategory::CursedWin,
            Category::Draw => TablebaseCategory::Draw,
            Category::BlessedLoss => TablebaseCategory::BlessedLoss,
            Category::Loss => TablebaseCategory::Loss,
        }
    }
}

/// The value of a position for the side to move. Distances are in plies: positive if it wins, negative if it loses, and
/// zero in draws and mates.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TablebaseValue {
    /// The result, given the halfmove clock.
    category: TablebaseCategory,
    /// Plies to the next capture, pawn move or mate.
    dtz: i32,
    /// The same: Ouro's tables do not round.
    precise_dtz: i32,
    /// Plies to mate without the fifty-move rule; null for more than four men.
    dtm: Option<i32>,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
}

/// A legal move, with the value of the position after it for the opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TablebaseMove {
    /// The move in UCI notation.
    #[schema(example = "e2e4")]
    uci: String,
    /// The move in standard algebraic notation.
    #[schema(example = "e4")]
    san: String,
    /// Whether the move captures or moves a pawn.
    zeroing: bool,
    #[serde(flatten)]
    after: TablebaseValue,
}

/// The value of a position and of its legal moves, best first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TablebaseAnswer {
    #[serde(flatten)]
    value: TablebaseValue,
    /// The legal moves, best first.
    moves: Vec<TablebaseMove>,
}

impl TablebaseAnswer {
    /// Looks a position up.
    ///
    /// # Errors
    /// If the tables do not contain it or cannot be read.
    pub fn probe(tables: &Tablebase, position: &Position) -> Result<TablebaseAnswer, ProbeError> {
        let value = TablebaseValue::new(position, tables.probe(position)?);
        let moves = tables.probe_moves(position)?;
        let moves = moves.iter().map(|entry| TablebaseMove {
            uci: position.uci(entry.mv),
            san: position.san(entry.mv),
            zeroing: entry.zeroing,
            after: TablebaseValue::new(&after(position, entry), entry.after),
        });
        Ok(TablebaseAnswer { value, moves: moves.collect() })
    }
}

impl TablebaseValue {
    fn new(position: &Position, probe: Probe) -> TablebaseValue {
        let over = !position.has_legal_moves();
        TablebaseValue {
            category: probe.category.into(),
            dtz: probe.dtz,
            precise_dtz: probe.dtz,
            dtm: probe.dtm,
            checkmate: over && position.in_check(),
            stalemate: over && !position.in_check(),
            insufficient_material: position.is_insufficient_material(),
        }
    }
}

/// A line with best play of both sides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Mainline {
    dtz: i32,
    precise_dtz: i32,
    /// The side that wins: `w` or `b`; null for a draw.
    winner: Option<&'static str>,
    /// The moves to mate; empty if the result is not `win` or `loss`. With at most four men the winner mates as soon as
    /// possible, and with more it captures or moves a pawn as soon as possible.
    mainline: Vec<MainlineMove>,
}

/// A move of a line, with the distance after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MainlineMove {
    uci: String,
    san: String,
    dtz: i32,
    precise_dtz: i32,
}

impl Mainline {
    fn probe(tables: &Tablebase, start: &Position) -> Result<Mainline, ProbeError> {
        let probe = tables.probe(start)?;
        let winner = match probe.category {
            Category::Win => Some(start.turn()),
            Category::Loss => Some(!start.turn()),
            Category::CursedWin | Category::Draw | Category::BlessedLoss => None,
        };
        let mut position = start.clone();
        let mut mainline = Vec::new();
        while winner.is_some()
            && position.halfmove_clock() < 100
            && let Some(best) = best_move(tables, &position)?
        {
            mainline.push(MainlineMove {
                uci: position.uci(best.mv),
                san: position.san(best.mv),
                dtz: best.after.dtz,
                precise_dtz: best.after.dtz,
            });
            position = after(&position, &best);
        }
        let winner = winner.map(|side| if side == Color::White { "w" } else { "b" });
        Ok(Mainline { dtz: probe.dtz, precise_dtz: probe.dtz, winner, mainline })
    }
}

/// Returns the move that keeps the result and mates first or is mated last.
fn best_move(tables: &Tablebase, position: &Position) -> Result<Option<MoveProbe>, ProbeError> {
    let moves = tables.probe_moves(position)?;
    let Some(&first) = moves.first() else { return Ok(None) };
    let sign = first.after.category.sign();
    // The moves are sorted by their distance to zeroing; the one to mate decides where it is known.
    let to_mate = |entry: &&MoveProbe| -sign * entry.after.dtm.unwrap_or(0).abs();
    let same = moves.iter().filter(|entry| entry.after.category == first.after.category);
    Ok(same.min_by_key(to_mate).copied())
}

fn after(position: &Position, entry: &MoveProbe) -> Position {
    let mut next = position.clone();
    next.play_unchecked(entry.mv);
    next
}

/// Look up a position with few pieces in the endgame tablebases.
#[utoipa::path(get, path = "/tablebase", operation_id = "tablebase", tag = "positions", params(TablebaseQuery),
    responses((status = 200, body = TablebaseAnswer), (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn tablebase(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<TablebaseQuery>,
) -> Result<Json<TablebaseAnswer>, Problem> {
    look_up(app, &caller, &query, TablebaseAnswer::probe).await
}

/// The line to mate of a position in the endgame tablebases.
#[utoipa::path(get, path = "/tablebase/mainline", operation_id = "tablebase_mainline", tag = "positions", params(TablebaseQuery),
    responses((status = 200, body = Mainline), (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn mainline(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<TablebaseQuery>,
) -> Result<Json<Mainline>, Problem> {
    look_up(app, &caller, &query, Mainline::probe).await
}

/// Looks a position up off the async workers: decoding a block of a table takes some milliseconds.
async fn look_up<T: Send + 'static>(
    app: Arc<App>,
    caller: &Caller,
    query: &TablebaseQuery,
    probe: impl Fn(&Tablebase, &Position) -> Result<T, ProbeError> + Send + 'static,
) -> Result<Json<T>, Problem> {
    let (position, _) = read_start(query.variant, Some(&query.fen))?;
    let shared = Arc::clone(&app);
    let work = move || match shared.tablebases.containing(&position) {
        Ok(tables) => probe(tables, &position).map_err(problem),
        Err(Some(error)) => Err(problem(error)),
        Err(None) => {
            let detail = format!("there are no tablebases of {}", position.variant());
            Err(Problem::new(Code::NotFound, detail))
        }
    };
    Ok(Json(app.compute.run(&caller.name(), work).await??))
}

fn problem(error: ProbeError) -> Problem {
    match error {
        ProbeError::Table { .. } => Problem::internal(error),
        _ => Problem::new(Code::NotFound, error.to_string()),
    }
}
