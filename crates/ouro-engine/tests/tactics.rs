//! Tactics that the engine must find, and properties of its results.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::{Engine, Evaluation, Limits, Signals};
use ouro_rules::{Game, Position, Variant};

fn best(variant: Variant, fen: &str, nodes: u64) -> (String, Evaluation) {
    let game = Game::from_position(Position::from_fen(fen, variant).unwrap());
    let mut engine = Engine::new(4, 1).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
    (game.position().san(result.best.unwrap()), result.report.lines[0].evaluation)
}

#[test]
fn mates_are_found_with_the_right_distance() {
    for (variant, fen, san, moves) in [
        (Variant::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", 1),
        (Variant::Chess, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "Qg6", 2),
        (Variant::Chess, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "Ra6+", 3),
        (Variant::SelfCapture, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8#", 1),
    ] {
        let (found, evaluation) = best(variant, fen, 1_500_000);
        assert_eq!(evaluation, Evaluation::Mate(moves), "{fen}");
        if moves < 3 {
            assert_eq!(found, san, "{fen}");
        }
    }
}

#[test]
fn a_king_escapes_by_capturing_its_own_piece() {
    // In chess this is mate.
    let (found, evaluation) =
        best(Variant::SelfCapture, "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", 50_000);
    assert!(["Kxh7", "Kxg7", "Kxg8"].contains(&found.as_str()), "{found}");
    assert!(matches!(evaluation, Evaluation::Centipawns(_)));
}

#[test]
fn material_is_not_thrown_away() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    ] {
        let game = Game::from_position(Position::from_fen(fen, Variant::SelfCapture).unwrap());
        let mut engine = Engine::new(4, 1).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        assert!(!game.position().is_self_capture(result.best.unwrap()), "{fen}");
    }
}

#[test]
fn multipv_lines_are_different_and_sorted() {
    let game = Game::new(Variant::Chess);
    let mut engine = Engine::new(4, 1).unwrap();
    let limits = Limits { depth: Some(6), multipv: 5, ..Limits::default() };
    let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
    let lines = &result.report.lines;
    assert_eq!(lines.len(), 5);
    let score = |i: usize| match lines[i].evaluation {
        Evaluation::Centipawns(score) => score,
        Evaluation::Mate(_) => panic!("no mate in the start position"),
    };
    for i in 1..5 {
        assert!(score(i) <= score(i - 1));
        assert!(lines[..i].iter().all(|line| line.moves[0] != lines[i].moves[0]));
    }
}

#[test]
fn only_search_moves_are_searched_with_two_threads() {
    let game = Game::new(Variant::Chess);
    let a3 = game.position().parse_uci("a2a3").unwrap();
    let mut engine = Engine::new(4, 2).unwrap();
    let limits = Limits { depth: Some(7), search_moves: vec![a3], ..Limits::default() };
    let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
    assert_eq!(result.best, Some(a3));
}

#[test]
fn a_single_threaded_search_is_reproducible() {
    let search = || {
        let game = Game::new(Variant::SelfCapture);
        let mut engine = Engine::new(2, 1).unwrap();
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        (result.report.nodes, result.report.lines)
    };
    assert_eq!(search(), search());
}

#[test]
fn a_new_game_forgets_earlier_games() {
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let search = |engine: &mut Engine, game: &Game| {
        let result = engine.search(game, &limits, &Signals::default(), &mut |_| {});
        (result.report.nodes, result.report.lines)
    };
    let mut used = Engine::new(1, 1).unwrap();
    let mut game = Game::new(Variant::SelfCapture);
    for uci in "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 c2c3 e8g8".split(' ') {
        game.play(game.position().parse_uci(uci).unwrap()).unwrap();
        used.new_game();
        let fresh = search(&mut Engine::new(1, 1).unwrap(), &game);
        assert_eq!(search(&mut used, &game), fresh, "after {uci}");
    }
}

/// A search that is stopped just after an iteration, before it has searched a move of the next one, returns
/// the best move of the completed iteration.
#[test]
fn a_stopped_search_keeps_its_best_move() {
    for fen in [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1 b - - 0 16",
    ] {
        let game = Game::from_position(Position::from_fen(fen, Variant::Chess).unwrap());
        let search = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut iterations = Vec::new();
            let mut engine = Engine::new(1, 1).unwrap();
            let result = engine.search(&game, &limits, &Signals::default(), &mut |report| {
                iterations.push((report.nodes, report.lines[0].moves[0]));
            });
            (result.best, iterations)
        };
        let (_, iterations) = search(150_000);
        for &(nodes, best) in &iterations[3..] {
            assert_eq!(search(nodes + 3).0, Some(best), "after {nodes} nodes in {fen}");
        }
    }
}
