//! The reasons why moves are illegal.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, self_capture};
use ouro_rules::{Color, IllegalReason, Message, Position, Role, Square, UciError, Variant};
use std::collections::HashSet;

#[test]
fn every_reason_is_given_where_it_applies() {
    let start = Position::start(Variant::Chess);
    let cases: Vec<(Position, &str, IllegalReason)> = vec![
        (start.clone(), "e4e5", IllegalReason::NoPiece(Square::E4)),
        (start.clone(), "e7e5", IllegalReason::NotYourTurn(Color::White)),
        (start.clone(), "e2e2", IllegalReason::SameSquare),
        (start.clone(), "d1e1", IllegalReason::OwnKing),
        (start.clone(), "a1e8", IllegalReason::EnemyKing),
        (start.clone(), "b1d2", IllegalReason::OwnPiece(Role::Pawn, Square::D2)),
        (start.clone(), "b1b3", IllegalReason::NotReachable(Role::Knight)),
        (start.clone(), "e2e5", IllegalReason::NotReachable(Role::Pawn)),
        (start.clone(), "a1a5", IllegalReason::Blocked(Square::A2)),
        (start.clone(), "e2d3", IllegalReason::NothingToCapture(Square::D3)),
        (start, "e2e4q", IllegalReason::NoPromotion),
        (
            chess("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1"),
            "e3e4",
            IllegalReason::PawnBlocked(Square::E4),
        ),
        (chess("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"), "e2e4", IllegalReason::Blocked(Square::E3)),
        (chess("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), "e5d6", IllegalReason::EnPassantExpired),
        (
            chess("4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1"),
            "e2d3",
            IllegalReason::OwnPiece(Role::Knight, Square::D3),
        ),
        (chess("4k3/8/8/8/8/8/5r2/7K w - - 0 1"), "h1g2", IllegalReason::KingIntoCheck(Square::G2)),
        (chess("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"), "e2c3", IllegalReason::Pinned(Role::Knight)),
        (chess("4r2k/8/8/8/8/8/3N4/4K3 w - - 0 1"), "d2b3", IllegalReason::StillInCheck),
        (chess("4r2k/8/8/8/7b/8/3N4/4K3 w - - 0 1"), "d2e4", IllegalReason::DoubleCheck),
        (chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7a8", IllegalReason::PromotionMissing),
        (
            chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
            "a7a8k",
            IllegalReason::PromotionRole(Role::King),
        ),
        (chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1g1q", IllegalReason::NoPromotion),
        // Right after the double step, on the rank of the king.
        (chess("8/8/3p4/KPp4r/8/8/8/7k w - c6 0 2"), "b5c6", IllegalReason::EnPassantExposesKing),
        // Two pawns attack the square, but the capture of one of them would open a diagonal.
        (chess("7k/6b1/8/2PpP3/3K4/8/8/8 w - d6 0 1"), "e5d6", IllegalReason::EnPassantExposesKing),
        (chess("7k/8/8/2PpP3/3K4/8/8/8 w - d6 0 1"), "e5d6q", IllegalReason::NoPromotion),
    ];
    let mut codes = HashSet::new();
    for (position, mv, expected) in cases {
        let UciError::Illegal { reason, .. } = position.parse_uci(mv).unwrap_err() else {
            panic!("{mv}")
        };
        assert_eq!(reason, expected, "{position} {mv}");
        codes.insert(reason.code());
        let (from, to) = (mv[..2].parse().unwrap(), mv[2..4].parse().unwrap());
        let promotion = mv.chars().nth(4).and_then(Role::from_char);
        assert_eq!(position.why_illegal(from, to, promotion), Some(expected));
    }
    // The reasons for castling are tested in castling.rs.
    assert_eq!(codes.len(), 19);
}

#[test]
fn a_legal_move_has_no_reason_to_be_illegal() {
    let position = Position::start(Variant::Chess);
    assert_eq!(position.why_illegal(Square::E2, Square::E4, None), None);
}

#[test]
fn in_self_capture_chess_an_own_piece_can_be_captured() {
    let position = Position::start(Variant::SelfCapture);
    assert_eq!(position.why_illegal(Square::B1, Square::D2, None), None);
    let pawn = self_capture("4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1");
    assert_eq!(pawn.why_illegal(Square::E2, Square::D3, None), None);
}

#[test]
fn texts_that_are_not_uci_moves_are_refused() {
    let position = Position::start(Variant::Chess);
    for text in ["", "e2", "e2e", "e2e9", "x2e4", "e2e4qq", "e2e4x", "0000", "é2e4", "e2e4é"] {
        let error = position.parse_uci(text).unwrap_err();
        assert!(matches!(error, UciError::Syntax(_)), "{text}");
        assert!(error.to_string().starts_with('\''));
    }
}
