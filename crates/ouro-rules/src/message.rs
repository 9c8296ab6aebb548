//! Messages to people: an English sentence, and a code with parameters for programs that form
//! their own sentences, for example in other languages.

use std::borrow::Cow;
use std::fmt;

use crate::castling::CastlingSide;
use crate::{Bitboard, Color, File, Rank, Role, Square};

/// Something that is said to people. Its `Display` is the English sentence.
///
/// ```
/// use ouro_rules::{Message, Param, Position, Square, Variant};
/// let position = Position::from_fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", Variant::Chess)?;
/// let reason = position.find_move(Square::E2, Square::C3, None).unwrap_err();
/// assert_eq!(reason.to_string(), "your king would be in check: the knight is pinned");
/// assert_eq!(reason.code(), "pinned");
/// assert_eq!(reason.params().get("piece"), Some(&Param::from("knight")));
/// # Ok::<(), ouro_rules::FenError>(())
/// ```
pub trait Message: fmt::Display {
    /// Returns a stable name, in lower case with underscores.
    fn code(&self) -> &'static str;

    /// Returns the values that the sentence contains. Messages with the same code have the same
    /// parameters, except those that [`CastlingLoss`](crate::CastlingLoss) and
    /// [`Line`](crate::Line) add.
    fn params(&self) -> Params;
}

/// The parameters of a [`Message`]: names and values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(&'static str, Param)>);

impl Params {
    /// No parameters.
    pub const NONE: Params = Params(Vec::new());

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Params {
        self.0.push((name, value.into()));
        self
    }

    /// Adds a parameter if there is one.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<impl Into<Param>>) -> Params {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds all parameters of another message.
    #[must_use]
    pub(crate) fn and(mut self, other: Params) -> Params {
        self.0.extend(other.0);
        self
    }

    /// Returns the value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Param> {
        self.iter().find_map(|(key, value)| (key == name).then_some(value))
    }

    /// Iterates over names and values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, &Param)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A number.
    Number(u32),
    /// A text, such as the name of a square (`e4`), piece type (`knight`) or color (`white`).
    Text(Cow<'static, str>),
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::Number(number) => number.fmt(f),
            Param::Text(text) => f.write_str(text),
        }
    }
}

impl From<&'static str> for Param {
    fn from(text: &'static str) -> Param {
        Param::Text(text.into())
    }
}

impl From<String> for Param {
    fn from(text: String) -> Param {
        Param::Text(text.into())
    }
}

impl From<char> for Param {
    fn from(letter: char) -> Param {
        letter.to_string().into()
    }
}

impl From<u32> for Param {
    fn from(number: u32) -> Param {
        Param::Number(number)
    }
}

impl From<u16> for Param {
    fn from(number: u16) -> Param {
        Param::Number(number.into())
    }
}

impl From<u8> for Param {
    fn from(number: u8) -> Param {
        Param::Number(number.into())
    }
}

impl From<usize> for Param {
    fn from(number: usize) -> Param {
        Param::Number(u32::try_from(number).unwrap_or(u32::MAX))
    }
}

impl From<Square> for Param {
    fn from(square: Square) -> Param {
        square.name().into()
    }
}

/// The names of the squares, separated by commas.
impl From<Bitboard> for Param {
    fn from(squares: Bitboard) -> Param {
        let names: Vec<_> = squares.into_iter().map(Square::name).collect();
        names.join(", ").into()
    }
}

impl From<File> for Param {
    fn from(file: File) -> Param {
        file.char().into()
    }
}

impl From<Rank> for Param {
    fn from(rank: Rank) -> Param {
        Param::Number(rank as u32 + 1)
    }
}

impl From<Role> for Param {
    fn from(role: Role) -> Param {
        role.name().into()
    }
}

impl From<Color> for Param {
    fn from(color: Color) -> Param {
        color.name().into()
    }
}

impl From<CastlingSide> for Param {
    fn from(side: CastlingSide) -> Param {
        match side {
            CastlingSide::King => "king".into(),
            CastlingSide::Queen => "queen".into(),
        }
    }
}
