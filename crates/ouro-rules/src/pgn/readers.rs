//! The iterators over the games of a text.

use super::read::{Reader, Report};
use super::token::Tokens;
use super::{PgnError, PgnGame, PgnImport};
use crate::Variant;

/// An iterator over the games of a text, read strictly. See [`PgnGame::read`].
#[derive(Debug)]
pub struct PgnReader<'a>(Reader<'a>);

impl<'a> PgnReader<'a> {
    pub(super) fn new(text: &'a str) -> PgnReader<'a> {
        PgnReader(Reader::new(text, Tokens::strict(text), None))
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Result<PgnGame, PgnError>> {
        self.0.next_game()
    }
}

/// An iterator over the games of a text, read leniently. See [`PgnGame::read_lenient`].
#[derive(Debug)]
pub struct LenientPgnReader<'a>(Reader<'a>);

impl<'a> LenientPgnReader<'a> {
    pub(super) fn new(text: &'a str) -> LenientPgnReader<'a> {
        LenientPgnReader(Reader::new(text, Tokens::lenient(text), Some(Report::default())))
    }
}

impl Iterator for LenientPgnReader<'_> {
    type Item = Result<PgnImport, PgnError>;

    fn next(&mut self) -> Option<Result<PgnImport, PgnError>> {
        let game = self.0.next_game()?;
        let Report { warnings, further, error } = self.0.report.replace(Report::default())?;
        Some(game.map(|game| PgnImport { game, warnings, further_warnings: further, error }))
    }
}

/// Implements the settings that both readers have.
macro_rules! settings {
    ($reader:ident) => {
        impl $reader<'_> {
            /// Sets the variant of games without a `Variant` tag. It is chess by default.
            #[must_use]
            pub fn variant(mut self, variant: Variant) -> Self {
                self.0.variant = Some(variant);
                self
            }

            /// Sets the maximum number of moves of a game, variations included, and of its
            /// comments. Without a call it is unlimited; the memory for a game is then at most
            /// proportional to its text.
            #[must_use]
            pub fn max_moves(mut self, moves: usize) -> Self {
                self.0.max_moves = moves;
                self
            }

            /// Starts reading at a byte offset, which is rounded down to the start of a character.
            /// Places still refer to the whole text; games are counted from there.
            #[must_use]
            pub fn starting_at(mut self, at: usize) -> Self {
                let at = self.0.text.floor_char_boundary(at);
                // The byte order mark stays skipped.
                self.0.tokens.rewind_to(at.max(self.0.tokens.position()));
                self
            }

            /// Returns the byte offset at which the next game is searched for.
            #[must_use]
            pub fn offset(&self) -> usize {
                self.0.tokens.position()
            }
        }
    };
}

settings!(PgnReader);
settings!(LenientPgnReader);
