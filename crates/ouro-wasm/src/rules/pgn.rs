//! PGN: games with tags, comments and variations as plain objects.

use ouro_rules::{
    PgnError, PgnGame, PgnImport, PgnMove, PgnReader, PgnResult, PgnWarning, Position,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::failure::Failure;
use super::game::RawGame;
use super::offsets::Offsets;
use super::position::parse_move;
use super::value::{object, read, variant};

/// A game in PGN.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PgnInfo {
    /// Names and values of the tags.
    #[serde(default)]
    tags: Vec<(String, String)>,
    variant: String,
    /// The start position.
    fen: String,
    /// Comments before the first move.
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    moves: Vec<PgnMoveInfo>,
    result: String,
}

/// A move with its annotations.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PgnMoveInfo {
    /// The move in SAN; `--` is a null move.
    san: String,
    /// The move in UCI notation.
    #[serde(default)]
    uci: String,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    comments_before: Vec<String>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    variations: Vec<Vec<PgnMoveInfo>>,
}

/// A game of a text and what was noticed about it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Import {
    /// The game, up to the move that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<PgnInfo>,
    /// What was repaired, skipped or noticed.
    warnings: Vec<Warning>,
    /// The number of warnings that are not listed.
    further_warnings: usize,
    /// The reason why the game is missing or ends early.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

#[derive(Serialize)]
struct Warning {
    message: String,
    line: usize,
    at: usize,
}

/// The notation of a null move.
const NULL_MOVE: &str = "--";

/// Describes a line of moves.
fn describe_line(start: &Position, moves: &[PgnMove]) -> Vec<PgnMoveInfo> {
    let mut position = start.clone();
    let mut line = Vec::with_capacity(moves.len());
    for annotated in moves {
        line.push(PgnMoveInfo {
            san: annotated.san(&position),
            uci: annotated.mv.map_or_else(|| "0000".to_owned(), |mv| position.uci(mv)),
            nags: annotated.nags.clone(),
            comments_before: annotated.comments_before.clone(),
            comments: annotated.comments.clone(),
            variations: annotated.variations.iter().map(|v| describe_line(&position, v)).collect(),
        });
        let played = match annotated.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
        if played.is_err() {
            break;
        }
    }
    line
}

impl From<&PgnGame> for PgnInfo {
    fn from(game: &PgnGame) -> PgnInfo {
        PgnInfo {
            tags: game.tags.clone(),
            variant: game.start.variant().name().to_owned(),
            fen: game.start.to_fen(),
            comments: game.comments.clone(),
            moves: describe_line(&game.start, &game.moves),
            result: game.result.text().to_owned(),
        }
    }
}

/// Reads a line of moves that the caller has built.
fn read_line(start: &Position, moves: Vec<PgnMoveInfo>) -> Result<Vec<PgnMove>, JsValue> {
    let mut position = start.clone();
    let mut line = Vec::with_capacity(moves.len());
    for info in moves {
        let is_null = info.san == NULL_MOVE;
        let mv = if is_null { None } else { Some(parse_move(&position, &info.san)?) };
        let variations = info.variations.into_iter().map(|moves| read_line(&position, moves));
        line.push(PgnMove {
            mv,
            nags: info.nags,
            comments_before: info.comments_before,
            comments: info.comments,
            variations: variations.collect::<Result<_, _>>()?,
        });
        let played = match mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
        played.map_err(|error| Failure::play(&error))?;
    }
    Ok(line)
}

fn read_result(text: &str) -> Result<PgnResult, JsValue> {
    use ouro_rules::Color::{Black, White};
    let results = [PgnResult::Win(White), PgnResult::Win(Black), PgnResult::Draw];
    let mut results = results.into_iter().chain([PgnResult::Unknown]);
    results.find(|result| result.text() == text).ok_or_else(|| {
        let message = format!("a result is '1-0', '0-1', '1/2-1/2' or '*', not '{text}'");
        Failure::argument("bad_result", &message).into()
    })
}

/// Reads all games of a text strictly.
#[wasm_bindgen(js_name = readPgn)]
pub fn read_pgn(text: &str, variant_name: &str) -> Result<JsValue, JsValue> {
    let games: PgnReader<'_> = PgnGame::read(text).variant(variant(variant_name)?);
    let mut offsets = Offsets::new(text);
    let import = |game: Result<PgnGame, PgnError>| Import {
        game: game.as_ref().ok().map(PgnInfo::from),
        warnings: Vec::new(),
        further_warnings: 0,
        error: game.err().map(|error| Failure::pgn(&error, &mut offsets)),
    };
    Ok(object(&games.map(import).collect::<Vec<_>>()))
}

/// Reads all games of a text, and keeps as much of each as possible.
#[wasm_bindgen(js_name = readPgnLenient)]
pub fn read_pgn_lenient(text: &str, variant_name: &str) -> Result<JsValue, JsValue> {
    let games = PgnGame::read_lenient(text).variant(variant(variant_name)?);
    let mut offsets = Offsets::new(text);
    let import = |game: Result<PgnImport, PgnError>| match game {
        Ok(import) => Import {
            game: Some(PgnInfo::from(&import.game)),
            warnings: import.warnings.iter().map(|w| describe_warning(w, &mut offsets)).collect(),
            further_warnings: import.further_warnings,
            error: import.error.map(|error| Failure::pgn(&error, &mut offsets)),
        },
        Err(error) => Import {
            game: None,
            warnings: Vec::new(),
            further_warnings: 0,
            error: Some(Failure::pgn(&error, &mut offsets)),
        },
    };
    Ok(object(&games.map(import).collect::<Vec<_>>()))
}

fn describe_warning(warning: &PgnWarning, offsets: &mut Offsets) -> Warning {
    Warning { message: warning.kind.to_string(), line: warning.line, at: offsets.index(warning.at) }
}

/// Writes a game with its variations and comments.
#[wasm_bindgen(js_name = writePgn)]
pub fn write_pgn(game: JsValue) -> Result<String, JsValue> {
    let info: PgnInfo = read(game)?;
    let start = Position::from_fen(&info.fen, variant(&info.variant)?)
        .map_err(|error| Failure::fen(&error, &info.fen))?;
    let game = PgnGame {
        moves: read_line(&start, info.moves)?,
        tags: info.tags,
        start,
        repairs: Vec::new(),
        comments: info.comments,
        result: read_result(&info.result)?,
    };
    Ok(game.to_string())
}

/// Describes a game that was played as a game in PGN.
#[wasm_bindgen(js_name = describePgn)]
pub fn describe_pgn(game: &RawGame) -> JsValue {
    object(&PgnInfo::from(&PgnGame::from(game.get())))
}
