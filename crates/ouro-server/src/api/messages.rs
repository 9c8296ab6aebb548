//! Messages to people as clients see them: codes with parameters, and sentences in English.

use std::collections::BTreeMap;

use ouro_rules::{
    FenError, FenErrorKind, FenProblem, Message, Outcome, Param, Params, PlayError, Problems,
    Repair, Square, Theme, UciError,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::{Side, push, squares};
use crate::games::outcome::Ending;
use crate::problem::{Code, Problem};

/// The values in a sentence by name: squares (`e4`), pieces (`knight`), sides (`white`) and numbers. With the code
/// they suffice to form the sentence in another language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({ "square": "e2" }))]
pub(crate) struct MessageParams(BTreeMap<String, ParamValue>);

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ParamValue {
    Number(u32),
    Text(String),
}

impl From<Params> for MessageParams {
    fn from(params: Params) -> MessageParams {
        let value = |value: &Param| match value {
            Param::Number(number) => ParamValue::Number(*number),
            Param::Text(text) => ParamValue::Text(text.clone().into_owned()),
        };
        MessageParams(params.iter().map(|(name, v)| (name.to_owned(), value(v))).collect())
    }
}

impl MessageParams {
    /// Appends the parameters as JSON. Their texts must not need an escape.
    fn write_json(&self, out: &mut String) {
        for (i, (name, value)) in self.0.iter().enumerate() {
            push(out, [if i == 0 { "{\"" } else { ",\"" }, name, "\":"]);
            match value {
                ParamValue::Number(number) => out.push_str(&number.to_string()),
                ParamValue::Text(text) => push(out, ["\"", text, "\""]),
            }
        }
        out.push_str(if self.0.is_empty() { "{}" } else { "}" });
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// A stable code, such as `own_king`, `pinned`, `blocked` or `no_castling_right`.
    #[schema(example = "king_into_check")]
    pub(crate) code: &'static str,
    /// The values in the sentence.
    pub(crate) params: MessageParams,
    /// The reason as a sentence.
    #[schema(example = "your king would be in check on e2")]
    pub(crate) message: String,
}

impl<M: Message> From<&M> for Refusal {
    fn from(reason: &M) -> Refusal {
        Refusal { code: reason.code(), params: reason.params().into(), message: reason.to_string() }
    }
}

pub(crate) struct MoveProblem {
    pub(crate) code: Code,
    pub(crate) reason: Refusal,
}

/// Returns the code and the reason for a move that cannot be played.
pub(crate) fn move_problem(error: &PlayError) -> MoveProblem {
    let code = match error {
        PlayError::GameOver(_) => Code::GameOver,
        _ => Code::IllegalMove,
    };
    let reason = match error {
        // The player knows which move was meant.
        PlayError::Uci(UciError::Illegal { reason, .. }) => Refusal::from(reason),
        _ => Refusal::from(error),
    };
    MoveProblem { code, reason }
}

/// Returns the problem for a FEN that cannot be read.
pub(crate) fn fen_problem(error: &FenError) -> Problem {
    let problems = FenFault::list(error);
    Problem::new(Code::BadFen, error.to_string()).with(serde_json::json!({ "problems": problems }))
}

/// An error in a FEN.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FenFault {
    /// A stable code, such as `no_king` or `rank_width`.
    #[schema(example = "no_king")]
    pub(crate) code: &'static str,
    /// The values in the sentence.
    pub(crate) params: MessageParams,
    /// The error.
    pub(crate) message: String,
    /// The byte offset in the FEN; null if there is no text.
    pub(crate) at: Option<usize>,
    /// The squares concerned.
    pub(crate) squares: Vec<String>,
}

impl FenFault {
    fn new(problem: &impl Message, at: Option<usize>, squares: Vec<String>) -> FenFault {
        FenFault {
            code: problem.code(),
            params: problem.params().into(),
            message: problem.to_string(),
            at,
            squares,
        }
    }

    /// Returns the errors of a FEN with their places.
    pub(crate) fn list(error: &FenError) -> Vec<FenFault> {
        let fault = |problem: &FenProblem| {
            let squares = match &problem.kind {
                FenErrorKind::Position(problem) => squares(problem.squares()),
                _ => Vec::new(),
            };
            FenFault::new(&problem.kind, Some(problem.at), squares)
        };
        error.problems().iter().map(fault).collect()
    }

    /// Returns the problems of a position without a text.
    pub(crate) fn of_problems(problems: &Problems) -> Vec<FenFault> {
        problems.iter().map(|p| FenFault::new(p, None, squares(p.squares()))).collect()
    }
}

/// A repair of a FEN.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RepairInfo {
    /// A stable code, such as `castling_dropped`.
    #[schema(example = "castling_dropped")]
    code: &'static str,
    /// The values in the sentence.
    params: MessageParams,
    /// The repair as a sentence.
    message: String,
}

