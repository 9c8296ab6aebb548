//! Games: a start position and moves.

use ouro_rules::{Game, Message, Position};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::describe::{MoveInfo, OutcomeInfo, SelfCaptures};
use super::failure::Failure;
use super::position::RawPosition;
use super::value::{object, role, square};

/// A game.
#[wasm_bindgen(js_name = RawGame)]
pub struct RawGame(Game);

impl RawGame {
    pub(super) const fn get(&self) -> &Game {
        &self.0
    }

    /// Describes the last move.
    fn last(&self) -> JsValue {
        let last = self.0.plies().last();
        last.map_or(JsValue::UNDEFINED, |(position, mv)| object(&MoveInfo::new(position, mv)))
    }
}

#[wasm_bindgen(js_class = RawGame)]
impl RawGame {
    /// Starts a game from a position.
    #[wasm_bindgen(constructor)]
    pub fn new(start: &RawPosition) -> RawGame {
        RawGame(Game::from_position(start.get().clone()))
    }

    /// Returns the position after `ply` moves, the current one by default.
    pub fn position(&self, ply: Option<u32>) -> Result<RawPosition, JsValue> {
        let positions = self.0.positions();
        let position = match ply {
            None => Some(self.0.position()),
            Some(ply) => positions.get(ply as usize),
        };
        let position: Position = position.cloned().ok_or_else(|| {
            let message = format!("the game has {} moves", positions.len() - 1);
            JsValue::from(Failure::argument("bad_ply", &message))
        })?;
        Ok(position.into())
    }

    /// Plays a move in UCI notation or SAN.
    pub fn play(&mut self, text: &str) -> Result<JsValue, JsValue> {
        let played = match self.0.play_uci(text) {
            Err(ouro_rules::PlayError::Uci(ouro_rules::UciError::Syntax(_))) => {
                self.0.play_san(text)
            }
            played => played,
        };
        played.map_err(|error| Failure::play(&error))?;
        Ok(self.last())
    }

    /// Plays the move between two squares.
    #[wasm_bindgen(js_name = playSquares)]
    pub fn play_squares(
        &mut self,
        from: &str,
        to: &str,
        promotion: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let promotion = promotion.map(|name| role(&name)).transpose()?;
        let played = self.0.play_squares(square(from)?, square(to)?, promotion);
        played.map_err(|error| Failure::play(&error))?;
        Ok(self.last())
    }

    /// Undoes the last move. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    /// Redoes the move that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.0.redo().is_some()
    }

    /// Returns the number of moves played.
    pub fn plies(&self) -> usize {
        self.0.moves().len()
    }

    /// Returns the moves played.
    pub fn moves(&self) -> JsValue {
        object(
            &self.0.plies().map(|(position, mv)| MoveInfo::new(position, mv)).collect::<Vec<_>>(),
        )
    }

    /// Returns the moves played in UCI notation.
    pub fn ucis(&self) -> Vec<String> {
        self.0.ucis()
    }

    /// Returns the outcome that the rules give; undefined if the game is in progress.
    pub fn outcome(&self) -> JsValue {
        let outcome = self.0.outcome();
        outcome.map_or(JsValue::UNDEFINED, |outcome| object(&OutcomeInfo::from(outcome)))
    }

    /// Returns the draw that the side to move can claim, if there is one.
    #[wasm_bindgen(js_name = claimableDraw)]
    pub fn claimable_draw(&self) -> Option<String> {
        self.0.claimable_draw().map(|reason| reason.code().to_owned())
    }

    /// Returns how often the current position has occurred.
    pub fn repetitions(&self) -> usize {
        self.0.repetitions()
    }

    /// Returns the number of self-captures of each side.
    #[wasm_bindgen(js_name = selfCaptures)]
    pub fn self_captures(&self) -> JsValue {
        object(&SelfCaptures::from(&self.0))
    }
}
