//! Parsing FEN.

use super::{FenError, FenErrorKind, FenProblem, Repair, byte_of, fast};
use crate::castling::CastlingSide;
use crate::setup::MAX_HALFMOVE_CLOCK;
use crate::validation::Problem;
use crate::{Bitboard, Board, Color, File, Piece, Position, Rank, Setup, Square, Variant};

/// Parses the FEN of a playable position.
pub(super) fn strict(fen: &str, variant: Variant) -> Result<Position, FenError> {
    let mut setup = Setup::empty();
    if variant == Variant::Chess960 || fast::read(fen, &mut setup).is_none() {
        setup = self::setup(fen, variant)?;
    }
    if setup.is_playable(variant) {
        return Ok(Position::from_valid_setup(&setup, variant));
    }
    Err(Fields::exact(fen)?.locate(&setup, variant))
}

/// Parses a well-formed FEN.
pub(super) fn setup(fen: &str, variant: Variant) -> Result<Setup, FenError> {
    let mut setup = Setup::empty();
    Fields::exact(fen)?.read(variant, &mut Strictness::Strict, &mut setup)?;
    Ok(setup)
}

/// Parses a FEN and repairs it where that needs no guessing.
pub(super) fn lenient(fen: &str, variant: Variant) -> Result<(Position, Vec<Repair>), FenError> {
    let mut repairs = Vec::new();
    let fields = Fields::loose(fen, &mut repairs)?;
    let mut strictness = Strictness::Lenient(&mut repairs);
    let mut setup = Setup::empty();
    fields.read(variant, &mut strictness, &mut setup)?;
    for &problem in setup.problems(variant).iter() {
        match problem {
            Problem::CastlingWithoutKing(_, rook)
            | Problem::CastlingWithoutRook(_, rook)
            | Problem::CastlingTwice(_, rook) => {
                setup.castling &= !Bitboard::from(rook);
                repairs.push(Repair::CastlingDropped(problem));
            }
            Problem::EnPassantRank(..)
            | Problem::EnPassantWithoutPawn(..)
            | Problem::EnPassantBlocked(..)
                if setup.en_passant.take().is_some() =>
            {
                repairs.push(Repair::EnPassantDropped(problem));
            }
            _ => {}
        }
    }
    match Position::from_setup(&setup, variant) {
        Ok(position) => Ok((position, repairs)),
        Err(_) => Err(fields.locate(&setup, variant)),
    }
}

/// Whether a clock out of range is an error or is repaired.
enum Strictness<'a> {
    Strict,
    Lenient(&'a mut Vec<Repair>),
}

/// The fields of a FEN and their places.
struct Fields<'a> {
    text: &'a str,
    /// The start and end of each field. A missing clock is empty.
    spans: [(usize, usize); 6],
}

