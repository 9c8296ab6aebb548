//! Static exchange evaluation against a slow reference that makes the captures.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, for_random_positions, self_capture};
use ouro_rules::{Bitboard, Color, Move, MoveKind, Piece, Position, Role, Square, attacks};

/// The pieces on the board as a plain array.
type Squares = [Option<Piece>; 64];

fn occupied(squares: &Squares) -> Bitboard {
    Square::ALL.into_iter().filter(|square| squares[square.index()].is_some()).collect()
}

/// Returns what `side` gains on `target` by capturing with its least valuable piece or not at all.
fn best_reply(squares: &Squares, target: Square, side: Color) -> i32 {
    let occupied = occupied(squares);
    let attackers = |color| {
        Square::ALL
            .into_iter()
            .filter(|from| from != &target)
            .filter_map(|from| Some((squares[from.index()]?, from)))
            .filter(|(piece, _)| piece.color() == color)
            .filter(|(piece, from)| {
                attacks::of(piece.role(), color, *from, occupied).contains(target)
            })
            .min_by_key(|(piece, from)| (piece.role(), *from))
    };
    let Some((piece, from)) = attackers(side) else { return 0 };
    if piece.role() == Role::King && attackers(!side).is_some() {
        return 0;
    }
    let prize = squares[target.index()].unwrap().role().value();
    let mut after = *squares;
    after[target.index()] = after[from.index()].take();
    (prize - best_reply(&after, target, !side)).max(0)
}

fn reference_see(position: &Position, mv: Move) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let mut squares: Squares = Square::ALL.map(|square| position.piece_on(square));
    let mut piece = squares[mv.from().index()].take().unwrap();
    let mut gain = 0;
    if let Some((victim, square)) = position.captured(mv) {
        squares[square.index()] = None;
        let sign = if victim.color() == position.turn() { -1 } else { 1 };
        gain += sign * victim.role().value();
    }
    if let MoveKind::Promotion(role) = mv.kind() {
        gain += role.value() - Role::Pawn.value();
        piece = Piece::new(position.turn(), role);
    }
    squares[mv.to().index()] = Some(piece);
    gain - best_reply(&squares, mv.to(), !position.turn())
}

#[test]
fn see_agrees_with_the_reference() {
    for variant in ouro_rules::Variant::ALL {
        for_random_positions(variant, 12, 15_000, |position| {
            for mv in &position.legal_moves() {
                let expected = reference_see(position, mv);
                assert_eq!(position.see(mv), expected, "{position} {mv:?}");
                for threshold in [-900, -101, -1, 0, 1, 100, expected - 1, expected, expected + 1] {
                    let found = position.see_at_least(mv, threshold);
                    assert_eq!(found, expected >= threshold, "{position} {mv:?} {threshold}");
                }
            }
        });
    }
}

#[test]
fn textbook_exchanges_have_their_values() {
    let value = |position: &Position, uci: &str| position.see(position.parse_uci(uci).unwrap());
    let hanging = chess("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1");
    assert_eq!(value(&hanging, "e1e5"), 100);
    let defended = chess("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1");
    assert_eq!(value(&defended, "d3e5"), -200);
    let start = Position::start(ouro_rules::Variant::Chess);
    let quiet = start.parse_uci("e2e4").unwrap();
    assert!(start.see_at_least(quiet, i32::MIN) && !start.see_at_least(quiet, i32::MAX));
    assert_eq!(value(&start, "e2e4"), 0);
}

#[test]
fn a_self_capture_loses_the_captured_piece() {
    let value = |position: &Position, uci: &str| position.see(position.parse_uci(uci).unwrap());
    let quiet = self_capture("4k3/8/8/8/8/2N5/4P3/R3K2R w KQ - 0 1");
    assert_eq!(value(&quiet, "c3e2"), -100);
    assert_eq!(value(&quiet, "e1e2"), -100);
    // The rook captures its own pawn on a square that the opponent attacks.
    let attacked = self_capture("4k3/8/5p2/4P3/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(value(&attacked, "e1e5"), -600);
    // Promoting to a queen gains 800, and capturing the own knight loses 300.
    let promotion = self_capture("1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(value(&promotion, "a7b8q"), 500);
}
