//! What requests and answers are made of.

use ouro_engine::{Evaluation as Score, Line, Wdl};
use ouro_rules::{
    Color, FenError, Game, Move, Outcome, PlayError, Position, Role, Square, Theme, Variant,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::outcome::Ending;
use crate::problem::{Code, Problem};

/// The most moves that a request may bring along.
pub(crate) const MAX_MOVES: usize = 1_200;

/// A game of chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum VariantName {
    #[default]
    Chess,
    Chess960,
    SelfCapture,
}

impl From<VariantName> for Variant {
    fn from(name: VariantName) -> Variant {
        match name {
            VariantName::Chess => Variant::Chess,
            VariantName::Chess960 => Variant::Chess960,
            VariantName::SelfCapture => Variant::SelfCapture,
        }
    }
}

impl From<Variant> for VariantName {
    fn from(variant: Variant) -> VariantName {
        match variant {
            Variant::Chess => VariantName::Chess,
            Variant::Chess960 => VariantName::Chess960,
            Variant::SelfCapture => VariantName::SelfCapture,
        }
    }
}

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PieceName {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl From<Role> for PieceName {
    fn from(role: Role) -> PieceName {
        match role {
            Role::Pawn => PieceName::Pawn,
            Role::Knight => PieceName::Knight,
            Role::Bishop => PieceName::Bishop,
            Role::Rook => PieceName::Rook,
            Role::Queen => PieceName::Queen,
            Role::King => PieceName::King,
        }
    }
}

impl From<PieceName> for Role {
    fn from(name: PieceName) -> Role {
        match name {
            PieceName::Pawn => Role::Pawn,
            PieceName::Knight => Role::Knight,
            PieceName::Bishop => Role::Bishop,
            PieceName::Rook => Role::Rook,
            PieceName::Queen => Role::Queen,
            PieceName::King => Role::King,
        }
    }
}

/// A body with a position, perhaps among other things. A position is where a game started and what was
/// played; rights to castle, en passant, repetitions and the fifty-move count follow from the moves. All
/// fields stand side by side, and unknown ones are refused, which a flattened structure cannot do.
macro_rules! with_position {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            /// The game; chess if it is not said.
            #[serde(default)]
            variant: $crate::api::types::VariantName,
            /// Where the game started; the usual start position if it is not said. What can be
            /// repaired without guessing is repaired, with a warning.
            #[serde(default)]
            #[schema(example = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")]
            fen: Option<String>,
            /// The moves since then, in UCI notation.
            #[serde(default)]
            #[schema(max_items = 1200, example = json!(["e2e4", "e7e5"]))]
            moves: Vec<String>,
            $($(#[$about])* $field: $kind,)*
        }

        impl $name {
            /// The game that is meant, and what had to be repaired.
            fn read_position(
                &self,
            ) -> Result<(ouro_rules::Game, Vec<String>), $crate::problem::Problem> {
                $crate::api::types::read_game(self.variant, self.fen.as_deref(), &self.moves)
            }
        }
    };
}
pub(crate) use with_position;

/// The game that is meant, and what had to be repaired.
pub(crate) fn read_game(
    variant: VariantName,
    fen: Option<&str>,
    moves: &[String],
) -> Result<(Game, Vec<String>), Problem> {
    let (start, warnings) = read_start(variant, fen)?;
    if moves.len() > MAX_MOVES {
        let detail = format!("{} moves are too many; {MAX_MOVES} are the most", moves.len());
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let mut game = Game::from_position(start);
    for (i, uci) in moves.iter().enumerate() {
        game.play_uci(uci).map_err(|error| {
            let problem = move_problem(&error);
            Problem::new(problem.code, format!("move {} ({}): {error}", i + 1, shown(uci)))
                .with(problem.reason)
        })?;
    }
    Ok((game, warnings))
}

/// A start position, and what had to be repaired.
pub(crate) fn read_start(
    variant: VariantName,
    fen: Option<&str>,
) -> Result<(Position, Vec<String>), Problem> {
    let variant = Variant::from(variant);
    let Some(fen) = fen else { return Ok((Position::start(variant), Vec::new())) };
    let (position, repairs) =
        Position::from_fen_lenient(fen, variant).map_err(|error| fen_problem(&error))?;
    Ok((position, repairs.iter().map(ToString::to_string).collect()))
}

fn fen_problem(error: &FenError) -> Problem {
    let problems = FenFault::list(error);
    Problem::new(Code::BadFen, error.to_string()).with(serde_json::json!({ "problems": problems }))
}

/// Something wrong with a FEN, and where.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FenFault {
    /// What is wrong.
    pub(crate) message: String,
    /// The byte of the FEN, counted from 0; none where there is no text.
    pub(crate) at: Option<usize>,
    /// The squares that it is about.
    pub(crate) squares: Vec<String>,
}

impl FenFault {
    pub(crate) fn list(error: &FenError) -> Vec<FenFault> {
        let fault = |problem: &ouro_rules::FenProblem| FenFault {
            message: problem.kind.to_string(),
            at: Some(problem.at),
            squares: match &problem.kind {
                ouro_rules::FenErrorKind::Position(problem) => squares(problem.squares()),
                _ => Vec::new(),
            },
        };
        error.problems().iter().map(fault).collect()
    }
}

/// The names of squares.
pub(crate) fn squares(set: ouro_rules::Bitboard) -> Vec<String> {
    set.into_iter().map(|square: Square| square.to_string()).collect()
}

/// A text from outside, short enough to be repeated.
pub(crate) fn shown(text: &str) -> String {
    if text.chars().count() <= 20 {
        text.to_owned()
    } else {
        text.chars().take(20).chain(['…']).collect()
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// A stable name, such as `own_king`, `pinned`, `blocked` or `no_castling_right`.
    #[schema(example = "king_into_check")]
    pub(crate) code: &'static str,
    /// The reason in a sentence.
    #[schema(example = "your king would be in check on e2")]
    pub(crate) message: String,
}

pub(crate) struct MoveProblem {
    pub(crate) code: Code,
    pub(crate) reason: Refusal,
}

/// What is wrong with a move, for programs and for people.
pub(crate) fn move_problem(error: &PlayError) -> MoveProblem {
    use ouro_rules::UciError;
    let (code, name) = match error {
        PlayError::GameOver(_) => (Code::GameOver, "game_over"),
        PlayError::Illegal(illegal) => (Code::IllegalMove, illegal.code()),
        PlayError::CastlingLost(_) => (Code::IllegalMove, "no_castling_right"),
        PlayError::Uci(UciError::Illegal { reason, .. }) => (Code::IllegalMove, reason.code()),
        _ => (Code::IllegalMove, "not_a_move"),
    };
    // The player knows which move it was.
    let message = match error {
        PlayError::Uci(UciError::Illegal { reason, .. }) => reason.to_string(),
        _ => error.to_string(),
    };
    MoveProblem { code, reason: Refusal { code: name, message } }
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameOutcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[schema(example = "1-0")]
    pub(crate) result: String,
    /// Who has won; none for a draw.
    pub(crate) winner: Option<Side>,
    /// Why, as a stable name such as `checkmate`, `stalemate` or `resignation`.
    #[schema(example = "checkmate")]
    pub(crate) reason: String,
    /// Why, in words.
    #[schema(example = "White wins by checkmate")]
    pub(crate) text: String,
}

impl From<Ending> for GameOutcome {
    fn from(ending: Ending) -> GameOutcome {
        GameOutcome {
            result: ending.result().to_owned(),
            winner: ending.winner().map(Side::from),
            reason: ending.code().to_owned(),
            text: ending.to_string(),
        }
    }
}

impl From<Outcome> for GameOutcome {
    fn from(outcome: Outcome) -> GameOutcome {
        Ending::Rules(outcome).into()
    }
}

/// What a self-capture brings about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ThemeName {
    /// A stable name: `king_escape`, `king_walk`, `promotion`, `line_opened`, `frees`, `tempo` or
    /// `check`; in reviews also `mates`, `avoids_mate`, `avoids_draw`, `saves_draw` or `wins_material`.
    #[schema(example = "line_opened")]
    pub(crate) code: String,
    /// In words.
    #[schema(example = "clears the g-file")]
    pub(crate) text: String,
}

impl From<&Theme> for ThemeName {
    fn from(theme: &Theme) -> ThemeName {
        ThemeName { code: theme.code().to_owned(), text: theme.to_string() }
    }
}

/// A piece that a move takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Captured {
    /// What it is.
    pub(crate) piece: PieceName,
    /// Whose it is: the side that moves takes its own in a self-capture.
    pub(crate) side: Side,
    /// Where it stands; beside the target if it is taken en passant.
    pub(crate) square: &'static str,
}

