//! SAN, UCI notation and EPD.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, for_random_positions, self_capture};
use ouro_rules::{Epd, EpdError, Move, Position, SanError, Square, Variant};

fn san(position: &Position, uci: &str) -> String {
    position.san(position.parse_uci(uci).unwrap())
}

#[test]
fn san_disambiguates_with_as_little_as_necessary() {
    let rooks = chess("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1");
    assert_eq!(san(&rooks, "a4d4"), "Rad4");
    let column = chess("4k3/8/R7/8/8/R7/8/4K3 w - - 0 1");
    assert_eq!(san(&column, "a3a4"), "R3a4");
    let queens = chess("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert_eq!(san(&queens, "h4e1"), "Qh4e1");
    // A pinned piece needs no disambiguation.
    let pinned = chess("4k3/8/8/1b6/8/3N3N/8/5K2 w - - 0 1");
    assert_eq!(san(&pinned, "h3f2"), "Nf2");
    let check = chess("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(san(&check, "a1a8"), "Ra8+");
    let en_passant = chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(san(&en_passant, "e5d6"), "exd6");
    let promotion = chess("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(san(&promotion, "e7d8q"), "exd8=Q");
    assert_eq!(check.san(Move::normal(Square::C3, Square::C4)), "--");
}

#[test]
fn self_captures_are_written_like_captures_in_san() {
    let position = self_capture("4k3/8/8/8/8/2N3N1/4P3/R3K2R w KQ - 0 1");
    assert_eq!(san(&position, "c3e2"), "Ncxe2");
    assert_eq!(san(&position, "g3e2"), "Ngxe2");
    assert_eq!(san(&position, "e1g1"), "O-O");
    assert_eq!(san(&position, "g3h1"), "Nxh1");
    assert_eq!(position.parse_san("Ne2"), Err(SanError::SelfCapture("Ne2".into())));
    assert!(matches!(position.parse_san("Nxe2"), Err(SanError::Ambiguous { .. })));
}

#[test]
fn lenient_forms_of_san_are_accepted() {
    let start = Position::start(Variant::Chess);
    let e4 = start.parse_uci("e2e4").unwrap();
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!", "e4+", "e4?!"] {
        assert_eq!(start.parse_san(text), Ok(e4), "{text}");
    }
    let f3 = start.parse_uci("g1f3").unwrap();
    for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3"] {
        assert_eq!(start.parse_san(text), Ok(f3), "{text}");
    }
    let promotion = chess("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let en_passant = chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert!(en_passant.parse_san("exd6e.p.").is_ok_and(Move::is_en_passant));
    let capture = promotion.parse_uci("e7d8q").unwrap();
    for text in ["exd8=Q", "exd8Q", "ed8=Q", "exd8=Q+", "e7xd8=Q"] {
        assert_eq!(promotion.parse_san(text), Ok(capture), "{text}");
    }
}

#[test]
fn castling_in_san_is_parsed() {
    let position = chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, uci) in
        [("O-O", "e1g1"), ("0-0", "e1g1"), ("O-O-O", "e1c1"), ("0-0-0!", "e1c1"), ("o-o+", "e1g1")]
    {
        assert_eq!(position.parse_san(text).unwrap(), position.parse_uci(uci).unwrap(), "{text}");
    }
}

#[test]
fn invalid_san_is_refused_with_its_reason() {
    let start = Position::start(Variant::Chess);
    for text in ["", "x", "e", "e9", "Ng9", "Zf3", "Nzf3", "e4=", "=Q", "Nf3f", "♞f3", "O-O-O-O"]
    {
        let error = start.parse_san(text).unwrap_err();
        assert!(matches!(error, SanError::Syntax(_)), "{text}: {error}");
    }
    for text in ["e5", "Nd2", "Nxf3", "exd3", "O-O", "e4=Q", "Ke2", "Ngc3"] {
        let error = start.parse_san(text).unwrap_err();
        assert_eq!(error, SanError::Illegal(text.into()));
        assert_eq!(error.to_string(), format!("{text} is not a legal move in this position"));
    }
    let knights = chess("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1");
    let error = knights.parse_san("Ne4").unwrap_err();
    assert_eq!(error.to_string(), "Ne4 is ambiguous: it can mean Nce4 or Nge4");
}

#[test]
fn moves_of_self_capture_chess_round_trip() {
    for_random_positions(Variant::SelfCapture, 11, 5_000, |position| {
        for mv in &position.legal_moves() {
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position}");
            assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv), "{position}");
        }
    });
}

#[test]
fn the_null_move_is_0000() {
    assert_eq!(Position::start(Variant::Chess).uci(Move::NULL), "0000");
}

#[test]
fn epd_is_parsed_and_written() {
    let text = r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#;
    let epd = Epd::parse(text, Variant::Chess).unwrap();
    assert_eq!(epd.to_string(), text);
    assert_eq!(epd.operands("pv"), None);
    let clocks = "4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30; c0 \"a; b\";";
    let epd = Epd::parse(clocks, Variant::Chess).unwrap();
    assert_eq!(epd.position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 7 30");
    assert_eq!(epd.operands("c0"), Some(["a; b".to_owned()].as_slice()));
    assert_eq!(epd.to_string(), clocks);
    let mut quoted = Epd::parse(clocks, Variant::Chess).unwrap();
    quoted.operations[2].operands = vec!["say \"no\"".to_owned()];
    let again = Epd::parse(&quoted.to_string(), Variant::Chess).unwrap();
    assert_eq!(again.operands("c0"), Some(["say 'no'".to_owned()].as_slice()));
    let bare = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K -", Variant::SelfCapture).unwrap();
    assert!(bare.operations.is_empty());
}

#[test]
fn invalid_epd_is_refused_with_its_reason() {
    let parse = |text: &str| Epd::parse(text, Variant::Chess).unwrap_err();
    assert_eq!(parse("8/8 w"), EpdError::FieldCount(2));
    assert!(matches!(parse("8/8/8/8/8/8/8/8 w - - bm e4;"), EpdError::Position(_)));
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    assert_eq!(parse(&format!("{position} id \"x;")), EpdError::OpenQuote(30));
    assert_eq!(parse(&format!("{position} bm e4")), EpdError::NoSemicolon("bm".into(), 32));
    for clock in ["hmvc +5;", "hmvc 1000;", "fmvn 0;", "fmvn 70000;"] {
        let error = parse(&format!("{position} {clock}"));
        assert!(matches!(error, EpdError::Clock(..)), "{clock}: {error}");
    }
    let EpdError::Position(error) = parse("  8/8/8/8/8/8/8/8 x - - bm e4;") else { panic!() };
    assert_eq!(error.at(), 18);
    let error = parse(&format!("{position} hmvc x;"));
    assert_eq!(error.to_string(), "'x' is not a valid value of hmvc");
}
