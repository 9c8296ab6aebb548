//! Writing FEN.

use std::fmt::{self, Write};

use super::FenStyle;
use crate::castling::CastlingSide;
use crate::{Bitboard, Board, Color, File, Rank, Role, Setup, Square, Variant};

/// Writes the piece placement, the eighth rank first.
pub(crate) fn write_placement(board: &Board, out: &mut impl Write) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0u8;
        for file in File::ALL {
            match board.piece_on(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        out.write_char((b'0' + empty) as char)?;
                        empty = 0;
                    }
                    out.write_char(piece.char())?;
                }
            }
        }
        if empty > 0 {
            out.write_char((b'0' + empty) as char)?;
        }
        if rank != Rank::First {
            out.write_char('/')?;
        }
    }
    Ok(())
}

/// Returns the FEN of a setup.
pub(super) fn fen(setup: &Setup, style: FenStyle, variant: Variant) -> String {
    let mut out = String::with_capacity(80);
    write_fields(setup, style, variant, &mut out).expect("writing to a string cannot fail");
    out
}

fn write_fields(setup: &Setup, style: FenStyle, variant: Variant, out: &mut String) -> fmt::Result {
    write_placement(&setup.board, out)?;
    write!(out, " {} ", setup.turn.char())?;
    write_castling(setup, style, variant, out)?;
    match setup.en_passant {
        Some(square) => write!(out, " {square}")?,
        None => out.push_str(" -"),
    }
    write!(out, " {} {}", setup.halfmove_clock, setup.fullmove_number)
}

fn write_castling(
    setup: &Setup,
    style: FenStyle,
    variant: Variant,
    out: &mut String,
) -> fmt::Result {
    if (setup.castling & Bitboard::BACK_RANKS).is_empty() {
        out.push('-');
    }
    for color in Color::BOTH {
        let rank = Bitboard::from(Rank::First.relative_to(color));
        let mut rooks: Vec<_> = (setup.castling & rank).into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let letter = letter(setup, color, rook, style, variant);
            out.push(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            });
        }
    }
    Ok(())
}

/// Returns the letter of a castling right: `k` or `q` if it is unambiguous, else the file.
fn letter(setup: &Setup, color: Color, rook: Square, style: FenStyle, variant: Variant) -> char {
    let king = setup.board.pieces(color, Role::King).first();
    let side = CastlingSide::of(king.unwrap_or(Square::new(File::E, rook.rank())), rook);
    let plain = setup.castling_rook(color, side, variant) == rook;
    match side {
        _ if style == FenStyle::Shredder || !plain => rook.file().char(),
        CastlingSide::King => 'k',
        CastlingSide::Queen => 'q',
    }
}
