//! Moves in the notation of the UCI protocol, such as `e2e4` and `e7e8q`.

use crate::castling::CastlingSide;
use crate::{Illegal, Move, Position, Role, Square, Variant};

/// Why a text is not a legal move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UciError {
    /// The text is no move at all.
    #[error(
        "'{0}' is not a move: write two squares such as e2e4, and for a promotion what the pawn becomes, as in e7e8q"
    )]
    Syntax(String),
    /// The move cannot be made.
    #[error("{text} is not legal: {reason}")]
    Illegal {
        /// The move as it was written.
        text: String,
        /// Why it cannot be made.
        reason: Illegal,
    },
}

/// Moves in UCI notation.
impl Position {
    /// A move in UCI notation. Castling is written as the king's way (`e1g1`), in Chess960 as the
    /// king going to its rook (`e1h1`); no move is `0000`.
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

    /// The legal move that a text in UCI notation means.
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
    /// What is wrong with the text, or why the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) =
            split(text).ok_or_else(|| UciError::Syntax(text.chars().take(20).collect()))?;
        self.find_move(from, to, promotion)
            .map_err(|reason| UciError::Illegal { text: text.to_owned(), reason })
    }
}

/// Origin, target and promotion of a text in UCI notation.
fn split(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let bytes = text.as_bytes();
    let promotion = match bytes.get(4..)? {
        [] => None,
        [letter] => Some(Role::from_char(*letter as char)?),
        _ => return None,
    };
    Some((Square::from_ascii(&bytes[..2])?, Square::from_ascii(&bytes[2..4])?, promotion))
}
