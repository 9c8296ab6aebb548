//! EPD: positions with operations.

use ouro_rules::{Epd, EpdError, Operation};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::failure::Failure;
use super::position::RawPosition;
use super::value::{object, read, variant};

/// An opcode and its operands.
#[derive(Serialize, Deserialize)]
struct OperationInfo {
    opcode: String,
    operands: Vec<String>,
}

/// A parsed EPD.
#[wasm_bindgen(js_name = RawEpd)]
pub struct RawEpd(Epd);

#[wasm_bindgen(js_class = RawEpd)]
impl RawEpd {
    /// Parses an EPD.
    pub fn parse(text: &str, variant_name: &str) -> Result<RawEpd, JsValue> {
        let epd = Epd::parse(text, variant(variant_name)?).map_err(|error| match &error {
            EpdError::Position(fen) => Failure::fen(fen, text),
            _ => Failure::epd(&error),
        })?;
        Ok(RawEpd(epd))
    }

    /// Returns the position.
    pub fn position(&self) -> RawPosition {
        self.0.position.clone().into()
    }

    /// Returns the operations in the order of the text.
    pub fn operations(&self) -> JsValue {
        let info = |operation: &Operation| OperationInfo {
            opcode: operation.opcode.clone(),
            operands: operation.operands.clone(),
        };
        object(&self.0.operations.iter().map(info).collect::<Vec<_>>())
    }
}

/// Writes a position with operations as EPD.
#[wasm_bindgen(js_name = writeEpd)]
pub fn write_epd(position: &RawPosition, operations: JsValue) -> Result<String, JsValue> {
    let operations: Vec<OperationInfo> = read(operations)?;
    let operation =
        |info: OperationInfo| Operation { opcode: info.opcode, operands: info.operands };
    let operations = operations.into_iter().map(operation).collect();
    Ok(Epd { position: position.get().clone(), operations }.to_string())
}
