//! Calls about positions and moves: what is legal, what is not and why.

use axum::Json;
use ouro_rules::{Bitboard, Board, Color, FenStyle, Game, Piece, Position, Setup, Square, Variant};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::types::{
    FenFault, GameOutcome, MoveInfo, PieceName, Refusal, Side, VariantName, move_problem, shown,
    squares, with_position,
};
use crate::extract::Body;
use crate::games::outcome::draw_code;
use crate::objects;
use crate::problem::{Code, Problem};

/// Where a game stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionInfo {
    /// The game.
    pub(crate) variant: VariantName,
    /// The position.
    pub(crate) fen: String,
    /// Whose turn it is.
    pub(crate) turn: Side,
    /// Whether that side is in check.
    pub(crate) check: bool,
    /// How the game has ended, if it has.
    pub(crate) outcome: Option<GameOutcome>,
    /// The draw that the side to move may claim: `threefold_repetition` or `fifty_moves`.
    pub(crate) claimable_draw: Option<&'static str>,
}

impl PositionInfo {
    pub(crate) fn new(game: &Game) -> PositionInfo {
        let position = game.position();
        PositionInfo {
            variant: position.variant().into(),
            fen: position.to_fen(),
            turn: position.turn().into(),
            check: position.in_check(),
            outcome: game.outcome().map(GameOutcome::from),
            claimable_draw: game.claimable_draw().map(draw_code),
        }
    }
}

/// The legal moves of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    #[serde(flatten)]
    position: PositionInfo,
    /// All of them; none if the game is over.
    moves: Vec<MoveInfo>,
    /// What had to be repaired in the FEN.
    warnings: Vec<String>,
}

with_position! {
    /// A position.
    PositionInput {}
}

/// The legal moves of a position, with notation, captures and what self-captures are for.
#[utoipa::path(post, path = "/legal-moves", tag = "positions", request_body = PositionInput,
    responses((status = 200, body = LegalMoves), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn legal_moves(
    Body(input): Body<PositionInput>,
) -> Result<Json<LegalMoves>, Problem> {
    let (game, warnings) = input.read_position()?;
    Ok(Json(LegalMoves { position: PositionInfo::new(&game), moves: move_list(&game), warnings }))
}

/// The moves that can be played in a game; none if it is over.
pub(crate) fn move_list(game: &Game) -> Vec<MoveInfo> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let position = game.position();
    position.legal_moves().into_iter().map(|mv| MoveInfo::new(position, mv)).collect()
}

with_position! {
    /// A position and a move.
    MoveInput {
        /// The move in UCI notation.
        #[serde(rename = "move")]
        #[schema(example = "g1f3")]
        mv: String,
    }
}

/// Whether a move is legal, and if not, why.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyIllegal {
    legal: bool,
    /// Why it is not.
    reason: Option<Refusal>,
}

/// Why a move is not legal: a stable code and a sentence for the player.
#[utoipa::path(post, path = "/why-illegal", tag = "positions", request_body = MoveInput,
    responses((status = 200, body = WhyIllegal), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn why_illegal(Body(input): Body<MoveInput>) -> Result<Json<WhyIllegal>, Problem> {
    let (mut game, _) = input.read_position()?;
    let reason = game.play_uci(&input.mv).err().map(|error| move_problem(&error).reason);
    Ok(Json(WhyIllegal { legal: reason.is_none(), reason }))
}

/// A game after one more move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Applied {
    #[serde(flatten)]
    position: PositionInfo,
    /// The move that was played.
    #[serde(rename = "move")]
    mv: MoveInfo,
    /// All moves since the start, in UCI notation.
    moves: Vec<String>,
    /// What had to be repaired in the FEN.
    warnings: Vec<String>,
}

/// Plays a move and tells what has become of the game.
#[utoipa::path(post, path = "/apply", operation_id = "apply_move", tag = "positions", request_body = MoveInput,
    responses((status = 200, body = Applied), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn apply(Body(input): Body<MoveInput>) -> Result<Json<Applied>, Problem> {
    let (mut game, warnings) = input.read_position()?;
    let before = game.position().clone();
    let mv = game.play_uci(&input.mv).map_err(|error| refused(&error))?;
    Ok(Json(Applied {
        position: PositionInfo::new(&game),
        mv: MoveInfo::new(&before, mv),
        moves: game.ucis(),
        warnings,
    }))
}

/// The problem of a move that cannot be played.
pub(crate) fn refused(error: &ouro_rules::PlayError) -> Problem {
    let problem = move_problem(error);
    Problem::new(problem.code, problem.reason.message.clone()).with(problem.reason)
}

/// A FEN to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FenInput {
    #[serde(default)]
    variant: VariantName,
    #[schema(example = "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1")]
    fen: String,
}

