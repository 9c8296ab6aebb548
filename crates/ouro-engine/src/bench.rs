//! The bench: a fixed set of searches whose node count is the signature of search and evaluation.

use std::collections::TryReserveError;

use ouro_rules::{Game, Position, Variant};

use crate::{Engine, Limits, Networks, Signals, TtStats};

/// The depth of the signature.
pub const DEPTH: i32 = 11;

/// Positions of all variants.
const POSITIONS: [(Variant, &str); 16] = [
    (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10"),
    (Variant::Chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11"),
    (Variant::Chess, "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1 b - - 0 16"),
    (Variant::Chess, "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/P1N1B3/1PPQB1PP/R4RK1 w - - 4 14"),
    (Variant::Chess, "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40"),
    (Variant::Chess, "8/5k2/4p3/3pP1p1/3P2P1/4K3/8/6N1 w - - 0 50"),
    (Variant::Chess, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10"),
    (Variant::SelfCapture, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::SelfCapture, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10"),
    (Variant::SelfCapture, "6rk/5Npp/8/8/8/5N2/5PPP/6K1 b - - 0 1"),
    (Variant::SelfCapture, "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1 b - - 0 16"),
    (Variant::SelfCapture, "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40"),
    (Variant::SelfCapture, "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/P1N1B3/1PPQB1PP/R4RK1 w - - 4 14"),
    (Variant::SelfCapture, "3r2k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"),
    (Variant::Chess960, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
];

/// The result of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes searched: the signature.
    pub nodes: u64,
    /// Milliseconds, different on every machine.
    pub time: u64,
    /// Statistics of the transposition table.
    pub tt_stats: TtStats,
}

impl std::fmt::Display for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "Rejected TT moves: {}", self.tt_stats.rejected)?;
        writeln!(f, "TT collisions: {}", self.tt_stats.collisions)?;
        write!(f, "{} nodes {} nps", self.nodes, self.nodes * 1000 / self.time.max(1))
    }
}

/// Searches the positions with the embedded networks to a depth, or until it is stopped. See [`bench_with`].
///
/// # Errors
/// If there is not enough memory.
#[cfg(feature = "embedded-networks")]
pub fn bench(depth: i32, signals: &Signals) -> Result<Bench, TryReserveError> {
    bench_with(Networks::embedded(), depth, signals)
}

/// Searches the positions to a depth with one thread and 16 MB of hash, or until it is stopped.
///
/// # Errors
/// If there is not enough memory.
pub fn bench_with(
    networks: Networks,
    depth: i32,
    signals: &Signals,
) -> Result<Bench, TryReserveError> {
    let mut engine = Engine::with_networks(networks, 16, 1)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut sum = Bench { nodes: 0, time: 0, tt_stats: TtStats::default() };
    for (variant, fen) in POSITIONS {
        let Ok(position) = Position::from_fen(fen, variant) else { continue };
        engine.new_game();
        let game = Game::from_position(position);
        let result = engine.search(&game, &limits, signals, &mut |_| {});
        sum.nodes += result.report.nodes;
        sum.time += result.report.time;
        sum.tt_stats += result.tt_stats;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_are_valid() {
        for (variant, fen) in POSITIONS {
            assert!(Position::from_fen(fen, variant).is_ok(), "{fen}");
        }
    }

    #[cfg(feature = "embedded-networks")]
    #[test]
    fn the_signature_is_reproducible() {
        let first = bench(5, &Signals::default()).unwrap();
        assert_eq!(bench(5, &Signals::default()).unwrap().nodes, first.nodes);
    }
}
