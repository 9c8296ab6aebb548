//! The `serde` feature: every value survives a round trip, and invalid input is refused with a
//! sentence.
#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Debug;

use common::{chess, for_random_positions};
use ouro_rules::{
    Bitboard, Board, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
    Variant,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
    assert_eq!(&serde_json::from_reader::<_, T>(json.as_bytes()).unwrap(), value, "{json}");
    json
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(json: &str, sentence: &str) {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    assert!(error.contains(sentence), "{json}: {error}");
}

#[test]
fn every_simple_value_survives_a_round_trip() {
    Square::ALL.iter().for_each(|value| drop(round_trip(value)));
    File::ALL.iter().for_each(|value| drop(round_trip(value)));
    Rank::ALL.iter().for_each(|value| drop(round_trip(value)));
    Color::BOTH.iter().for_each(|value| drop(round_trip(value)));
    Role::ALL.iter().for_each(|value| drop(round_trip(value)));
    Piece::ALL.iter().for_each(|value| drop(round_trip(value)));
    CastlingSide::BOTH.iter().for_each(|value| drop(round_trip(value)));
    Variant::ALL.iter().for_each(|value| drop(round_trip(value)));
    for bits in [0, 1, 0xFF00, u64::MAX] {
        round_trip(&Bitboard(bits));
    }
}

#[test]
fn the_forms_are_the_documented_ones() {
    assert_eq!(round_trip(&Color::White), r#""white""#);
    assert_eq!(round_trip(&Role::Knight), r#""knight""#);
    assert_eq!(round_trip(&[Piece::WhiteKnight, Piece::BlackQueen]), r#"["N","q"]"#);
    assert_eq!(round_trip(&(Square::E4, File::E, Rank::Fourth)), r#"["e4","e","4"]"#);
    assert_eq!(round_trip(&CastlingSide::King), r#""king""#);
    assert_eq!(round_trip(&Variant::SelfCapture), r#""selfcapture""#);
    assert_eq!(round_trip(&Bitboard::from(Rank::Second)), "65280");
    let position = chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(round_trip(position.board()), r#""4k3/8/8/8/8/8/8/4K2R""#);
    assert_eq!(round_trip(&position.to_setup()), r#""4k3/8/8/8/8/8/8/4K2R w K - 0 1""#);
    assert_eq!(
        round_trip(&position),
        r#"{"variant":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#,
    );
    let moves = [
        Move::normal(Square::E2, Square::E4),
        Move::promotion(Square::E7, Square::E8, Role::Queen),
        Move::en_passant(Square::E5, Square::D6),
        Move::castle(Square::E1, Square::H1),
        Move::NULL,
    ];
    assert_eq!(round_trip(&moves), r#"["e2e4","e7e8q","e5d6e","e1h1c","0000"]"#);
}

#[test]
fn positions_and_their_moves_survive_a_round_trip() {
    for variant in Variant::ALL {
        for_random_positions(variant, 17, 1_000, |position| {
            round_trip(position);
            round_trip(position.board());
            round_trip(&position.to_setup());
            for mv in &position.legal_moves() {
                round_trip(&mv);
            }
        });
    }
}

#[test]
fn setups_keep_castling_rooks_that_are_not_the_outermost() {
    let inner = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1";
    let setup = Setup::from_fen(inner, Variant::Chess960).unwrap();
    assert_eq!(round_trip(&setup), format!("\"{inner}\""));
    // Not playable, but a setup.
    let mut setup = Setup::empty();
    setup.castling = Bitboard::from(Square::A1) | Bitboard::from(Square::G8);
    setup.en_passant = Some(Square::E5);
    round_trip(&setup);
}

#[test]
fn setups_without_a_fen_are_refused() {
    let off_the_back_rank = Setup { castling: Square::E4.into(), ..Setup::start() };
    let clock = Setup { halfmove_clock: 1_000, ..Setup::start() };
    let number = Setup { fullmove_number: 0, ..Setup::start() };
    for setup in [off_the_back_rank, clock, number] {
        let error = serde_json::to_string(&setup).unwrap_err().to_string();
        assert!(error.contains("cannot be written in a FEN"), "{error}");
    }
}

#[test]
fn invalid_input_is_refused_with_a_sentence() {
    refused::<Square>(r#""e9""#, "'e9' is not a square");
    refused::<Square>("12", "invalid type: integer `12`, expected a square such as e4");
    refused::<File>(r#""E""#, "'E' is not a file from a to h");
    refused::<File>(r#""""#, "'' is not a file from a to h");
    refused::<Rank>(r#""44""#, "'44' is not a rank from 1 to 8");
    refused::<Color>(r#""green""#, "'green' is not a color: white or black");
    refused::<Role>(r#""pope""#, "'pope' is not a piece type");
    refused::<Piece>(r#""x""#, "'x' is not a piece letter of FEN");
    refused::<CastlingSide>(r#""left""#, "'left' is not a castling side");
    refused::<Variant>(r#""atomic""#, "'atomic' is not a variant");
    refused::<Bitboard>("-1", "invalid value: integer `-1`");
    for text in ["", "e2", "e2e9", "e2e4x", "e7e8k", "e7e8Q", "e2e4qq", "a1a1", "é2é4", "0000q"] {
        refused::<Move>(&format!("\"{text}\""), &format!("'{text}' is not a move"));
    }
    refused::<Board>(r#""8/8/8/8/8/8/8/9""#, "'9' is neither a piece nor a number from 1 to 8");
    refused::<Board>(r#""8/8/8/8/8/8/8/8 w - - 0 1""#, "fields");
    refused::<Setup>(r#""8/8/8/8/8/8/8/8 w - -""#, "six fields");
}

#[test]
fn no_invalid_position_is_deserialised() {
    let position = |variant: &str, fen: &str| format!(r#"{{"variant":"{variant}","fen":"{fen}"}}"#);
    refused::<Position>(&position("chess", "8/8/8/8/8/8/8/8 w - - 0 1"), "White has no king");
    refused::<Position>(&position("chess", "nonsense"), "six fields");
    refused::<Position>(&position("atomic", "8/8/8/8/8/8/8/8 w - - 0 1"), "not a variant");
    // A right to castle with this rook exists in Chess960 only.
    let chess960 = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";
    assert!(serde_json::from_str::<Position>(&position("chess960", chess960)).is_ok());
    refused::<Position>(&position("chess", chess960), "chess960");
    refused::<Position>(r#"{"variant":"chess"}"#, "missing field `fen`");
    refused::<Position>(r#""4k3/8/8/8/8/8/8/4K3 w - - 0 1""#, "invalid type: string");
    let unknown = r#"{"variant":"chess","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","turn":"black"}"#;
    refused::<Position>(unknown, "unknown field `turn`");
}
