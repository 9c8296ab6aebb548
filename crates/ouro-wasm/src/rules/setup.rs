//! Validation of positions that are being set up.

use ouro_rules::{Bitboard, Board, FenStyle, Piece, Position, Repair, Setup};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::failure::{Failure, ProblemInfo, RepairInfo};
use super::value::{color, object, read, square, variant};

/// The result of a validation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Validation {
    playable: bool,
    /// The FEN: canonical if the position is playable, otherwise that of the setup, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// The sentences of the repairs.
    repairs: Vec<String>,
    repair_details: Vec<RepairInfo>,
    /// Reasons why the position cannot be played.
    problems: Vec<ProblemInfo>,
    /// Reasons why no game can have led to the position.
    reachability_problems: Vec<ProblemInfo>,
}

impl Validation {
    fn playable(position: &Position, repairs: &[Repair]) -> Validation {
        Validation {
            playable: true,
            fen: Some(position.to_fen()),
            repairs: repairs.iter().map(ToString::to_string).collect(),
            repair_details: RepairInfo::list(repairs),
            problems: Vec::new(),
            reachability_problems: ProblemInfo::of_problems(&position.reachability_problems()),
        }
    }

    fn unplayable(fen: Option<String>, problems: Vec<ProblemInfo>) -> Validation {
        Validation {
            playable: false,
            fen,
            repairs: Vec::new(),
            repair_details: Vec::new(),
            problems,
            reachability_problems: Vec::new(),
        }
    }
}

/// Validates a FEN leniently.
#[wasm_bindgen(js_name = validateFen)]
pub fn validate_fen(fen: &str, variant_name: &str) -> Result<JsValue, JsValue> {
    Ok(object(&match Position::from_fen_lenient(fen, variant(variant_name)?) {
        Ok((position, repairs)) => Validation::playable(&position, &repairs),
        Err(error) => Validation::unplayable(None, ProblemInfo::list(&error, fen)),
    }))
}

/// A position, given piece by piece.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetupInput {
    /// Squares and letters of FEN.
    pieces: Vec<(String, char)>,
    turn: String,
    /// The squares of the rooks with castling rights.
    castling_rooks: Option<Vec<String>>,
    en_passant: Option<String>,
    halfmove_clock: Option<u16>,
    fullmove_number: Option<u16>,
}

/// Validates a position that is given piece by piece.
#[wasm_bindgen(js_name = validateSetup)]
pub fn validate_setup(setup: JsValue, variant_name: &str) -> Result<JsValue, JsValue> {
    let input: SetupInput = read(setup)?;
    let variant = variant(variant_name)?;
    let mut board = Board::EMPTY;
    for (name, letter) in &input.pieces {
        let piece = Piece::from_char(*letter).ok_or_else(|| {
            let message = format!("'{letter}' is not the letter of a piece");
            JsValue::from(Failure::argument("bad_piece", &message))
        })?;
        let at = square(name)?;
        if board.piece_on(at).is_some() {
            let message = format!("there are two pieces on {at}");
            return Err(Failure::argument("two_pieces", &message).into());
        }
        board.put(piece, at);
    }
    let mut castling = Bitboard::EMPTY;
    for name in input.castling_rooks.unwrap_or_default() {
        castling |= square(&name)?.into();
    }
    let setup = Setup {
        board,
        turn: color(&input.turn)?,
        castling,
        en_passant: input.en_passant.as_deref().map(square).transpose()?,
        halfmove_clock: input.halfmove_clock.unwrap_or(0),
        fullmove_number: input.fullmove_number.unwrap_or(1),
    };
    Ok(object(&match Position::from_setup(&setup, variant) {
        Ok(position) => Validation::playable(&position, &[]),
        Err(problems) => {
            let fen = setup.to_fen(FenStyle::XFen, variant);
            Validation::unplayable(Some(fen), ProblemInfo::of_problems(&problems))
        }
    }))
}
