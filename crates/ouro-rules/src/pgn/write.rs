//! Writing PGN.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use super::{PgnGame, PgnMove};
use crate::{Color, Position, Setup, Variant};

/// The seven tag roster: the tags of every game in their order, with their values if unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", ""),
];

/// The tags that are derived from the game.
const DERIVED: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// The maximum length of a line of moves.
const WIDTH: usize = 80;

/// Writes the game in the export format of the PGN standard.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.to_string();
        for (name, unknown) in ROSTER {
            let value = if name == "Result" { &result } else { self.tag(name).unwrap_or(unknown) };
            write_tag(f, name, value)?;
        }
        let variant = self.start.variant();
        if let Some(name) = variant.pgn_name() {
            write_tag(f, "Variant", name)?;
        }
        if variant == Variant::Chess960 || self.start.to_setup() != Setup::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.to_fen())?;
        }
        // A repeated tag would start the next game.
        let mut written: HashSet<Cow<'_, str>> = HashSet::from(DERIVED.map(Cow::from));
        written.extend(ROSTER.map(|(name, _)| Cow::from(name)));
        for (name, value) in &self.tags {
            let name = valid_name(name);
            if !written.contains(&name) {
                write_tag(f, &name, value)?;
                written.insert(name);
            }
        }
        writeln!(f)?;

        let mut words = Vec::new();
        words.extend(self.comments.iter().flat_map(|comment| comment_words(comment)));
        line_words(&self.start, &self.moves, &mut words);
        words.push(result);
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    // A tag must be on one line.
    let escaped = escaped.replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{escaped}\"]")
}

/// Returns the name of a tag with only letters, digits and underscores.
fn valid_name(name: &str) -> Cow<'_, str> {
    if name.is_empty() {
        return "_".into();
    }
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return name.into();
    }
    name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").into()
}

/// Splits a comment into words for line breaking. It replaces closing braces, which a comment
/// cannot contain.
fn comment_words(comment: &str) -> Vec<String> {
    let text = format!("{{{}}}", comment.replace('}', ")"));
    text.split_whitespace().map(str::to_owned).collect()
}

/// Appends the words of a line of moves and of its variations.
fn line_words(start: &Position, moves: &[PgnMove], words: &mut Vec<String>) {
    let mut position = start.clone();
    let mut number_needed = true;
    for annotated in moves {
        words.extend(annotated.comments_before.iter().flat_map(|comment| comment_words(comment)));
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmove_number())),
            Color::Black if number_needed => {
                words.push(format!("{}...", position.fullmove_number()));
            }
            Color::Black => {}
        }
        words.push(annotated.san(&position));
        words.extend(annotated.nags.iter().map(|nag| format!("${nag}")));
        words.extend(annotated.comments.iter().flat_map(|comment| comment_words(comment)));
        for variation in annotated.variations.iter().filter(|moves| !moves.is_empty()) {
            let first = words.len();
            line_words(&position, variation, words);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if let Some(word) = words.last_mut() {
                word.push(')');
            }
        }
        number_needed = !annotated.comments.is_empty() || !annotated.variations.is_empty();
        let played = match annotated.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
        if played.is_err() {
            // No SAN exists for the moves after an illegal one.
            return;
        }
    }
}
