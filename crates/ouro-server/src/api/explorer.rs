//! The opening explorer, in the format of lichess' explorer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ouro_book::{NamedOpening, Score, Value, embedded_book, embedded_opening, embedded_results};
use ouro_engine::Evaluation;
use ouro_rules::{Game, Move, Position, Variant};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::types::{EvaluationInfo, VariantName, read_game};
use crate::app::App;
use crate::caller::Caller;
use crate::extract::Query;
use crate::problem::Problem;
use crate::storage::OpeningResults;

/// Whose games to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExplorerSource {
    /// Games of the engine against itself that start from its opening book.
    #[default]
    Engine,
    /// All finished games of this service.
    All,
    /// The caller's finished games.
    Mine,
}

/// The variants, with lichess' name of chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExplorerVariant {
    #[default]
    Chess,
    Standard,
    Chess960,
    SelfCapture,
}

impl From<ExplorerVariant> for VariantName {
    fn from(variant: ExplorerVariant) -> VariantName {
        match variant {
            ExplorerVariant::Chess | ExplorerVariant::Standard => VariantName::Chess,
            ExplorerVariant::Chess960 => VariantName::Chess960,
            ExplorerVariant::SelfCapture => VariantName::SelfCapture,
        }
    }
}

/// The position to look up. Parameters of lichess' explorer that select games by their players have no effect.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "clients of lichess' explorer send parameters that have no effect here"
)]
pub(crate) struct ExplorerQuery {
    /// The variant; chess if missing. `standard` is chess.
    #[serde(default)]
    #[param(inline)]
    variant: ExplorerVariant,
    /// The start of the game; the usual start position if missing.
    fen: Option<String>,
    /// The moves played since, in UCI notation, separated by commas.
    #[param(example = "e2e4,e7e5")]
    play: Option<String>,
    /// `engine` if missing.
    #[serde(default)]
    #[param(inline)]
    source: ExplorerSource,
    /// The greatest number of moves to return; all if missing.
    #[param(minimum = 0)]
    moves: Option<u32>,
    /// Has no effect: single games are not listed.
    #[param(value_type = Option<String>)]
    top_games: Option<IgnoredAny>,
    /// Has no effect: single games are not listed.
    #[param(value_type = Option<String>)]
    recent_games: Option<IgnoredAny>,
    /// Has no effect.
    #[param(value_type = Option<String>)]
    speeds: Option<IgnoredAny>,
    /// Has no effect.
    #[param(value_type = Option<String>)]
    ratings: Option<IgnoredAny>,
    /// Has no effect.
    #[param(value_type = Option<String>)]
    modes: Option<IgnoredAny>,
    /// Has no effect.
    #[param(value_type = Option<String>)]
    since: Option<IgnoredAny>,
    /// Has no effect.
    #[param(value_type = Option<String>)]
    until: Option<IgnoredAny>,
}

/// An opening of chess with a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExplorerOpening {
    /// The code of the Encyclopaedia of Chess Openings.
    #[schema(example = "C60")]
    eco: &'static str,
    /// The name.
    #[schema(example = "Ruy Lopez")]
    name: &'static str,
}

impl From<&'static NamedOpening> for ExplorerOpening {
    fn from(NamedOpening { eco, name, .. }: &'static NamedOpening) -> ExplorerOpening {
        ExplorerOpening { eco, name }
    }
}

/// What the opening book knows about a position or a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BookEvaluation {
    /// The minimax score of the position, or of the move for the side that plays it.
    evaluation: EvaluationInfo,
    /// The depth of the search of the position, or of the one after the move.
    depth: u8,
}

/// A move with its results and what the book says about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExplorerMove {
    /// The move in UCI notation.
    #[schema(example = "e2e4")]
    uci: String,
    /// The move in standard algebraic notation.
    #[schema(example = "e4")]
    san: String,
    /// Games that White won.
    white: u64,
    /// Games that were drawn.
    draws: u64,
    /// Games that Black won.
    black: u64,
    /// Games with a self-capture, before or after the move.
    self_captures: u64,
    /// Always null: the players have no ratings.
    average_rating: Option<u16>,
    /// Whether the move is a self-capture.
    self_capture: bool,
    /// What the book says about the move; null if it does not know it.
    book: Option<BookEvaluation>,
}

/// A position of the opening: results of games in which it occurred, its evaluation by the book, and its moves, the
/// best of the book first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExplorerAnswer {
    /// The last opening of chess with a name that the moves went through, in both variants; null if there was none.
    opening: Option<ExplorerOpening>,
    /// Games that White won.
    white: u64,
    /// Games that were drawn.
    draws: u64,
    /// Games that Black won.
    black: u64,
    /// Games with a self-capture.
    self_captures: u64,
    /// What the book says about the position; null if it does not know it.
    book: Option<BookEvaluation>,
    /// The moves that the book or the games contain.
    moves: Vec<ExplorerMove>,
    /// Always empty.
    top_games: Vec<String>,
    /// Always empty.
    recent_games: Vec<String>,
}

