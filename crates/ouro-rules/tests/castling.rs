//! Castling rights and castling moves.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, uci_moves};
use ouro_rules::{
    CastlingSide, Color, Game, IllegalReason, Move, PlayError, Position, Role, Square, Variant,
};

fn castling_moves(position: &Position) -> Vec<String> {
    let castles = position.legal_moves().into_iter().filter(|mv| mv.is_castle());
    let mut moves: Vec<_> = castles.map(|mv| position.uci(mv)).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn a_right_without_its_rook_yields_no_castling_move() {
    let fen = "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1";
    assert!(Position::from_fen(fen, Variant::Chess).is_err());
    let (position, _) = Position::from_fen_lenient(fen, Variant::Chess).unwrap();
    assert_eq!(castling_moves(&position), ["e8c8"]);
    assert!(!position.is_legal(Move::castle(Square::E8, Square::H8)));
    assert_eq!(
        position.find_move(Square::E8, Square::G8, None),
        Err(IllegalReason::NoCastlingRight(CastlingSide::King)),
    );
}

#[test]
fn rights_without_king_or_rooks_are_refused_or_dropped() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k2n/8/8/8/8/8/8/4K2N w Kk - 0 1",
        "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
        "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        assert!(Position::from_fen(fen, Variant::Chess).is_err(), "{fen}");
        let (position, repairs) = Position::from_fen_lenient(fen, Variant::Chess).unwrap();
        assert!(!repairs.is_empty());
        assert!(castling_moves(&position).is_empty(), "{fen}");
    }
}

#[test]
fn capturing_the_rook_ends_its_castling_right() {
    let mut game = Game::from_position(chess("r3k2r/8/8/8/3B4/8/8/4K3 w kq - 0 1"));
    game.play_uci("d4h8").unwrap();
    assert_eq!(castling_moves(game.position()), ["e8c8"]);
    let error = game.play_squares(Square::E8, Square::G8, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the right to castle is lost: White captured the rook on h8 on move 1",
    );
    assert_eq!(game.moves().len(), 1);
}

#[test]
fn castling_rights_do_not_return_with_the_rook_or_king() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut game = Game::from_position(chess(start));
    for mv in ["h1h2", "a8a7", "h2h1", "a7a8"] {
        game.play_uci(mv).unwrap();
    }
    assert_eq!(game.position().to_fen(), "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3");
    assert_eq!(castling_moves(game.position()), ["e1c1"]);
    let error = game.play_squares(Square::E1, Square::G1, None).unwrap_err();
    assert_eq!(error.to_string(), "the right to castle is lost: the rook on h1 moved on move 1");

    let mut game = Game::from_position(chess(start));
    for mv in ["e1e2", "e8e7", "e2e1", "e7e8"] {
        game.play_uci(mv).unwrap();
    }
    assert!(castling_moves(game.position()).is_empty());
    let error = game.play_squares(Square::E1, Square::C1, None).unwrap_err();
    assert_eq!(error.to_string(), "the right to castle is lost: the king moved on move 1");
    let mut never = Game::from_position(chess("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"));
    let error = never.play_squares(Square::E1, Square::C1, None).unwrap_err();
    assert!(matches!(error, PlayError::CastlingLost(_)));
    assert_eq!(error.to_string(), "the game started without the right to castle queenside");
}

#[test]
fn castling_moves_both_pieces() {
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ];
    for (fen, mv, expected) in cases {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let mut position = Position::from_fen(fen, variant).unwrap();
            position.play(position.parse_uci(mv).unwrap()).unwrap();
            assert_eq!(position.to_fen(), expected);
        }
    }
}

#[test]
fn the_king_cannot_castle_out_of_through_or_into_check() {
    let reason = |fen: &str, to| chess(fen).find_move(Square::E1, to, None).unwrap_err();
    let in_check = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1";
    assert_eq!(reason(in_check, Square::G1), IllegalReason::CastlingInCheck);
    let through = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(reason(through, Square::G1), IllegalReason::CastlingThroughCheck(Square::F1));
    assert_eq!(castling_moves(&chess(through)), ["e1c1"]);
    let into = "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(reason(into, Square::G1), IllegalReason::CastlingThroughCheck(Square::G1));
    // The rook may cross an attacked square.
    let rook_only = "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(castling_moves(&chess(rook_only)), ["e1c1", "e1g1"]);
    let blocked = "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1";
    assert_eq!(reason(blocked, Square::G1), IllegalReason::CastlingBlocked(Square::G1));
    assert_eq!(reason(blocked, Square::C1), IllegalReason::CastlingBlocked(Square::B1));
}

#[test]
fn chess960_castling_is_written_as_king_captures_rook() {
    let position =
        Position::from_fen("3k4/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", Variant::Chess960).unwrap();
    assert_eq!(castling_moves(&position), ["d1b1", "d1g1"]);
    let mut after = position.clone();
    after.play(position.parse_uci("d1g1").unwrap()).unwrap();
    assert_eq!(after.to_fen(), "3k4/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    let san = position.san(position.parse_uci("d1b1").unwrap());
    assert_eq!(san, "O-O-O+");
}

#[test]
fn in_chess960_castling_cannot_expose_the_king_on_the_back_rank() {
    let fen = "4k3/8/8/8/8/8/8/rRK5 w B - 0 1";
    let position = Position::from_fen(fen, Variant::Chess960).unwrap();
    assert!(castling_moves(&position).is_empty());
    assert_eq!(
        position.find_move(Square::C1, Square::B1, None),
        Err(IllegalReason::CastlingThroughCheck(Square::C1)),
    );
    // In chess there is no castling from c1, and a king cannot capture its own rook.
    let chess = chess("4k3/8/8/8/8/8/8/1RK5 w - - 0 1");
    assert!(matches!(
        chess.find_move(Square::C1, Square::B1, None),
        Err(IllegalReason::OwnPiece(..)),
    ));
}

#[test]
fn castling_towards_a_rook_in_the_path_reports_it_as_blocked() {
    // The castling right belongs to the rook in the corner; another rook is in the path.
    let mut game = Game::from_position(chess("4k3/8/8/3R4/8/8/8/R1R1K2R w KQ - 0 1"));
    let mut reason = |to| game.play_squares(Square::E1, to, None).unwrap_err();
    assert_eq!(reason(Square::D5), PlayError::Illegal(IllegalReason::NotReachable(Role::King)));
    assert_eq!(reason(Square::C1), PlayError::Illegal(IllegalReason::CastlingBlocked(Square::C1)));
}

#[test]
fn uci_errors_report_how_the_castling_right_was_lost() {
    let mut game = Game::from_position(chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
    for mv in ["h1h2", "e8d8", "h2h1", "d8e8"] {
        game.play_uci(mv).unwrap();
    }
    let error = game.play_uci("e1g1").unwrap_err();
    assert_eq!(error.to_string(), "the right to castle is lost: the rook on h1 moved on move 1");
}

#[test]
fn an_enemy_rook_in_the_corner_is_not_a_castling_rook() {
    let position = chess("4k3/8/8/8/8/8/8/R3K2r w Q - 0 1");
    assert!(position.in_check());
    assert!(castling_moves(&position).is_empty());
    assert!(!uci_moves(&position).contains(&"e1g1".to_owned()));
    assert_eq!(position.turn(), Color::White);
}
