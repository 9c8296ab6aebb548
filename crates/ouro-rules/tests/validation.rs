//! Validation: playable and unreachable positions.
#![allow(clippy::unwrap_used)]

mod common;

use ouro_rules::{Bitboard, Color, Piece, Position, Problem, Setup, Square, Variant};

fn problems(fen: &str, variant: Variant) -> Vec<Problem> {
    Setup::from_fen(fen, variant).unwrap().problems(variant).to_vec()
}

fn unreachable(fen: &str, variant: Variant) -> Vec<Problem> {
    Position::from_fen(fen, variant).unwrap().reachability_problems().to_vec()
}

#[test]
fn every_problem_of_an_unplayable_setup_is_found() {
    let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
    let cases = [
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            vec![Problem::NoKing(Color::White), Problem::NoKing(Color::Black)],
        ),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", vec![Problem::NoKing(Color::White)]),
        (
            "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
            vec![Problem::ManyKings(Color::White, set(&[Square::A1, Square::E1]))],
        ),
        (
            "P3k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            vec![Problem::PawnsOnBackRank(set(&[Square::A1, Square::A8]))],
        ),
        (
            "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1",
            vec![Problem::TooManyPieces(Color::White, 17)],
        ),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", vec![Problem::TooManyPawns(Color::White, 9)]),
        (
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
            vec![Problem::OpponentInCheck(Color::Black, Square::E8)],
        ),
        ("4k3/4K3/8/8/8/8/8/8 w - - 0 1", vec![Problem::OpponentInCheck(Color::Black, Square::E8)]),
        (
            "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
            vec![Problem::CastlingWithoutKing(Color::White, Square::H1)],
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w q - 0 1",
            vec![Problem::CastlingWithoutRook(Color::Black, Square::A8)],
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", vec![Problem::EnPassantRank(Square::E3, Color::White)]),
        ("4k3/8/8/8/8/8/8/4K3 b - e6 0 1", vec![Problem::EnPassantRank(Square::E6, Color::Black)]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", vec![Problem::EnPassantWithoutPawn(Square::E6)]),
        (
            "k7/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
            vec![Problem::EnPassantBlocked(Square::E6, Square::E7)],
        ),
        (
            "k7/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
            vec![Problem::EnPassantBlocked(Square::E6, Square::E6)],
        ),
        ("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", vec![Problem::EnPassantWithoutPawn(Square::E3)]),
        (
            "8/8/8/8/8/8/8/P7 b KQ e6 0 1",
            vec![
                Problem::NoKing(Color::White),
                Problem::NoKing(Color::Black),
                Problem::PawnsOnBackRank(set(&[Square::A1])),
                Problem::CastlingWithoutKing(Color::White, Square::A1),
                Problem::CastlingWithoutKing(Color::White, Square::H1),
                Problem::EnPassantRank(Square::E6, Color::Black),
            ],
        ),
    ];
    for (fen, expected) in cases {
        assert_eq!(problems(fen, Variant::Chess), expected, "{fen}");
        assert_eq!(problems(fen, Variant::SelfCapture), expected, "{fen}");
        let sentence = Setup::from_fen(fen, Variant::Chess).unwrap().problems(Variant::Chess);
        assert!(!sentence.to_string().is_empty());
        assert!(
            Position::from_setup(&Setup::from_fen(fen, Variant::Chess).unwrap(), Variant::Chess)
                .is_err()
        );
    }
}

#[test]
fn a_setup_created_in_code_is_validated() {
    let mut setup = Setup::start();
    setup.castling |= Bitboard::from(Square::E4);
    setup.halfmove_clock = 1_000;
    setup.fullmove_number = 0;
    assert_eq!(
        setup.problems(Variant::Chess).as_slice(),
        [
            Problem::CastlingOffBackRank(Square::E4),
            Problem::HalfmoveClock(1_000),
            Problem::FullmoveNumber,
        ],
    );
    let mut setup = Setup::start();
    setup.castling = Bitboard::from(Square::B1);
    assert_eq!(
        setup.problems(Variant::Chess).as_slice(),
        [Problem::CastlingWithoutRook(Color::White, Square::B1)],
    );
    let mut setup = Setup::empty();
    setup.board.put(Piece::WhiteKing, Square::A1);
    setup.board.put(Piece::WhiteRook, Square::B1);
    setup.board.put(Piece::BlackKing, Square::H8);
    setup.castling = Bitboard::from(Square::B1);
    assert_eq!(
        setup.problems(Variant::Chess960).as_slice(),
        [Problem::CastlingWithoutKing(Color::White, Square::B1)],
    );
    assert_eq!(
        setup.problems(Variant::Chess960).to_string(),
        "White cannot castle with a rook on b1: its king is not on its home square",
    );
    assert_eq!(setup.problems(Variant::Chess960)[0].squares(), Square::B1.into());
}

#[test]
fn unusual_but_playable_positions_are_accepted() {
    for fen in [
        // A high halfmove clock, a high move number, all pawns promoted, a full board.
        "4k3/8/8/8/8/8/8/4K3 w - - 120 500",
        "4k3/8/8/8/8/8/8/4K2R w K - 999 65535",
        "QQQQQQQQ/7Q/8/3k4/8/8/8/RNB1KBNR b - - 0 60",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let position = Position::from_fen(fen, Variant::Chess);
        assert_eq!(position.map(|position| position.to_fen()).as_deref(), Ok(fen));
    }
}

#[test]
fn three_checkers_are_handled() {
    let fen = "4k3/8/3N4/8/1B6/8/8/4R1K1 b - - 0 1";
    for variant in Variant::ALL {
        let position = Position::from_fen("4k3/8/3N4/1B6/8/8/8/4R1K1 b - - 0 1", variant).unwrap();
        assert_eq!(position.checkers().count(), 3);
        assert!(position.legal_moves().into_iter().all(|mv| mv.from() == Square::E8));
        assert!(matches!(position.reachability_problems()[..], [Problem::ImpossibleCheck(_)]));
        assert!(Position::from_fen(fen, variant).is_ok());
    }
    let six = "4k3/2N1N1N1/3P1P2/1B6/7B/8/8/4R1K1 b - - 0 1";
    let position = Position::from_fen(six, Variant::SelfCapture).unwrap();
    assert!(position.checkers().count() >= 3);
    for mv in &position.legal_moves() {
        let mut after = position.clone();
        after.play(mv).unwrap();
    }
}

#[test]
fn the_invalid_row_of_the_original_perft_table_is_refused() {
    let fen = "k7/8/8/8/4r3/8/4B3/R3K2R w KQ - 0 1";
    assert_eq!(
        problems(fen, Variant::SelfCapture),
        [Problem::OpponentInCheck(Color::Black, Square::A8)],
    );
}

#[test]
fn more_promoted_pieces_than_missing_pawns_are_unreachable() {
    let nine_queens = "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1";
    assert_eq!(
        unreachable(nine_queens, Variant::Chess),
        [Problem::PromotedPieces { color: Color::White, promoted: 1, missing: 0 }],
    );
    let two_light_bishops = "4k3/8/8/8/8/5B1B/PPPPPPPP/4K3 w - - 0 1";
    let found = unreachable(two_light_bishops, Variant::Chess);
    assert!(matches!(found[..], [Problem::PromotedPieces { promoted: 2, .. }]), "{found:?}");
    let covered = "4k3/8/8/8/8/8/PPPPPP2/QQ2K3 w - - 0 1";
    assert!(unreachable(covered, Variant::Chess).is_empty());
}

#[test]
fn a_bishop_behind_unmoved_pawns_has_not_moved() {
    // The dark bishop on h6 cannot be the one from c1.
    let fen = "rnbqkbnr/pppppppp/7B/8/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 10";
    let found = unreachable(fen, Variant::Chess);
    assert!(matches!(found[..], [Problem::PromotedPieces { promoted: 1, missing: 0, .. }]));
    assert_eq!(unreachable(fen, Variant::SelfCapture), found);
    // In Chess960 it may have started there.
    for number in 0..960 {
        let start = Position::chess960_start(number).unwrap();
        assert!(start.reachability_problems().is_empty(), "{start}");
    }
    let free = "rnbqkbnr/pppppppp/7B/8/8/3P4/PPP1PPPP/RN1QKBNR b KQkq - 0 10";
    assert!(unreachable(free, Variant::Chess).is_empty());
}

#[test]
fn pawns_change_their_file_only_by_capturing() {
    let doubled = "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        unreachable(doubled, Variant::Chess),
        [Problem::PawnCaptures { color: Some(Color::White), needed: 1, missing: 0 }],
    );
    // In self-capture chess the pawn may have captured an own piece, but none is missing.
    assert_eq!(
        unreachable(doubled, Variant::SelfCapture),
        [Problem::PawnCaptures { color: None, needed: 1, missing: 0 }],
    );
    let own_knight_gone = "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/R1BQKBNR w KQkq - 0 1";
    assert!(!unreachable(own_knight_gone, Variant::Chess).is_empty());
    assert!(unreachable(own_knight_gone, Variant::SelfCapture).is_empty());
    let impossible = "4k3/8/8/8/8/PPP5/PPP5/4K3 w - - 0 1";
    let found = unreachable(impossible, Variant::SelfCapture);
    assert!(found.contains(&Problem::PawnStructure(Color::White)), "{found:?}");
}