/// A legal move with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MoveInfo {
    /// The move in UCI notation.
    #[schema(example = "g1f3")]
    pub(crate) uci: String,
    /// The move in algebraic notation.
    #[schema(example = "Nf3")]
    pub(crate) san: String,
    /// The square it comes from.
    #[schema(example = "g1")]
    pub(crate) from: &'static str,
    /// The square it goes to; for castling, that of the king afterwards.
    #[schema(example = "f3")]
    pub(crate) to: &'static str,
    /// What a pawn becomes; only there if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) promotion: Option<PieceName>,
    /// The piece it takes; only there if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) captured: Option<Captured>,
    /// Whether that is one of the side's own.
    pub(crate) self_capture: bool,
    /// What a self-capture brings about.
    pub(crate) themes: Vec<ThemeName>,
    /// Whether it gives check.
    pub(crate) check: bool,
    /// Whether it is castling.
    pub(crate) castling: bool,
}

impl MoveInfo {
    /// What there is to say about a legal move.
    pub(crate) fn new(position: &Position, mv: Move) -> MoveInfo {
        let to = if mv.is_castle() {
            ouro_rules::CastlingSide::of(mv.from(), mv.to()).king_target(position.turn())
        } else {
            mv.to()
        };
        let themes = position.self_capture(mv).map_or_else(Vec::new, |capture| capture.themes);
        MoveInfo {
            uci: position.uci(mv),
            san: position.san(mv),
            from: mv.from().name(),
            to: to.name(),
            promotion: mv.promoted_to().map(PieceName::from),
            captured: position.captured(mv).map(|(piece, square)| Captured {
                piece: piece.role().into(),
                side: piece.color().into(),
                square: square.name(),
            }),
            self_capture: position.is_self_capture(mv),
            themes: themes.iter().map(ThemeName::from).collect(),
            check: position.gives_check(mv),
            castling: mv.is_castle(),
        }
    }
}

