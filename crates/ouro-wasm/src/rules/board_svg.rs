//! Pictures of positions.

use ouro_rules::{Arrow, BoardSvg, Position};
use serde::Deserialize;
use wasm_bindgen::JsValue;

use super::value::{color, read, square};

/// How a board is drawn.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    orientation: Option<String>,
    coordinates: Option<bool>,
    /// The squares of the last move, of which the first and the second are highlighted.
    last_move: Option<(String, String)>,
    arrows: Option<Vec<(String, String)>>,
}

/// Draws a position.
pub(super) fn svg(position: &Position, options: JsValue) -> Result<String, JsValue> {
    let options: Options = read(options)?;
    let mut image = BoardSvg::new(position).coordinates(options.coordinates.unwrap_or(true));
    if let Some(name) = options.orientation {
        image = image.seen_by(color(&name)?);
    }
    if let Some((from, to)) = options.last_move {
        image = image.last_move(ouro_rules::Move::normal(square(&from)?, square(&to)?));
    }
    for (from, to) in options.arrows.unwrap_or_default() {
        image = image.arrow(Arrow { from: square(&from)?, to: square(&to)? });
    }
    Ok(image.to_string())
}
