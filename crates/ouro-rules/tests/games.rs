//! Games: playing, undoing and outcomes.
#![allow(clippy::unwrap_used)]

mod common;

use common::{chess, self_capture};
use ouro_rules::{
    Color, DrawReason, Game, IllegalMoveError, Move, Outcome, PlayError, Position, Square, Variant,
};

fn play(game: &mut Game, moves: &str) {
    for mv in moves.split(' ') {
        game.play_uci(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
}

#[test]
fn checkmate_ends_the_game() {
    let mut game = Game::new(Variant::Chess);
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    let outcome = Outcome::Checkmate { winner: Color::Black };
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!((outcome.result(), outcome.to_string()), ("0-1", "Black wins by checkmate".into()));
    let error = game.play_uci("e2e3").unwrap_err();
    assert_eq!(error, PlayError::GameOver(outcome));
    assert_eq!(error.to_string(), "the game is over: Black wins by checkmate");
    assert_eq!(game.sans(), ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(game.ucis(), ["f2f3", "e7e5", "g2g4", "d8h4"]);
}

#[test]
fn stalemate_is_a_draw() {
    let game = Game::from_position(chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    // A pawn that its own king can capture gives the king a move.
    let fen = "7k/5Q1p/7P/6K1/8/8/8/8 b - - 0 1";
    let in_chess = Game::from_position(chess(fen));
    assert_eq!(in_chess.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    let game = Game::from_position(self_capture(fen));
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)), "h7 is guarded");
    let fen = "7k/5K1p/5P1P/8/8/8/8/8 b - - 0 1";
    let in_chess = Game::from_position(chess(fen));
    assert_eq!(in_chess.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    assert_eq!(Game::from_position(self_capture(fen)).outcome(), None);
}

#[test]
fn repetition_can_be_claimed_at_three_and_ends_the_game_at_five() {
    let mut game = Game::new(Variant::Chess);
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    play(&mut game, shuffle);
    assert_eq!((game.repetitions(), game.claimable_draw()), (2, None));
    play(&mut game, shuffle);
    assert_eq!(game.repetitions(), 3);
    assert_eq!(game.claimable_draw(), Some(DrawReason::ThreefoldRepetition));
    assert_eq!(game.outcome(), None);
    play(&mut game, shuffle);
    play(&mut game, shuffle);
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::FivefoldRepetition)));
    assert_eq!(game.claimable_draw(), None);
    assert!(matches!(game.play_uci("e2e4"), Err(PlayError::GameOver(_))));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn positions_with_different_castling_rights_are_not_repetitions() {
    let mut game = Game::new(Variant::Chess);
    play(&mut game, "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    // The position occurred once with castling rights and twice without.
    assert_eq!(game.repetitions(), 2);
    assert_eq!(game.claimable_draw(), None);
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    let mut game = Game::from_position(chess("4k3/8/8/8/8/8/8/R3K3 w Q - 98 80"));
    play(&mut game, "a1a2 e8d8");
    assert_eq!(game.claimable_draw(), Some(DrawReason::FiftyMoves));
    assert_eq!(game.outcome(), None);
    let mut game = Game::from_position(chess("4k3/8/8/8/8/8/8/R3K3 w Q - 149 99"));
    play(&mut game, "a1a2");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    // Mate comes first.
    let mut game = Game::from_position(chess("7k/R7/6K1/8/8/8/8/8 w - - 149 99"));
    play(&mut game, "a7a8");
    assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    // A self-capture resets the halfmove clock.
    let mut game = Game::from_position(self_capture("4k3/8/8/8/8/8/P7/R3K3 w Q - 149 99"));
    play(&mut game, "a1a2");
    assert_eq!(game.outcome(), None);
}

#[test]
fn dead_positions_depend_on_the_variant() {
    let dead = |fen: &str| {
        [chess(fen), self_capture(fen)].map(|position| {
            let outcome = Game::from_position(position).outcome();
            outcome == Some(Outcome::Draw(DrawReason::DeadPosition))
        })
    };
    assert_eq!(dead("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [true, true]);
    assert_eq!(dead("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), [true, true]);
    assert_eq!(dead("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), [true, true]);
    assert_eq!(dead("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"), [true, true]);
    // In chess the losing side's own piece may block its king; with self-captures it cannot.
    assert_eq!(dead("2n1k3/8/8/8/8/8/8/4KB2 w - - 0 1"), [false, true]);
    assert_eq!(dead("2n1k3/8/8/8/8/8/8/4KN2 w - - 0 1"), [false, true]);
    assert_eq!(dead("3bk3/8/8/8/8/8/8/4KB2 w - - 0 1"), [false, true]);
    for alive in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        assert_eq!(dead(alive), [false, false], "{alive}");
    }
}

/// Checks the rule of dead positions in self-capture chess over every placement: a single minor
/// piece cannot mate a king that has one minor piece.
#[test]
fn one_minor_piece_never_mates_in_self_capture_chess() {
    use ouro_rules::{Piece, Setup};
    for attacker in [Piece::WhiteKnight, Piece::WhiteBishop] {
        for helper in [Piece::BlackKnight, Piece::BlackBishop] {
            let mut mates = [0; 2];
            // By symmetry one quarter of the edge is enough for the king, and mates are at the
            // edge.
            for king in [Square::A1, Square::B1, Square::C1, Square::D1] {
                for (mate, variant) in mates.iter_mut().zip([Variant::SelfCapture, Variant::Chess])
                {
                    for white in Square::ALL {
                        for from in Square::ALL {
                            for own in Square::ALL {
                                let squares = [king, white, from, own];
                                let near = king.distance(white) < 2 || king.distance(own) > 1;
                                let twice = (0..4).any(|i| squares[i + 1..].contains(&squares[i]));
                                if near || twice {
                                    continue;
                                }
                                let mut setup = Setup::empty();
                                setup.turn = Color::Black;
                                setup.board.put(Piece::BlackKing, king);
                                setup.board.put(Piece::WhiteKing, white);
                                setup.board.put(attacker, from);
                                setup.board.put(helper, own);
                                let Ok(position) = Position::from_setup(&setup, variant) else {
                                    continue;
                                };
                                let mated = position.in_check() && !position.has_legal_moves();
                                *mate += usize::from(mated);
                            }
                        }
                    }
                }
            }
            assert_eq!(mates[0], 0, "{attacker} against {helper}");
            assert!(mates[1] > 0, "{attacker} against {helper} can mate in chess");
        }
    }
}

#[test]
fn recorded_games_may_continue_after_a_draw_by_repetition() {
    let mut game = Game::new(Variant::Chess);
    while game.outcome().is_none() {
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    }
    let e4 = Move::normal(Square::E2, Square::E4);
    assert!(game.play(e4).is_err());
    let moves = || game.moves().iter().copied();
    let longer = Game::from_moves(game.start().clone(), moves().chain([e4])).unwrap();
    assert_eq!(longer.moves().len(), game.moves().len() + 1);
    let bad = Game::from_moves(game.start().clone(), moves().chain([Move::NULL]));
    assert_eq!(bad.unwrap_err(), PlayError::IllegalMove(IllegalMoveError(Move::NULL)));
}

#[test]
fn the_clocks_stop_at_their_maximum() {
    for variant in Variant::ALL {
        let fen = "4k3/8/8/8/8/8/8/4K2R w - - 999 65535";
        let mut position = Position::from_fen(fen, variant).unwrap();
        for mv in ["e1d1", "e8d8", "d1e1"] {
            position.play(position.parse_uci(mv).unwrap()).unwrap();
        }
        position.play_null().unwrap();
        assert_eq!((position.halfmove_clock(), position.fullmove_number()), (999, 65535));
        assert_eq!(Position::from_fen(&position.to_fen(), variant), Ok(position));
    }
}

#[test]
fn playing_another_move_discards_undone_moves() {
    let mut game = Game::new(Variant::Chess);
    play(&mut game, "e2e4 e7e5 g1f3");
    game.undo();
    game.undo();
    play(&mut game, "e7e5");
    assert!(game.redo().is_some(), "playing the same move keeps the moves after it");
    game.undo();
    play(&mut game, "b1c3");
    assert_eq!(game.redo(), None);
    assert_eq!(game.positions().len(), 4);
}

#[test]
fn a_refused_move_leaves_the_game_unchanged() {
    let mut game = Game::new(Variant::Chess);
    play(&mut game, "e2e4 e7e5");
    game.undo();
    let before = game.position().clone();
    assert!(game.play(Move::normal(Square::E7, Square::E4)).is_err());
    assert!(game.play(Move::NULL).is_err());
    assert!(game.play_uci("e7e4").is_err());
    assert!(game.play_san("e4").is_err());
    assert!(game.play_squares(Square::E7, Square::E4, None).is_err());
    assert_eq!(game.position(), &before);
    assert_eq!(game.redo(), Some(Move::normal(Square::E7, Square::E5)));
}

#[test]
fn an_illegal_move_is_named_and_changes_nothing() {
    for variant in Variant::ALL {
        let start = Position::start(variant);
        let mut position = start.clone();
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            if !start.is_legal(mv) {
                assert_eq!(position.play(mv), Err(IllegalMoveError(mv)));
                assert_eq!(position, start);
            }
        }
    }
    let mut game = Game::new(Variant::Chess);
    let error = game.play(Move::normal(Square::E2, Square::E5)).unwrap_err();
    assert_eq!(error.to_string(), "e2e5 is not a legal move in this position");
    assert!(game.moves().is_empty());
}

#[test]
fn null_moves_pass_the_turn_and_are_refused_in_check() {
    let mut position = Position::start(Variant::Chess);
    let key = position.key();
    position.play_null().unwrap();
    assert_eq!(position.turn(), Color::Black);
    assert_ne!(position.key(), key);
    position.play_null().unwrap();
    assert_eq!(position.key(), key);
    assert_eq!((position.fullmove_number(), position.halfmove_clock()), (2, 2));
    let mut passed = chess("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2");
    passed.play_null().unwrap();
    assert_eq!(passed.en_passant(), None);
    let mut in_check = chess("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let before = in_check.clone();
    assert_eq!(in_check.play_null(), Err(IllegalMoveError(Move::NULL)));
    assert_eq!(in_check, before);
}

#[test]
fn equal_positions_hash_equally() {
    use std::collections::HashSet;
    let mut seen = HashSet::new();
    assert!(seen.insert(Position::start(Variant::Chess)));
    assert!(!seen.insert(Position::start(Variant::Chess)));
    assert!(seen.insert(Position::start(Variant::SelfCapture)));
    let debug = format!("{:?}", Position::start(Variant::SelfCapture));
    assert!(debug.starts_with("Position(selfcapture rnbq"));
}

#[test]
fn every_outcome_has_its_sentence() {
    let reasons = [
        (DrawReason::Stalemate, "draw by stalemate"),
        (DrawReason::DeadPosition, "draw by insufficient material"),
        (DrawReason::FivefoldRepetition, "draw by fivefold repetition"),
        (DrawReason::SeventyFiveMoves, "draw by the seventy-five-move rule"),
        (DrawReason::ThreefoldRepetition, "draw by threefold repetition"),
        (DrawReason::FiftyMoves, "draw by the fifty-move rule"),
    ];
    for (reason, words) in reasons {
        let outcome = Outcome::Draw(reason);
        assert_eq!((outcome.to_string().as_str(), outcome.result()), (words, "1/2-1/2"));
        assert_eq!(outcome.winner(), None);
    }
    let white = Outcome::Checkmate { winner: Color::White };
    assert_eq!((white.result(), white.winner()), ("1-0", Some(Color::White)));
    assert_eq!(Game::new(Variant::SelfCapture).variant(), Variant::SelfCapture);
}
