//! A fast parser for FENs in the form that programs write.
//!
//! It accepts exactly one form and reports no errors: for any other input it returns `None`, and
//! the full parser decides and explains. On input that both accept they return the same setup, and
//! the full parser takes twice as long.

use crate::setup::MAX_HALFMOVE_CLOCK;
use crate::{Bitboard, Board, Color, Piece, Setup, Square};

/// The piece that each byte of the placement stands for.
static PIECES: [Option<Piece>; 256] = {
    let mut pieces = [None; 256];
    let mut i = 0;
    while i < 12 {
        pieces[Piece::ALL[i].char() as usize] = Some(Piece::ALL[i]);
        i += 1;
    }
    pieces
};
/// The number of squares that each byte of the placement covers.
static STEPS: [u8; 256] = {
    let mut steps = [0; 256];
    let mut i = 0;
    while i < 256 {
        steps[i] = match i as u8 {
            digit @ b'1'..=b'8' => digit - b'0',
            _ if PIECES[i].is_some() => 1,
            _ => 0,
        };
        i += 1;
    }
    steps
};

/// Parses a well-formed FEN with `KQkq` for castling.
#[inline]
pub(super) fn read(fen: &str, setup: &mut Setup) -> Option<()> {
    let mut bytes = fen.bytes();
    placement(&mut bytes, &mut setup.board)?;
    setup.turn = match bytes.next()? {
        b'w' => Color::White,
        b'b' => Color::Black,
        _ => return None,
    };
    space(&mut bytes)?;
    setup.castling = castling(&mut bytes)?;
    setup.en_passant = match bytes.next()? {
        b'-' => None,
        file => Some(Square::from_ascii(&[file, bytes.next()?])?),
    };
    space(&mut bytes)?;
    setup.halfmove_clock = number(&mut bytes, Some(b' '))?;
    setup.fullmove_number = number(&mut bytes, None)?;
    (setup.halfmove_clock <= MAX_HALFMOVE_CLOCK && setup.fullmove_number > 0).then_some(())
}

#[inline]
fn space(bytes: &mut std::str::Bytes) -> Option<()> {
    (bytes.next()? == b' ').then_some(())
}

/// Parses the pieces and the space after them.
#[inline]
fn placement(bytes: &mut std::str::Bytes, board: &mut Board) -> Option<()> {
    let length = bytes.len();
    board.fill(|on_square| {
        let ranks = on_square.as_chunks_mut::<8>().0.iter_mut().rev();
        for (rank, &separator) in ranks.zip(b"/////// ") {
            let mut file = 0;
            while file < 8 {
                let byte = usize::from(bytes.next()?);
                if STEPS[byte] == 0 {
                    return None;
                }
                rank[file & 7] = PIECES[byte];
                file += usize::from(STEPS[byte]);
            }
            if file != 8 || bytes.next()? != separator {
                return None;
            }
        }
        Some(())
    })?;
    // Adjacent numbers make the text longer than necessary: one character for each piece, each run
    // of empty squares and each end of a rank.
    let empty = !board.occupied();
    let runs = empty & !empty.east();
    let needed = board.occupied().count() + runs.count() + 8;
    (length - bytes.len() == needed as usize).then_some(())
}

/// Parses the castling rights and the space after them.
#[inline]
fn castling(bytes: &mut std::str::Bytes) -> Option<Bitboard> {
    let mut rooks = Bitboard::EMPTY;
    let mut byte = bytes.next()?;
    if byte == b'-' {
        return space(bytes).map(|()| rooks);
    }
    loop {
        let rook = Bitboard::from(match byte {
            b'K' => Square::H1,
            b'Q' => Square::A1,
            b'k' => Square::H8,
            b'q' => Square::A8,
            _ => return None,
        });
        if rooks.intersects(rook) {
            return None;
        }
        rooks |= rook;
        byte = bytes.next()?;
        if byte == b' ' {
            return Some(rooks);
        }
    }
}

/// Parses one to four digits, followed by `end` or by the end of the text.
#[inline(always)]
fn number(bytes: &mut std::str::Bytes, end: Option<u8>) -> Option<u16> {
    let mut value = 0;
    for digits in 0..5 {
        match bytes.next() {
            Some(digit @ b'0'..=b'9') if digits < 4 => value = value * 10 + u16::from(digit - b'0'),
            last => return (digits > 0 && last == end).then_some(value),
        }
    }
    None
}
