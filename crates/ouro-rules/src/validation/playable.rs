//! The conditions for a setup to be playable.

use super::Problem;
use crate::castling::CastlingSide;
use crate::setup::MAX_HALFMOVE_CLOCK;
use crate::{Bitboard, Color, File, Piece, Rank, Role, Setup, Square, Variant};

/// Reports every problem that makes a setup unplayable.
///
/// The parser runs it for every FEN and usually finds no problem, so each condition is tested on
/// whole bitboards first.
#[inline]
pub(crate) fn check(setup: &Setup, variant: Variant, report: &mut impl FnMut(Problem)) {
    let board = &setup.board;
    for color in Color::BOTH {
        let kings = board.pieces(color, Role::King);
        if kings.is_empty() {
            report(Problem::NoKing(color));
        } else if kings.more_than_one() {
            report(Problem::ManyKings(color, kings));
        }
        let pieces = board.of_color(color).count();
        if pieces > 16 {
            report(Problem::TooManyPieces(color, pieces));
        }
        let pawns = board.pieces(color, Role::Pawn).count();
        if pawns > 8 {
            report(Problem::TooManyPawns(color, pawns));
        }
    }
    let misplaced = board.of_role(Role::Pawn) & Bitboard::BACK_RANKS;
    if misplaced.any() {
        report(Problem::PawnsOnBackRank(misplaced));
    }
    let opponent = !setup.turn;
    let king = board.pieces(opponent, Role::King);
    if let (Some(square), false) = (king.first(), king.more_than_one()) {
        let attackers = board.attackers_to(square, board.occupied());
        if attackers.intersects(board.of_color(setup.turn)) {
            report(Problem::OpponentInCheck(opponent, square));
        }
    }
    if setup.castling.any() {
        check_castling(setup, variant, report);
    }
    if let Some(square) = setup.en_passant {
        check_en_passant(setup, square, report);
    }
    if setup.halfmove_clock > MAX_HALFMOVE_CLOCK {
        report(Problem::HalfmoveClock(setup.halfmove_clock));
    }
    if setup.fullmove_number == 0 {
        report(Problem::FullmoveNumber);
    }
}

/// Checks that king and rook are in place for every castling right.
fn check_castling(setup: &Setup, variant: Variant, report: &mut impl FnMut(Problem)) {
    for square in setup.castling & !Bitboard::BACK_RANKS {
        report(Problem::CastlingOffBackRank(square));
    }
    for color in Color::BOTH {
        let rank = Rank::First.relative_to(color);
        let rights = setup.castling & Bitboard::from(rank);
        if rights.is_empty() {
            continue;
        }
        let corners: Bitboard =
            CastlingSide::BOTH.map(|side| side.corner(color)).into_iter().collect();
        let (homes, starts) = if variant == Variant::Chess960 {
            (Bitboard::from(rank) & !corners, Bitboard::from(rank))
        } else {
            (Bitboard::from(Square::new(File::E, rank)), corners)
        };
        let king = setup.board.pieces(color, Role::King);
        let (Some(king), true) = ((king & homes).first(), !king.more_than_one()) else {
            for square in rights {
                report(Problem::CastlingWithoutKing(color, square));
            }
            continue;
        };
        let rooks = setup.board.pieces(color, Role::Rook) & starts;
        for square in rights & !rooks {
            report(Problem::CastlingWithoutRook(color, square));
        }
        // Only the outermost rook on each side of the king can have the right.
        let beyond = Bitboard(Bitboard::from(king).0 - 1);
        let (queenside, kingside) = (rights & rooks & beyond, rights & rooks & !beyond);
        let inner = kingside.into_iter().rev().skip(1);
        for square in queenside.into_iter().skip(1).chain(inner) {
            report(Problem::CastlingTwice(color, square));
        }
    }
}

/// Checks that a pawn can just have passed the en passant square: the square is on the right rank,
/// the pawn is in front of it, and it and the origin of the pawn are empty. Whether an en passant
/// capture is legal is not checked here.
fn check_en_passant(setup: &Setup, square: Square, report: &mut impl FnMut(Problem)) {
    if square.rank() != Rank::Sixth.relative_to(setup.turn) {
        report(Problem::EnPassantRank(square, setup.turn));
        return;
    }
    let passed = Bitboard::from(square);
    let pawn = passed.forward(!setup.turn).lowest();
    if setup.board.piece_on(pawn) != Some(Piece::new(!setup.turn, Role::Pawn)) {
        report(Problem::EnPassantWithoutPawn(square));
    }
    let behind = passed | passed.forward(setup.turn);
    for occupied in behind & setup.board.occupied() {
        report(Problem::EnPassantBlocked(square, occupied));
    }
}
