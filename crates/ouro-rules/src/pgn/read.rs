//! Parsing PGN.

use std::collections::HashSet;

use super::line::OpenLines;
use super::spelling::{self, Word};
use super::text::{LineCounter, quoted, tag_name, tidy, unescape};
use super::token::{Token, TokenKind, Tokens};
use super::{
    PgnError, PgnErrorKind, PgnGame, PgnMove, PgnResult, PgnWarning, PgnWarningKind, known_tags,
    nag_of,
};
use crate::{FenError, Move, Position, Variant};

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 64;
/// The maximum number of tags that lenient reading keeps.
const MAX_TAGS: usize = 1_000;
/// The maximum number of warnings that are listed for a game.
const MAX_WARNINGS: usize = 100;

/// What lenient reading has to say about a game.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) warnings: Vec<PgnWarning>,
    pub(super) further: usize,
    pub(super) error: Option<PgnError>,
}

/// Reads games, strictly or leniently.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Tokens<'a>,
    game: usize,
    pub(super) variant: Option<Variant>,
    pub(super) max_moves: usize,
    /// The report about the current game; `None` for strict reading.
    pub(super) report: Option<Report>,
    /// The number of the move that is being read.
    move_number: Option<u16>,
    /// Whether the reader is at the start of the next game after an error.
    next_game_found: bool,
    lines: LineCounter,
}

/// The tags of a game that decide how it is read.
#[derive(Default)]
struct DerivedTags {
    variant: Option<(String, usize)>,
    fen: Option<(String, usize)>,
    result: Option<(PgnResult, usize)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, tokens: Tokens<'a>, report: Option<Report>) -> Reader<'a> {
        Reader {
            text,
            tokens,
            game: 0,
            variant: None,
            max_moves: usize::MAX,
            report,
            move_number: None,
            next_game_found: false,
            lines: LineCounter::default(),
        }
    }

    fn is_lenient(&self) -> bool {
        self.report.is_some()
    }

    fn error(&mut self, at: usize, kind: impl Into<PgnErrorKind>) -> PgnError {
        let line = self.lines.line_of(self.text, at);
        PgnError { kind: kind.into(), game: self.game, line, at, move_number: self.move_number }
    }

    /// Adds a warning, unless reading is strict. Beyond the limit, warnings are only counted.
    fn warn(&mut self, at: usize, kind: impl FnOnce() -> PgnWarningKind) {
        let Some(report) = &mut self.report else { return };
        if report.warnings.len() < MAX_WARNINGS {
            let line = self.lines.line_of(self.text, at);
            let move_number = self.move_number;
            report.warnings.push(PgnWarning { kind: kind(), line, at, move_number });
        } else {
            report.further += 1;
        }
    }

    /// Skips something that cannot be read: an error if reading is strict.
    fn skip(&mut self, at: usize, why: &'static str) -> Result<(), PgnError> {
        let kind = PgnErrorKind::Syntax(why);
        if !self.is_lenient() {
            return Err(self.error(at, kind));
        }
        self.warn(at, || PgnWarningKind::Skipped(kind));
        Ok(())
    }

    /// Reads the next game, if there is one.
    pub(super) fn next_game(&mut self) -> Option<Result<PgnGame, PgnError>> {
        self.move_number = None;
        let mut first = self.tokens.next()?;
        while let TokenKind::Invisible(c) = first.kind {
            self.warn_invisible(first.at, c);
            first = self.tokens.next()?;
        }
        if self.game > 0 && self.only_comments_left(first) {
            return None;
        }
        self.game += 1;
        let game = self.read_game(first);
        if game.is_err() && !self.is_lenient() && !std::mem::take(&mut self.next_game_found) {
            self.tokens.skip_game();
        }
        Some(game)
    }

    /// Returns `true` if only comments are left. Comments after the last game are not a game.
    fn only_comments_left(&self, first: Token<'a>) -> bool {
        let mut rest = std::iter::once(first).chain(self.tokens.clone());
        rest.all(|token| {
            let kind = token.kind;
            matches!(kind, TokenKind::Comment(_) | TokenKind::UnclosedComment(_))
                || matches!(kind, TokenKind::Invisible(_))
        })
    }

