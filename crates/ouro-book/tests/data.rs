//! The books and results in `data/openings`.
#![cfg(feature = "embedded")]
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_book::{Book, FormatError, Score, embedded_book, embedded_results};
use ouro_rules::{Position, Variant};

const VARIANTS: [Variant; 2] = [Variant::Chess, Variant::SelfCapture];

#[test]
fn every_position_can_be_reached_and_every_move_is_legal() {
    for variant in VARIANTS {
        let book = embedded_book(variant).unwrap();
        let mut positions = 0;
        for (position, moves) in book.walk(&Position::start(variant)) {
            positions += 1;
            let entry = book.probe(&position).unwrap();
            assert!(!moves.is_empty(), "{position}");
            assert!(moves.iter().all(|known| position.is_legal(known.mv)), "{position}");
            // Not all moves of a search are in the book, so the best one may only be named.
            let best = entry.best.unwrap();
            assert!(moves.iter().any(|known| known.mv == best), "{position}");
        }
        assert_eq!(positions, book.len(), "{variant}");
    }
}

#[test]
fn a_score_is_that_of_the_best_move_unless_a_repetition_is_better() {
    for variant in VARIANTS {
        let book = embedded_book(variant).unwrap();
        let start = Position::start(variant);
        for (position, moves) in book.walk(&start).take(2_000) {
            let score = book.probe(&position).unwrap().score;
            assert!(moves[0].score == score || score == Score::DRAW, "{position}");
        }
    }
}

#[test]
fn results_are_of_legal_moves() {
    for variant in VARIANTS {
        let results = embedded_results(variant).unwrap();
        let start = Position::start(variant);
        let moves = results.moves(&start);
        assert_eq!(moves.iter().map(ouro_book::MoveResults::games).sum::<u32>(), results.games());
        assert!(moves.iter().all(|results| results.self_captures <= results.games()));
    }
}

#[test]
fn damaged_and_truncated_files_are_rejected() {
    for variant in VARIANTS {
        let bytes = embedded_book(variant).unwrap().to_bytes();
        assert_eq!(Book::from_bytes(&bytes).as_ref(), Ok(embedded_book(variant).unwrap()));
        let step = (bytes.len() / 200).max(1);
        for place in (0..bytes.len()).step_by(step) {
            let truncated = Book::from_bytes(&bytes[..place]);
            assert!(truncated.is_err(), "{place}");
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            assert!(Book::from_bytes(&damaged).is_err(), "{place}");
        }
    }
    let foreign = Book::from_bytes(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(foreign, Err(FormatError::Foreign("an opening book")));
}
