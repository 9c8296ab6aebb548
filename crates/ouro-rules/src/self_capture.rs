//! The themes of a self-capture: its purposes as far as the rules alone show them.

use std::fmt;

use crate::{Bitboard, Color, File, Message, Move, Params, Position, Rank, Role, Square, attacks};

/// A self-capture and its themes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfCapture {
    /// The side that captures its own piece.
    pub by: Color,
    /// The role of the capturing piece.
    pub piece: Role,
    /// The role of the captured piece.
    pub victim: Role,
    /// The square of the captured piece.
    pub square: Square,
    /// The themes.
    pub themes: Vec<Theme>,
}

/// A purpose of a self-capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// The king escapes from check by capturing one of its own pieces.
    KingEscape {
        /// The square that the king escapes to.
        to: Square,
    },
    /// The king, not in check, captures one of its own pieces.
    KingWalk {
        /// The square that the king moves to.
        to: Square,
    },
    /// A pawn promotes by capturing one of its own pieces on the last rank.
    Promotion {
        /// The promotion square.
        on: Square,
    },
    /// A line towards the enemy king opens.
    LineOpened {
        /// The square of the slider that now attacks along the line.
        by: Square,
        /// The last square that it attacks on the line.
        end: Square,
        /// The line.
        line: Line,
    },
    /// A slider that was blocked by its own pieces gains mobility.
    Frees {
        /// The role of the slider.
        piece: Role,
        /// Its square.
        square: Square,
    },
    /// A more valuable enemy piece is attacked.
    Tempo {
        /// The role of the attacked piece.
        target: Role,
        /// Its square.
        square: Square,
    },
    /// The move gives check.
    Check {
        /// The square of the enemy king.
        king: Square,
    },
}

/// The number of squares that a blocked slider must gain for [`Theme::Frees`].
const MOBILITY_GAIN: u32 = 3;

impl Theme {
    /// Returns the squares that show the theme: for an opened line, those from the slider to the
    /// last square that it attacks, in this order; otherwise the square of the piece concerned.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match *self {
            Theme::KingEscape { to: square }
            | Theme::KingWalk { to: square }
            | Theme::Promotion { on: square }
            | Theme::Frees { square, .. }
            | Theme::Tempo { square, .. }
            | Theme::Check { king: square } => vec![square],
            Theme::LineOpened { by, end, .. } => {
                let ends = Bitboard::from(by) | Bitboard::from(end);
                let mut squares: Vec<_> = (attacks::between(by, end) | ends).into_iter().collect();
                squares.sort_by_key(|square| square.distance(by));
                squares
            }
        }
    }
}

impl Message for Theme {
    fn code(&self) -> &'static str {
        match self {
            Theme::KingEscape { .. } => "king_escape",
            Theme::KingWalk { .. } => "king_walk",
            Theme::Promotion { .. } => "promotion",
            Theme::LineOpened { .. } => "line_opened",
            Theme::Frees { .. } => "frees",
            Theme::Tempo { .. } => "tempo",
            Theme::Check { .. } => "check",
        }
    }

    fn params(&self) -> Params {
        match *self {
            Theme::KingEscape { to: square }
            | Theme::KingWalk { to: square }
            | Theme::Promotion { on: square }
            | Theme::Check { king: square } => Params::NONE.with("square", square),
            Theme::LineOpened { by, line, .. } => {
                Params::NONE.with("square", by).and(line.params())
            }
            Theme::Frees { piece, square } | Theme::Tempo { target: piece, square } => {
                Params::NONE.with("piece", piece).with("square", square)
            }
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Theme::KingEscape { .. } => f.write_str("the king escapes through its own army"),
            Theme::KingWalk { .. } => f.write_str("the king walks through its own army"),
            Theme::Promotion { .. } => f.write_str("promotes by capturing its own piece"),
            Theme::LineOpened { line, .. } => write!(f, "clears the {line}"),
            Theme::Frees { piece, square } => write!(f, "frees the {piece} on {square}"),
            Theme::Tempo { target, .. } => write!(f, "gains a tempo on the {target}"),
            Theme::Check { .. } => f.write_str("gives check"),
        }
    }
}

/// A rank, file or diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// A rank.
    Rank(Rank),
    /// A file.
    File(File),
    /// A diagonal, from its left end to its right end.
    Diagonal(Square, Square),
}

impl Line {
    /// Returns the line through two different squares, if there is one.
    #[must_use]
    pub fn through(a: Square, b: Square) -> Option<Line> {
        let squares = attacks::line(a, b);
        if squares.is_empty() {
            None
        } else if a.rank() == b.rank() {
            Some(Line::Rank(a.rank()))
        } else if a.file() == b.file() {
            Some(Line::File(a.file()))
        } else {
            let left = squares.into_iter().min_by_key(|square| square.file())?;
            let right = squares.into_iter().max_by_key(|square| square.file())?;
            Some(Line::Diagonal(left, right))
        }
    }

    /// Returns the kind of the line and its name as parameters of a message.
    fn params(self) -> Params {
        let kind = |kind: &'static str| Params::NONE.with("line", kind);
        match self {
            Line::Rank(rank) => kind("rank").with("rank", rank),
            Line::File(file) => kind("file").with("file", file),
            Line::Diagonal(left, right) => kind("diagonal").with("from", left).with("to", right),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Rank(rank) => f.write_str(match rank {
                Rank::First => "first rank",
                Rank::Second => "second rank",
                Rank::Third => "third rank",
                Rank::Fourth => "fourth rank",
                Rank::Fifth => "fifth rank",
                Rank::Sixth => "sixth rank",
                Rank::Seventh => "seventh rank",
                Rank::Eighth => "eighth rank",
            }),
            Line::File(file) => write!(f, "{file}-file"),
            Line::Diagonal(left, right) => write!(f, "{left}–{right} diagonal"),
        }
    }
}

