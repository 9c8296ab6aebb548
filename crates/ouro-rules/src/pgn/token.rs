//! The tokens of PGN.

/// A token of PGN with its byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// `[Name "value"]`; the value still contains its escapes.
    Tag(&'a str, &'a str),
    /// `{comment}` or `; comment`.
    Comment(&'a str),
    /// `$n`.
    Nag(u8),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or its short form `1/2`, or `*`.
    Result(&'a str),
    /// A move and its suffix annotation, such as `!?`.
    San(&'a str, &'a str),
    /// An invalid comment, tag or annotation.
    Invalid(&'static str),
}

/// Splits PGN into tokens.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        // Skip the byte order mark of files written on Windows.
        Tokens { text, at: if text.starts_with('\u{FEFF}') { 3 } else { 0 } }
    }

    /// Returns the byte offset of the next token.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to the start of a token.
    pub(super) fn rewind_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Skips the rest of an invalid game: up to a tag at the start of a line that follows a line
    /// without a tag.
    pub(super) fn skip_game(&mut self) {
        let rest = &self.text[self.at..];
        let mut at = self.at;
        let mut among_tags = true;
        for (i, line) in rest.split_inclusive('\n').enumerate() {
            // Comments may contain brackets too, but rarely with a letter and a quotation mark.
            let name = line.strip_prefix('[').map(str::trim_start);
            let tag = name.is_some_and(|name| {
                name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.contains('"')
            });
            if i > 0 && tag && !among_tags {
                break;
            }
            among_tags = tag;
            at += line.len();
        }
        self.at = at;
    }

    fn line_end(&self) -> usize {
        self.text[self.at..].find('\n').map_or(self.text.len(), |length| self.at + length)
    }

    fn starts_line(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            // A line that starts with a percent sign is an escape for other programs.
            if self.text[self.at..].starts_with('%') && self.starts_line() {
                self.at = self.line_end();
            } else {
                return;
            }
        }
    }

    fn tag(&mut self) -> TokenKind<'a> {
        const INVALID: TokenKind = TokenKind::Invalid("a tag is written as [Name \"value\"]");
        let rest = &self.text[self.at + 1..];
        let inner = rest.trim_start();
        let name_length =
            inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
        let (name, after) = inner.split_at(name_length);
        let Some(value) = after.trim_start().strip_prefix('"') else { return INVALID };
        let mut escaped = false;
        let end = value.bytes().position(|byte| {
            let ends = (byte == b'"' && !escaped) || byte == b'\n';
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let Some(end) = end.filter(|&end| value.as_bytes()[end] == b'"') else { return INVALID };
        let closing = value[end + 1..].trim_start();
        if name.is_empty() || !closing.starts_with(']') {
            return INVALID;
        }
        self.at = self.text.len() - closing.len() + 1;
        TokenKind::Tag(name, &value[..end])
    }

    fn word(&mut self) -> TokenKind<'a> {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| {
                c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '$' | '[' | '*')
            })
            .unwrap_or(rest.len())
            .max(rest.chars().next().map_or(0, char::len_utf8));
        self.at += end;
        let word = &rest[..end];
        let bare = word.trim_end_matches(['!', '?']);
        TokenKind::San(bare, &word[bare.len()..])
    }

    /// Skips a move number such as `12.` or `12...`, which need not be followed by a space.
    fn skip_move_number(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let after_digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches(['.', '…']);
        let ends_here = after_digits.is_empty() || after_digits.starts_with(char::is_whitespace);
        let number =
            after_dots.len() < after_digits.len() || (after_digits.len() < rest.len() && ends_here);
        if number {
            self.at += rest.len() - after_dots.len();
        }
        number
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        while self.skip_move_number() {
            self.skip_space();
        }
        let at = self.at;
        let rest = &self.text[at..];
        let first = rest.chars().next()?;
        let kind = match first {
            '[' => self.tag(),
            '{' => match rest.find('}') {
                Some(end) => {
                    self.at += end + 1;
                    TokenKind::Comment(&rest[1..end])
                }
                None => TokenKind::Invalid("a comment that starts with '{' must end with '}'"),
            },
            ';' => {
                self.at = self.line_end();
                TokenKind::Comment(self.text[at + 1..self.at].trim_end())
            }
            '(' | ')' => {
                self.at += 1;
                if first == '(' { TokenKind::Open } else { TokenKind::Close }
            }
            '$' => {
                let digits = &rest[1..];
                let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
                match digits[..length].parse() {
                    Ok(number) => {
                        self.at += 1 + length;
                        TokenKind::Nag(number)
                    }
                    Err(_) => {
                        TokenKind::Invalid("a numeric annotation is a '$' and a number up to 255")
                    }
                }
            }
            '*' => {
                self.at += 1;
                TokenKind::Result("*")
            }
            _ => {
                let result = ["1/2-1/2", "1/2", "1-0", "0-1"].into_iter().find(|text| {
                    rest.strip_prefix(*text).is_some_and(|after| {
                        after.is_empty()
                            || !after.starts_with(|c: char| {
                                c.is_alphanumeric() || matches!(c, '-' | '/')
                            })
                    })
                });
                match result {
                    Some(text) => {
                        self.at += text.len();
                        TokenKind::Result(text)
                    }
                    None => self.word(),
                }
            }
        };
        Some(Token { kind, at })
    }
}
