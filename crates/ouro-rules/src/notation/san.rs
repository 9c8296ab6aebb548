//! Moves in Standard Algebraic Notation, such as `Nxd2` and `O-O`.

use crate::castling::CastlingSide;
use crate::{
    Bitboard, File, Message, Move, MoveKind, Params, Position, Rank, Role, Square, attacks,
};

/// The reason why a text is not a legal move in SAN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not in algebraic notation.
    #[error("'{0}' is not a move in algebraic notation")]
    Syntax(String),
    /// No legal move matches.
    #[error("{0} is not a legal move in this position")]
    Illegal(String),
    /// Several legal moves match.
    #[error("{text} is ambiguous: it can mean {moves}")]
    Ambiguous {
        /// The move as it was written.
        text: String,
        /// The moves that match, in SAN.
        moves: String,
    },
    /// The text matches a self-capture but has no `x`.
    #[error("{0} would capture a piece of its own side, which must be written with an x")]
    SelfCapture(String),
}

impl Message for SanError {
    fn code(&self) -> &'static str {
        match self {
            SanError::Syntax(_) => "not_a_move",
            SanError::Illegal(_) => "illegal",
            SanError::Ambiguous { .. } => "ambiguous",
            SanError::SelfCapture(_) => "missing_x",
        }
    }

    fn params(&self) -> Params {
        match self {
            SanError::Syntax(text) | SanError::Illegal(text) | SanError::SelfCapture(text) => {
                Params::NONE.with("text", text.clone())
            }
            SanError::Ambiguous { text, moves } => {
                Params::NONE.with("text", text.clone()).with("moves", moves.clone())
            }
        }
    }
}

/// SAN.
impl Position {
    /// Returns a legal move in SAN, with its check or mate sign. Self-captures are written like any
    /// other capture.
    ///
    /// ```
    /// use ouro_rules::{Move, Position, Square, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// assert_eq!(position.san(Move::normal(Square::B1, Square::D2)), "Nxd2");
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut san = self.san_without_check(mv);
        if self.is_legal(mv) && self.gives_check(mv) {
            let mut after = self.clone();
            after.play_unchecked(mv);
            san.push(if after.has_legal_moves() { '+' } else { '#' });
        }
        san
    }

    fn san_without_check(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from) else {
            return "--".to_owned();
        };
        if mv.is_castle() {
            return CastlingSide::of(from, to).san().to_owned();
        }
        let capture = self.captured(mv).is_some();
        let mut san = String::with_capacity(8);
        if piece.role() == Role::Pawn {
            if capture {
                san.push(from.file().char());
            }
        } else {
            san.push(piece.role().upper_char());
            self.write_origin(mv, piece.role(), &mut san);
        }
        if capture {
            san.push('x');
        }
        san.push_str(to.name());
        if let Some(role) = mv.promoted_to() {
            san.push('=');
            san.push(role.upper_char());
        }
        san
    }

    /// Writes as much of the origin as distinguishes the move from moves of other pieces of the
    /// same role to the same square.
    fn write_origin(&self, mv: Move, role: Role, san: &mut String) {
        let (from, to) = (mv.from(), mv.to());
        let (board, us) = (self.board(), self.turn());
        // All pieces except pawns attack symmetrically.
        let origins = attacks::of(role, us, to, board.occupied());
        let others = origins & board.of_color(us) & board.of_role(role) & !Bitboard::from(from);
        let mut rivals = Bitboard::EMPTY;
        for origin in others {
            if self.is_legal(Move::normal(origin, to)) {
                rivals |= Bitboard::from(origin);
            }
        }
        if rivals.is_empty() {
            return;
        }
        let (file, rank) = (from.file(), from.rank());
        if !rivals.intersects(file.into()) {
            san.push(file.char());
        } else if !rivals.intersects(rank.into()) {
            san.push(rank.char());
        } else {
            san.push_str(from.name());
        }
    }

    /// Parses a move in SAN. It accepts more of the origin than necessary, missing or extra check
    /// signs, a missing `=`, zeros in castling and a missing `x`. The `x` of a self-capture is
    /// required.
    ///
    /// ```
    /// use ouro_rules::{Position, SanError, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// assert!(position.parse_san("Nxd2").is_ok());
    /// assert_eq!(position.parse_san("Nd2"), Err(SanError::SelfCapture("Nd2".into())));
    /// ```
    ///
    /// # Errors
    /// If the text is not in algebraic notation, or if no move or several moves match.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let quoted = || text.chars().take(20).collect::<String>();
        let pattern = Pattern::parse(text).ok_or_else(|| SanError::Syntax(quoted()))?;
        let mut matching = self.legal_moves();
        matching.retain(|mv| pattern.matches(self, mv));
        let mut accepted = matching.clone();
        accepted.retain(|mv| pattern.is_capture() || !self.is_self_capture(mv));
        match (&accepted[..], &matching[..]) {
            ([mv], _) => Ok(*mv),
            ([], []) => Err(SanError::Illegal(quoted())),
            ([], _) => Err(SanError::SelfCapture(quoted())),
            (several, _) => {
                let moves: Vec<_> = several.iter().map(|&mv| self.san(mv)).collect();
                Err(SanError::Ambiguous { text: quoted(), moves: moves.join(" or ") })
            }
        }
    }
}

/// The parts of a move that a text in SAN gives.
enum Pattern {
    Castle(CastlingSide),
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.strip_suffix("e.p.").unwrap_or(text);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castle(CastlingSide::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castle(CastlingSide::Queen)),
            _ => {}
        }
        let mut rest = text.as_bytes();
        let mut role = Role::Pawn;
        if let [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'), tail @ ..] = rest {
            role = Role::from_char(*letter as char)?;
            rest = tail;
        }
        let mut promotion = None;
        if let [head @ .., letter @ (b'N' | b'B' | b'R' | b'Q')] = rest {
            promotion = Role::from_char(*letter as char);
            rest = head.strip_suffix(b"=").unwrap_or(head);
        }
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = Square::from_ascii(to)?;
        let (origin, capture) = match origin.strip_suffix(b"x") {
            Some(origin) => (origin, true),
            None => (origin.strip_suffix(b"-").unwrap_or(origin), false),
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (File::from_char(file as char), None),
            [rank @ b'1'..=b'8'] => (None, Rank::from_char(rank as char)),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                (File::from_char(file as char), Rank::from_char(rank as char))
            }
            _ => return None,
        };
        Some(Pattern::Piece { role, file, rank, capture, to, promotion })
    }

    fn is_capture(&self) -> bool {
        matches!(self, Pattern::Piece { capture: true, .. })
    }

    fn matches(&self, position: &Position, mv: Move) -> bool {
        match *self {
            Pattern::Castle(side) => mv.is_castle() && CastlingSide::of(mv.from(), mv.to()) == side,
            Pattern::Piece { role, file, rank, capture, to, promotion } => {
                let from = mv.from();
                let captured = position.captured(mv).is_some();
                // A pawn capture needs its file; without it, a pawn move is a push.
                let pawn_capture_without_file = role == Role::Pawn && captured && file.is_none();
                mv.kind() != MoveKind::Castle
                    && mv.to() == to
                    && mv.promoted_to() == promotion
                    && position.piece_on(from).is_some_and(|piece| piece.role() == role)
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && (!capture || captured)
                    && !pawn_capture_without_file
            }
        }
    }
}