/// What is to be said about a position that somebody has written down.
#[derive(Serialize, ToSchema)]
pub(crate) struct Validation {
    /// Whether it can be played, perhaps after repairs.
    playable: bool,
    /// The canonical FEN, if it can be played.
    fen: Option<String>,
    /// What was repaired without guessing.
    repairs: Vec<String>,
    /// Why it cannot be played: everything that is wrong.
    problems: Vec<FenFault>,
    /// Why no game can have led to it, as far as cheap reasons tell. It can be played nevertheless.
    doubts: Vec<FenFault>,
}

impl Validation {
    fn playable(position: &Position, repairs: Vec<String>) -> Validation {
        let doubts = position.reachability_problems();
        Validation {
            playable: true,
            fen: Some(position.to_fen()),
            repairs,
            problems: Vec::new(),
            doubts: faults(&doubts),
        }
    }

    fn unplayable(problems: Vec<FenFault>) -> Validation {
        Validation { playable: false, fen: None, repairs: Vec::new(), problems, doubts: Vec::new() }
    }
}

fn faults(problems: &ouro_rules::Problems) -> Vec<FenFault> {
    let fault = |problem: &ouro_rules::Problem| FenFault {
        message: problem.to_string(),
        at: None,
        squares: squares(problem.squares()),
    };
    problems.iter().map(fault).collect()
}

/// Everything that is wrong with a FEN, with places; or its canonical form and what was repaired.
#[utoipa::path(post, path = "/validate", operation_id = "validate_fen", tag = "positions", request_body = FenInput,
    responses((status = 200, body = Validation), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn validate(Body(input): Body<FenInput>) -> Json<Validation> {
    Json(match Position::from_fen_lenient(&input.fen, input.variant.into()) {
        Ok((position, repairs)) => {
            Validation::playable(&position, repairs.iter().map(ToString::to_string).collect())
        }
        Err(error) => Validation::unplayable(FenFault::list(&error)),
    })
}

/// A piece on a square.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Placed {
    #[schema(example = "e1")]
    square: String,
    piece: PieceName,
    side: Side,
}

/// A position put together piece by piece.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupInput {
    #[serde(default)]
    variant: VariantName,
    /// The pieces, each on a square of its own.
    #[serde(deserialize_with = "objects::each")]
    #[schema(max_items = 64)]
    pieces: Vec<Placed>,
    /// Whose turn it is.
    turn: Side,
    /// The squares of the rooks that may still castle, such as `h1`.
    #[serde(default)]
    #[schema(max_items = 4, example = json!(["h1", "a8"]))]
    castling_rooks: Vec<String>,
    /// The square that a pawn has just passed with a double step.
    #[serde(default)]
    en_passant: Option<String>,
    #[serde(default)]
    halfmove_clock: u16,
    #[serde(default = "one")]
    fullmove_number: u16,
}

const fn one() -> u16 {
    1
}

/// Makes a position of pieces on a board, or tells everything that is wrong with it.
#[utoipa::path(post, path = "/setup", operation_id = "set_up_position", tag = "positions", request_body = SetupInput,
    responses((status = 200, body = Validation), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn setup(Body(input): Body<SetupInput>) -> Result<Json<Validation>, Problem> {
    let mut board = Board::EMPTY;
    for Placed { square, piece, side } in &input.pieces {
        let at = read_square(square)?;
        if board.piece_on(at).is_some() {
            let detail = format!("there are two pieces on {at}");
            return Err(Problem::new(Code::BadRequest, detail));
        }
        board.put(Piece::new(Color::from(*side), (*piece).into()), at);
    }
    let rooks = input.castling_rooks.iter().map(|square| read_square(square));
    let castling = rooks.collect::<Result<Vec<_>, _>>()?;
    let setup = Setup {
        board,
        turn: input.turn.into(),
        castling: castling.into_iter().fold(Bitboard::EMPTY, |all, square| all | square.into()),
        en_passant: input.en_passant.as_deref().map(read_square).transpose()?,
        halfmove_clock: input.halfmove_clock,
        fullmove_number: input.fullmove_number,
    };
    let variant = Variant::from(input.variant);
    Ok(Json(match Position::from_setup(&setup, variant) {
        Ok(position) => Validation::playable(&position, Vec::new()),
        Err(problems) => Validation {
            fen: Some(setup.to_fen(FenStyle::XFen, variant)),
            ..Validation::unplayable(faults(&problems))
        },
    }))
}

pub(crate) fn read_square(text: &str) -> Result<Square, Problem> {
    text.parse().map_err(|_| {
        Problem::new(Code::BadRequest, format!("'{}' is not a square such as e4", shown(text)))
    })
}
