//! PGN: reading games from a text and writing a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ouro_rules::{
    Color, Game, LenientPgnReader, PgnError, PgnGame, PgnImport, PgnMove, PgnReader, PgnResult,
    PgnWarning, PgnWarningKind, Position,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::{VariantName, with_position};
use crate::app::App;
use crate::caller::Caller;
use crate::extract::Body;
use crate::problem::{Code, Problem};

/// The maximum number of games in a response.
const MAX_GAMES: usize = 100;
/// The maximum number of moves in a response, variations included. Each takes about 160 bytes.
const MAX_MOVES: usize = 20_000;
/// The maximum length of a message, in characters. Messages quote the text.
const MAX_MESSAGE: usize = 500;

/// A text with games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PgnInput {
    #[schema(example = "[Variant \"Self-capture\"]\n\n1. Nxd2 e5 *")]
    pgn: String,
    /// The variant of games without a `Variant` tag, or with an unknown one. It is chess by default,
    /// and an unknown tag is then an error.
    #[serde(default)]
    variant: Option<VariantName>,
    /// Whether a game with an error is rejected instead of kept up to the error.
    #[serde(default)]
    strict: bool,
    /// The byte offset in `pgn` to start at: `next` of the previous response.
    #[serde(default)]
    after: usize,
}

/// A tag of a game.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tag {
    #[schema(example = "White")]
    name: String,
    value: String,
}

/// A move with its annotations.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnNode {
    uci: String,
    san: String,
    /// The position after the move.
    fen: String,
    self_capture: bool,
    /// Numeric annotations: 1 is `!`, 2 is `?`.
    nags: Vec<u8>,
    comments: Vec<String>,
    /// Alternatives to the move.
    #[schema(no_recursion)]
    variations: Vec<Vec<PgnNode>>,
}

/// A game of the text.
#[derive(Serialize, ToSchema)]
pub(crate) struct ParsedGame {
    variant: VariantName,
    tags: Vec<Tag>,
    /// The start position.
    fen: String,
    /// The main line. Every move is legal.
    moves: Vec<PgnNode>,
    result: &'static str,
    comments: Vec<String>,
    /// What was repaired or skipped, with line and byte offset, at most 100 of it.
    #[schema(example = json!(["line 3 (byte 42), move 2: 'g1f3' was read as Nf3"]))]
    warnings: Vec<String>,
    /// The number of warnings that are not listed.
    further_warnings: usize,
    /// Why and where the game was cut short, if it was.
    error: Option<PgnFault>,
}

/// The games of a text.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct PgnOutput {
    games: Vec<ParsedGame>,
    /// The games of which nothing could be kept.
    errors: Vec<PgnFault>,
    /// The byte offset of the first game that is not in this response, if there is one. Send it as
    /// `after` for the following games.
    next: Option<usize>,
}

/// Why and where a game could not be read.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnFault {
    message: String,
    /// The number of the game, counted from 1 at `after`.
    game: usize,
    /// The line, counted from 1.
    line: usize,
    /// The byte offset, counted from 0.
    at: usize,
    /// The number of the move, if the place is among the moves.
    move_number: Option<u16>,
}

impl From<PgnError> for PgnFault {
    fn from(error: PgnError) -> PgnFault {
        let PgnError { kind, game, line, at, move_number } = error;
        PgnFault { message: shortened(kind.to_string()), game, line, at, move_number }
    }
}

/// Reads the games of a PGN text, with comments and variations.
///
/// A game with an error is kept up to the move that cannot be read, unless `strict` is set.
#[utoipa::path(post, path = "/pgn/parse", operation_id = "parse_pgn", tag = "pgn", request_body = PgnInput,
    responses((status = 200, body = PgnOutput), (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn parse(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(input): Body<PgnInput>,
) -> Result<Response, Problem> {
    // Writing the response as JSON takes about as long as reading the games.
    let work = move || serde_json::to_vec(&read_page(&input)).map_err(Problem::internal);
    let json = app.compute.run(&caller.name(), work).await??;
    let kind = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, kind)], json).into_response())
}

