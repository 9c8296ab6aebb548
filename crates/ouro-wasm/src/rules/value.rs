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
        .map_err(|error| Failure::argument("bad_argument", &error).into())
}

/// Parses the name of a variant.
pub(super) fn variant(name: &str) -> Result<Variant, JsValue> {
    name.parse().map_err(|error| Failure::argument("unknown_variant", &error).into())
}

/// Parses the name of a square.
pub(super) fn square(name: &str) -> Result<Square, JsValue> {
    name.parse().map_err(|error| Failure::argument("bad_square", &error).into())
}

/// Parses `white` or `black`.
pub(super) fn color(name: &str) -> Result<Color, JsValue> {
    Color::BOTH.into_iter().find(|color| color.name() == name).ok_or_else(|| {
        let message = format!("a color is 'white' or 'black', not '{name}'");
        Failure::argument("bad_color", &message).into()
    })
}

/// Parses the name of a piece type such as `knight`.
pub(super) fn role(name: &str) -> Result<Role, JsValue> {
    Role::ALL.into_iter().find(|&role| role.name() == name).ok_or_else(|| {
        let message = format!("'{name}' is not a piece such as 'queen'");
        Failure::argument("bad_piece", &message).into()
    })
}