impl<'a> Fields<'a> {
    /// Splits a text into exactly six fields separated by single spaces. The search runs from the
    /// end, so the rest in front of the short fields is the board.
    fn exact(text: &'a str) -> Result<Fields<'a>, FenError> {
        let bytes = text.as_bytes();
        let mut spans = [(0, 0); 6];
        let mut end = bytes.len();
        for span in spans[1..].iter_mut().rev() {
            let mut start = end;
            while start > 0 && bytes[start - 1] != b' ' {
                start -= 1;
            }
            if start < 2 || start == end {
                return Err(field_count(text));
            }
            *span = (start, end);
            end = start - 1;
        }
        spans[0] = (0, end);
        if bytes[..end].contains(&b' ') {
            return Err(field_count(text));
        }
        Ok(Fields { text, spans })
    }

    /// Splits a text into four to six fields with any whitespace between and around them.
    fn loose(text: &'a str, repairs: &mut Vec<Repair>) -> Result<Fields<'a>, FenError> {
        let mut spans = [(text.len(), text.len()); 6];
        let mut count = 0;
        for word in text.split_ascii_whitespace() {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            if count == 6 {
                let count = text.split_ascii_whitespace().count();
                let kind = FenErrorKind::FieldCount(count);
                return Err(FenError { problems: vec![FenProblem { kind, at: start }] });
            }
            spans[count] = (start, start + word.len());
            count += 1;
        }
        if count < 4 {
            let kind = FenErrorKind::FieldCount(count);
            return Err(FenError { problems: vec![FenProblem { kind, at: text.len() }] });
        }
        let tidy = spans[count - 1].1 == text.len()
            && spans[0].0 == 0
            && spans[..count].windows(2).all(|pair| &text[pair[0].1..pair[1].0] == " ");
        if !tidy {
            repairs.push(Repair::SpacesRemoved);
        }
        match count {
            4 => repairs.push(Repair::ClocksAdded),
            5 => repairs.push(Repair::MoveNumberAdded),
            _ => {}
        }
        Ok(Fields { text, spans })
    }

    #[inline]
    fn bytes(&self, field: usize) -> &'a [u8] {
        let (from, to) = self.spans[field];
        &self.text.as_bytes()[from..to]
    }

    /// Returns a field for an error message, truncated if it is long.
    fn quoted(&self, field: usize) -> String {
        let (from, to) = self.spans[field];
        let text = &self.text[from..to];
        if text.chars().count() <= 20 {
            return text.to_owned();
        }
        text.chars().take(20).chain(std::iter::once('…')).collect()
    }

    /// Parses all fields into an empty setup and returns the problems of all of them.
    fn read(
        &self,
        variant: Variant,
        strictness: &mut Strictness,
        setup: &mut Setup,
    ) -> Result<(), FenError> {
        let mut problems = Vec::new();
        if let Err(problem) = self.placement(&mut setup.board) {
            problems.push(problem);
        }
        match self.bytes(1) {
            b"w" => {}
            b"b" => setup.turn = Color::Black,
            _ => problems.push(self.problem(1, FenErrorKind::SideToMove(self.quoted(1)))),
        }
        if let Err(problem) = self.castling(variant, setup) {
            problems.push(problem);
        }
        match self.bytes(3) {
            b"-" => {}
            field => match Square::from_ascii(field) {
                Some(square) => setup.en_passant = Some(square),
                None => problems.push(self.problem(3, FenErrorKind::EnPassant(self.quoted(3)))),
            },
        }
        match self.clock(4, 0, MAX_HALFMOVE_CLOCK, strictness, Repair::HalfmoveClock) {
            Some(clock) => setup.halfmove_clock = clock,
            None => problems.push(self.problem(4, FenErrorKind::HalfmoveClock(self.quoted(4)))),
        }
        match self.clock(5, 1, u16::MAX, strictness, Repair::FullmoveNumber) {
            Some(number) => setup.fullmove_number = number,
            None => problems.push(self.problem(5, FenErrorKind::FullmoveNumber(self.quoted(5)))),
        }
        if problems.is_empty() { Ok(()) } else { Err(FenError { problems }) }
    }

    fn problem(&self, field: usize, kind: FenErrorKind) -> FenProblem {
        FenProblem { kind, at: self.spans[field].0 }
    }

    /// Parses the pieces. Every step is checked against the end of its rank first.
    fn placement(&self, board: &mut Board) -> Result<(), FenProblem> {
        let bytes = self.bytes(0);
        // The next square to fill, and the square after the last one of the rank.
        let (mut next, mut end) = (56u32, 64u32);
        let mut after_number = false;
        for (at, &byte) in bytes.iter().enumerate() {
            if let Some(piece) = Piece::from_char(byte as char) {
                if next == end {
                    return Err(self.wrong_width(next + 1, end, at));
                }
                board.put(piece, Square::from_low_bits(next));
                next += 1;
                after_number = false;
                continue;
            }
            let wrong = |kind| Err(FenProblem { kind, at: self.spans[0].0 + at });
            match byte {
                b'1'..=b'8' => {
                    next += u32::from(byte - b'0');
                    if next > end {
                        return Err(self.wrong_width(next, end, at));
                    }
                    if after_number {
                        return wrong(FenErrorKind::AdjacentNumbers((end / 8) as u8));
                    }
                    after_number = true;
                }
                b'/' => {
                    if next != end {
                        return Err(self.wrong_width(next, end, at));
                    }
                    if end == 8 {
                        let ranks = bytes.iter().filter(|&&byte| byte == b'/').count() + 1;
                        return wrong(FenErrorKind::RankCount(ranks));
                    }
                    end -= 8;
                    next = end - 8;
                    after_number = false;
                }
                _ => {
                    let found = self.text[self.spans[0].0 + at..].chars().next();
                    return wrong(FenErrorKind::PlacementCharacter(found.unwrap_or('?')));
                }
            }
        }
        if next != end {
            return Err(self.wrong_width(next, end, bytes.len()));
        }
        if end != 8 {
            let kind = FenErrorKind::RankCount(9 - end as usize / 8);
            return Err(FenProblem { kind, at: self.spans[0].1 });
        }
        Ok(())
    }

    /// Returns the problem of a rank that ends before `end` but was filled up to `next`.
    #[cold]
    fn wrong_width(&self, next: u32, end: u32, at: usize) -> FenProblem {
        let width = (next + 8 - end) as usize;
        let kind = FenErrorKind::RankWidth { rank: (end / 8) as u8, width };
        FenProblem { kind, at: self.spans[0].0 + at }
    }

    /// Parses castling rights as FEN, X-FEN and Shredder-FEN write them.
    fn castling(&self, variant: Variant, setup: &mut Setup) -> Result<(), FenProblem> {
        let field = self.bytes(2);
        if field == b"-" {
            return Ok(());
        }
        let unreadable = || Err(self.problem(2, FenErrorKind::Castling(self.quoted(2))));
        if field.is_empty() {
            return unreadable();
        }
        for (at, &byte) in field.iter().enumerate() {
            let wrong = |kind| Err(FenProblem { kind, at: self.spans[2].0 + at });
            let rook = match rook_meant(byte, setup, variant) {
                Some(rook) => rook,
                None if File::from_char(byte as char).is_some() => {
                    return wrong(FenErrorKind::CastlingFiles(self.quoted(2)));
                }
                None => return unreadable(),
            };
            if setup.castling.contains(rook) {
                return wrong(FenErrorKind::CastlingRepeated(byte as char));
            }
            setup.castling |= Bitboard::from(rook);
        }
        Ok(())
    }

    /// Parses a number within its range, or repairs one that is out of range.
    fn clock(
        &self,
        field: usize,
        least: u16,
        most: u16,
        strictness: &mut Strictness,
        repair: impl FnOnce(String, u16) -> Repair,
    ) -> Option<u16> {
        let digits = self.bytes(field);
        if digits.is_empty() {
            return Some(least);
        }
        let mut value = 0u32;
        for &byte in digits {
            if !byte.is_ascii_digit() {
                return None;
            }
            // A number of any length stays out of range and does not overflow.
            value = (value * 10 + u32::from(byte - b'0')).min(1 << 20);
        }
        let clamped = value.clamp(u32::from(least), u32::from(most)) as u16;
        if value != u32::from(clamped) {
            match strictness {
                Strictness::Strict => return None,
                Strictness::Lenient(repairs) => repairs.push(repair(self.quoted(field), clamped)),
            }
        }
        Some(clamped)
    }

    /// Returns the problems of the position with their byte offsets.
    fn locate(&self, setup: &Setup, variant: Variant) -> FenError {
        let locate = |&problem: &Problem| {
            let at = match problem {
                Problem::CastlingWithoutKing(_, rook)
                | Problem::CastlingWithoutRook(_, rook)
                | Problem::CastlingTwice(_, rook) => {
                    let mut letters = self.bytes(2).iter();
                    let letter =
                        letters.position(|&byte| rook_meant(byte, setup, variant) == Some(rook));
                    self.spans[2].0 + letter.unwrap_or(0)
                }
                Problem::EnPassantRank(..)
                | Problem::EnPassantWithoutPawn(..)
                | Problem::EnPassantBlocked(..) => self.spans[3].0,
                _ => {
                    let square = problem.squares().last();
                    self.spans[0].0 + square.map_or(0, |square| byte_of(self.bytes(0), square))
                }
            };
            FenProblem { kind: FenErrorKind::Position(problem), at }
        };
        FenError { problems: setup.problems(variant).iter().map(locate).collect() }
    }
}

/// Returns the rook that a letter of the castling field means. File letters are valid in Chess960
/// only.
fn rook_meant(letter: u8, setup: &Setup, variant: Variant) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        b'k' => Some(setup.castling_rook(color, CastlingSide::King, variant)),
        b'q' => Some(setup.castling_rook(color, CastlingSide::Queen, variant)),
        _ if variant != Variant::Chess960 => None,
        _ => {
            let file = File::from_char(letter as char)?;
            Some(Square::new(file, Rank::First.relative_to(color)))
        }
    }
}

/// Returns the error for a wrong number of fields. It is located at an empty field, at the start of
/// the seventh field or at the end.
#[cold]
fn field_count(text: &str) -> FenError {
    let mut at = 0;
    for field in text.split(' ').take(6) {
        if field.is_empty() && !text.is_empty() {
            return FenError { problems: vec![FenProblem { kind: FenErrorKind::Spaces, at }] };
        }
        at += field.len() + 1;
    }
    let at = at.min(text.len());
    let count = text.split(' ').filter(|field| !field.is_empty()).count();
    FenError { problems: vec![FenProblem { kind: FenErrorKind::FieldCount(count), at }] }
}
