//! Compares Ouro with shakmaty and cozy-chess on the same work in one run.
//!
//! The libraries take turns to cancel noise, the fastest round of each counts, and the result is
//! the ratio. All are built with the same flags, and cozy-chess uses PEXT where the machine has it.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ouro_rules::{Position, Variant, perft};
use shakmaty::Position as _;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const EDWARDS: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

/// The name of a library and its work.
type Contestant<'a> = (&'a str, Box<dyn FnMut() + 'a>);

/// Returns the fastest of many alternating rounds of each contestant.
fn race(contestants: &mut [Contestant], rounds: u32) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; contestants.len()];
    for _ in 0..rounds {
        for (fastest, (_, work)) in best.iter_mut().zip(contestants.iter_mut()) {
            let start = Instant::now();
            work();
            *fastest = start.elapsed().min(*fastest);
        }
    }
    best
}

fn report(title: &str, contestants: &[Contestant], times: &[Duration], amount: f64, unit: &str) {
    println!("{title}");
    let ouro = times[0].as_secs_f64();
    for ((name, _), time) in contestants.iter().zip(times) {
        let seconds = time.as_secs_f64();
        let figure = match unit {
            "ns" => seconds * 1e9 / amount,
            _ => amount / seconds / 1e6,
        };
        println!(
            "  {name:<12} {figure:>8.1} {unit:<8} Ouro takes {:.2} times as long",
            ouro / seconds
        );
    }
}

fn main() {
    for (name, fen) in [("start position", START), ("Kiwipete", KIWIPETE)] {
        const PARSES: u32 = 20_000;
        let mut contestants: Vec<Contestant> = vec![
            (
                "Ouro",
                Box::new(|| {
                    for _ in 0..PARSES {
                        black_box(Position::from_fen(black_box(fen), Variant::Chess).unwrap());
                    }
                }),
            ),
            (
                "shakmaty",
                Box::new(|| {
                    for _ in 0..PARSES {
                        let parsed: shakmaty::fen::Fen = black_box(fen).parse().unwrap();
                        let mode = shakmaty::CastlingMode::Standard;
                        black_box(parsed.into_position::<shakmaty::Chess>(mode).unwrap());
                    }
                }),
            ),
            (
                "cozy-chess",
                Box::new(|| {
                    for _ in 0..PARSES {
                        black_box(cozy_chess::Board::from_fen(black_box(fen), false).unwrap());
                    }
                }),
            ),
        ];
        let times = race(&mut contestants, 40);
        let title = format!("FEN parse with validation, {name}");
        report(&title, &contestants, &times, f64::from(PARSES), "ns");
    }

    for (name, fen, depth) in
        [("start position", START, 6), ("Kiwipete", KIWIPETE, 5), ("Edwards", EDWARDS, 5)]
    {
        let ours = Position::from_fen(fen, Variant::Chess).unwrap();
        let nodes = perft::count(&ours, depth);
        let theirs: shakmaty::Chess = fen
            .parse::<shakmaty::fen::Fen>()
            .unwrap()
            .into_position(shakmaty::CastlingMode::Standard)
            .unwrap();
        let cozy = cozy_chess::Board::from_fen(fen, false).unwrap();
        let mut contestants: Vec<Contestant> = vec![
            ("Ouro", Box::new(|| assert_eq!(perft::count(black_box(&ours), depth), nodes))),
            (
                "shakmaty",
                Box::new(|| {
                    assert_eq!(shakmaty::perft(black_box(&theirs), depth), nodes);
                }),
            ),
            ("cozy-chess", Box::new(|| assert_eq!(cozy_perft(black_box(&cozy), depth), nodes))),
        ];
        let times = race(&mut contestants, 10);
        let title = format!("perft {depth}, {name}, {nodes} nodes");
        report(&title, &contestants, &times, nodes as f64, "Mnodes/s");
        let legal = theirs.legal_moves().len();
        assert_eq!(ours.legal_moves().len(), legal);
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}
