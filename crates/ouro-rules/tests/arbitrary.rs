//! The `arbitrary` feature: any bytes give values, and every position among them is valid.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use common::Random;
use ouro_rules::{
    Bitboard, Board, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
    Variant,
};

/// Calls `visit` with values made of random bytes.
fn for_random_values<T: for<'a> Arbitrary<'a>>(count: usize, mut visit: impl FnMut(T)) {
    let mut random = Random::new(18);
    for _ in 0..count {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        visit(T::arbitrary(&mut Unstructured::new(&bytes)).unwrap());
    }
}

#[test]
fn every_arbitrary_position_is_valid() {
    let mut variants = HashSet::new();
    let mut positions = HashSet::new();
    let (mut castling, mut en_passant, mut in_check) = (0, 0, 0);
    for_random_values(5_000, |position: Position| {
        position.check_invariants().unwrap();
        assert_eq!(
            Position::from_fen(&position.to_fen(), position.variant()).as_ref(),
            Ok(&position)
        );
        castling += usize::from(position.castling_rooks().any());
        en_passant += usize::from(position.en_passant().is_some());
        in_check += usize::from(position.in_check());
        variants.insert(position.variant());
        positions.insert(position);
    });
    assert_eq!(variants.len(), 3);
    assert!(positions.len() > 1_000, "{} different positions", positions.len());
    assert!(castling > 100 && in_check > 100, "{castling} {in_check}");
    assert!(en_passant > 0);
}

#[test]
fn no_bytes_give_a_start_position() {
    let position = Position::arbitrary(&mut Unstructured::new(&[])).unwrap();
    assert_eq!(position, Position::start(Variant::Chess));
}

#[test]
fn arbitrary_setups_and_boards_are_consistent() {
    let mut moves = HashSet::new();
    for_random_values(2_000, |(setup, board, mv): (Setup, Board, Move)| {
        assert_eq!(setup.board.iter().count(), setup.board.occupied().count() as usize);
        for variant in Variant::ALL {
            assert_eq!(Position::from_setup(&setup, variant).is_ok(), setup.is_playable(variant));
        }
        assert!(board.iter().all(|(square, piece)| board.piece_on(square) == Some(piece)));
        moves.insert(mv);
    });
    assert!(moves.len() > 500);
}

#[test]
fn all_values_of_the_simple_types_occur() {
    fn occurring<T: for<'a> Arbitrary<'a> + std::hash::Hash + Eq>() -> usize {
        let mut seen = HashSet::new();
        for_random_values(2_000, |value: T| {
            seen.insert(value);
        });
        seen.len()
    }
    assert_eq!(occurring::<Square>(), 64);
    assert_eq!(occurring::<File>(), 8);
    assert_eq!(occurring::<Rank>(), 8);
    assert_eq!(occurring::<Color>(), 2);
    assert_eq!(occurring::<Role>(), 6);
    assert_eq!(occurring::<Piece>(), 12);
    assert_eq!(occurring::<CastlingSide>(), 2);
    assert_eq!(occurring::<Variant>(), 3);
    assert!(occurring::<Bitboard>() > 1_900);
}
