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
    /// A line that resembles a tag, with its name and value. Only lenient reading returns it.
    OddTag(&'a str, &'a str),
    /// `{comment}` or `; comment`.
    Comment(&'a str),
    /// A comment without its `}`. Only lenient reading returns it.
    UnclosedComment(&'a str),
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
    /// A byte order mark or another character without meaning. Only lenient reading returns it.
    Invisible(char),
    /// An invalid comment, tag or annotation. Lenient reading has skipped it.
    Invalid(&'static str),
}

/// Splits PGN into tokens, in time linear in the length of the text.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    lenient: bool,
    /// Whether no `}` follows, which is remembered so that it is searched for only once.
    no_brace_follows: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn strict(text: &'a str) -> Tokens<'a> {
        // Skip the byte order mark of files written on Windows.
        let at = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
        Tokens { text, at, lenient: false, no_brace_follows: false }
    }

    pub(super) fn lenient(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0, lenient: true, no_brace_follows: false }
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
            let tag = is_tag_line(line);
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
        let before = self.text[..self.at].trim_end_matches('\u{FEFF}');
        before.is_empty() || before.ends_with('\n')
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
        if let Some(tag) = self.well_formed_tag() {
            return tag;
        }
        if !self.lenient {
            return INVALID;
        }
        let line = &self.text[self.at..self.line_end()];
        if let Some((name, value)) = odd_tag(line).filter(|_| self.starts_line()) {
            self.at += line.len();
            return TokenKind::OddTag(name, value);
        }
        self.at += line.find(']').map_or(line.len(), |end| end + 1);
        INVALID
    }

    /// Reads `[Name "value"]`.
    fn well_formed_tag(&mut self) -> Option<TokenKind<'a>> {
        let rest = &self.text[self.at + 1..];
        let inner = rest.trim_start();
        let name_length =
            inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
        let (name, after) = inner.split_at(name_length);
        let value = after.trim_start().strip_prefix('"')?;
        let mut escaped = false;
        let end = value.bytes().position(|byte| {
            let ends = (byte == b'"' && !escaped) || byte == b'\n';
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let end = end.filter(|&end| value.as_bytes()[end] == b'"')?;
        let closing = value[end + 1..].trim_start();
        if name.is_empty() || !closing.starts_with(']') {
            return None;
        }
        self.at = self.text.len() - closing.len() + 1;
        Some(TokenKind::Tag(name, &value[..end]))
    }

    /// Reads a comment in braces.
    fn comment(&mut self) -> TokenKind<'a> {
        let rest = &self.text[self.at..];
        let end = if self.no_brace_follows { None } else { rest.find('}') };
        if let Some(end) = end {
            self.at += end + 1;
            return TokenKind::Comment(&rest[1..end]);
        }
        self.no_brace_follows = true;
        if !self.lenient {
            return TokenKind::Invalid("a comment that starts with '{' must end with '}'");
        }
        let lines = rest.split_inclusive('\n');
        let length: usize = lines.take_while(|line| !is_tag_line(line)).map(str::len).sum();
        self.at += length;
        TokenKind::UnclosedComment(&rest[1..length])
    }

    /// Reads `$n`.
    fn nag(&mut self) -> TokenKind<'a> {
        let digits = &self.text[self.at + 1..];
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        match digits[..length].parse() {
            Ok(number) => {
                self.at += 1 + length;
                TokenKind::Nag(number)
            }
            Err(_) => {
                self.at += if self.lenient { 1 + length } else { 0 };
                TokenKind::Invalid("a numeric annotation is a '$' and a number up to 255")
            }
        }
    }

    /// Reads the result of a game.
    fn result(&mut self) -> Option<TokenKind<'a>> {
        const RESULTS: [&str; 9] =
            ["1/2-1/2", "1/2", "1-0", "0-1", "½-½", "½", "1/2–1/2", "1–0", "0–1"];
        let rest = &self.text[self.at..];
        let known = if self.lenient { &RESULTS[..] } else { &RESULTS[..4] };
        let text = known.iter().find(|&&text| {
            rest.strip_prefix(text).is_some_and(|after| {
                !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '–' | '/'))
            })
        })?;
        self.at += text.len();
        Some(TokenKind::Result(text))
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
        if self.lenient && is_null_move_in_digits(rest) {
            return false;
        }
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
            '{' => self.comment(),
            ';' => {
                self.at = self.line_end();
                TokenKind::Comment(self.text[at + 1..self.at].trim_end())
            }
            '(' | ')' => {
                self.at += 1;
                if first == '(' { TokenKind::Open } else { TokenKind::Close }
            }
            '$' => self.nag(),
            '*' => {
                self.at += 1;
                TokenKind::Result("*")
            }
            _ if self.lenient && is_invisible(first) => {
                self.at += first.len_utf8();
                TokenKind::Invisible(first)
            }
            _ => self.result().unwrap_or_else(|| self.word()),
        };
        Some(Token { kind, at })
    }
}

/// Returns `true` if a text starts with the null move of the UCI protocol, `0000`.
fn is_null_move_in_digits(text: &str) -> bool {
    text.strip_prefix("0000")
        .is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
}

/// Returns `true` if a line looks like a tag. Comments may contain brackets too, but rarely with a
/// letter and a quotation mark.
fn is_tag_line(line: &str) -> bool {
    line.strip_prefix('[').map(str::trim_start).is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.contains('"')
    })
}

/// Returns the name and the value of a line that is not quite a tag: with quotation marks in the
/// value, without quotation marks or without the closing bracket.
fn odd_tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix('[')?.trim();
    let inner = inner.strip_suffix(']').unwrap_or(inner).trim_end();
    let (name, value) = match inner.split_once('"') {
        Some((name, value)) => (name.trim_end(), value.strip_suffix('"').unwrap_or(value)),
        None => inner.split_once(char::is_whitespace)?,
    };
    let valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(valid);
    is_name.then_some((name, value))
}

/// Returns `true` for characters that some programs leave in files: byte order marks, zero-width
/// spaces and control characters such as the end-of-file mark of DOS.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}')
}
