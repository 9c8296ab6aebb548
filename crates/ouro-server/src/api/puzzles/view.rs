//! Puzzles as clients see them.

use ouro_puzzles::{Explanation, Puzzle};
use ouro_rules::Message;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::messages::MessageParams;
use crate::api::types::Side;
use crate::problem::Problem;
use crate::puzzles::choice::Choice;
use crate::puzzles::stock::{StockPosition, StockPuzzle};
use crate::service::puzzles::{PuzzleError, Puzzles};

/// A puzzle without its solution.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleView {
    /// Eight letters and digits, which identify position and moves. They never change.
    #[schema(example = "WJPPdQx7")]
    id: String,
    /// The position before the opponent's move.
    #[schema(example = "8/1kpp4/1p2bR1P/p7/2n1N3/KP5r/8/8 w - - 0 35")]
    fen: String,
    /// The opponent's move, in UCI notation. The solver moves next.
    #[serde(rename = "move")]
    #[schema(example = "a3a4")]
    mv: String,
    /// The side of the solver.
    solver: Side,
    /// The current rating.
    rating: i32,
    /// The solvers who have attempted it.
    plays: i64,
}

impl PuzzleView {
    /// Describes a puzzle with its current rating.
    pub(super) async fn new(
        puzzles: &Puzzles,
        entry: &StockPuzzle,
    ) -> Result<PuzzleView, PuzzleError> {
        let record = puzzles.record(entry).await?;
        let StockPuzzle { id, puzzle } = entry;
        Ok(PuzzleView {
            id: id.to_string(),
            fen: puzzle.position.to_fen(),
            mv: puzzle.moves.first().map_or_else(String::new, |&mv| puzzle.position.uci(mv)),
            solver: (!puzzle.position.turn()).into(),
            rating: rounded(record.rating.value),
            plays: record.plays,
        })
    }
}

/// Returns a rating as people read it.
pub(super) fn rounded(value: f64) -> i32 {
    value.round() as i32
}

/// The puzzle of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyPuzzle {
    /// The day in UTC.
    #[schema(format = Date, example = "2026-11-18")]
    pub(super) date: String,
    pub(super) puzzle: PuzzleView,
}

/// A puzzle for the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextPuzzle {
    /// Null if no puzzle is left.
    puzzle: Option<PuzzleView>,
    /// The puzzles from which it was chosen, itself included.
    left: usize,
}

impl NextPuzzle {
    pub(super) async fn new(puzzles: &Puzzles, choice: Choice<'_>) -> Result<NextPuzzle, Problem> {
        let puzzle = match choice.puzzle {
            Some(entry) => Some(PuzzleView::new(puzzles, entry).await?),
            None => None,
        };
        Ok(NextPuzzle { puzzle, left: choice.left })
    }
}

/// What a puzzle or a position shows, in one sentence.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleExplanation {
    /// A stable code, such as `line_opened`, `king_escape` or `refutation`.
    #[schema(example = "line_opened")]
    code: &'static str,
    /// The values in the sentence.
    params: MessageParams,
    /// The sentence.
    #[schema(example = "Rxg2+ captures the own pawn and opens the g-file.")]
    text: String,
}

impl From<&Explanation> for PuzzleExplanation {
    fn from(explanation: &Explanation) -> PuzzleExplanation {
        PuzzleExplanation {
            code: explanation.code(),
            params: explanation.params().into(),
            text: explanation.to_string(),
        }
    }
}

/// The solution of a puzzle.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleSolution {
    id: String,
    /// The solver's moves and the opponent's replies in between, in UCI notation. The first and the last move are the
    /// solver's. If the last one mates, any other mate solves the puzzle, too.
    #[schema(example = json!(["e6d7", "f6c6", "d7c6"]))]
    moves: Vec<String>,
    /// The themes; `/puzzles/themes` lists their names.
    #[schema(example = json!(["selfCapture", "mateIn2"]))]
    themes: Vec<&'static str>,
    explanation: PuzzleExplanation,
    /// The game from which the puzzle was mined: its source, number and ply.
    #[schema(example = "selfcapture-20-25-0000@980dbe59#67.61")]
    game_url: String,
}

impl From<&StockPuzzle> for PuzzleSolution {
    fn from(StockPuzzle { id, puzzle }: &StockPuzzle) -> PuzzleSolution {
        PuzzleSolution {
            id: id.to_string(),
            moves: solution(puzzle),
            themes: puzzle.themes.iter().map(|theme| theme.code()).collect(),
            explanation: (&puzzle.explanation).into(),
            game_url: puzzle.game.clone(),
        }
    }
}

fn solution(puzzle: &Puzzle) -> Vec<String> {
    puzzle.ucis().split_off(1)
}

/// A theme.
#[derive(Serialize, ToSchema)]
pub(crate) struct ThemeCount {
    /// The name of the theme; the general ones are those of lichess.
    #[schema(example = "lineOpening")]
    pub(super) theme: &'static str,
    /// The puzzles that have it.
    pub(super) puzzles: usize,
}

/// The themes that puzzles have.
#[derive(Serialize, ToSchema)]
pub(crate) struct ThemeList {
    /// The number of all puzzles.
    pub(super) puzzles: usize,
    /// First the themes of self-capture chess, then the general ones.
    pub(super) themes: Vec<ThemeCount>,
}

/// A position that is checkmate in chess. Is it checkmate in self-capture chess?
#[derive(Serialize, ToSchema)]
pub(crate) struct MateOrNotView {
    #[schema(example = "Q0w8IfUs")]
    id: String,
    /// The position before the move that gives check.
    #[schema(example = "6r1/5R2/p3p2p/P2pB3/2nPk3/8/1P2K3/8 w - - 9 44")]
    fen: String,
    /// The move that gives check, in UCI notation.
    #[serde(rename = "move")]
    #[schema(example = "f7f4")]
    mv: String,
    /// The explanation of the answer, which it reveals.
    explanation: PuzzleExplanation,
}

impl From<&StockPosition> for MateOrNotView {
    fn from(StockPosition { id, position: row, .. }: &StockPosition) -> MateOrNotView {
        MateOrNotView {
            id: id.to_string(),
            fen: row.position.to_fen(),
            mv: row.position.uci(row.mv),
            explanation: (&row.explanation).into(),
        }
    }
}

/// Positions for "Mate or not?", of which about half are mates.
#[derive(Serialize, ToSchema)]
pub(crate) struct MateOrNotList {
    pub(super) positions: Vec<MateOrNotView>,
    /// The cursor of the next positions, if there are more.
    pub(super) next: Option<String>,
}
