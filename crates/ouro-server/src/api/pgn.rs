//! Games as PGN.

use axum::Json;
use ouro_rules::{Color, Game, PgnGame, PgnMove, PgnResult, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::{VariantName, with_position};
use crate::extract::Body;
use crate::problem::{Code, Problem};

/// Games of a text that are read, at the most.
const MAX_GAMES: usize = 100;

/// A text with games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PgnInput {
    #[schema(example = "[Variant \"Self-capture\"]\n\n1. Nxd2 e5 *")]
    pgn: String,
}

/// A tag of a game.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tag {
    #[schema(example = "White")]
    name: String,
    value: String,
}

/// A move of a game that was read, with what was written about it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnNode {
    uci: String,
    san: String,
    /// The position after it.
    fen: String,
    self_capture: bool,
    /// Annotations by number: 1 is `!`, 2 is `?`.
    nags: Vec<u8>,
    comments: Vec<String>,
    /// What could have been played instead.
    #[schema(no_recursion)]
    variations: Vec<Vec<PgnNode>>,
}

/// A game that was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ParsedGame {
    variant: VariantName,
    tags: Vec<Tag>,
    /// Where it starts.
    fen: String,
    moves: Vec<PgnNode>,
    result: &'static str,
    comments: Vec<String>,
    /// What had to be repaired in the start position.
    warnings: Vec<String>,
}

/// The games of a text, and what was wrong with others.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnOutput {
    games: Vec<ParsedGame>,
    /// Games that could not be read, with the place and the reason.
    errors: Vec<PgnFault>,
}

/// Why a game could not be read.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnFault {
    message: String,
    /// Which game, from 1.
    game: usize,
    /// The line, from 1.
    line: usize,
    /// The byte, from 0.
    at: usize,
}

/// Reads the games of a PGN text, with comments and variations.
#[utoipa::path(post, path = "/pgn/parse", operation_id = "parse_pgn", tag = "pgn", request_body = PgnInput,
    responses((status = 200, body = PgnOutput), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn parse(Body(input): Body<PgnInput>) -> Result<Json<PgnOutput>, Problem> {
    let mut output = PgnOutput { games: Vec::new(), errors: Vec::new() };
    for game in PgnGame::read(&input.pgn) {
        if output.games.len() + output.errors.len() >= MAX_GAMES {
            let detail = format!("{MAX_GAMES} games are the most for one call");
            return Err(Problem::new(Code::OutOfRange, detail));
        }
        match game {
            Ok(game) => output.games.push(parsed(&game)),
            Err(error) => output.errors.push(PgnFault {
                message: error.kind.to_string(),
                game: error.game,
                line: error.line,
                at: error.at,
            }),
        }
    }
    Ok(Json(output))
}

fn parsed(game: &PgnGame) -> ParsedGame {
    let tag = |(name, value): &(String, String)| Tag { name: name.clone(), value: value.clone() };
    ParsedGame {
        variant: game.start.variant().into(),
        tags: game.tags.iter().map(tag).collect(),
        fen: game.start.to_fen(),
        moves: nodes(&game.start, &game.moves),
        result: game.result.text(),
        comments: game.comments.clone(),
        warnings: game.repairs.iter().map(ToString::to_string).collect(),
    }
}

fn nodes(start: &Position, moves: &[PgnMove]) -> Vec<PgnNode> {
    let mut position = start.clone();
    let node = |written: &PgnMove| {
        let mv = written.mv?;
        let before = position.clone();
        position.play_unchecked(mv);
        Some(PgnNode {
            uci: before.uci(mv),
            san: before.san(mv),
            fen: position.to_fen(),
            self_capture: before.is_self_capture(mv),
            nags: written.nags.clone(),
            comments: [written.comments_before.as_slice(), &written.comments].concat(),
            variations: written.variations.iter().map(|line| nodes(&before, line)).collect(),
        })
    };
    moves.iter().map_while(node).collect()
}

with_position! {
    /// A game to be written down.
    RenderInput {
        /// Names and values, such as the players'.
        #[serde(default)]
        tags: Vec<Tag>,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`; what follows from the moves if it is not said.
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
    responses((status = 200, body = Rendered), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn render(Body(input): Body<RenderInput>) -> Result<Json<Rendered>, Problem> {
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
    Ok(Json(Rendered { pgn: pgn_text(&game, tags, result) }))
}

/// A game as PGN.
pub(crate) fn pgn_text(game: &Game, tags: Vec<(String, String)>, result: PgnResult) -> String {
    let mut pgn = PgnGame::from(game);
    pgn.tags = tags;
    pgn.result = result;
    pgn.to_string()
}
