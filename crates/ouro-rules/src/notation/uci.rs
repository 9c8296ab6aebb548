//! Moves in the notation of the UCI protocol, such as `e2e4` and `e7e8q`.

use crate::castling::CastlingSide;
use crate::{IllegalReason, Message, Move, Params, Position, Role, Square, Variant};

/// The reason why a text is not a legal move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not in UCI notation.
    #[error("'{0}' is not a move in UCI notation such as e2e4 or e7e8q")]
    Syntax(String),
    /// The move is illegal.
    #[error("{text} is not legal: {reason}")]
    Illegal {
        /// The move as it was written.
        text: String,
        /// The reason why it is illegal.
        reason: IllegalReason,
    },
}

/// An illegal move has the code and the parameters of its reason.
impl Message for UciError {
    fn code(&self) -> &'static str {
        match self {
            UciError::Syntax(_) => "not_a_move",
            UciError::Illegal { reason, .. } => reason.code(),
        }
    }

    fn params(&self) -> Params {
        match self {
            UciError::Syntax(text) => Params::NONE.with("text", text.clone()),
            UciError::Illegal { reason, .. } => reason.params(),
        }
    }
}

/// UCI notation.
impl Position {
    /// Returns a move in UCI notation. Castling is written with the king's target (`e1g1`), in
    /// Chess960 with the rook's square (`e1h1`). The null move is `0000`.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let position = Position::start(Variant::Chess);
    /// assert_eq!(position.uci(Move::castle(Square::E1, Square::H1)), "e1g1");
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        if mv == Move::NULL {
            return "0000".to_owned();
        }
        let to = if mv.is_castle() && self.variant() != Variant::Chess960 {
            CastlingSide::of(mv.from(), mv.to()).king_target(self.turn())
        } else {
            mv.to()
        };
        let mut text = String::with_capacity(5);
        text.push_str(mv.from().name());
        text.push_str(to.name());
        text.extend(mv.promoted_to().map(Role::char));
        text
    }

    /// Parses a move in UCI notation.
    ///
    /// ```
    /// use ouro_rules::{Position, Variant};
    /// let position = Position::start(Variant::Chess);
    /// assert!(position.parse_uci("g1f3").is_ok());
    /// let error = position.parse_uci("e1g1").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "e1g1 is not legal: castling is not possible while f1 is occupied",
    /// );
    /// ```
    ///
    /// # Errors
    /// If the text is not in UCI notation or the move is illegal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) =
            split(text).ok_or_else(|| UciError::Syntax(text.chars().take(20).collect()))?;
        self.find_move(from, to, promotion)
            .map_err(|reason| UciError::Illegal { text: text.to_owned(), reason })
    }
}

/// Splits a text in UCI notation into origin, target and promotion.
fn split(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let bytes = text.as_bytes();
    let promotion = match bytes.get(4..)? {
        [] => None,
        [letter] => Some(Role::from_char(*letter as char)?),
        _ => return None,
    };
    Some((Square::from_ascii(&bytes[..2])?, Square::from_ascii(&bytes[2..4])?, promotion))
}
