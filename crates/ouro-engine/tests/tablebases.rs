//! Searches with endgame tablebases.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::{Arc, LazyLock};

use ouro_engine::{Engine, Evaluation, Limits, SearchResult, Signals, Strength};
use ouro_rules::{Game, Outcome, Position, Variant};
use ouro_tablebase::{Generator, OwnTables, SearchTables};

/// Tables of chess with three men.
static TABLES: LazyLock<Arc<OwnTables>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let materials = ["KPvK".parse().unwrap()];
    Generator::new(Variant::Chess).run(&materials, folder.path(), &mut |_| {}).unwrap();
    Arc::new(OwnTables::open(folder.path()).unwrap())
});

fn engine() -> Engine {
    let mut engine = Engine::new(4, 1).unwrap();
    engine.set_tables(vec![Arc::clone(&TABLES) as Arc<dyn SearchTables>]);
    engine
}

fn game(fen: &str, variant: Variant) -> Game {
    Game::from_position(Position::from_fen(fen, variant).unwrap())
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> SearchResult {
    engine.search(game, limits, &Signals::default(), &mut |_| {})
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// White captures the pawn and wins with the rook, which the tables know one ply later.
const CAPTURE: &str = "8/8/8/3k4/8/8/7p/K6R w - - 0 1";

#[test]
fn a_capture_into_a_won_ending_has_a_tablebase_score_that_is_no_mate() {
    let game = game(CAPTURE, Variant::Chess);
    let result = search(&mut engine(), &game, &depth(4));
    let line = &result.report.lines[0];
    assert_eq!(game.position().san(result.best.unwrap()), "Rxh2");
    assert_eq!(line.evaluation, Evaluation::Centipawns(19_999));
    assert_eq!((line.wdl.win, line.wdl.draw, line.wdl.loss), (1000, 0, 0));
    assert!(result.report.tbhits > 0);
    let without = search(&mut Engine::new(4, 1).unwrap(), &game, &depth(4));
    assert_eq!(without.report.tbhits, 0);
    assert!(matches!(without.report.lines[0].evaluation, Evaluation::Centipawns(..10_000)));
}

#[test]
fn at_the_root_only_moves_that_keep_the_result_are_played() {
    // Black draws with the opposition only, and is lost in the second position.
    let drawn = game("3k4/8/8/3K4/3P4/8/8/8 b - - 0 1", Variant::Chess);
    let lost = game("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", Variant::Chess);
    let result = search(&mut engine(), &drawn, &depth(1));
    assert_eq!(drawn.position().san(result.best.unwrap()), "Kd7");
    assert_eq!(result.report.lines[0].evaluation, Evaluation::Centipawns(0));
    assert_eq!(result.report.tbhits, drawn.position().legal_moves().len() as u64);
    let result = search(&mut engine(), &lost, &depth(1));
    assert_eq!(result.report.lines[0].evaluation, Evaluation::Centipawns(-20_000));

    // With several lines, moves that give the draw away come after the one that keeps it.
    let limits = Limits { multipv: 3, ..depth(3) };
    let lines = search(&mut engine(), &drawn, &limits).report.lines;
    let evaluations: Vec<_> = lines.iter().map(|line| line.evaluation).collect();
    let lost = Evaluation::Centipawns(-20_000);
    assert_eq!(evaluations, [Evaluation::Centipawns(0), lost, lost]);
}

#[test]
fn a_limited_strength_does_not_know_the_tables() {
    let game = game(CAPTURE, Variant::Chess);
    let limits = Limits { strength: Strength::level(3), ..depth(4) };
    assert_eq!(search(&mut engine(), &game, &limits).report.tbhits, 0);
}

#[test]
fn the_embedded_tables_are_probed_at_the_root_only() {
    let mut engine = Engine::new(4, 1).unwrap();
    let root = game("8/8/8/3k4/8/8/8/K6R w - - 0 1", Variant::SelfCapture);
    let moves = root.position().legal_moves().len() as u64;
    let report = search(&mut engine, &root, &depth(6)).report;
    assert_eq!(report.tbhits, moves);
    assert_eq!(report.lines[0].evaluation, Evaluation::Centipawns(20_000));
    let above = game(CAPTURE, Variant::SelfCapture);
    assert_eq!(search(&mut engine, &above, &depth(6)).report.tbhits, 0);
}

#[test]
fn won_endings_are_converted_by_searches_of_few_nodes() {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    for (fen, variant) in [
        ("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", Variant::SelfCapture),
        ("8/8/8/3k4/8/8/8/K6R w - - 60 80", Variant::SelfCapture),
        ("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", Variant::Chess),
    ] {
        let mut engine = engine();
        let mut game = game(fen, variant);
        while game.outcome().is_none() {
            assert!(game.position().halfmove_clock() < 100, "{fen} {variant}");
            let result = search(&mut engine, &game, &limits);
            game.play(result.best.unwrap()).unwrap();
        }
        assert!(matches!(game.outcome(), Some(Outcome::Checkmate { .. })), "{fen} {variant}");
    }
}
