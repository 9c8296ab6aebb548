//! Portable Game Notation: games with tags, comments, annotations and variations.

mod decode;
mod error;
mod known_tags;
mod line;
mod read;
mod readers;
mod spelling;
mod text;
mod token;
mod warning;
mod write;

pub use decode::{PgnEncoding, decode_pgn};
pub use error::{PgnError, PgnErrorKind};
pub use readers::{LenientPgnReader, PgnReader};
pub use warning::{PgnWarning, PgnWarningKind};

use std::fmt;

use crate::{Color, Game, Move, Outcome, PlayError, Position, Repair};

/// A game in PGN: a tree of annotated moves.
///
/// ```
/// use ouro_rules::{PgnGame, Variant};
/// let text = r#"
/// [Variant "Self-capture"]
///
/// 1. Nxd2 {captures its own pawn} (1. e4 e5) 1... e5 *
/// "#;
/// let pgn = PgnGame::read(text).next().unwrap()?;
/// assert_eq!(pgn.start.variant(), Variant::SelfCapture);
/// assert_eq!(pgn.moves[0].comments, ["captures its own pawn"]);
/// assert_eq!(pgn.moves[0].variations[0].len(), 2);
/// # Ok::<(), ouro_rules::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values of the tags in the order of the text, without `Variant`, `SetUp`, `FEN` and
    /// `Result`, which follow from the other fields.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The repairs that were made when the start position was parsed.
    pub repairs: Vec<Repair>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The main line.
    pub moves: Vec<PgnMove>,
    /// The result.
    pub result: PgnResult,
}

/// A game that was read leniently. See [`PgnGame::read_lenient`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnImport {
    /// The game, up to the move that could not be read.
    pub game: PgnGame,
    /// What was repaired, skipped or noticed, at most 100 of it.
    pub warnings: Vec<PgnWarning>,
    /// The number of warnings that are not listed.
    pub further_warnings: usize,
    /// The reason why the main line ends early, if it does.
    pub error: Option<PgnError>,
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The legal move, or `None` for a null move, which is written `--`. Only variations contain
    /// null moves.
    pub mv: Option<Move>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// Comments before the move; only the first move of a variation has any.
    pub comments_before: Vec<String>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    pub variations: Vec<Vec<PgnMove>>,
}

impl PgnMove {
    /// The notation of a null move.
    pub(crate) const NULL: &str = "--";

    /// Returns the move in SAN, or `--` for a null move.
    ///
    /// `before` is the position before the move.
    #[must_use]
    pub fn san(&self, before: &Position) -> String {
        self.mv.map_or_else(|| PgnMove::NULL.to_owned(), |mv| before.san(mv))
    }
}

impl From<Move> for PgnMove {
    fn from(mv: Move) -> PgnMove {
        PgnMove::from(Some(mv))
    }
}

/// Creates a move without annotations; `None` is a null move.
impl From<Option<Move>> for PgnMove {
    fn from(mv: Option<Move>) -> PgnMove {
        PgnMove {
            mv,
            nags: Vec::new(),
            comments_before: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// A side has won.
    Win(Color),
    /// A draw.
    Draw,
    /// The game is in progress, or the result is unknown.
    #[default]
    Unknown,
}

impl From<Option<Outcome>> for PgnResult {
    fn from(outcome: Option<Outcome>) -> PgnResult {
        match outcome {
            Some(Outcome::Checkmate { winner }) => PgnResult::Win(winner),
            Some(Outcome::Draw(_)) => PgnResult::Draw,
            None => PgnResult::Unknown,
        }
    }
}

impl PgnResult {
    /// Returns `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            PgnResult::Win(Color::White) => "1-0",
            PgnResult::Win(Color::Black) => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Unknown => "*",
        }
    }

