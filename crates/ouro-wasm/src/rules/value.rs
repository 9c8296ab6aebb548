//! Values of JavaScript: plain objects with fields in camel case.

use ouro_rules::{Color, Role, Square, Variant};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use super::failure::Failure;

/// Returns a value as a plain object. Fields that are `None` are undefined.
pub(super) fn object<T: Serialize + ?Sized>(value: &T) -> JsValue {
    // Structs of texts, numbers and lists always have a representation.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::UNDEFINED)
}

/// Reads a plain object of the caller.
pub(super) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| Failure::new("argument", "bad_argument", &error).into())
}

/// Parses the name of a variant.
pub(super) fn variant(name: &str) -> Result<Variant, JsValue> {
    name.parse().map_err(|error| Failure::new("argument", "unknown_variant", &error).into())
}

/// Parses the name of a square.
pub(super) fn square(name: &str) -> Result<Square, JsValue> {
    name.parse().map_err(|error| Failure::new("argument", "bad_square", &error).into())
}

/// Parses `white` or `black`.
pub(super) fn color(name: &str) -> Result<Color, JsValue> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => {
            let message = format!("a color is 'white' or 'black', not '{name}'");
            Err(Failure::new("argument", "bad_color", &message).into())
        }
    }
}

/// Parses the name of a piece type such as `knight`.
pub(super) fn role(name: &str) -> Result<Role, JsValue> {
    Role::ALL.into_iter().find(|&role| role_name(role) == name).ok_or_else(|| {
        let message = format!("'{name}' is not a piece such as 'queen'");
        Failure::new("argument", "bad_piece", &message).into()
    })
}

pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(super) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
