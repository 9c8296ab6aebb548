//! Codes and parameters of messages.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use common::self_capture;
use ouro_rules::{
    Bitboard, CastlingLoss, CastlingSide, Color, DrawReason, FenErrorKind, File, Game,
    IllegalReason, Line, Message, Outcome, Param, Params, PlayError, Position, Problem, Rank,
    Repair, Role, SanError, Square, Theme, UciError, Variant,
};

/// One message of each kind; several of one kind where the sentence depends on its values.
fn messages() -> Vec<Box<dyn Message>> {
    let squares = Bitboard::from(Square::E1) | Bitboard::from(Square::H8);
    let mut all: Vec<Box<dyn Message>> = Vec::new();
    for reason in [
        IllegalReason::NoPiece(Square::E4),
        IllegalReason::NotYourTurn(Color::White),
        IllegalReason::SameSquare,
        IllegalReason::OwnKing,
        IllegalReason::EnemyKing,
        IllegalReason::OwnPiece(Role::Pawn, Square::D2),
        IllegalReason::NotReachable(Role::Knight),
        IllegalReason::Blocked(Square::A2),
        IllegalReason::PawnBlocked(Square::E4),
        IllegalReason::NothingToCapture(Square::D3),
        IllegalReason::EnPassantExpired,
        IllegalReason::EnPassantExposesKing,
        IllegalReason::KingIntoCheck(Square::G2),
        IllegalReason::Pinned(Role::Rook),
        IllegalReason::StillInCheck,
        IllegalReason::DoubleCheck,
        IllegalReason::PromotionMissing,
        IllegalReason::NoPromotion,
        IllegalReason::PromotionRole(Role::King),
        IllegalReason::NoCastlingRight(CastlingSide::King),
        IllegalReason::CastlingBlocked(Square::F1),
        IllegalReason::CastlingInCheck,
        IllegalReason::CastlingThroughCheck(Square::D8),
    ] {
        all.push(Box::new(reason));
    }
    all.push(Box::new(CastlingLoss::RookCaptured(Square::H1, 12, Color::Black)));
    all.push(Box::new(UciError::Syntax("zz".into())));
    all.push(Box::new(SanError::Illegal("Ke5".into())));
    all.push(Box::new(SanError::Ambiguous { text: "Nd2".into(), moves: "Nbd2, Nfd2".into() }));
    all.push(Box::new(SanError::SelfCapture("Nd2".into())));
    all.push(Box::new(PlayError::GameOver(Outcome::Checkmate { winner: Color::White })));
    all.push(Box::new(Outcome::Checkmate { winner: Color::Black }));
    for reason in [
        DrawReason::Stalemate,
        DrawReason::DeadPosition,
        DrawReason::FivefoldRepetition,
        DrawReason::SeventyFiveMoves,
        DrawReason::ThreefoldRepetition,
        DrawReason::FiftyMoves,
    ] {
        all.push(Box::new(Outcome::Draw(reason)));
    }
    let (by, end) = (Square::B2, Square::H8);
    for theme in [
        Theme::KingEscape { to: Square::G2 },
        Theme::KingWalk { to: Square::G2 },
        Theme::Promotion { on: Square::B8 },
        Theme::LineOpened { by, end, line: Line::Diagonal(Square::A1, Square::H8) },
        Theme::Frees { piece: Role::Bishop, square: Square::C1 },
        Theme::Tempo { target: Role::Queen, square: Square::D8 },
        Theme::Check { king: Square::G8 },
    ] {
        all.push(Box::new(theme));
    }
    for problem in [
        Problem::NoKing(Color::White),
        Problem::ManyKings(Color::Black, squares),
        Problem::PawnsOnBackRank(squares),
        Problem::TooManyPieces(Color::White, 17),
        Problem::TooManyPawns(Color::White, 9),
        Problem::OpponentInCheck(Color::Black, Square::E8),
        Problem::CastlingWithoutKing(Color::White, Square::H1),
        Problem::CastlingWithoutRook(Color::White, Square::A1),
        Problem::CastlingTwice(Color::White, Square::A1),
        Problem::CastlingOffBackRank(Square::A4),
        Problem::EnPassantRank(Square::E4, Color::White),
        Problem::EnPassantWithoutPawn(Square::E6),
        Problem::EnPassantBlocked(Square::E6, Square::E7),
        Problem::HalfmoveClock(1_000),
        Problem::FullmoveNumber,
        Problem::PromotedPieces { color: Color::White, promoted: 2, missing: 1 },
        Problem::PawnStructure(Color::Black),
        Problem::PawnCaptures { color: Some(Color::White), needed: 3, missing: 2 },
        Problem::PawnCaptures { color: None, needed: 3, missing: 2 },
        Problem::ImpossibleCheck(squares),
        Problem::ClockAfterPawnMove(7),
        Problem::ClockBeforeStart(9, 4),
    ] {
        all.push(Box::new(problem));
    }
    for error in [
        FenErrorKind::FieldCount(3),
        FenErrorKind::Spaces,
        FenErrorKind::RankCount(7),
        FenErrorKind::RankWidth { rank: 3, width: 9 },
        FenErrorKind::PlacementCharacter('x'),
        FenErrorKind::AdjacentNumbers(4),
        FenErrorKind::SideToMove("x".into()),
        FenErrorKind::Castling("xx".into()),
        FenErrorKind::CastlingFiles("HA".into()),
        FenErrorKind::CastlingRepeated('K'),
        FenErrorKind::EnPassant("e9".into()),
        FenErrorKind::HalfmoveClock("many".into()),
        FenErrorKind::FullmoveNumber("none".into()),
    ] {
        all.push(Box::new(error));
    }
    for repair in [
        Repair::ClocksAdded,
        Repair::MoveNumberAdded,
        Repair::SpacesRemoved,
        Repair::CastlingDropped(Problem::CastlingWithoutRook(Color::Black, Square::H8)),
        Repair::EnPassantDropped(Problem::EnPassantBlocked(Square::E6, Square::E7)),
        Repair::HalfmoveClock("1234".into(), 999),
        Repair::FullmoveNumber("0".into(), 1),
    ] {
        all.push(Box::new(repair));
    }
    all
}

