//! A fixed amount of work that gives the same number of nodes everywhere: the signature of the
//! search.

use ouro_rules::{Game, Position, Variant};

use crate::{Engine, Limits, Signals, TableUse};

/// How deep the signature is taken.
pub const DEPTH: i32 = 11;

/// Positions of both games.
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

/// What the work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Positions looked at: the signature.
    pub nodes: u64,
    /// Milliseconds, which differ between machines.
    pub time: u64,
    /// How the table did.
    pub table: TableUse,
}

/// How the command shows it.
impl std::fmt::Display for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "Rejected table moves: {}", self.table.rejected)?;
        writeln!(f, "Table collisions: {}", self.table.collisions)?;
        write!(f, "{} nodes {} nps", self.nodes, self.nodes * 1000 / self.time.max(1))
    }
}

/// Searches the positions to this depth on one thread with a table of 16 MB, or until it is stopped.
///
/// # Errors
/// If there is no memory for the table.
pub fn bench(depth: i32, signals: &Signals) -> Result<Bench, std::collections::TryReserveError> {
    let mut engine = Engine::new(16, 1)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut sum = Bench { nodes: 0, time: 0, table: TableUse::default() };
    for (variant, fen) in POSITIONS {
        let Ok(position) = Position::from_fen(fen, variant) else { continue };
        engine.new_game();
        let game = Game::from_position(position);
        let answer = engine.search(&game, &limits, signals, &mut |_| {});
        sum.nodes += answer.report.nodes;
        sum.time += answer.report.time;
        sum.table += answer.table;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_can_be_played() {
        for (variant, fen) in POSITIONS {
            assert!(Position::from_fen(fen, variant).is_ok(), "{fen}");
        }
    }

    #[test]
    fn the_signature_is_the_same_every_time() {
        let first = bench(5, &Signals::default()).unwrap();
        assert_eq!(bench(5, &Signals::default()).unwrap().nodes, first.nodes);
    }
}