impl From<&Repair> for RepairInfo {
    fn from(repair: &Repair) -> RepairInfo {
        RepairInfo {
            code: repair.code(),
            params: repair.params().into(),
            message: repair.to_string(),
        }
    }
}

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameOutcome {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result.
    #[schema(example = "1-0")]
    pub(crate) result: String,
    /// The winner; null for a draw.
    pub(crate) winner: Option<Side>,
    /// The reason as a stable code, such as `checkmate`, `stalemate` or `resignation`.
    #[schema(example = "checkmate")]
    pub(crate) reason: String,
    /// The values in the sentence: `winner`, or `color` of the side that ran out of time in a draw.
    #[serde(default)]
    pub(crate) params: MessageParams,
    /// The outcome in words.
    #[schema(example = "White wins by checkmate")]
    pub(crate) text: String,
}

impl From<Ending> for GameOutcome {
    fn from(ending: Ending) -> GameOutcome {
        GameOutcome {
            result: ending.result().to_owned(),
            winner: ending.winner().map(Side::from),
            reason: ending.code().to_owned(),
            params: ending.params().into(),
            text: ending.to_string(),
        }
    }
}

impl From<Outcome> for GameOutcome {
    fn from(outcome: Outcome) -> GameOutcome {
        Ending::Rules(outcome).into()
    }
}

/// A theme of a self-capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ThemeName {
    /// A stable code: `king_escape`, `king_walk`, `promotion`, `line_opened`, `frees`, `tempo` or
    /// `check`; in reviews also `mates`, `avoids_mate`, `avoids_draw`, `saves_draw` or `wins_material`.
    #[schema(example = "line_opened")]
    pub(crate) code: String,
    /// The values in the sentence.
    #[serde(default)]
    pub(crate) params: MessageParams,
    /// The squares that show the theme. For `line_opened`, those from the slider to the last square that it attacks,
    /// in this order; otherwise the square of the piece concerned.
    #[serde(default)]
    #[schema(example = json!(["g2", "g3", "g4"]))]
    pub(crate) squares: Vec<String>,
    /// The theme in words.
    #[schema(example = "clears the g-file")]
    pub(crate) text: String,
}

impl ThemeName {
    /// Describes a theme or a purpose of a self-capture.
    pub(crate) fn new(message: &impl Message, squares: &[Square]) -> ThemeName {
        ThemeName {
            code: message.code().to_owned(),
            params: message.params().into(),
            squares: squares.iter().map(Square::to_string).collect(),
            text: message.to_string(),
        }
    }

    /// Appends the theme as JSON, with the same bytes as its `Serialize` implementation.
    pub(super) fn write_json(&self, out: &mut String) {
        push(out, [r#"{"code":""#, &self.code, r#"","params":"#]);
        self.params.write_json(out);
        out.push_str(r#","squares":["#);
        for (i, square) in self.squares.iter().enumerate() {
            push(out, [if i == 0 { "\"" } else { ",\"" }, square, "\""]);
        }
        push(out, [r#"],"text":""#, &self.text, "\"}"]);
    }
}

impl From<&Theme> for ThemeName {
    fn from(theme: &Theme) -> ThemeName {
        ThemeName::new(theme, &theme.squares())
    }
}
