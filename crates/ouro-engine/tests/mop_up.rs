//! Self-play with a lone king against mating material.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Game, Outcome, Position, Variant};

#[test]
fn a_lone_king_is_mated_within_fifty_moves() {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    for fen in [
        "8/8/8/3k4/8/8/1Q6/4K3 w - - 0 1",
        "8/8/8/3k4/8/8/1R6/4K3 w - - 0 1",
        "8/8/8/3k4/8/8/2BB4/4K3 w - - 0 1",
        "8/8/8/3k4/8/8/2QN4/4K3 w - - 0 1",
    ] {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let mut engine = Engine::new(16, 1).unwrap();
            let mut game = Game::from_position(Position::from_fen(fen, variant).unwrap());
            while game.outcome().is_none() && game.position().halfmove_clock() < 100 {
                let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
                game.play(result.best.unwrap()).unwrap();
            }
            let end = game.outcome();
            assert!(matches!(end, Some(Outcome::Checkmate { .. })), "{fen} {variant:?}: {end:?}");
        }
    }
}
