//! A small set of games for the tests of mining and verification.

use std::path::Path;

use ouro_engine::{MATE, Networks};
use ouro_rules::{PgnResult, Position, Variant};

use super::miner::Cascade;
use super::mining::Mining;
use crate::selfplay::{Origin, SelfPlayGame};

/// Returns games with four puzzles, a win without a self-capture, a position with two good moves, and a
/// near-duplicate of the first puzzle. Each game is the opponent's move and the solution.
pub(super) fn puzzle_games() -> Vec<SelfPlayGame> {
    [
        ("8/1p4k1/2p5/6R1/4P1KP/P3r1P1/8/7R b - - 6 42", "g7h8 h1h4", MATE - 1),
        ("8/8/4K3/8/1BB5/1P2bQ2/k7/8 b - - 4 56", "e3d2 f3b3", MATE - 3),
        ("8/8/7p/4K3/pB4k1/P4p2/5PbP/8 w - - 0 48", "b4d2 f3g2", 900),
        ("3qk3/8/8/8/8/8/8/R3K3 b - - 0 1", "d8a8 a1a8", 900),
        ("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", "e8e7 a1a7", 900),
        ("8/1p4k1/2p5/6R1/4P1KP/P4rP1/8/7R b - - 6 42", "g7h8 h1h4", MATE - 1),
        ("1k2r3/N2R4/1p3p2/7p/1PPN1Pn1/6P1/4P2P/4K2R b K - 3 26", "e8e4 d4c6", MATE - 3),
    ]
    .map(|(fen, moves, score)| {
        let start = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mut here = start.clone();
        let moves = moves
            .split(' ')
            .zip([0, score as i16])
            .map(|(uci, score)| {
                let mv = here.parse_uci(uci).unwrap();
                here.play_unchecked(mv);
                (mv, score)
            })
            .collect();
        SelfPlayGame { start, moves, result: PgnResult::Draw }
    })
    .to_vec()
}

/// Writes a file of games.
pub(super) fn write_games(path: &Path, games: &[SelfPlayGame]) {
    let mut bytes = Origin { signature: 1, network: 2 << 40, nodes: 3 }.to_bytes().to_vec();
    for game in games {
        game.encode(&mut bytes);
    }
    std::fs::write(path, bytes).unwrap();
}

/// Returns mining with fewer nodes in the last search.
pub(super) fn mining(threads: usize) -> Mining {
    Mining {
        networks: Networks::embedded(),
        second_networks: Networks::embedded(),
        tables: None,
        cascade: Cascade { third: 1_000_000, ..Cascade::default() },
        score_nodes: None,
        only_mates: false,
        threads,
    }
}
