//! Moves and annotations as programs and people spell them.

use super::nag_of;
use crate::{Move, Position, SanError};

/// What a word of the moves means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A legal move, with an annotation that is written as part of the word.
    Move(Move, Option<u8>),
    /// A null move.
    Null,
    /// A numeric annotation.
    Annotation(u8),
    /// Nothing, such as a move number.
    Nothing,
}

/// Spellings of the null move: ChessBase writes `--` and `Z0`, UCI `0000`, XBoard `@@@@`.
const NULL_MOVES: [&str; 5] = ["--", "Z0", "null", "0000", "@@@@"];

/// Evaluation signs and their numeric annotations. Of two signs with the same end, the longer one
/// comes first.
const SIGNS: [(&str, u8); 34] = [
    ("=/∞", 44),
    ("+/-", 16),
    ("+/−", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("+=", 14),
    ("=+", 15),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("=", 10),
    ("~", 13),
    ("N", 146),
    ("D", 220),
];

/// Returns `true` if a word is a null move in the spelling of some program.
fn is_null_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    NULL_MOVES.iter().any(|null| null.eq_ignore_ascii_case(word))
}

/// Reads a word of the moves leniently.
pub(super) fn read(position: &Position, word: &str) -> Result<Word, SanError> {
    if is_null_move(word) {
        return Ok(Word::Null);
    }
    if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Ok(Word::Nothing);
    }
    if let Some(nag) = sign(word) {
        return Ok(Word::Annotation(nag));
    }
    let error = match position.parse_san(word) {
        Ok(mv) => return Ok(Word::Move(mv, None)),
        Err(error) => error,
    };
    if let Some(mv) = as_uci(position, word) {
        return Ok(Word::Move(mv, None));
    }
    if let Some(mv) = respelled(word).and_then(|word| position.parse_san(&word).ok()) {
        return Ok(Word::Move(mv, None));
    }
    for (sign, nag) in SIGNS {
        if let Some(mv) = word.strip_suffix(sign).and_then(|word| position.parse_san(word).ok()) {
            return Ok(Word::Move(mv, Some(nag)));
        }
    }
    Err(error)
}

/// Returns the numeric annotation of a word that consists of one.
fn sign(word: &str) -> Option<u8> {
    nag_of(word).or_else(|| SIGNS.iter().find(|(sign, _)| *sign == word).map(|&(_, nag)| nag))
}

/// Reads a move in UCI notation, also with a hyphen or a cross between the squares or with `=`.
fn as_uci(position: &Position, word: &str) -> Option<Move> {
    let squares = word.trim_end_matches(['+', '#']);
    // A longer word is not a move between two squares.
    if squares.len() > 7 {
        return None;
    }
    position.parse_uci(&squares.replace(['-', 'x', '='], "")).ok()
}

/// Replaces figurines, signs of captures and hyphens by those of SAN, and gives a lower-case piece
/// its capital letter. `b` stays, because it is a file.
fn respelled(word: &str) -> Option<String> {
    // A longer word is not a move.
    if word.len() > 20 {
        return None;
    }
    let mut san: String = word
        .chars()
        .filter_map(|c| match c {
            '♔' | '♚' => Some('K'),
            '♕' | '♛' => Some('Q'),
            '♖' | '♜' => Some('R'),
            '♗' | '♝' => Some('B'),
            '♘' | '♞' => Some('N'),
            '♙' | '♟' | '\u{FE0E}' | '\u{FE0F}' => None,
            ':' | '×' | 'X' => Some('x'),
            '–' | '−' => Some('-'),
            '/' => Some('='),
            '†' => Some('+'),
            '‡' => Some('#'),
            _ => Some(c),
        })
        .collect();
    if san.starts_with(['n', 'r', 'q', 'k']) {
        san[..1].make_ascii_uppercase();
    }
    let promotion = san.trim_end_matches(['+', '#']).len();
    if let Some((start, end @ ('n' | 'b' | 'r' | 'q'))) =
        san[..promotion].char_indices().next_back()
        && start > 0
    {
        san.replace_range(start..promotion, end.to_ascii_uppercase().encode_utf8(&mut [0; 4]));
    }
    (san != word).then_some(san)
}
