//! Parsing PGN.

use std::fmt;

use super::token::{Token, TokenKind, Tokens};
use super::{PgnGame, PgnMove, PgnResult};
use crate::{Color, FenError, Position, SanError, Variant, VariantError};

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 64;

/// The reason why a game could not be parsed, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PgnError {
    /// The problem.
    pub kind: PgnErrorKind,
    /// The number of the game in the text, counted from 1.
    pub game: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The byte offset in the text.
    pub at: usize,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {} (byte {}): {}", self.game, self.line, self.at, self.kind)
    }
}

/// The kinds of problems of a PGN game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// Invalid syntax.
    #[error("{0}")]
    Syntax(&'static str),
    /// An unknown variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// An invalid start position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An illegal move.
    #[error("after {after}: {error}")]
    Move {
        /// The move before it, or the start position.
        after: String,
        /// The reason why it is illegal.
        error: SanError,
    },
}

/// An iterator over the games of a text.
#[derive(Debug)]
pub struct PgnReader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    game: usize,
    /// Whether the reader is at the start of the next game after an error.
    next_game_found: bool,
}

impl<'a> PgnReader<'a> {
    pub(super) fn new(text: &'a str) -> PgnReader<'a> {
        PgnReader { text, tokens: Tokens::new(text), game: 0, next_game_found: false }
    }

    fn error(&self, at: usize, kind: impl Into<PgnErrorKind>) -> PgnError {
        let line = 1 + self.text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        PgnError { kind: kind.into(), game: self.game, line, at }
    }

    /// Returns `true` if only comments are left. Comments after the last game are not a game.
    fn only_comments_left(&self, first: Token<'a>) -> bool {
        let mut rest = std::iter::once(first).chain(self.tokens.clone());
        rest.all(|token| matches!(token.kind, TokenKind::Comment(_)))
    }

    fn read_game(&mut self, first: Token<'a>) -> Result<PgnGame, PgnError> {
        let mut tags = Vec::new();
        let (mut variant, mut fen) = (None, None);
        let (mut names, mut comments) = (Vec::new(), Vec::new());
        let mut token = Some(first);
        loop {
            match token {
                Some(Token { kind: TokenKind::Tag(name, value), at }) => {
                    if names.contains(&name) {
                        // A repeated tag starts the next game; this one has no moves.
                        break;
                    }
                    names.push(name);
                    let value = unescape(value);
                    match name {
                        "Variant" => variant = Some((value, at)),
                        "FEN" => fen = Some((value, at)),
                        "SetUp" | "Result" => {}
                        _ => tags.push((name.to_owned(), value)),
                    }
                }
                Some(Token { kind: TokenKind::Comment(text), .. }) => comments.push(tidy(text)),
                _ => break,
            }
            token = self.tokens.next();
        }
        let variant = match variant {
            None => Variant::Chess,
            Some((name, at)) => name.parse().map_err(|e: VariantError| self.error(at, e))?,
        };
        let (start, repairs) = match fen {
            None => (Position::start(variant), Vec::new()),
            Some((fen, at)) => {
                let read = Position::from_fen_lenient(&fen, variant);
                read.map_err(|error| self.error(at, error))?
            }
        };
        let (moves, result) = (Vec::new(), PgnResult::Unknown);
        let mut game = PgnGame { tags, start, repairs, comments, moves, result };
        self.read_moves(&mut game, token)?;
        Ok(game)
    }

    fn read_moves(
        &mut self,
        game: &mut PgnGame,
        mut token: Option<Token<'a>>,
    ) -> Result<(), PgnError> {
        let mut lines = vec![OpenLine::new(game.start.clone())];
        while let Some(Token { kind, at }) = token {
            let depth = lines.len() - 1;
            let line = &mut lines[depth];
            match kind {
                TokenKind::San(text, signs) if !matches!(text, "" | "e.p." | "ep") => {
                    match line.position.parse_san(text) {
                        Ok(mv) => line.push(mv),
                        Err(error) => {
                            let after = line.last_san();
                            return Err(self.error(at, PgnErrorKind::Move { after, error }));
                        }
                    }
                    lines[depth].annotate(nag_of(signs));
                }
                TokenKind::San(_, signs) => line.annotate(nag_of(signs)),
                TokenKind::Nag(number) => line.annotate(Some(number)),
                TokenKind::Comment(text) => match line.moves.last_mut() {
                    Some(last) => last.comments.push(tidy(text)),
                    None if depth == 0 => game.comments.push(tidy(text)),
                    None => line.comments_before.push(tidy(text)),
                },
                TokenKind::Open => {
                    let Some(before_last) = line.before_last.clone() else {
                        let kind = PgnErrorKind::Syntax("a variation must follow a move");
                        return Err(self.error(at, kind));
                    };
                    if depth == MAX_DEPTH {
                        let kind = PgnErrorKind::Syntax("variations are nested too deeply");
                        return Err(self.error(at, kind));
                    }
                    lines.push(OpenLine::new(before_last));
                }
                TokenKind::Close => {
                    if depth == 0 {
                        let kind = PgnErrorKind::Syntax("a ')' has no matching '('");
                        return Err(self.error(at, kind));
                    }
                    if let (Some(closed), Some(parent)) = (lines.pop(), lines.last_mut()) {
                        parent.add_variation(closed);
                    }
                }
                TokenKind::Result(_) if depth > 0 => {
                    // Some programs end variations with a result. It is not that of the game.
                }
                TokenKind::Result(text) => {
                    game.result = match text {
                        "1-0" => PgnResult::Win(Color::White),
                        "0-1" => PgnResult::Win(Color::Black),
                        "1/2-1/2" | "1/2" => PgnResult::Draw,
                        _ => PgnResult::Unknown,
                    };
                    break;
                }
                TokenKind::Tag(..) if depth == 0 => {
                    // The next game starts, and this one has no result.
                    self.tokens.rewind_to(at);
                    break;
                }
                TokenKind::Tag(..) => {
                    self.tokens.rewind_to(at);
                    self.next_game_found = true;
                    return Err(self.error(at, PgnErrorKind::Syntax("a variation is not closed")));
                }
                TokenKind::Invalid(why) => return Err(self.error(at, PgnErrorKind::Syntax(why))),
            }
            token = self.tokens.next();
        }
        if lines.len() > 1 {
            let at = self.tokens.position();
            return Err(self.error(at, PgnErrorKind::Syntax("a variation is not closed")));
        }
        game.moves = lines.pop().map(|line| line.moves).unwrap_or_default();
        Ok(())
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Result<PgnGame, PgnError>> {
        let first = self.tokens.next()?;
        if self.game > 0 && self.only_comments_left(first) {
            return None;
        }
        self.game += 1;
        let game = self.read_game(first);
        if game.is_err() && !std::mem::take(&mut self.next_game_found) {
            self.tokens.skip_game();
        }
        Some(game)
    }
}

/// A line of moves that is being parsed.
struct OpenLine {
    position: Position,
    before_last: Option<Position>,
    comments_before: Vec<String>,
    moves: Vec<PgnMove>,
}

impl OpenLine {
    fn new(position: Position) -> OpenLine {
        OpenLine { position, before_last: None, comments_before: Vec::new(), moves: Vec::new() }
    }

    /// Appends a legal move.
    fn push(&mut self, mv: crate::Move) {
        let comments_before = std::mem::take(&mut self.comments_before);
        self.before_last = Some(self.position.clone());
        self.position.play_unchecked(mv);
        self.moves.push(PgnMove { comments_before, ..PgnMove::from(mv) });
    }

    fn annotate(&mut self, nag: Option<u8>) {
        if let (Some(last), Some(nag)) = (self.moves.last_mut(), nag) {
            last.nags.push(nag);
        }
    }

    /// Adds a closed variation to the last move. The comments of an empty variation become comments
    /// of that move.
    fn add_variation(&mut self, closed: OpenLine) {
        match self.moves.last_mut() {
            Some(last) if closed.moves.is_empty() => last.comments.extend(closed.comments_before),
            Some(last) => last.variations.push(closed.moves),
            None => {}
        }
    }

    fn last_san(&self) -> String {
        match (&self.before_last, self.moves.last()) {
            (Some(before), Some(last)) => {
                let dots = if before.turn() == Color::White { "." } else { "..." };
                format!("{}{dots} {}", before.fullmove_number(), before.san(last.mv))
            }
            _ => "the start position".to_owned(),
        }
    }
}

/// Returns the numeric annotation glyph of a suffix such as `!?`.
fn nag_of(signs: &str) -> Option<u8> {
    match signs {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

/// Removes the backslashes of a tag value.
fn unescape(value: &str) -> String {
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
fn tidy(comment: &str) -> String {
    comment.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ")
}