/// Self-captures.
impl Position {
    /// Returns the self-capture that a legal move makes, if it is one.
    ///
    /// ```
    /// use ouro_rules::{Position, Role, Variant};
    /// let position = Position::from_fen("6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1", Variant::SelfCapture)?;
    /// let rook_captures_pawn = position.parse_san("Rxg2+").unwrap();
    /// let capture = position.self_capture(rook_captures_pawn).unwrap();
    /// assert_eq!((capture.piece, capture.victim), (Role::Rook, Role::Pawn));
    /// assert_eq!(capture.themes[0].to_string(), "clears the g-file");
    /// # Ok::<(), ouro_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn self_capture(&self, mv: Move) -> Option<SelfCapture> {
        if !self.is_self_capture(mv) {
            return None;
        }
        let piece = self.piece_on(mv.from())?.role();
        let victim = self.piece_on(mv.to())?.role();
        let mut themes = Vec::new();
        if piece == Role::King {
            let to = mv.to();
            themes.push(if self.in_check() {
                Theme::KingEscape { to }
            } else {
                Theme::KingWalk { to }
            });
        }
        if mv.promoted_to().is_some() {
            themes.push(Theme::Promotion { on: mv.to() });
        }
        themes.extend(self.line_opened(mv).or_else(|| self.piece_freed(mv)));
        themes.extend(self.tempo_gained(mv));
        if self.gives_check(mv) {
            themes.push(Theme::Check { king: self.king_of(!self.turn()) });
        }
        Some(SelfCapture { by: self.turn(), piece, victim, square: mv.to(), themes })
    }

    /// Returns the line towards the enemy king that a self-capture opens, if there is one. Along
    /// it, a slider attacks the king or a square next to it that it did not attack before, because
    /// the capturing piece left the line or the captured piece no longer blocks it.
    fn line_opened(&self, mv: Move) -> Option<Theme> {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let king = self.king_of(!us);
        let zone = attacks::king(king) | Bitboard::from(king);
        let board = self.board();
        let before = board.occupied();
        let after = before ^ Bitboard::from(from);
        let sliders = board.of_color(us) & (board.rooks_and_queens() | board.bishops_and_queens());
        for slider in sliders & !Bitboard::from(to) {
            let role = board.piece_on(slider)?.role();
            let (stands_on, opened) = if slider == from {
                // The squares beyond the captured piece on the line of the move.
                let on_line = attacks::line(from, to) & attacks::of(role, us, to, after);
                (to, on_line & !attacks::of(role, us, from, before) & !Bitboard::from(from))
            } else {
                let gained = attacks::of(role, us, slider, after);
                (slider, gained & !attacks::of(role, us, slider, before))
            };
            let nearest = (opened & zone).into_iter().min_by_key(|square| square.distance(king));
            let Some(target) = nearest else { continue };
            if let Some(line) = Line::through(stands_on, target) {
                let on_line = attacks::line(stands_on, target) & opened;
                let end = on_line.into_iter().max_by_key(|square| square.distance(stands_on));
                return Some(Theme::LineOpened { by: stands_on, end: end.unwrap_or(target), line });
            }
        }
        None
    }

    /// Returns the slider that a self-capture frees: one that had at most two target squares and
    /// gains at least [`MOBILITY_GAIN`], either the capturing piece or one behind it.
    fn piece_freed(&self, mv: Move) -> Option<Theme> {
        let us = self.turn();
        let board = self.board();
        let before = board.occupied();
        let after = before ^ Bitboard::from(mv.from());
        let own = board.of_color(us);
        let sliders = own & (board.rooks_and_queens() | board.bishops_and_queens());
        let freed = |slider: Square| {
            let piece = board.piece_on(slider)?.role();
            let stands_on = if slider == mv.from() { mv.to() } else { slider };
            let had = attacks::of(piece, us, slider, before) & !own;
            let has = attacks::of(piece, us, stands_on, after) & !(own ^ Bitboard::from(mv.from()));
            let blocked = had.count() < MOBILITY_GAIN;
            (blocked && has.count() >= had.count() + MOBILITY_GAIN)
                .then_some(Theme::Frees { piece, square: stands_on })
        };
        (sliders & !Bitboard::from(mv.to())).into_iter().find_map(freed)
    }

    /// Returns the more valuable piece that the capturing piece attacks from its new square and did
    /// not attack before. An attack on the king is [`Theme::Check`].
    fn tempo_gained(&self, mv: Move) -> Option<Theme> {
        let us = self.turn();
        let board = self.board();
        let mover = board.piece_on(mv.from())?.role();
        let after = board.occupied() ^ Bitboard::from(mv.from());
        let role = mv.promoted_to().unwrap_or(mover);
        let before = attacks::of(mover, us, mv.from(), board.occupied());
        let attacked = attacks::of(role, us, mv.to(), after) & !before & board.of_color(!us);
        let worth_more = |target: Role| match (role, target) {
            // A knight and a bishop have the same value.
            (_, Role::King) | (Role::King, _) | (Role::Knight, Role::Bishop) => false,
            (role, target) => target > role,
        };
        let targets = attacked.into_iter().filter_map(|square| {
            let target = board.piece_on(square)?.role();
            worth_more(target).then_some((target, square))
        });
        let (target, square) = targets.max_by_key(|&(target, _)| target)?;
        Some(Theme::Tempo { target, square })
    }
}
