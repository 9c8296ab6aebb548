//! Portable Game Notation: games with tags, comments, annotations and variations.

mod read;
mod token;
mod write;

pub use read::{PgnError, PgnErrorKind, PgnReader};

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

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// Comments before the move; only the first move of a variation has any.
    pub comments_before: Vec<String>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    pub variations: Vec<Vec<PgnMove>>,
}

impl From<Move> for PgnMove {
    fn from(mv: Move) -> PgnMove {
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
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl PgnGame {
    /// Parses the games of a text one after the other. A game with an error yields the error, and
    /// parsing continues with the next game.
    #[must_use]
    pub fn read(text: &str) -> PgnReader<'_> {
        PgnReader::new(text)
    }

    /// Returns the value of the first tag with this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the main line as a game.
    ///
    /// # Errors
    /// If a move is not legal. Moves that were parsed are always legal.
    pub fn main_line(&self) -> Result<Game, PlayError> {
        Game::from_moves(self.start.clone(), self.moves.iter().map(|annotated| annotated.mv))
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
