//! The games that a position can belong to.

use std::fmt;
use std::str::FromStr;

use crate::Bitboard;

/// The game being played.
///
/// Self-capture Chess960 does not exist: "king takes own rook" would mean two things. So the choice
/// is one of three, not a game and a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Variant {
    /// Chess under the FIDE rules.
    #[default]
    Chess,
    /// Chess with other start positions; castling rights name a rook, and moves that castle are
    /// written as the king taking that rook.
    Chess960,
    /// Chess in which a piece may also take a piece of its own side, except the king.
    SelfCapture,
}

impl Variant {
    /// All games.
    pub const ALL: [Variant; 3] = [Variant::Chess, Variant::Chess960, Variant::SelfCapture];

    /// The name used in flags, UCI, JSON and file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
            Variant::SelfCapture => "selfcapture",
        }
    }

    /// The name used in the `Variant` tag of PGN; chess has none.
    #[must_use]
    pub const fn pgn_name(self) -> Option<&'static str> {
        match self {
            Variant::Chess => None,
            Variant::Chess960 => Some("Chess960"),
            Variant::SelfCapture => Some("Self-capture"),
        }
    }

    /// The squares on which a piece may take one of its own side: all, or none. This mask is all
    /// that the game changes in move generation.
    #[inline]
    #[must_use]
    pub(crate) const fn self_capture_mask(self) -> Bitboard {
        match self {
            Variant::SelfCapture => Bitboard::FULL,
            Variant::Chess | Variant::Chess960 => Bitboard::EMPTY,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a variant: choose chess, chess960 or selfcapture")]
pub struct VariantError(String);

/// Takes the names of [`Variant::name`] and those met in PGN files, whatever their case, spaces
/// and hyphens.
///
/// ```
/// use ouro_rules::Variant;
/// assert_eq!("selfcapture".parse(), Ok(Variant::SelfCapture));
/// assert_eq!("Self-Capture".parse(), Ok(Variant::SelfCapture));
/// assert!("atomic".parse::<Variant>().is_err());
/// ```
impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Variant, VariantError> {
        let mut plain = name.to_ascii_lowercase();
        plain.retain(|c| !matches!(c, ' ' | '-' | '_'));
        match plain.as_str() {
            "chess" | "standard" | "normal" | "fromposition" => Ok(Variant::Chess),
            "chess960" | "fischerandom" | "fischerrandom" | "frc" => Ok(Variant::Chess960),
            "selfcapture" | "selfcapturechess" => Ok(Variant::SelfCapture),
            _ => Err(VariantError(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_understood() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            if let Some(name) = variant.pgn_name() {
                assert_eq!(name.parse(), Ok(variant));
            }
        }
        assert_eq!("From Position".parse(), Ok(Variant::Chess));
        let error = "atomic".parse::<Variant>().unwrap_err().to_string();
        assert!(error.contains("'atomic'"));
    }
}
