//! FEN: round trips, the place of every kind of error, repairs, and a million random texts.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, chess};
use ouro_rules::{
    Bitboard, DebugView, FenErrorKind, FenStyle, Position, Problem, Repair, Setup, Square, Variant,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn canonical_fens() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/canonical-fens.txt");
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn two_thousand_fens_round_trip_exactly() {
    let fens = canonical_fens();
    assert_eq!(fens.len(), 2_000);
    for fen in fens {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let position = Position::from_fen(&fen, variant).unwrap();
            assert_eq!(position.to_fen(), fen);
            let again = Position::from_fen(&position.to_fen(), variant).unwrap();
            assert_eq!(again, position);
            assert_eq!(DebugView(&again).to_string(), DebugView(&position).to_string());
            assert_eq!(again.key(), position.key());
            assert_eq!(position.check_invariants(), Ok(()));
            let (lenient, repairs) = Position::from_fen_lenient(&fen, variant).unwrap();
            assert_eq!((lenient, repairs), (position, vec![]));
        }
    }
}

#[test]
fn common_test_positions_are_parsed() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    let edwards = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
    // The castling rights of these two are valid: kings and rooks are on their start squares.
    let at_home_1 = "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let at_home_2 = "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for fen in [START, kiwipete, position_4, edwards, at_home_1, at_home_2] {
        assert_eq!(chess(fen).to_fen(), fen);
    }
}

#[test]
fn an_en_passant_capture_that_exposes_the_king_is_not_possible() {
    // Without a black king there is no position.
    let no_king = Position::from_fen("8/2p5/3p4/KP5r/8/8/8/8 w - - 0 1", Variant::Chess);
    assert_eq!(
        no_king.unwrap_err().kind(),
        &FenErrorKind::Position(Problem::NoKing(ouro_rules::Color::Black)),
    );
    // With one, the capture after c7-c5 would open the fifth rank.
    let mut position = chess("8/2p5/3p4/KP5r/8/8/8/7k b - - 0 1");
    position.play(position.parse_uci("c7c5").unwrap()).unwrap();
    assert_eq!(position.en_passant(), None);
    assert_eq!(position.to_fen(), "8/8/3p4/KPp4r/8/8/8/7k w - - 0 2");
    // A FEN may contain the square, but neither the key nor the written FEN does.
    let given = chess("8/8/3p4/KPp4r/8/8/8/7k w - c6 0 2");
    assert_eq!((given.key(), given.to_fen()), (position.key(), position.to_fen()));
    assert!(given.parse_uci("b5c6").is_err());
    // The capturing pawn is pinned by a bishop.
    let pinned = chess("8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1");
    assert_eq!(pinned.en_passant(), None);
    assert!(pinned.parse_uci("c4d3").is_err());
}