#[test]
fn impossible_checks_are_detected() {
    for fen in [
        // Two knights; a pawn that has not moved; both ends of one diagonal.
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
        "8/8/8/8/8/4k3/3P4/4K3 b - - 0 1",
        "7B/8/8/4k3/8/8/8/B3K3 b - - 0 1",
        // The bishop gave check before the double step already.
        "2b4k/8/8/3Pp3/8/7K/8/8 w - e6 0 1",
    ] {
        let found = unreachable(fen, Variant::Chess);
        assert!(matches!(found[..], [Problem::ImpossibleCheck(_)]), "{fen}: {found:?}");
    }
    for fen in [
        // A double check by knight and rook; a check by the pawn that made the double step.
        "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1",
        "7k/8/8/3Pp3/3K4/8/8/8 w - e6 0 2",
    ] {
        assert_eq!(unreachable(fen, Variant::Chess), [], "{fen}");
    }
}

#[test]
fn clocks_that_contradict_the_position_are_detected() {
    let fen = "7k/8/8/3Pp3/8/8/8/4K3 w - e6 4 9";
    assert_eq!(unreachable(fen, Variant::Chess), [Problem::ClockAfterPawnMove(4)]);
    let early = "7k/8/8/8/8/8/8/4K3 b - - 4 1";
    assert_eq!(unreachable(early, Variant::Chess), [Problem::ClockBeforeStart(4, 1)]);
}

#[test]
fn positions_of_games_are_never_reported_as_unreachable() {
    for variant in Variant::ALL {
        let mut random = common::Random::new(10);
        for number in 0..150 {
            let mut position = match variant {
                Variant::Chess960 => Position::chess960_start(number * 6).unwrap(),
                _ => Position::start(variant),
            };
            for _ in 0..200 {
                let problems = position.reachability_problems();
                assert!(problems.is_empty(), "{position}: {problems}");
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(*random.pick(&moves)).unwrap();
            }
        }
    }
}
