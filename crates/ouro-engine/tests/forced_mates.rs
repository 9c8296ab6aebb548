//! Mate puzzles from self-play games, many of them solved by a self-capture.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::{Engine, Evaluation, Limits, Signals};
use ouro_rules::{Epd, Game, Move, Variant, mate};

/// Returns the positions with their only solution and the moves to mate.
fn puzzles(variant: Variant) -> Vec<(Epd, Move, u32)> {
    let text = match variant {
        Variant::Chess | Variant::Chess960 => include_str!("data/mates-chess.epd"),
        Variant::SelfCapture => include_str!("data/mates-selfcapture.epd"),
    };
    let lines = text.lines().map(|line| {
        let epd = Epd::parse(line, variant).unwrap();
        let operand = |name: &str| epd.operands(name).unwrap()[0].clone();
        let solution = epd.position.parse_san(&operand("bm")).unwrap();
        let moves = operand("dm").parse().unwrap();
        (epd, solution, moves)
    });
    lines.collect()
}

const VARIANTS: [Variant; 2] = [Variant::Chess, Variant::SelfCapture];

#[test]
fn every_solution_is_the_only_one_by_exhaustive_search() {
    let mut self_captures = 0;
    for variant in VARIANTS {
        for (Epd { position, .. }, solution, moves) in puzzles(variant) {
            assert_eq!(mate::solutions(&position, moves), [solution], "{position}");
            assert!(!mate::is_forced(&position, moves - 1), "{position}");
            self_captures += usize::from(position.is_self_capture(solution));
        }
    }
    assert!(self_captures >= 30, "{self_captures} need a self-capture");
}

#[test]
fn the_engine_solves_every_puzzle() {
    let mut missed = Vec::new();
    for variant in VARIANTS {
        for (Epd { position, .. }, solution, moves) in puzzles(variant) {
            let mut engine = Engine::new(4, 1).unwrap();
            let limits =
                Limits { nodes: Some(400_000), mate: Some(moves as i32), ..Limits::default() };
            let game = Game::from_position(position.clone());
            let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
            let found = result.report.lines[0].evaluation == Evaluation::Mate(moves as i32);
            if result.best != Some(solution) || !found {
                missed.push(format!("{position} {}", result.report.lines[0].score));
            }
        }
    }
    assert!(missed.is_empty(), "{} puzzles were not solved:\n{}", missed.len(), missed.join("\n"));
}