#[test]
fn an_en_passant_square_is_kept_only_if_a_capture_is_legal() {
    let usable = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2";
    assert_eq!(chess(usable).to_fen(), usable);
    assert_eq!(chess(usable).en_passant(), Some(Square::E3));
    let useless = chess("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(useless.en_passant(), None);
    let mut played = chess(START);
    played.play(played.parse_uci("e2e4").unwrap()).unwrap();
    assert_eq!(played, useless);
    assert_eq!(played.key(), useless.key());
}

/// Returns the kind of the first problem and its byte offset.
fn error(fen: &str) -> (FenErrorKind, usize) {
    let error = Position::from_fen(fen, Variant::Chess).unwrap_err();
    assert!(!error.to_string().is_empty());
    (error.kind().clone(), error.at())
}

#[test]
fn every_kind_of_error_is_located() {
    use FenErrorKind as E;
    let text = |text: &str| text.to_owned();
    let width = |rank, width| E::RankWidth { rank, width };
    let cases = [
        ("", E::FieldCount(0), 0),
        ("8/8/8/8/8/8/8/8", E::FieldCount(1), 15),
        ("8/8/8/8/8/8/8/8 w - - 0", E::FieldCount(5), 23),
        ("8/8/8/8/8/8/8/8 w - - 0 1 1", E::FieldCount(7), 26),
        ("8/8/8/8/8/8/8/8  w - - 0 1", E::Spaces, 16),
        (" 8/8/8/8/8/8/8/8 w - - 0 1", E::Spaces, 0),
        ("8/8/8/8/8/8/8/8 w - - 0 1 ", E::FieldCount(6), 26),
        ("8/8/8/8/8/8/8 w - - 0 1", E::RankCount(7), 13),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", E::RankCount(9), 15),
        ("8/8/7/8/8/8/8/8 w - - 0 1", width(6, 7), 5),
        ("8/8/8/8/8/8/8/7 w - - 0 1", width(1, 7), 15),
        ("8/8/8/8/8/8/8/pppppppppp w - - 0 1", width(1, 9), 22),
        ("8/8/8/8/8/8/8/ppppp4 w - - 0 1", width(1, 9), 19),
        ("88/8/8/8/8/8/8/8 w - - 0 1", width(8, 16), 1),
        ("44/8/8/8/8/8/8/8 w - - 0 1", E::AdjacentNumbers(8), 1),
        ("8/8/8/8/8/8/8/x7 w - - 0 1", E::PlacementCharacter('x'), 14),
        ("8/8/8/8/8/8/8/é7 w - - 0 1", E::PlacementCharacter('é'), 14),
        ("9/8/8/8/8/8/8/8 w - - 0 1", E::PlacementCharacter('9'), 0),
        ("0/8/8/8/8/8/8/8 w - - 0 1", E::PlacementCharacter('0'), 0),
        ("8/8/8/8/8/8/8/8 x - - 0 1", E::SideToMove(text("x")), 16),
        ("8/8/8/8/8/8/8/8 W - - 0 1", E::SideToMove(text("W")), 16),
        ("8/8/8/8/8/8/8/8 white - - 0 1", E::SideToMove(text("white")), 16),
        ("8/8/8/8/8/8/8/8 w X - 0 1", E::Castling(text("X")), 18),
        ("8/8/8/8/8/8/8/8 w K- - 0 1", E::Castling(text("K-")), 18),
        ("8/8/8/8/8/8/8/8 w HAha - 0 1", E::CastlingFiles(text("HAha")), 18),
        ("8/8/8/8/8/8/8/8 w KQkqK - 0 1", E::CastlingRepeated('K'), 22),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", E::EnPassant(text("e9")), 20),
        ("8/8/8/8/8/8/8/8 w - e 0 1", E::EnPassant(text("e")), 20),
        ("8/8/8/8/8/8/8/8 w - - x 1", E::HalfmoveClock(text("x")), 22),
        ("8/8/8/8/8/8/8/8 w - - -1 1", E::HalfmoveClock(text("-1")), 22),
        ("8/8/8/8/8/8/8/8 w - - 1000 1", E::HalfmoveClock(text("1000")), 22),
        ("8/8/8/8/8/8/8/8 w - - 0 0", E::FullmoveNumber(text("0")), 24),
        ("8/8/8/8/8/8/8/8 w - - 0 65536", E::FullmoveNumber(text("65536")), 24),
        ("8/8/8/8/8/8/8/8 w - - 0 +1", E::FullmoveNumber(text("+1")), 24),
    ];
    for (fen, kind, at) in cases {
        assert_eq!(error(fen), (kind, at), "{fen}");
    }
    let long = format!("8/8/8/8/8/8/8/8 w - - 0 {}", "9".repeat(10_000));
    let (kind, _) = error(&long);
    assert_eq!(kind, E::FullmoveNumber(format!("{}…", "9".repeat(20))));
}

#[test]
fn kings_with_swapped_colors_are_rejected() {
    let (kind, _) = error("rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w KQkq - 0 1");
    assert!(matches!(kind, FenErrorKind::Position(_)), "{kind:?}");
}

#[test]
fn all_problems_of_a_fen_are_reported_at_once() {
    let error = Position::from_fen("8/8/8/8/8/8/8/9 x KX e9 a 0", Variant::Chess).unwrap_err();
    assert_eq!(error.problems().len(), 6);
    let sentence = error.to_string();
    assert!(sentence.contains("'9' is neither a piece") && sentence.contains("(at byte 24)"));
    let places: Vec<_> = error.problems().iter().map(|problem| problem.at).collect();
    assert_eq!(places, [14, 16, 18, 21, 24, 26]);
}

#[test]
fn problems_of_the_position_are_located_in_the_text() {
    let cases = [
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 16),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", 23),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", 24),
        ("r3k3/8/8/8/8/8/8/4K2R w Kqk - 0 1", 26),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", 24),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", 0),
    ];
    for (fen, at) in cases {
        let (kind, found) = error(fen);
        assert!(matches!(kind, FenErrorKind::Position(_)), "{fen}");
        assert_eq!(found, at, "{fen}");
    }
}

