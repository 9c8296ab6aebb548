//! Promotions.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, self_capture, uci_moves};
use ouro_rules::{FenErrorKind, IllegalReason, Position, Problem, Role, Square, Variant};

#[test]
fn the_table_of_promotions_matches() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/promotions.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let columns: Vec<_> = line.split('\t').collect();
        let [fen, moves, promotions, note] = columns[..] else { panic!("{line}") };
        let position = Position::from_fen(fen, Variant::Chess);
        rows += 1;
        if moves == "invalid" {
            let error = position.unwrap_err();
            let in_check =
                matches!(error.kind(), FenErrorKind::Position(Problem::OpponentInCheck(..)));
            assert!(in_check, "{fen}: {error}");
            continue;
        }
        let legal = position.unwrap().legal_moves();
        assert_eq!(legal.len().to_string(), moves, "{fen} {note}");
        let promoting = legal.iter().filter(|mv| mv.promoted_to().is_some()).count();
        assert_eq!(promoting.to_string(), promotions, "{fen} {note}");
    }
    assert_eq!(rows, 16);
}

#[test]
fn a_blocked_pawn_cannot_promote() {
    let position = chess("r3k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(uci_moves(&position), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    let blocked = Err(IllegalReason::PawnBlocked(Square::A8));
    assert_eq!(position.find_move(Square::A7, Square::A8, Some(Role::Queen)), blocked);
    // A pawn does not capture straight ahead in self-capture chess either.
    for fen in ["r3k3/P7/8/8/8/8/8/4K3 w - - 0 1", "N3k3/P7/8/8/8/8/8/4K3 w - - 0 1"] {
        let blocked = Err(IllegalReason::PawnBlocked(Square::A8));
        let position = self_capture(fen);
        assert_eq!(position.find_move(Square::A7, Square::A8, Some(Role::Queen)), blocked);
    }
}

#[test]
fn a_promotion_needs_a_valid_role() {
    let position = chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let to = |role| position.find_move(Square::A7, Square::A8, role);
    assert_eq!(to(None), Err(IllegalReason::PromotionMissing));
    assert_eq!(to(Some(Role::King)), Err(IllegalReason::PromotionRole(Role::King)));
    assert_eq!(to(Some(Role::Pawn)), Err(IllegalReason::PromotionRole(Role::Pawn)));
    assert!(to(Some(Role::Knight)).is_ok());
    let early = position.find_move(Square::E1, Square::E2, Some(Role::Queen));
    assert_eq!(early, Err(IllegalReason::NoPromotion));
}

#[test]
fn black_promotes_on_the_first_rank() {
    let position = chess("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1");
    let promotions: Vec<_> =
        uci_moves(&position).into_iter().filter(|mv| mv.starts_with('a')).collect();
    assert_eq!(promotions.len(), 8);
    let mut after = position.clone();
    after.play(position.parse_uci("a2b1n").unwrap()).unwrap();
    assert_eq!(after.to_fen(), "4k3/8/8/8/8/8/8/1n2K3 w - - 0 2");
}