/// What a position or a move is worth. Either `cp` or `mate` is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct EvaluationInfo {
    /// Hundredths of a pawn: +100 wins half of the games, and most of the others are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    /// Moves until mate; negative if the side is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    /// The chances to win, draw and lose, in thousandths.
    #[schema(min_items = 3, max_items = 3, example = json!([310, 580, 110]))]
    pub(crate) wdl: Vec<u16>,
    /// For whom it is meant: the side to move.
    pub(crate) point_of_view: Side,
}

impl EvaluationInfo {
    pub(crate) fn new(line: &Line, turn: Color) -> EvaluationInfo {
        let Wdl { win, draw, loss } = line.wdl;
        let (cp, mate) = match line.evaluation {
            Score::Centipawns(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        EvaluationInfo { cp, mate, wdl: vec![win, draw, loss], point_of_view: turn.into() }
    }
}

/// A line that the engine expects, from a position.
pub(crate) fn pv_texts(start: &Position, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = start.clone();
    let (mut ucis, mut sans) = (Vec::new(), Vec::new());
    for &mv in moves {
        // Whatever an engine says: no line with an impossible move leaves the house.
        if !position.is_legal(mv) {
            break;
        }
        ucis.push(position.uci(mv));
        sans.push(position.san(mv));
        position.play_unchecked(mv);
    }
    (ucis, sans)
}
