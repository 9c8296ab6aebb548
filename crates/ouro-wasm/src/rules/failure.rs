//! What a function throws: a plain object with the library's message.

use std::fmt::Display;

use ouro_rules::{FenError, FenErrorKind, Message, Params, PgnError, Problem, Repair};
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
    /// The values in the sentence.
    params: Params,
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
    code: &'static str,
    params: Params,
    message: String,
    /// The index in the text; missing if there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The squares concerned.
    squares: Vec<&'static str>,
}

/// A repair of a FEN.
#[derive(Serialize)]
pub(super) struct RepairInfo {
    code: &'static str,
    params: Params,
    message: String,
}

impl RepairInfo {
    pub(super) fn list(repairs: &[Repair]) -> Vec<RepairInfo> {
        let info = |repair: &Repair| RepairInfo {
            code: repair.code(),
            params: repair.params(),
            message: repair.to_string(),
        };
        repairs.iter().map(info).collect()
    }
}

impl Failure {
    fn new(kind: &'static str, code: &'static str, message: &impl Display) -> Failure {
        let (message, params) = (message.to_string(), Params::NONE);
        Failure { kind, code, params, message, problems: Vec::new(), at: None }
    }

    /// Describes a bad argument.
    pub(super) fn argument(code: &'static str, message: &impl Display) -> Failure {
        Failure::new("argument", code, message)
    }

    /// Describes why a text is not a FEN.
    pub(super) fn fen(error: &FenError, text: &str) -> Failure {
        let problems = ProblemInfo::list(error, text);
        let at = problems.first().and_then(|problem| problem.at);
        Failure { problems, at, ..Failure::new("fen", "bad_fen", error) }
    }

    /// Describes why a text is not an EPD.
    pub(super) fn epd(message: &impl Display) -> Failure {
        Failure::new("epd", "bad_epd", message)
    }

    /// Describes why a game was not read.
    pub(super) fn pgn(error: &PgnError, offsets: &mut Offsets) -> Failure {
        Failure { at: Some(offsets.index(error.at)), ..Failure::new("pgn", "bad_pgn", error) }
    }

    /// Describes why a move was not played.
    pub(super) fn play(error: &impl Message) -> Failure {
        Failure { params: error.params(), ..Failure::new("move", error.code(), error) }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        object(&failure)
    }
}

impl ProblemInfo {
    fn new(problem: &impl Message, at: Option<usize>, squares: Vec<&'static str>) -> ProblemInfo {
        ProblemInfo {
            code: problem.code(),
            params: problem.params(),
            message: problem.to_string(),
            at,
            squares,
        }
    }

    /// Returns the problems of a FEN with their places in the text.
    pub(super) fn list(error: &FenError, text: &str) -> Vec<ProblemInfo> {
        let mut offsets = Offsets::new(text);
        let info = |problem: &ouro_rules::FenProblem| {
            let squares = match &problem.kind {
                FenErrorKind::Position(problem) => squares(problem.squares()),
                _ => Vec::new(),
            };
            ProblemInfo::new(&problem.kind, Some(offsets.index(problem.at)), squares)
        };
        error.problems().iter().map(info).collect()
    }

    /// Returns the problems of a position without a text.
    pub(super) fn of_problems(problems: &[Problem]) -> Vec<ProblemInfo> {
        let info = |problem: &Problem| ProblemInfo::new(problem, None, squares(problem.squares()));
        problems.iter().map(info).collect()
    }
}
