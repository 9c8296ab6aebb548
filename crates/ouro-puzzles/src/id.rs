//! The identifier of a puzzle: a hash of its content.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// The characters of an identifier.
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The number of characters: 47 bits.
const LENGTH: usize = 8;

/// A hash of the position and the moves of a puzzle. It does not change when the puzzle is mined again,
/// so results of players stay valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId([u8; LENGTH]);

impl PuzzleId {
    /// Returns the identifier of a content. Of the FEN only the first four fields count, because the move
    /// counters do not change a puzzle.
    #[must_use]
    pub fn new(fen: &str, moves: &[impl AsRef<str>]) -> PuzzleId {
        let fields = fen.split(' ').take(4);
        let words: Vec<&str> = fields.chain(moves.iter().map(AsRef::as_ref)).collect();
        let digest = Sha256::digest(words.join(" "));
        let mut number = digest.iter().take(8).fold(0_u64, |sum, &byte| sum << 8 | u64::from(byte));
        let mut id = [0; LENGTH];
        for place in &mut id {
            *place = ALPHABET[(number % 62) as usize];
            number /= 62;
        }
        PuzzleId(id)
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&byte| write!(f, "{}", char::from(byte)))
    }
}

impl FromStr for PuzzleId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PuzzleId, &'static str> {
        let id: [u8; LENGTH] =
            text.as_bytes().try_into().map_err(|_| "a PuzzleId has eight characters")?;
        if id.iter().all(u8::is_ascii_alphanumeric) {
            Ok(PuzzleId(id))
        } else {
            Err("a PuzzleId consists of letters and digits")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_depends_on_position_and_moves_only_and_never_changes() {
        let fen = "6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1";
        let id = PuzzleId::new(fen, &["e1e2", "g8h8"]);
        assert_eq!(id.to_string(), "J4D0BMZi");
        assert_eq!(id, PuzzleId::new("6k1/8/8/8/8/8/6P1/4K1R1 w - - 12 40", &["e1e2", "g8h8"]));
        assert_ne!(id, PuzzleId::new(fen, &["e1e2"]));
        assert_ne!(id, PuzzleId::new("6k1/8/8/8/8/8/6P1/4K1R1 b - - 0 1", &["e1e2", "g8h8"]));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!("short".parse::<PuzzleId>().is_err() && "1234567,".parse::<PuzzleId>().is_err());
    }
}