    fn read_game(&mut self, first: Token<'a>) -> Result<PgnGame, PgnError> {
        let mut game = PgnGame {
            tags: Vec::new(),
            start: Position::start(Variant::Chess),
            repairs: Vec::new(),
            comments: Vec::new(),
            moves: Vec::new(),
            result: PgnResult::Unknown,
        };
        let (has_tags, derived, token) = self.read_tags(first, &mut game)?;
        if let Err(error) = self.set_up(&mut game, &derived) {
            if self.is_lenient() {
                let mut lines = OpenLines::new(game.start.clone());
                lines.cut();
                self.read_moves(&mut game, lines, token)?;
            }
            return Err(error);
        }
        let mut lines = OpenLines::new(game.start.clone());
        lines.comments = game.comments.len();
        let result = self.read_moves(&mut game, lines, token)?;
        if self.is_lenient() {
            self.check_result(&mut game, result, derived.result);
            let is_empty = !has_tags && game.moves.is_empty() && game.comments.is_empty();
            let error = self.report.as_mut().and_then(|report| report.error.take_if(|_| is_empty));
            if let Some(error) = error {
                return Err(error);
            }
            if is_empty && result.is_none() {
                return Err(self.error(first.at, PgnErrorKind::Syntax("this is not a game")));
            }
        } else if let Some((result, _)) = result {
            game.result = result;
        }
        Ok(game)
    }

    /// Reads tags and comments up to the first token that belongs to the moves or to the next game.
    /// Returns whether there are tags, the tags that are not kept, and that token.
    fn read_tags(
        &mut self,
        first: Token<'a>,
        game: &mut PgnGame,
    ) -> Result<(bool, DerivedTags, Option<Token<'a>>), PgnError> {
        let mut derived = DerivedTags::default();
        let mut names = HashSet::new();
        let mut first_name = None;
        let mut token = Some(first);
        let mut end_of_last = first.at;
        while let Some(Token { kind, at }) = token {
            match kind {
                TokenKind::Tag(name, value) | TokenKind::OddTag(name, value) => {
                    let name = tag_name(name);
                    if names.contains(&name) {
                        let gap = &self.text[end_of_last..at];
                        let blank_line = gap.bytes().filter(|&byte| byte == b'\n').count() > 1;
                        if !self.is_lenient() || blank_line || first_name.as_ref() == Some(&name) {
                            // A repeated tag starts the next game; this one has no moves.
                            break;
                        }
                        self.warn(at, || PgnWarningKind::RepeatedTag(quoted(&name)));
                    } else if self.is_lenient() && names.len() >= MAX_TAGS {
                        self.warn(at, || PgnWarningKind::TooManyTags(MAX_TAGS));
                    } else {
                        if matches!(kind, TokenKind::OddTag(..)) {
                            self.warn(at, || PgnWarningKind::OddTag(quoted(&name)));
                        } else if !known_tags::is_known(&name) {
                            self.warn(at, || PgnWarningKind::UnknownTag(quoted(&name)));
                        }
                        derived.take(game, &name, unescape(value), at);
                        first_name.get_or_insert_with(|| name.clone());
                        names.insert(name);
                    }
                }
                TokenKind::Comment(text) | TokenKind::UnclosedComment(text) => {
                    if matches!(kind, TokenKind::UnclosedComment(_)) {
                        self.warn(at, || PgnWarningKind::UnclosedComment);
                    }
                    if game.comments.len() < self.max_moves {
                        game.comments.push(tidy(text));
                    } else {
                        self.too_many_comments(at)?;
                    }
                }
                TokenKind::Invisible(c) => self.warn_invisible(at, c),
                TokenKind::Invalid(why) if self.is_lenient() => self.skip(at, why)?,
                _ => break,
            }
            end_of_last = self.tokens.position();
            token = self.tokens.next();
        }
        Ok((!names.is_empty(), derived, token))
    }

    /// Sets the start position of a game.
    fn set_up(&mut self, game: &mut PgnGame, derived: &DerivedTags) -> Result<(), PgnError> {
        let variant = self.choose_variant(derived)?;
        game.start = Position::start(variant);
        let Some((fen, at)) = &derived.fen else { return Ok(()) };
        let read = Position::from_fen_lenient(fen, variant);
        (game.start, game.repairs) = read.map_err(|error: FenError| self.error(*at, error))?;
        for repair in &game.repairs {
            self.warn(*at, || PgnWarningKind::Repaired(repair.clone()));
        }
        Ok(())
    }

