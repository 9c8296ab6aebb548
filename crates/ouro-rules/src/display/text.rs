//! The board as text.

use std::fmt;

use crate::{Color, File, Position, Rank, Square};

/// The characters that stand for the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Letters as in FEN.
    Ascii,
    /// Chess symbols.
    Unicode,
}

/// A board in a frame, with coordinates.
#[derive(Clone, Copy, Debug)]
pub struct TextBoard<'a> {
    position: &'a Position,
    style: TextStyle,
    orientation: Color,
}

impl<'a> TextBoard<'a> {
    /// Draws the board from White's side.
    ///
    /// ```
    /// use ouro_rules::{Position, TextBoard, TextStyle, Variant};
    /// let board = TextBoard::new(&Position::start(Variant::Chess), TextStyle::Ascii).to_string();
    /// assert!(board.contains("1 | R | N | B | Q | K | B | N | R |"));
    /// ```
    #[must_use]
    pub const fn new(position: &'a Position, style: TextStyle) -> TextBoard<'a> {
        TextBoard { position, style, orientation: Color::White }
    }

    /// Draws the board from the side of `orientation`.
    #[must_use]
    pub const fn seen_by(self, orientation: Color) -> TextBoard<'a> {
        TextBoard { orientation, ..self }
    }
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut files = File::ALL;
        let mut ranks = Rank::ALL;
        match self.orientation {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        writeln!(f, "  +---+---+---+---+---+---+---+---+")?;
        for rank in ranks {
            write!(f, "{rank} |")?;
            for file in files {
                let sign = match (self.position.piece_on(Square::new(file, rank)), self.style) {
                    (None, _) => ' ',
                    (Some(piece), TextStyle::Ascii) => piece.char(),
                    (Some(piece), TextStyle::Unicode) => piece.symbol(),
                };
                write!(f, " {sign} |")?;
            }
            writeln!(f, "\n  +---+---+---+---+---+---+---+---+")?;
        }
        write!(f, "   ")?;
        for file in files {
            write!(f, " {file}  ")?;
        }
        writeln!(f)
    }
}