#[test]
fn lenient_parsing_reports_its_repairs() {
    let lenient = |fen: &str| Position::from_fen_lenient(fen, Variant::Chess).unwrap();
    let (position, repairs) = lenient("r3k3/8/8/8/8/8/8/4K3 b kq - 0 1");
    assert_eq!(position.to_fen(), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
    assert!(matches!(repairs[..], [Repair::CastlingDropped(Problem::CastlingWithoutRook(..))]));

    let (position, repairs) = lenient("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1");
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/R2K3R w - - 0 1");
    assert_eq!(repairs.len(), 2);

    for square in ["e6", "e3", "a4"] {
        let (position, repairs) = lenient(&format!("4k3/8/8/8/8/8/8/4K3 w - {square} 0 1"));
        assert_eq!(position.en_passant(), None);
        assert!(matches!(repairs[..], [Repair::EnPassantDropped(_)]), "{repairs:?}");
    }

    let (position, repairs) = lenient("4k3/8/8/8/8/8/8/4K3 w - - 99999999999 0");
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (999, 1));
    assert!(matches!(repairs[..], [Repair::HalfmoveClock(_, 999), Repair::FullmoveNumber(_, 1)],));

    let (position, repairs) = lenient("4k3/8/8/8/8/8/8/4K3 b - -");
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(repairs, [Repair::ClocksAdded]);
    let (position, repairs) = lenient("4k3/8/8/8/8/8/8/4K3 b - - 7");
    assert_eq!((position.halfmove_clock(), repairs), (7, vec![Repair::MoveNumberAdded]));
    let (_, repairs) = lenient("  4k3/8/8/8/8/8/8/4K3\tb - -  3 7\r");
    assert_eq!(repairs, [Repair::SpacesRemoved]);
    for repair in repairs {
        assert!(!repair.to_string().is_empty());
    }
}

#[test]
fn lenient_parsing_does_not_guess() {
    for fen in [
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w z - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1",
        "4k3/8/8/8/8/8/8/4K3 w -",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
    ] {
        assert!(Position::from_fen_lenient(fen, Variant::Chess).is_err(), "{fen}");
    }
}