    /// Returns the variant of the tag, or that of the caller if there is no tag or, in lenient
    /// reading, an unknown one.
    fn choose_variant(&mut self, derived: &DerivedTags) -> Result<Variant, PgnError> {
        let Some((name, at)) = &derived.variant else {
            return Ok(self.variant.unwrap_or_default());
        };
        match (name.parse::<Variant>(), self.variant.filter(|_| self.is_lenient())) {
            (Ok(tag), Some(asked)) if tag != asked => {
                self.warn(*at, || PgnWarningKind::OtherVariant { tag, asked });
                Ok(tag)
            }
            (Ok(tag), _) => Ok(tag),
            (Err(error), Some(used)) => {
                self.warn(*at, || PgnWarningKind::UnknownVariant { error, used });
                Ok(used)
            }
            (Err(error), None) => Err(self.error(*at, error)),
        }
    }

    /// Reads the moves of a game. Returns the result after them and its place.
    fn read_moves(
        &mut self,
        game: &mut PgnGame,
        mut lines: OpenLines,
        mut token: Option<Token<'a>>,
    ) -> Result<Option<(PgnResult, usize)>, PgnError> {
        let mut result = None;
        while let Some(Token { kind, at }) = token {
            self.move_number = Some(lines.current().position.fullmove_number());
            match kind {
                TokenKind::Tag(..) | TokenKind::OddTag(..) => {
                    // The next game starts, and this one has no result.
                    self.tokens.rewind_to(at);
                    if lines.in_variation() {
                        self.next_game_found = true;
                        self.unclosed_variation(at)?;
                        self.next_game_found = false;
                    }
                    token = None;
                    break;
                }
                // Some programs end variations with a result. It is not that of the game.
                TokenKind::Result(_) if lines.in_variation() => {}
                TokenKind::Result(text) => {
                    result = Some((PgnResult::parse(text).unwrap_or_default(), at));
                    break;
                }
                TokenKind::Open => self.open_variation(&mut lines, at)?,
                TokenKind::Close => {
                    if !lines.close() && !lines.is_dropping() {
                        self.skip(at, "a ')' has no matching '('")?;
                    }
                }
                TokenKind::Invisible(c) => self.warn_invisible(at, c),
                _ if lines.is_dropping() => {}
                TokenKind::San(text, signs) => self.read_word(&mut lines, at, text, signs)?,
                TokenKind::Nag(number) => lines.current().annotate(Some(number)),
                TokenKind::Comment(text) | TokenKind::UnclosedComment(text) => {
                    if matches!(kind, TokenKind::UnclosedComment(_)) {
                        self.warn(at, || PgnWarningKind::UnclosedComment);
                    }
                    if lines.comments < self.max_moves {
                        lines.comment(game, tidy(text));
                    } else {
                        self.too_many_comments(at)?;
                    }
                }
                TokenKind::Invalid(why) => self.skip(at, why)?,
            }
            token = self.tokens.next();
        }
        if token.is_none() && lines.in_variation() {
            let at = self.tokens.position();
            self.unclosed_variation(at)?;
        }
        game.moves = lines.finish();
        Ok(result)
    }

    fn open_variation(&mut self, lines: &mut OpenLines, at: usize) -> Result<(), PgnError> {
        if lines.is_dropping() {
            lines.open_dropped();
            return Ok(());
        }
        match lines.current().before_last.clone() {
            Some(before_last) if lines.depth() < MAX_DEPTH => lines.open(before_last),
            Some(_) => {
                self.skip(at, "variations are nested too deeply")?;
                lines.open_dropped();
            }
            None => {
                self.skip(at, "a variation must follow a move")?;
                lines.open_dropped();
            }
        }
        Ok(())
    }

