//! Positions and moves: legal moves, reasons for illegal ones, validation.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use ouro_rules::{
    Bitboard, Board, Color, FenStyle, Game, Message, Piece, Position, Repair, Setup, Square,
    Variant,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::messages::{FenFault, GameOutcome, Refusal, RepairInfo, move_problem};
use super::types::{MoveInfo, PieceName, Side, VariantName, shown, with_position};
use crate::extract::Body;
use crate::objects;
use crate::problem::{Code, Problem};

/// The state of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionInfo {
    /// The variant.
    pub(crate) variant: VariantName,
    /// The position.
    pub(crate) fen: String,
    /// The side to move.
    pub(crate) turn: Side,
    /// Whether the side to move is in check.
    pub(crate) check: bool,
    /// The outcome, if the game is over.
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
            claimable_draw: game.claimable_draw().map(|reason| reason.code()),
        }
    }
}

/// The legal moves of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    #[serde(flatten)]
    position: PositionInfo,
    /// The legal moves; empty if the game is over.
    moves: Vec<MoveInfo>,
    /// The repairs of the FEN.
    warnings: Vec<String>,
}

impl LegalMoves {
    /// Returns the response as JSON. The moves, almost all of it, are written one by one by [`MoveInfo::write_json`].
    fn to_json(game: &Game, warnings: Vec<String>) -> serde_json::Result<String> {
        let position = PositionInfo::new(game);
        let over = position.outcome.is_some();
        let json = serde_json::to_string(&LegalMoves { position, moves: Vec::new(), warnings })?;
        let Some((before, after)) = json.split_once(NO_MOVES).filter(|_| !over) else {
            return Ok(json);
        };
        let moves = game.position().legal_moves();
        let mut json = String::with_capacity(before.len() + after.len() + moves.len() * MOVE_BYTES);
        json.push_str(before);
        json.push_str(r#""moves":["#);
        for (i, &mv) in moves.iter().enumerate() {
            if i > 0 {
                json.push(',');
            }
            MoveInfo::new(game.position(), mv).write_json(&mut json);
        }
        json.push(']');
        json.push_str(after);
        Ok(json)
    }
}

/// The moves of a response before they are filled in. No text of a response contains it: quotes are escaped.
const NO_MOVES: &str = r#""moves":[]"#;
/// A little more than most moves take as JSON.
const MOVE_BYTES: usize = 192;

with_position! {
    /// A position.
    PositionInput {}
}

/// List the legal moves of a position, with notation, captures and themes of self-captures.
#[utoipa::path(post, path = "/legal-moves", tag = "positions", request_body = PositionInput,
    responses((status = 200, body = LegalMoves), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn legal_moves(
    Body(input): Body<PositionInput>,
) -> Result<impl IntoResponse, Problem> {
    let (game, warnings) = input.read_position()?;
    let body = LegalMoves::to_json(&game, warnings).map_err(Problem::internal)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body))
}

/// Returns the legal moves of a game; none if it is over.
pub(crate) fn move_list(game: &Game) -> Vec<MoveInfo> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let position = game.position();
    let legal = position.legal_moves();
    let mut moves = Vec::with_capacity(legal.len());
    moves.extend(legal.into_iter().map(|mv| MoveInfo::new(position, mv)));
    moves
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

/// Whether a move is legal, and the reason if it is not.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyIllegal {
    legal: bool,
    /// The reason why the move is illegal.
    reason: Option<Refusal>,
}

/// Explain why a move is illegal: a stable code and a sentence for the player.
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
    /// The repairs of the FEN.
    warnings: Vec<String>,
}

/// Play a move and return the game after it.
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

/// Returns the problem for a move that cannot be played.
pub(crate) fn refused(error: &ouro_rules::PlayError) -> Problem {
    let problem = move_problem(error);
    Problem::new(problem.code, problem.reason.message.clone()).with(problem.reason)
}

/// A FEN to validate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FenInput {
    #[serde(default)]
    variant: VariantName,
    #[schema(example = "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1")]
    fen: String,
}

/// The result of a validation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Validation {
    /// Whether the position can be played, possibly after repairs.
    playable: bool,
    /// The canonical FEN, if the position can be played.
    fen: Option<String>,
    /// Unambiguous repairs.
    repairs: Vec<String>,
    /// The same repairs with codes and parameters.
    repair_details: Vec<RepairInfo>,
    /// All reasons why the position cannot be played.
    problems: Vec<FenFault>,
    /// Reasons why no game can have led to the position, as far as simple checks find them. It can be played anyway.
    doubts: Vec<FenFault>,
}

impl Validation {
    fn playable(position: &Position, repairs: &[Repair]) -> Validation {
        Validation {
            playable: true,
            fen: Some(position.to_fen()),
            repairs: repairs.iter().map(ToString::to_string).collect(),
            repair_details: repairs.iter().map(RepairInfo::from).collect(),
            problems: Vec::new(),
            doubts: FenFault::of_problems(&position.reachability_problems()),
        }
    }

    fn unplayable(problems: Vec<FenFault>) -> Validation {
        Validation {
            playable: false,
            fen: None,
            repairs: Vec::new(),
            repair_details: Vec::new(),
            problems,
            doubts: Vec::new(),
        }
    }
}

/// Validate a FEN: list all its errors with their places, or return its canonical form and the repairs.
#[utoipa::path(post, path = "/validate", operation_id = "validate_fen", tag = "positions", request_body = FenInput,
    responses((status = 200, body = Validation), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn validate(Body(input): Body<FenInput>) -> Json<Validation> {
    Json(match Position::from_fen_lenient(&input.fen, input.variant.into()) {
        Ok((position, repairs)) => Validation::playable(&position, &repairs),
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

/// A position, given piece by piece.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupInput {
    #[serde(default)]
    variant: VariantName,
    /// The pieces, at most one per square.
    #[serde(deserialize_with = "objects::each")]
    #[schema(max_items = 64)]
    pieces: Vec<Placed>,
    /// The side to move.
    turn: Side,
    /// The squares of the rooks with a castling right, such as `h1`.
    #[serde(default)]
    #[schema(max_items = 4, example = json!(["h1", "a8"]))]
    castling_rooks: Vec<String>,
    /// The en passant square: the one that a pawn has just skipped.
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

/// Set up a position from pieces, or list all its errors.
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
        Ok(position) => Validation::playable(&position, &[]),
        Err(problems) => Validation {
            fen: Some(setup.to_fen(FenStyle::XFen, variant)),
            ..Validation::unplayable(FenFault::of_problems(&problems))
        },
    }))
}

pub(crate) fn read_square(text: &str) -> Result<Square, Problem> {
    text.parse().map_err(|_| {
        Problem::new(Code::BadRequest, format!("'{}' is not a square such as e4", shown(text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_are_complete_and_none_after_the_end() {
        for (moves, count) in [(&["e2e4"][..], 20), (&["f2f3", "e7e5", "g2g4", "d8h4"], 0)] {
            let mut game = Game::from_position(Position::start(Variant::Chess));
            for uci in moves {
                game.play_uci(uci).unwrap();
            }
            let warnings = vec!["\"moves\":[]".to_owned()];
            let json = LegalMoves::to_json(&game, warnings.clone()).unwrap();
            let found: serde_json::Value = serde_json::from_str(&json).unwrap();
            let all = LegalMoves {
                position: PositionInfo::new(&game),
                moves: move_list(&game),
                warnings,
            };
            assert_eq!(found, serde_json::to_value(&all).unwrap());
            assert_eq!(found["moves"].as_array().unwrap().len(), count);
        }
    }
}