#[test]
fn chess960_castling_rights_are_parsed_and_written_in_both_styles() {
    let position = |fen| Position::from_fen(fen, Variant::Chess960).unwrap();
    let shredder = "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1";
    let plain = "1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1";
    for fen in [shredder, plain] {
        assert_eq!(position(fen).to_fen(), shredder);
        assert_eq!(position(fen).to_fen_in(FenStyle::XFen), plain);
    }
    // Only the file letter can name the inner rook.
    let inner = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1";
    assert_eq!(position(inner).to_fen_in(FenStyle::XFen), inner);
    assert_eq!(position(inner).castling_rooks(), Bitboard::from(Square::F1));
    let outer = position("4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
    assert_eq!(outer.castling_rooks(), Bitboard::from(Square::H1));
    assert_eq!(outer.to_fen(), "4k3/8/8/8/8/8/8/4KR1R w H - 0 1");
    for bad in [
        "4k3/8/8/8/8/8/8/4KR1R w HF - 0 1",
        "4k3/8/8/8/8/8/8/4KR1R w G - 0 1",
        "4k3/8/8/8/8/8/8/KR6 w B - 0 1",
        "4k3/8/8/8/8/8/4K3/5R2 w F - 0 1",
        "4k3/8/8/8/8/8/8/4KR1R w HH - 0 1",
    ] {
        assert!(Position::from_fen(bad, Variant::Chess960).is_err(), "{bad}");
        let lenient = Position::from_fen_lenient(bad, Variant::Chess960);
        assert_eq!(lenient.is_ok(), !bad.contains("HH"), "{bad}");
    }
    // Of several rooks on one side, the outermost keeps its castling right.
    let many = "4k3/8/8/8/8/8/8/R1R1K1RR w HGCA - 0 1";
    let (kept, repairs) = Position::from_fen_lenient(many, Variant::Chess960).unwrap();
    assert_eq!(kept.to_fen(), "4k3/8/8/8/8/8/8/R1R1K1RR w HA - 0 1");
    assert_eq!(repairs.len(), 2);
}

#[test]
fn a_setup_may_be_unplayable() {
    let fen = "8/8/8/8/8/8/8/8 w KQkq e6 0 1";
    let setup = Setup::from_fen(fen, Variant::Chess).unwrap();
    assert_eq!(setup.to_fen(FenStyle::XFen, Variant::Chess), fen);
    assert!(!setup.is_playable(Variant::Chess));
    assert_eq!(Setup::from_fen(START, Variant::Chess), Ok(Setup::default()));
    assert!(Setup::from_fen("8/8", Variant::Chess).is_err());
}

/// Checks strict and lenient parsing of a text. The lenient parser does not use the fast path, so
/// it must return the same position as the strict parser, without repairs.
fn check_any_text(text: &str, accepted: &mut usize) {
    for variant in Variant::ALL {
        let strict = Position::from_fen(text, variant);
        let lenient = Position::from_fen_lenient(text, variant);
        match strict {
            Ok(position) => {
                *accepted += 1;
                assert_eq!(position.check_invariants(), Ok(()), "{text}");
                let again = Position::from_fen(&position.to_fen(), variant);
                assert_eq!(again.as_ref(), Ok(&position), "{text}");
                assert_eq!(lenient, Ok((position, vec![])), "{text}");
            }
            Err(error) => {
                assert!(!error.problems().is_empty());
                for problem in error.problems() {
                    assert!(problem.at <= text.len() && text.is_char_boundary(problem.at));
                }
                if let Ok((position, repairs)) = lenient {
                    assert_eq!(position.check_invariants(), Ok(()), "{text}");
                    assert!(!repairs.is_empty(), "{text}: {error}");
                }
            }
        }
    }
}

#[test]
fn a_million_random_and_mutated_texts_do_not_panic() {
    let mut random = Random::new(2026);
    let fens = canonical_fens();
    let letters: Vec<char> =
        "pnbrqkPNBRQK12345678/ wbKQkqHAha-abcdefgh0123456789é\u{0}\n9xX".chars().collect();
    let mut accepted = 0;
    let mut text = String::new();
    for i in 0..1_000_000 {
        text.clear();
        if i % 4 == 0 {
            let length = random.below(100);
            text.extend((0..length).map(|_| *random.pick(&letters)));
        } else {
            let mut chars: Vec<char> = random.pick(&fens).chars().collect();
            for _ in 0..=random.below(3) {
                if chars.is_empty() {
                    break;
                }
                let at = random.below(chars.len());
                match random.below(5) {
                    0 => drop(chars.remove(at)),
                    1 => chars.insert(at, *random.pick(&letters)),
                    2 => chars[at] = *random.pick(&letters),
                    3 => {
                        let other = random.below(chars.len());
                        chars.swap(at, other);
                    }
                    _ => chars.truncate(at.max(1)),
                }
            }
            text.extend(chars);
        }
        check_any_text(&text, &mut accepted);
    }
    assert!(accepted > 10_000, "only {accepted} texts were accepted");
}
