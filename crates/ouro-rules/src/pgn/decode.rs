//! The text of PGN files.

use std::borrow::Cow;

/// The character encoding of a PGN file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnEncoding {
    /// UTF-8, which includes ASCII.
    Utf8,
    /// Windows-1252, a superset of the Latin-1 that the PGN standard prescribes.
    Windows1252,
}

/// The characters of the bytes 0x80 to 0x9F in Windows-1252. The five unused bytes are control
/// characters, as in the WHATWG encoding standard.
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Decodes a PGN file: as UTF-8 if it is valid UTF-8, otherwise as Windows-1252. It never fails.
///
/// ```
/// use ouro_rules::{PgnEncoding, decode_pgn};
/// let (text, encoding) = decode_pgn(b"[White \"Gr\xFCnfeld, Ernst\"]");
/// assert_eq!(text, "[White \"Grünfeld, Ernst\"]");
/// assert_eq!(encoding, PgnEncoding::Windows1252);
/// ```
#[must_use]
pub fn decode_pgn(bytes: &[u8]) -> (Cow<'_, str>, PgnEncoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), PgnEncoding::Utf8),
        Err(_) => {
            (bytes.iter().map(|&byte| windows_1252(byte)).collect(), PgnEncoding::Windows1252)
        }
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        // The other bytes are the code points of Latin-1.
        _ => char::from(byte),
    }
}