/// Look up a position of the opening: the evaluation of the book, and results of games.
#[utoipa::path(get, path = "/explorer", operation_id = "explorer", tag = "positions", params(ExplorerQuery),
    responses((status = 200, body = ExplorerAnswer), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn explorer(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<ExplorerQuery>,
) -> Result<Json<ExplorerAnswer>, Problem> {
    let play = query.play.as_deref().unwrap_or_default();
    let play: Vec<String> =
        play.split(',').filter(|text| !text.is_empty()).map(str::to_owned).collect();
    let (game, _) = read_game(query.variant.into(), query.fen.as_deref(), &play)?;
    let position = game.position();
    let store = &app.games.store;
    let results = match query.source {
        ExplorerSource::Engine => engine_results(position),
        ExplorerSource::All => store.opening_results(None, position).await?,
        ExplorerSource::Mine => match caller.owner {
            Some(owner) => store.opening_results(Some(&owner.hash()), position).await?,
            None => Vec::new(),
        },
    };
    let most = query.moves.map_or(usize::MAX, |moves| moves as usize);
    Ok(Json(ExplorerAnswer::new(&game, &results, most)))
}

/// Returns the results of the engine's games.
fn engine_results(position: &Position) -> Vec<OpeningResults> {
    let Some(results) = embedded_results(position.variant()) else { return Vec::new() };
    let results = results.moves(position).into_iter().map(|results| OpeningResults {
        mv: results.mv,
        white: results.white.into(),
        draws: results.draws.into(),
        black: results.black.into(),
        self_captures: results.self_captures.into(),
    });
    results.collect()
}

impl ExplorerAnswer {
    /// Returns what is known of the position of a game, with at most `most` of its moves.
    fn new(game: &Game, results: &[OpeningResults], most: usize) -> ExplorerAnswer {
        let position = game.position();
        let book = embedded_book(position.variant());
        let known = book.map(|book| book.moves(position)).unwrap_or_default();
        let mut moves: Vec<ExplorerMove> = Vec::new();
        for known in &known {
            let played = results.iter().find(|results| results.mv == known.mv);
            let book = BookEvaluation::new(position, known.score, known.depth);
            moves.push(ExplorerMove::new(position, known.mv, played, Some(book)));
        }
        let mut others: Vec<&OpeningResults> = results
            .iter()
            .filter(|results| known.iter().all(|known| known.mv != results.mv))
            .filter(|results| position.is_legal(results.mv))
            .collect();
        others.sort_by_key(|results| (std::cmp::Reverse(results.games()), results.mv.bits()));
        let others = others.into_iter();
        moves.extend(
            others.map(|played| ExplorerMove::new(position, played.mv, Some(played), None)),
        );
        let sum = |count: fn(&ExplorerMove) -> u64| moves.iter().map(count).sum();
        let [white, draws, black, self_captures] = [
            sum(|mv| mv.white),
            sum(|mv| mv.draws),
            sum(|mv| mv.black),
            sum(|mv| mv.self_captures),
        ];
        moves.truncate(most);
        ExplorerAnswer {
            opening: game.positions().iter().rev().find_map(embedded_opening).map(Into::into),
            white,
            draws,
            black,
            self_captures,
            book: book
                .and_then(|book| book.probe(position))
                .map(|entry| BookEvaluation::new(position, entry.score, entry.depth)),
            moves,
            top_games: Vec::new(),
            recent_games: Vec::new(),
        }
    }
}

impl ExplorerMove {
    fn new(
        position: &Position,
        mv: Move,
        played: Option<&OpeningResults>,
        book: Option<BookEvaluation>,
    ) -> ExplorerMove {
        ExplorerMove {
            uci: position.uci(mv),
            san: position.san(mv),
            white: played.map_or(0, |results| results.white),
            draws: played.map_or(0, |results| results.draws),
            black: played.map_or(0, |results| results.black),
            self_captures: played.map_or(0, |results| results.self_captures),
            average_rating: None,
            self_capture: position.variant() == Variant::SelfCapture
                && position.is_self_capture(mv),
            book,
        }
    }
}

impl BookEvaluation {
    fn new(position: &Position, score: Score, depth: u8) -> BookEvaluation {
        let evaluation = match score.value() {
            Value::Centipawns(centipawns) => Evaluation::Centipawns(centipawns),
            Value::Mate(moves) => Evaluation::Mate(moves),
        };
        BookEvaluation { evaluation: EvaluationInfo::of_position(evaluation, position), depth }
    }
}