/// One of the two readers.
enum Games<'a> {
    Strict(PgnReader<'a>),
    Lenient(LenientPgnReader<'a>),
}

impl<'a> Games<'a> {
    fn new(input: &'a PgnInput) -> Games<'a> {
        let variant = input.variant.map(Into::into);
        macro_rules! set_up {
            ($reader:expr) => {{
                let reader = $reader.max_moves(MAX_MOVES).starting_at(input.after);
                match variant {
                    Some(variant) => reader.variant(variant),
                    None => reader,
                }
            }};
        }
        if input.strict {
            Games::Strict(set_up!(PgnGame::read(&input.pgn)))
        } else {
            Games::Lenient(set_up!(PgnGame::read_lenient(&input.pgn)))
        }
    }

    /// Returns the byte offset at which the next game is searched for.
    fn offset(&self) -> usize {
        match self {
            Games::Strict(games) => games.offset(),
            Games::Lenient(games) => games.offset(),
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<PgnImport, PgnError>;

    fn next(&mut self) -> Option<Result<PgnImport, PgnError>> {
        match self {
            Games::Strict(games) => games.next().map(|game| {
                game.map(|game| PgnImport {
                    game,
                    warnings: Vec::new(),
                    further_warnings: 0,
                    error: None,
                })
            }),
            Games::Lenient(games) => games.next(),
        }
    }
}

/// Reads as many games as fit into a response.
fn read_page(input: &PgnInput) -> PgnOutput {
    let mut output = PgnOutput::default();
    let mut games = Games::new(input);
    let mut moves_left = MAX_MOVES;
    loop {
        let at = games.offset();
        let Some(game) = games.next() else { return output };
        let is_full = output.games.len() + output.errors.len() >= MAX_GAMES;
        let moves = game.as_ref().map_or(0, |import| count(&import.game.moves));
        if is_full || moves > moves_left {
            output.next = Some(at);
            return output;
        }
        moves_left -= moves;
        match game {
            Ok(import) => output.games.push(parsed(import)),
            Err(error) => output.errors.push(error.into()),
        }
    }
}

/// Returns the number of moves, variations included.
fn count(moves: &[PgnMove]) -> usize {
    let variations = moves.iter().flat_map(|annotated| &annotated.variations);
    moves.len() + variations.map(|line| count(line)).sum::<usize>()
}

fn parsed(import: PgnImport) -> ParsedGame {
    let PgnImport { game, warnings, further_warnings, error } = import;
    ParsedGame {
        variant: game.start.variant().into(),
        fen: game.start.to_fen(),
        moves: nodes(&game.start, game.moves),
        result: game.result.text(),
        tags: game.tags.into_iter().map(|(name, value)| Tag { name, value }).collect(),
        comments: game.comments,
        warnings: warnings.iter().map(warning_text).collect(),
        further_warnings,
        error: error.map(PgnFault::from),
    }
}

/// Returns the moves of a line. The API has no null moves, so a variation ends before one.
fn nodes(start: &Position, moves: Vec<PgnMove>) -> Vec<PgnNode> {
    let mut position = start.clone();
    let node = |annotated: PgnMove| {
        let mv = annotated.mv?;
        let before = position.clone();
        position.play_unchecked(mv);
        let variations = annotated.variations.into_iter().map(|line| nodes(&before, line));
        let mut comments = annotated.comments_before;
        comments.extend(annotated.comments);
        Some(PgnNode {
            uci: before.uci(mv),
            san: before.san(mv),
            fen: position.to_fen(),
            self_capture: before.is_self_capture(mv),
            nags: annotated.nags,
            comments,
            variations: variations.filter(|line| !line.is_empty()).collect(),
        })
    };
    moves.into_iter().map_while(node).collect()
}

fn warning_text(warning: &PgnWarning) -> String {
    let text = match warning.kind {
        PgnWarningKind::NullMove => warning.to_string() + ", but this response ends before it",
        _ => warning.to_string(),
    };
    shortened(text)
}

/// Shortens a message that quotes a long text.
fn shortened(mut message: String) -> String {
    if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE) {
        message.truncate(end);
        message.push('…');
    }
    message
}

with_position! {
    /// A game to write as PGN.
    RenderInput {
        /// Names and values, such as those of the players.
        #[serde(default)]
        tags: Vec<Tag>,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`. The default is the outcome of the moves.
        #[serde(default)]
        #[schema(example = "1-0")]
        result: Option<String>,
    }
}

/// A PGN text.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rendered {
    pgn: String,
}

/// Writes a game as PGN.
#[utoipa::path(post, path = "/pgn/render", operation_id = "render_pgn", tag = "pgn", request_body = RenderInput,
    responses((status = 200, body = Rendered), (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn render(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(input): Body<RenderInput>,
) -> Result<Json<Rendered>, Problem> {
    let pgn = app.compute.run(&caller.name(), move || rendered(input)).await??;
    Ok(Json(Rendered { pgn }))
}

fn rendered(input: RenderInput) -> Result<String, Problem> {
    let (game, _) = input.read_position()?;
    let result = match input.result.as_deref() {
        None => PgnResult::from(game.outcome()),
        Some("1-0") => PgnResult::Win(Color::White),
        Some("0-1") => PgnResult::Win(Color::Black),
        Some("1/2-1/2") => PgnResult::Draw,
        Some("*") => PgnResult::Unknown,
        Some(_) => {
            let detail = "a result is 1-0, 0-1, 1/2-1/2 or *";
            return Err(Problem::new(Code::BadRequest, detail));
        }
    };
    let tags = input.tags.into_iter().map(|Tag { name, value }| (name, value)).collect();
    Ok(pgn_text(&game, tags, result))
}

/// Returns a game as PGN.
pub(crate) fn pgn_text(game: &Game, tags: Vec<(String, String)>, result: PgnResult) -> String {
    let mut pgn = PgnGame::from(game);
    pgn.tags = tags;
    pgn.result = result;
    pgn.to_string()
}
