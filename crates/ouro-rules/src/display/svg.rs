//! The board as an SVG image.

use std::fmt;

use super::pieces;
use crate::{Bitboard, CastlingSide, Color, File, Move, Piece, Position, Rank, Square};

/// The width of a square in SVG units. The image scales to any size.
const UNIT: i32 = 45;
/// The width of the border for the coordinates, in SVG units.
const MARGIN: i32 = 18;

const LIGHT: &str = "#efe6d2";
const DARK: &str = "#8fa39a";
const FRAME: &str = "#2f3b3a";
const COORDINATES: &str = "#e6ecea";
const LAST_MOVE: &str = "#d9b640";
const CHECK: &str = "#d43a2f";
const ARROW: &str = "#1f6f5c";
const INK: &str = "#22262a";
const PAPER: &str = "#fbfaf6";

/// An arrow from one square to another, or a circle if they are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The square where it starts.
    pub from: Square,
    /// The square it points to.
    pub to: Square,
}

/// An SVG image of a position.
///
/// ```
/// use ouro_rules::{Arrow, BoardSvg, Position, Square, Variant};
/// let position = Position::start(Variant::Chess);
/// let svg = BoardSvg::new(&position)
///     .arrow(Arrow { from: Square::E2, to: Square::E4 })
///     .to_string();
/// assert!(svg.starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct BoardSvg<'a> {
    position: &'a Position,
    orientation: Color,
    last_move: Bitboard,
    arrows: Vec<Arrow>,
    coordinates: bool,
}

impl<'a> BoardSvg<'a> {
    /// Draws a position from White's side, with coordinates. A king in check is marked.
    #[must_use]
    pub const fn new(position: &'a Position) -> BoardSvg<'a> {
        BoardSvg {
            position,
            orientation: Color::White,
            last_move: Bitboard::EMPTY,
            arrows: Vec::new(),
            coordinates: true,
        }
    }

    /// Draws the board from the side of `orientation`.
    #[must_use]
    pub fn seen_by(mut self, orientation: Color) -> BoardSvg<'a> {
        self.orientation = orientation;
        self
    }

    /// Highlights the squares of the last move.
    #[must_use]
    pub fn last_move(mut self, mv: Move) -> BoardSvg<'a> {
        let to = if mv.is_castle() {
            let color = if mv.from().rank() == Rank::First { Color::White } else { Color::Black };
            CastlingSide::of(mv.from(), mv.to()).king_target(color)
        } else {
            mv.to()
        };
        self.last_move = Bitboard::from(mv.from()) | Bitboard::from(to);
        self
    }

    /// Adds an arrow.
    #[must_use]
    pub fn arrow(mut self, arrow: Arrow) -> BoardSvg<'a> {
        self.arrows.push(arrow);
        self
    }

    /// Shows or hides the letters and digits around the board.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> BoardSvg<'a> {
        self.coordinates = shown;
        self
    }

    fn margin(&self) -> i32 {
        if self.coordinates { MARGIN } else { 0 }
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        let (column, row) = match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (self.margin() + column * UNIT, self.margin() + row * UNIT)
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (f64::from(x) + f64::from(UNIT) / 2.0, f64::from(y) + f64::from(UNIT) / 2.0)
    }

    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<defs>")?;
        let board = self.position.board();
        for piece in Piece::ALL {
            if board.pieces(piece.color(), piece.role()).is_empty() {
                continue;
            }
            let drawing = pieces::drawing(piece.role());
            let (fill, edge, line) = match piece.color() {
                Color::White => (PAPER, INK, INK),
                Color::Black => (INK, INK, PAPER),
            };
            write!(
                f,
                "<g id=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
                 <path d=\"{}{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>\
                 <path d=\"{}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"1.4\"/></g>",
                id(piece),
                drawing.outline,
                pieces::base(),
                drawing.lines,
            )?;
        }
        write!(
            f,
            "<radialGradient id=\"check\"><stop offset=\"0\" stop-color=\"{CHECK}\"/>\
             <stop offset=\".4\" stop-color=\"{CHECK}\" stop-opacity=\".85\"/>\
             <stop offset=\"1\" stop-color=\"{CHECK}\" stop-opacity=\"0\"/></radialGradient></defs>"
        )
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let checked = self.position.in_check().then(|| self.position.king_of(self.position.turn()));
        for square in Square::ALL {
            let (x, y) = self.corner(square);
            let fill = if square.is_light() { LIGHT } else { DARK };
            let area = format!("x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\"");
            write!(f, "<rect {area} fill=\"{fill}\"/>")?;
            if self.last_move.contains(square) {
                write!(f, "<rect {area} fill=\"{LAST_MOVE}\" fill-opacity=\".55\"/>")?;
            }
            if checked == Some(square) {
                write!(f, "<rect {area} fill=\"url(#check)\"/>")?;
            }
        }
        Ok(())
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.margin() * 2 + UNIT * 8;
        write!(
            f,
            "<g fill=\"{COORDINATES}\" font-family=\"sans-serif\" font-size=\"11\" \
             text-anchor=\"middle\">"
        )?;
        for file in File::ALL {
            let (x, _) = self.centre(Square::new(file, Rank::First));
            for y in [13, size - 5] {
                write!(f, "<text x=\"{x}\" y=\"{y}\">{file}</text>")?;
            }
        }
        for rank in Rank::ALL {
            let (_, y) = self.centre(Square::new(File::A, rank));
            for x in [9, size - 9] {
                write!(f, "<text x=\"{x}\" y=\"{}\">{rank}</text>", y + 4.0)?;
            }
        }
        f.write_str("</g>")
    }

    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, arrow: &Arrow) -> fmt::Result {
        let ((x1, y1), (x2, y2)) = (self.centre(arrow.from), self.centre(arrow.to));
        if arrow.from == arrow.to {
            return write!(
                f,
                "<circle cx=\"{x1}\" cy=\"{y1}\" r=\"19.5\" fill=\"none\" stroke=\"{ARROW}\" \
                 stroke-width=\"4\" stroke-opacity=\".8\"/>"
            );
        }
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        // A shaft and a head whose tip is the centre of the target, rotated into the direction.
        let point = |along: f64, aside: f64| {
            let x = x1 + ux * along - uy * aside;
            let y = y1 + uy * along + ux * aside;
            format!("{x:.1},{y:.1}")
        };
        let (neck, half, wing) = (length - 17.0, 3.2, 9.0);
        let points = [
            point(10.0, -half),
            point(neck, -half),
            point(neck, -wing),
            point(length, 0.0),
            point(neck, wing),
            point(neck, half),
            point(10.0, half),
        ];
        write!(f, "<polygon points=\"{}\" fill=\"{ARROW}\" fill-opacity=\".8\"/>", points.join(" "))
    }
}

/// Returns the id of a piece's drawing in the image.
fn id(piece: Piece) -> String {
    format!("{}-{}", piece.color().char(), piece.role())
}

impl fmt::Display for BoardSvg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.margin() * 2 + UNIT * 8;
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
             role=\"img\"><title>{}</title>",
            self.position
        )?;
        self.write_definitions(f)?;
        if self.coordinates {
            write!(f, "<rect width=\"{size}\" height=\"{size}\" rx=\"4\" fill=\"{FRAME}\"/>")?;
            self.write_coordinates(f)?;
        }
        self.write_squares(f)?;
        for (square, piece) in self.position.board().iter() {
            let (x, y) = self.corner(square);
            write!(f, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(piece))?;
        }
        for arrow in &self.arrows {
            self.write_arrow(f, arrow)?;
        }
        f.write_str("</svg>\n")
    }
}