#[test]
fn codes_are_unique_names_in_snake_case() {
    let mut sentences = HashMap::new();
    for message in messages() {
        let code = message.code();
        let letters = code.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(letters && !code.is_empty(), "{code}");
        if let Some(other) = sentences.insert(code, message.to_string()) {
            assert_eq!(code, "no_castling_right", "{message} / {other}");
        }
    }
}

/// Every square, piece, color, number and quotation in a sentence is a parameter, so that a
/// sentence in another language can contain it too.
#[test]
fn the_values_of_a_sentence_are_parameters() {
    // Limits that belong to the rule and not to the case.
    let constants = ["0", "1", "6", "8", "16", "999", "65535"];
    for message in messages() {
        let params: Vec<String> =
            message.params().iter().map(|(_, value)| value.to_string()).collect();
        let is_param = |word: &str| {
            params.iter().any(|value| value.eq_ignore_ascii_case(word) || value.contains(word))
        };
        let sentence = message.to_string();
        for word in sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let is_square = word.parse::<Square>().is_ok();
            let is_color = word == "White" || word == "Black";
            let is_number = word.parse::<u32>().is_ok() && !constants.contains(&word);
            if is_square || is_color || is_number {
                let other_color = is_color && matches!(message.code(), "opponent_in_check");
                assert!(is_param(word) || other_color, "{sentence}: {word} of {params:?}");
            }
        }
        if let Some(piece) = message.params().get("piece") {
            assert!(sentence.contains(&piece.to_string()), "{sentence}: {piece}");
        }
    }
}

fn param(message: &impl Message, name: &str) -> Option<String> {
    message.params().get(name).map(Param::to_string)
}

#[test]
fn a_game_says_how_a_castling_right_was_lost() {
    let mut game = Game::new(Variant::SelfCapture);
    for san in ["Rxh2", "e5"] {
        game.play_san(san).unwrap();
    }
    let error = game.play_uci("e1g1").unwrap_err();
    assert_eq!(error.code(), "no_castling_right");
    assert_eq!(param(&error, "cause").as_deref(), Some("rook_moved"));
    assert_eq!(param(&error, "square").as_deref(), Some("h1"));
    assert_eq!(error.params().get("move"), Some(&Param::Number(1)));
}

#[test]
fn a_finished_game_says_how_it_ended() {
    let mut game = Game::new(Variant::Chess);
    for san in ["f3", "e5", "g4", "Qh4#"] {
        game.play_san(san).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (outcome.code(), param(&outcome, "winner").as_deref()),
        ("checkmate", Some("black"))
    );
    let error = game.play_uci("a2a3").unwrap_err();
    assert_eq!(error.code(), "game_over");
    assert_eq!(param(&error, "reason").as_deref(), Some("checkmate"));
    assert_eq!(param(&error, "winner").as_deref(), Some("black"));
}

#[test]
fn an_opened_line_is_named() {
    let theme = |fen: &str, san: &str| {
        let position = self_capture(fen);
        let mv = position.parse_san(san).unwrap();
        position.self_capture(mv).unwrap().themes[0]
    };
    let file = theme("6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1", "Rxg2+");
    let line = Params::NONE.with("square", Square::G2).with("line", "file");
    assert_eq!(file.params(), line.with("file", File::G));
    let rank = theme("1K6/8/8/8/8/2P5/R3N1k1/8 w - - 0 1", "Nxc3+");
    let line = Params::NONE.with("square", Square::A2).with("line", "rank");
    assert_eq!(rank.params(), line.with("rank", Rank::Second));
    let diagonal = theme("7k/8/8/8/3N4/1P6/1B6/4K3 w - - 0 1", "Nxb3+");
    let line = Params::NONE.with("square", Square::B2).with("line", "diagonal");
    assert_eq!(diagonal.params(), line.with("from", Square::A1).with("to", Square::H8));
}

#[test]
fn a_repair_names_the_problem() {
    let fen = "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1";
    let (_, repairs) = Position::from_fen_lenient(fen, Variant::Chess).unwrap();
    assert_eq!(repairs[0].code(), "castling_dropped");
    assert_eq!(param(&repairs[0], "problem").as_deref(), Some("castling_without_rook"));
    assert_eq!(param(&repairs[0], "square").as_deref(), Some("h8"));
}

#[test]
fn parameters_are_serialised_as_an_object() {
    let reason = IllegalReason::OwnPiece(Role::Pawn, Square::D2);
    let json = serde_json::to_string(&reason.params()).unwrap();
    assert_eq!(json, r#"{"piece":"pawn","square":"d2"}"#);
    let loss = CastlingLoss::KingMoved(12);
    assert_eq!(
        serde_json::to_string(&loss.params()).unwrap(),
        r#"{"cause":"king_moved","move":12}"#
    );
}
