//! What a function throws: a plain object with the library's message.

use std::fmt::Display;

use ouro_rules::{FenError, FenErrorKind, PgnError, PlayError, Problem, SanError, UciError};
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::describe::squares;
use super::offsets::Offsets;
use super::value::object;

/// A failed call.
#[derive(Serialize)]
pub(super) struct Failure {
    /// What failed: `argument`, `fen`, `epd`, `move` or `pgn`.
    kind: &'static str,
    /// A stable name of the reason.
    code: &'static str,
    /// The reason as a sentence.
    message: String,
    /// All problems of a FEN.
    problems: Vec<ProblemInfo>,
    /// The index in the text, if the failure has one place.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
}

/// A problem of a position and its place.
#[derive(Serialize)]
pub(super) struct ProblemInfo {
    message: String,
    /// The index in the text; missing if there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The squares concerned.
    squares: Vec<&'static str>,
}

impl Failure {
    pub(super) fn new(kind: &'static str, code: &'static str, message: &impl Display) -> Failure {
        Failure { kind, code, message: message.to_string(), problems: Vec::new(), at: None }
    }

    /// Describes why a text is not a FEN.
    pub(super) fn fen(error: &FenError, text: &str) -> Failure {
        let problems = ProblemInfo::list(error, text);
        let at = problems.first().and_then(|problem| problem.at);
        Failure { problems, at, ..Failure::new("fen", "bad_fen", error) }
    }

    /// Describes why a game was not read.
    pub(super) fn pgn(error: &PgnError, offsets: &mut Offsets) -> Failure {
        Failure { at: Some(offsets.index(error.at)), ..Failure::new("pgn", "bad_pgn", error) }
    }

    /// Describes why a move was not played.
    pub(super) fn play(error: &PlayError) -> Failure {
        match error {
            PlayError::GameOver(_) => Failure::new("move", "game_over", error),
            PlayError::Illegal(reason) => Failure::new("move", reason.code(), error),
            PlayError::CastlingLost(_) => Failure::new("move", "no_castling_right", error),
            PlayError::Uci(error) => Failure::uci(error),
            PlayError::San(error) => Failure::san(error),
            _ => Failure::new("move", "not_a_move", error),
        }
    }

    /// Describes why a text is not a legal move in UCI notation.
    pub(super) fn uci(error: &UciError) -> Failure {
        let code = match error {
            UciError::Illegal { reason, .. } => reason.code(),
            _ => "not_a_move",
        };
        Failure::new("move", code, error)
    }

    /// Describes why a text is not a legal move in SAN.
    pub(super) fn san(error: &SanError) -> Failure {
        let code = match error {
            SanError::Illegal(_) => "illegal",
            SanError::Ambiguous { .. } => "ambiguous",
            _ => "not_a_move",
        };
        Failure::new("move", code, error)
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        object(&failure)
    }
}

impl ProblemInfo {
    /// Returns the problems of a FEN with their places in the text.
    pub(super) fn list(error: &FenError, text: &str) -> Vec<ProblemInfo> {
        let mut offsets = Offsets::new(text);
        let info = |problem: &ouro_rules::FenProblem| ProblemInfo {
            message: problem.kind.to_string(),
            at: Some(offsets.index(problem.at)),
            squares: match &problem.kind {
                FenErrorKind::Position(problem) => squares(problem.squares()),
                _ => Vec::new(),
            },
        };
        error.problems().iter().map(info).collect()
    }

    /// Returns the problems of a position without a text.
    pub(super) fn of_problems(problems: &[Problem]) -> Vec<ProblemInfo> {
        let info = |problem: &Problem| ProblemInfo {
            message: problem.to_string(),
            at: None,
            squares: squares(problem.squares()),
        };
        problems.iter().map(info).collect()
    }
}
