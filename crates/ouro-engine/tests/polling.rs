//! Signals on a host without threads.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Game, Variant};

#[test]
fn a_polled_signal_stops_a_search_without_limits() {
    let mut engine = Engine::new(1, 1).unwrap();
    let signals = Signals::polled(Signals::stop);
    let game = Game::new(Variant::Chess);
    let result = engine.search(&game, &Limits::default(), &signals, &mut |_| {});
    assert!(result.best.is_some());
    assert!(result.report.nodes < 100_000, "{} nodes", result.report.nodes);
}
