//! Playable positions.

use std::collections::BTreeMap;

use ouro_rules::{Game, Move, Position, Repair, Square, TextBoard, TextStyle, perft};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::board_svg::svg;
use super::describe::{MoveInfo, OutcomeInfo, PositionInfo};
use super::failure::{Failure, ProblemInfo, RepairInfo};
use super::value::{object, role, square, variant};

/// A playable position.
#[wasm_bindgen(js_name = RawPosition)]
pub struct RawPosition {
    position: Position,
    /// The repairs that lenient parsing made.
    repairs: Vec<Repair>,
}

impl From<Position> for RawPosition {
    fn from(position: Position) -> RawPosition {
        RawPosition { position, repairs: Vec::new() }
    }
}

impl RawPosition {
    pub(super) const fn get(&self) -> &Position {
        &self.position
    }
}

/// Parses a move in UCI notation or SAN.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, JsValue> {
    match position.parse_uci(text) {
        Ok(mv) => Ok(mv),
        Err(ouro_rules::UciError::Syntax(_)) => {
            position.parse_san(text).map_err(|error| Failure::play(&error).into())
        }
        Err(error) => Err(Failure::play(&error).into()),
    }
}

#[wasm_bindgen(js_class = RawPosition)]
impl RawPosition {
    /// Returns the start position of a variant.
    pub fn start(variant_name: &str) -> Result<RawPosition, JsValue> {
        Ok(Position::start(variant(variant_name)?).into())
    }

    /// Returns the Chess960 start position with a Scharnagl number.
    pub fn chess960(number: u16) -> Result<RawPosition, JsValue> {
        let position = Position::chess960_start(number).ok_or_else(|| {
            let message =
                format!("a Chess960 start position has a number from 0 to 959, not {number}");
            JsValue::from(Failure::argument("bad_number", &message))
        })?;
        Ok(position.into())
    }

    /// Parses a FEN strictly.
    #[wasm_bindgen(js_name = fromFen)]
    pub fn from_fen(fen: &str, variant_name: &str) -> Result<RawPosition, JsValue> {
        let position = Position::from_fen(fen, variant(variant_name)?);
        Ok(position.map_err(|error| Failure::fen(&error, fen))?.into())
    }

    /// Parses a FEN and repairs what can safely be repaired.
    #[wasm_bindgen(js_name = fromFenLenient)]
    pub fn from_fen_lenient(fen: &str, variant_name: &str) -> Result<RawPosition, JsValue> {
        let (position, repairs) = Position::from_fen_lenient(fen, variant(variant_name)?)
            .map_err(|error| Failure::fen(&error, fen))?;
        Ok(RawPosition { position, repairs })
    }

    /// Returns the repairs that lenient parsing made.
    pub fn repairs(&self) -> JsValue {
        object(&RepairInfo::list(&self.repairs))
    }

    /// Returns the state of the position.
    pub fn info(&self) -> JsValue {
        object(&PositionInfo::from(&self.position))
    }

    /// Returns the Zobrist key as 16 hexadecimal digits.
    pub fn key(&self) -> String {
        format!("{:016x}", self.position.key())
    }

    /// Returns the legal moves.
    pub fn moves(&self) -> JsValue {
        let moves = self.position.legal_moves().into_iter();
        object(&moves.map(|mv| MoveInfo::new(&self.position, mv)).collect::<Vec<_>>())
    }

    /// Returns the targets of the legal moves by origin, as UCI notation writes them.
    pub fn destinations(&self) -> JsValue {
        let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for mv in &self.position.legal_moves() {
            let uci = self.position.uci(mv);
            let Some(to) = uci.get(2..4).and_then(|to| to.parse::<Square>().ok()) else { continue };
            let targets = found.entry(mv.from().name()).or_default();
            // The four promotions of a pawn have the same target.
            if !targets.contains(&to.name()) {
                targets.push(to.name());
            }
        }
        object(&found)
    }

    /// Returns a legal move in UCI notation or SAN.
    #[wasm_bindgen(js_name = parseMove)]
    pub fn parse_move(&self, text: &str) -> Result<JsValue, JsValue> {
        let mv = parse_move(&self.position, text)?;
        Ok(object(&MoveInfo::new(&self.position, mv)))
    }

    /// Returns the reason why the move between two squares is illegal; undefined if it is legal.
    #[wasm_bindgen(js_name = whyIllegal)]
    pub fn why_illegal(
        &self,
        from: &str,
        to: &str,
        promotion: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let promotion = promotion.map(|name| role(&name)).transpose()?;
        match self.position.find_move(square(from)?, square(to)?, promotion) {
            Ok(_) => Ok(JsValue::UNDEFINED),
            Err(reason) => Ok(Failure::play(&reason).into()),
        }
    }

    /// Returns the position after a move in UCI notation or SAN.
    pub fn play(&self, text: &str) -> Result<RawPosition, JsValue> {
        let mut position = self.position.clone();
        let mv = parse_move(&position, text)?;
        position.play(mv).map_err(|error| Failure::play(&error))?;
        Ok(position.into())
    }

    /// Returns the outcome that the position alone shows; undefined if the game is in progress.
    pub fn outcome(&self) -> JsValue {
        let outcome = Game::from_position(self.position.clone()).outcome();
        outcome.map_or(JsValue::UNDEFINED, |outcome| object(&OutcomeInfo::from(outcome)))
    }

    /// Returns reasons why no game can have led to the position.
    #[wasm_bindgen(js_name = reachabilityProblems)]
    pub fn reachability_problems(&self) -> JsValue {
        object(&ProblemInfo::of_problems(&self.position.reachability_problems()))
    }

    /// Counts the positions after `depth` plies.
    pub fn perft(&self, depth: u32) -> f64 {
        perft::count(&self.position, depth) as f64
    }

    /// Returns the board as text.
    pub fn text(&self, unicode: bool) -> String {
        let style = if unicode { TextStyle::Unicode } else { TextStyle::Ascii };
        TextBoard::new(&self.position, style).to_string()
    }

    /// Draws the board.
    pub fn svg(&self, options: JsValue) -> Result<String, JsValue> {
        svg(&self.position, options)
    }
}
