//! Lines and words of a PGN text.

use std::borrow::Cow;

/// The maximum length of a text that is quoted in a warning, in characters.
const MAX_QUOTE: usize = 40;

/// Counts lines. Successive places are close to each other, so counting takes linear time.
#[derive(Debug, Default)]
pub(super) struct LineCounter {
    at: usize,
    lines_before: usize,
}

impl LineCounter {
    /// Returns the number of the line at a byte offset, counted from 1.
    pub(super) fn line_of(&mut self, text: &str, at: usize) -> usize {
        let newlines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        let bytes = text.as_bytes();
        if at < self.at {
            self.lines_before -= newlines(&bytes[at..self.at]);
        } else {
            self.lines_before += newlines(&bytes[self.at..at]);
        }
        self.at = at;
        self.lines_before + 1
    }
}

/// Returns the start of a text, for messages.
pub(super) fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTE).collect()
}

/// Returns the name of a tag in letters, digits and underscores.
pub(super) fn tag_name(name: &str) -> Cow<'_, str> {
    if name.contains([' ', '-']) { name.replace([' ', '-'], "_").into() } else { name.into() }
}

/// Removes the backslashes of a tag value.
pub(super) fn unescape(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut escaped = false;
    for c in value.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            plain.push(c);
            escaped = false;
        }
    }
    plain
}

/// Collapses the whitespace of a comment and replaces closing braces, which only a comment to the
/// end of a line can contain.
pub(super) fn tidy(comment: &str) -> String {
    comment.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ")
}
