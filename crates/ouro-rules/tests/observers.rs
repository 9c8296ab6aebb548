//! Observers of moves receive every changed square.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, for_random_positions, self_capture};
use ouro_rules::{Changes, Piece, Position, Square, Variant};

fn changes(position: &Position, uci: &str) -> Changes {
    let mut changes = Changes::default();
    let mut after = position.clone();
    after.play_observed(position.parse_uci(uci).unwrap(), &mut changes);
    changes
}

#[test]
fn the_changes_of_every_kind_of_move_are_complete() {
    let quiet = changes(&Position::start(Variant::Chess), "g1f3");
    assert_eq!(quiet.removed(), [(Piece::WhiteKnight, Square::G1)]);
    assert_eq!(quiet.placed(), [(Piece::WhiteKnight, Square::F3)]);

    let own = changes(&Position::start(Variant::SelfCapture), "a1a2");
    assert_eq!(own.removed(), [(Piece::WhitePawn, Square::A2), (Piece::WhiteRook, Square::A1)]);
    assert_eq!(own.placed(), [(Piece::WhiteRook, Square::A2)]);

    let en_passant = changes(&chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6");
    assert_eq!(
        en_passant.removed(),
        [(Piece::BlackPawn, Square::D5), (Piece::WhitePawn, Square::E5)],
    );
    assert_eq!(en_passant.placed(), [(Piece::WhitePawn, Square::D6)]);

    let promotion = changes(&self_capture("1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7b8r");
    assert_eq!(
        promotion.removed(),
        [(Piece::WhiteKnight, Square::B8), (Piece::WhitePawn, Square::A7)],
    );
    assert_eq!(promotion.placed(), [(Piece::WhiteRook, Square::B8)]);

    let castling = changes(&chess("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), "e8c8");
    assert_eq!(
        castling.removed(),
        [(Piece::BlackKing, Square::E8), (Piece::BlackRook, Square::A8)],
    );
    assert_eq!(castling.placed(), [(Piece::BlackKing, Square::C8), (Piece::BlackRook, Square::D8)],);
}

#[test]
fn the_changes_lead_from_one_board_to_the_next() {
    for variant in Variant::ALL {
        for_random_positions(variant, 16, 10_000, |position| {
            for mv in &position.legal_moves() {
                let mut changes = Changes::default();
                let mut after = position.clone();
                after.play_observed(mv, &mut changes);
                let mut board = position.board().clone();
                for &(piece, square) in changes.removed() {
                    assert_eq!(board.remove(square), Some(piece), "{position} {mv:?}");
                }
                for &(piece, square) in changes.placed() {
                    assert_eq!(board.piece_on(square), None, "{position} {mv:?}");
                    board.put(piece, square);
                }
                assert_eq!(&board, after.board(), "{position} {mv:?}");
            }
        });
    }
}
