//! The names that players choose.

use std::fmt;

/// The greatest number of characters of a name.
pub(crate) const MAX_LENGTH: usize = 20;

/// A name that a player has chosen: 1 to 20 visible characters, with single spaces between words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerName(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    #[error("a name has at least one character")]
    Empty,
    #[error("a name has at most {MAX_LENGTH} characters")]
    TooLong,
    #[error("the character U+{0:04X} cannot be part of a name")]
    Character(u32),
}

impl PlayerName {
    /// Reads a name. Spaces around it are removed, and spaces within it become single ones.
    pub(crate) fn parse(text: &str) -> Result<PlayerName, NameError> {
        let mut name = String::new();
        for (i, word) in text.split_whitespace().enumerate() {
            if i > 0 {
                name.push(' ');
            }
            name.push_str(word);
            if name.chars().count() > MAX_LENGTH {
                return Err(NameError::TooLong);
            }
        }
        match name.chars().find(|&c| is_invisible(c)) {
            Some(c) => Err(NameError::Character(c.into())),
            None if name.is_empty() => Err(NameError::Empty),
            None => Ok(PlayerName(name)),
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether a character has no picture of its own: control and format characters, among them those that change
/// the direction of the text, fillers, private use and noncharacters.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffd}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_tidied_and_letters_of_any_script_are_kept() {
        for (text, name) in [
            ("Anna", "Anna"),
            ("  Anna \t Maria\n", "Anna Maria"),
            ("José Raúl", "José Raúl"),
            ("张伟", "张伟"),
            ("عمر", "عمر"),
            ("♞ 42!", "♞ 42!"),
            ("\"O'Neil\\", "\"O'Neil\\"),
            ("12345678901234567890", "12345678901234567890"),
        ] {
            assert_eq!(PlayerName::parse(text).unwrap().to_string(), name);
        }
    }

    #[test]
    fn empty_long_and_invisible_names_are_refused() {
        for empty in ["", " ", "\u{2003}\t"] {
            assert_eq!(PlayerName::parse(empty), Err(NameError::Empty));
        }
        assert_eq!(PlayerName::parse("123456789012345678901"), Err(NameError::TooLong));
        for bad in ["a\u{0}b", "\u{202e}evil", "a\u{200b}", "\u{feff}a", "\u{3164}", "a\u{2066}b"] {
            assert!(matches!(PlayerName::parse(bad), Err(NameError::Character(_))), "{bad:?}");
        }
        let error = PlayerName::parse("\u{202e}x").unwrap_err();
        assert_eq!(error.to_string(), "the character U+202E cannot be part of a name");
    }
}
