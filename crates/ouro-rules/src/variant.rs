//! Variants: the sets of rules.

use std::fmt;
use std::str::FromStr;

use crate::Bitboard;

/// A variant of chess.
///
/// Self-capture Chess960 is not supported: "king captures own rook" would be ambiguous with
/// castling. So a variant is one of three, not a rule set and a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Variant {
    /// Chess under the FIDE rules.
    #[default]
    Chess,
    /// Chess with 960 start positions. Castling rights name a rook, and castling is written as the
    /// king capturing that rook.
    Chess960,
    /// Chess in which a piece may also capture a piece of its own side, except the king.
    SelfCapture,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 3] = [Variant::Chess, Variant::Chess960, Variant::SelfCapture];

    /// Returns the name used in flags, UCI, JSON and file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
            Variant::SelfCapture => "selfcapture",
        }
    }

    /// Returns the value of the `Variant` tag in PGN, or `None` for chess.
    #[must_use]
    pub const fn pgn_name(self) -> Option<&'static str> {
        match self {
            Variant::Chess => None,
            Variant::Chess960 => Some("Chess960"),
            Variant::SelfCapture => Some("Self-capture"),
        }
    }

    /// Returns the squares on which self-captures are allowed: all or none. In move generation the
    /// variants differ only by this mask.
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

/// The error of parsing an unknown variant name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a variant: choose chess, chess960 or selfcapture")]
pub struct VariantError(String);

/// Parses the names of [`Variant::name`] and those used in PGN files, ignoring case, spaces,
/// hyphens and underscores.
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
            "selfcapture" | "selfcapturechess" | "captureanything" => Ok(Variant::SelfCapture),
            _ => Err(VariantError(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_parsed() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            if let Some(name) = variant.pgn_name() {
                assert_eq!(name.parse(), Ok(variant));
            }
        }
        assert_eq!("From Position".parse(), Ok(Variant::Chess));
        for name in ["Capture Anything", "capture-anything", "CaptureAnything"] {
            assert_eq!(name.parse(), Ok(Variant::SelfCapture));
        }
        let error = "atomic".parse::<Variant>().unwrap_err().to_string();
        assert!(error.contains("'atomic'"));
    }
}
