//! Extended Position Description: a position and operations such as `bm Nf3;`.

use std::fmt;

use crate::setup::MAX_HALFMOVE_CLOCK;
use crate::{FenError, Position, Variant};

/// A position with EPD operations.
///
/// ```
/// use ouro_rules::{Epd, Variant};
/// let epd = Epd::parse(
///     r#"8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";"#,
///     Variant::Chess,
/// )?;
/// assert_eq!(epd.operands("bm"), Some(["Rxb2".to_owned()].as_slice()));
/// assert_eq!(epd.operands("id"), Some(["WAC.002".to_owned()].as_slice()));
/// # Ok::<(), ouro_rules::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, with the clocks from `hmvc` and `fmvn` if present.
    pub position: Position,
    /// The operations in the order of the text.
    pub operations: Vec<Operation>,
}

/// An opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The opcode, such as `bm`.
    pub opcode: String,
    /// Moves, numbers and strings, without quotation marks.
    pub operands: Vec<String>,
}

/// The reason why a text is not a valid EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// Fewer than four fields.
    #[error("an EPD starts with four position fields, but this one has {0}")]
    FieldCount(usize),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quoted string is not closed.
    #[error("the string that starts at byte {0} has no closing quotation mark")]
    OpenQuote(usize),
    /// An operation does not end with a semicolon. The number is the byte where it ends.
    #[error("the operation '{0}' does not end with a semicolon (at byte {1})")]
    NoSemicolon(String, usize),
    /// A clock is not a number or is out of range.
    #[error("'{1}' is not a valid value of {0}")]
    Clock(String, String),
}

impl Epd {
    /// Parses an EPD.
    ///
    /// # Errors
    /// If the text is not a valid EPD.
    pub fn parse(text: &str, variant: Variant) -> Result<Epd, EpdError> {
        let start = text.len() - text.trim_start().len();
        let (mut end, mut count) = (start, 0);
        while count < 4 && !text[end..].trim_start().is_empty() {
            end = text.len() - text[end..].trim_start().len();
            end += text[end..].find(char::is_whitespace).unwrap_or(text.len() - end);
            count += 1;
        }
        if count < 4 {
            return Err(EpdError::FieldCount(count));
        }
        let operations = operations(&text[end..], end)?;
        let clock = |opcode: &str, range: std::ops::RangeInclusive<u16>| {
            let given = operations.iter().find(|operation| operation.opcode == opcode);
            let Some(value) = given.and_then(|operation| operation.operands.first()) else {
                return Ok(*range.start());
            };
            let digits = value.bytes().all(|byte| byte.is_ascii_digit());
            let number = value.parse().ok().filter(|number| digits && range.contains(number));
            number.ok_or_else(|| EpdError::Clock(opcode.to_owned(), value.clone()))
        };
        let hmvc = clock("hmvc", 0..=MAX_HALFMOVE_CLOCK)?;
        let fmvn = clock("fmvn", 1..=u16::MAX)?;
        let fen = format!("{} {hmvc} {fmvn}", &text[start..end]);
        let position = Position::from_fen(&fen, variant).map_err(|error| error.shifted(start))?;
        Ok(Epd { position, operations })
    }

    /// Returns the operands of the first operation with this opcode.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }
}

/// Splits `bm Nf3 Nc3; id "a; b";` into operations. `offset` is the start of the text in the line.
fn operations(text: &str, offset: usize) -> Result<Vec<Operation>, EpdError> {
    let mut found = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = offset + (text.len() - rest.len());
        if let Some(after) = rest.strip_prefix(';') {
            let mut operands = std::mem::take(&mut words).into_iter();
            found.extend(
                operands.next().map(|opcode| Operation { opcode, operands: operands.collect() }),
            );
            rest = after;
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').ok_or(EpdError::OpenQuote(at))?;
            words.push(quoted[..end].to_owned());
            rest = &quoted[end + 1..];
        } else if rest.is_empty() {
            return match words.into_iter().next() {
                None => Ok(found),
                Some(opcode) => Err(EpdError::NoSemicolon(opcode, at)),
            };
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
    }
}

/// Writes the EPD, with quotation marks around operands that need them.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_fen();
        let mut fields = fen.split(' ');
        for (i, field) in fields.by_ref().take(4).enumerate() {
            write!(f, "{}{field}", if i == 0 { "" } else { " " })?;
        }
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                let plain = !operand.is_empty()
                    && !operand.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '"'))
                    && operation.opcode != "id";
                if plain {
                    write!(f, " {operand}")?;
                } else {
                    // EPD has no escape for a quotation mark inside a string.
                    write!(f, " \"{}\"", operand.replace('"', "'"))?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}
