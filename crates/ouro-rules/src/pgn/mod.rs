//! Portable Game Notation: many games in a text, with tags, comments, annotations and variations.

mod read;
mod token;
mod write;

pub use read::{PgnError, PgnErrorKind, PgnReader};

use std::fmt;

use crate::{Color, Game, Move, Outcome, PlayError, Position, Repair};

/// A game as PGN describes it: a tree of moves with remarks.
///
/// ```
/// use ouro_rules::{PgnGame, Variant};
/// let text = r#"
/// [Variant "Self-capture"]
///
/// 1. Nxd2 {takes its own pawn} (1. e4 e5) 1... e5 *
/// "#;
/// let pgn = PgnGame::read(text).next().unwrap()?;
/// assert_eq!(pgn.start.variant(), Variant::SelfCapture);
/// assert_eq!(pgn.moves[0].comments, ["takes its own pawn"]);
/// assert_eq!(pgn.moves[0].variations[0].len(), 2);
/// # Ok::<(), ouro_rules::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in the order in which they are written. `Variant`, `SetUp`, `FEN` and
    /// `Result` are not among them: they follow from the rest.
    pub tags: Vec<(String, String)>,
    /// Where the game starts.
    pub start: Position,
    /// What had to be repaired in the start position when it was read.
    pub repairs: Vec<Repair>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The main line.
    pub moves: Vec<PgnMove>,
    /// The result.
    pub result: PgnResult,
}

/// A move with what was written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Annotations by number: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// Comments before the move; only the first move of a variation has any.
    pub comments_before: Vec<String>,
    /// Comments behind the move.
    pub comments: Vec<String>,
    /// What could have been played instead of it.
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

/// What the players scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// A side has won.
    Win(Color),
    /// A draw.
    Draw,
    /// Still going on, or not known.
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
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
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
    /// Reads the games of a text one after the other. A game with an error is reported and passed
    /// over.
    #[must_use]
    pub fn read(text: &str) -> PgnReader<'_> {
        PgnReader::new(text)
    }

    /// The value of the first tag with this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The main line as a game.
    ///
    /// # Errors
    /// If a move is not legal, which is so only where somebody else put it there.
    pub fn main_line(&self) -> Result<Game, PlayError> {
        Game::from_moves(self.start.clone(), self.moves.iter().map(|annotated| annotated.mv))
    }
}

/// A game without tags or remarks.
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