    /// Parses a result, also in the spellings that lenient reading accepts.
    fn parse(text: &str) -> Option<PgnResult> {
        match text {
            "1-0" | "1–0" => Some(PgnResult::Win(Color::White)),
            "0-1" | "0–1" => Some(PgnResult::Win(Color::Black)),
            "1/2-1/2" | "1/2" | "1/2–1/2" | "½-½" | "½" => Some(PgnResult::Draw),
            "*" => Some(PgnResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl PgnGame {
    /// Parses the games of a text one after the other. A game with an error yields the error, and
    /// parsing continues with the next game.
    ///
    /// Reading takes linear time, and variations may be nested 64 deep. A null move is accepted as
    /// `--` in a variation.
    #[must_use]
    pub fn read(text: &str) -> PgnReader<'_> {
        PgnReader::new(text)
    }

    /// Parses the games of a text one after the other, and keeps as much of each as possible. It is
    /// meant for files of people and other programs.
    ///
    /// ```
    /// use ouro_rules::{PgnGame, PgnResult, Variant};
    /// let text = "[White \"A\"]\n\n1. e4 e5 (1... Z0 2. d4) 2. g1f3 Nc6 3. Bb9 a6 1/2-1/2";
    /// let import = PgnGame::read_lenient(text).next().unwrap()?;
    /// let sans = import.game.main_line()?.sans();
    /// assert_eq!(sans, ["e4", "e5", "Nf3", "Nc6"]);
    /// assert_eq!(import.game.moves[1].variations[0][0].mv, None); // a null move
    /// assert_eq!(import.game.result, PgnResult::Draw);
    ///
    /// let warnings: Vec<_> = import.warnings.iter().map(ToString::to_string).collect();
    /// assert_eq!(warnings, [
    ///     "line 3 (byte 28), move 1: a null move was kept",
    ///     "line 3 (byte 41), move 2: 'g1f3' was read as Nf3",
    /// ]);
    /// let error = import.error.unwrap();
    /// assert_eq!((error.line, error.at, error.move_number), (3, 53, Some(3)));
    /// assert_eq!(
    ///     error.kind.to_string(),
    ///     "after 2... Nc6: 'Bb9' is not a move in algebraic notation",
    /// );
    ///
    /// // The caller can name the variant of games without a `Variant` tag.
    /// let mut games = PgnGame::read_lenient("1. Nxd2 *").variant(Variant::SelfCapture);
    /// assert_eq!(games.next().unwrap()?.game.moves.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A move that cannot be read ends its line: the game if it is in the main line
    /// ([`PgnImport::error`]), otherwise only the variation. What follows in the line is dropped, so
    /// every move that is kept is legal. Anything else that is unusual is a [`PgnWarning`]:
    ///
    /// - moves in UCI notation, with other letters, figurines or signs, and wrong check marks;
    /// - null moves (`--`, `Z0`, `null`, `0000`, `@@@@`), which are kept in variations. In the main
    ///   line a null move ends the game, because no game contains one, and in check it ends the
    ///   variation;
    /// - annotations such as `+-` and `N`, which become numeric ones;
    /// - tags that are unknown, repeated or not well-formed, byte order marks, missing results,
    ///   comments and variations that are not closed, and whatever was skipped.
    ///
    /// The `Variant` tag decides the variant even if the caller names another one, with a warning. If
    /// the tag is missing or unknown, the caller's variant counts. An unknown tag is an error only if
    /// the caller names no variant.
    ///
    /// Reading takes linear time. A game has at most 64 levels of variations, 1,000 tags and 100
    /// listed warnings; what exceeds them is dropped and counted. [`LenientPgnReader::max_moves`]
    /// limits moves and comments.
    ///
    /// # Errors
    /// The iterator yields an error for a game of which nothing can be kept: one with an invalid
    /// start position, one of an unknown variant, or text that is no game.
    #[must_use]
    pub fn read_lenient(text: &str) -> LenientPgnReader<'_> {
        LenientPgnReader::new(text)
    }

    /// Returns the value of the first tag with this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the main line as a game.
    ///
    /// # Errors
    /// If a move is not legal, such as a null move. Moves that were parsed are always legal.
    pub fn main_line(&self) -> Result<Game, PlayError> {
        let moves = self.moves.iter().map(|annotated| annotated.mv.unwrap_or(Move::NULL));
        Game::from_moves(self.start.clone(), moves)
    }
}

/// Creates a PGN game without tags and annotations.
impl From<&Game> for PgnGame {
    fn from(game: &Game) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            start: game.start().clone(),
            repairs: Vec::new(),
            comments: Vec::new(),
            moves: game.moves().iter().copied().map(PgnMove::from).collect(),
            result: game.outcome().into(),
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