    /// Reads a word among the moves: a move, a null move or an annotation.
    fn read_word(
        &mut self,
        lines: &mut OpenLines,
        at: usize,
        text: &str,
        signs: &str,
    ) -> Result<(), PgnError> {
        if matches!(text, "" | "e.p." | "ep") {
            lines.current().annotate(nag_of(signs));
            return Ok(());
        }
        if text == "}" && self.is_lenient() {
            return self.skip(at, "a '}' has no matching '{'");
        }
        let is_main_line = lines.depth() == 0;
        let line = lines.current();
        let word = if self.is_lenient() {
            spelling::read(&line.position, text)
        } else if text == PgnMove::NULL && !is_main_line {
            Ok(Word::Null)
        } else {
            line.position.parse_san(text).map(|mv| Word::Move(mv, None))
        };
        let (mv, nag) = match word {
            Ok(Word::Move(mv, nag)) => (Some(mv), nag),
            Ok(Word::Null) if is_main_line => {
                let kind = PgnErrorKind::NullMoveInMainLine(lines.last_san());
                return self.cut(lines, at, kind);
            }
            Ok(Word::Null) if line.position.in_check() => {
                let kind = PgnErrorKind::NullMoveInCheck(lines.last_san());
                return self.cut(lines, at, kind);
            }
            Ok(Word::Null) => (None, None),
            Ok(Word::Annotation(nag)) => {
                let spelling = || spelling_warning(text, format!("${nag}"));
                self.warn(at, spelling);
                line.annotate(Some(nag));
                line.annotate(nag_of(signs));
                return Ok(());
            }
            Ok(Word::Nothing) => return Ok(()),
            Err(error) => {
                let kind = PgnErrorKind::Move { after: lines.last_san(), error };
                return self.cut(lines, at, kind);
            }
        };
        if lines.moves >= self.max_moves {
            let error = self.error(at, PgnErrorKind::TooManyMoves(self.max_moves));
            let Some(report) = &mut self.report else { return Err(error) };
            report.error = Some(error);
            lines.cut_all();
            return Ok(());
        }
        if self.is_lenient() {
            self.warn_about_spelling(&lines.current().position, at, text, mv);
        }
        lines.push(mv);
        lines.current().annotate(nag);
        lines.current().annotate(nag_of(signs));
        Ok(())
    }

    fn warn_about_spelling(
        &mut self,
        position: &Position,
        at: usize,
        text: &str,
        mv: Option<Move>,
    ) {
        match mv {
            None => self.warn(at, || PgnWarningKind::NullMove),
            Some(mv) => {
                let san = position.san(mv);
                if san != text {
                    self.warn(at, || spelling_warning(text, san));
                }
            }
        }
    }

    /// Drops the rest of the innermost line because of a move that cannot be read. If it is the main
    /// line, the game ends there. In strict reading it is an error.
    fn cut(
        &mut self,
        lines: &mut OpenLines,
        at: usize,
        kind: PgnErrorKind,
    ) -> Result<(), PgnError> {
        if self.is_lenient() && lines.depth() > 0 {
            self.warn(at, || PgnWarningKind::VariationCut(kind));
        } else {
            let error = self.error(at, kind);
            let Some(report) = &mut self.report else { return Err(error) };
            report.error = Some(error);
        }
        lines.cut();
        Ok(())
    }

    fn unclosed_variation(&mut self, at: usize) -> Result<(), PgnError> {
        if !self.is_lenient() {
            return Err(self.error(at, PgnErrorKind::Syntax("a variation is not closed")));
        }
        self.warn(at, || PgnWarningKind::UnclosedVariation);
        Ok(())
    }

    fn too_many_comments(&mut self, at: usize) -> Result<(), PgnError> {
        if !self.is_lenient() {
            return Err(self.error(at, PgnErrorKind::Syntax("the game has too many comments")));
        }
        let limit = self.max_moves;
        self.warn(at, || PgnWarningKind::TooManyComments(limit));
        Ok(())
    }

    fn warn_invisible(&mut self, at: usize, c: char) {
        self.warn(at, || match c {
            '\u{FEFF}' => PgnWarningKind::ByteOrderMark,
            _ => PgnWarningKind::Invisible(c),
        });
    }

    /// Sets the result: that after the moves, or else that of the tag.
    fn check_result(
        &mut self,
        game: &mut PgnGame,
        written: Option<(PgnResult, usize)>,
        tag: Option<(PgnResult, usize)>,
    ) {
        let tag = tag.map(|(result, _)| result);
        match written {
            Some((used, at)) => {
                game.result = used;
                if let Some(tag) = tag.filter(|&tag| tag != used) {
                    self.warn(at, || PgnWarningKind::OtherResult { tag, used });
                }
            }
            None => {
                game.result = tag.unwrap_or_default();
                let at = self.tokens.position();
                self.warn(at, || PgnWarningKind::MissingResult(game.result));
            }
        }
    }
}

impl DerivedTags {
    /// Keeps a tag, in the game unless it follows from its other fields.
    fn take(&mut self, game: &mut PgnGame, name: &str, value: String, at: usize) {
        match name {
            "Variant" => self.variant = Some((value, at)),
            "FEN" => self.fen = Some((value, at)),
            "Result" => self.result = PgnResult::parse(&value).map(|result| (result, at)),
            "SetUp" => {}
            _ => game.tags.push((name.to_owned(), value)),
        }
    }
}

fn spelling_warning(written: &str, read_as: String) -> PgnWarningKind {
    PgnWarningKind::Spelling { written: quoted(written), read_as }
}
