//! The move generator against perft tables.
//!
//! Debug builds check every invariant after every move and search less deep. Release builds search
//! to depth 5 in chess, 4 in Chess960 and the full depth of the table in self-capture chess; with
//! `OURO_LONG_PERFT` set, one ply deeper in chess and Chess960.
#![allow(clippy::unwrap_used)]

mod common;

use ouro_rules::{Position, Variant, perft};
use std::sync::atomic::{AtomicUsize, Ordering};

fn check(table: &str, variant: Variant, depth: usize) {
    let lines = common::table(table);
    assert!(!lines.is_empty());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((fen, counts)) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let position = Position::from_fen(fen, variant).unwrap();
                    for (i, &expected) in counts.iter().take(depth).enumerate() {
                        let found = perft::count(&position, i as u32 + 1);
                        assert_eq!(found, expected, "{variant} {fen} depth {}", i + 1);
                    }
                }
            });
        }
    });
}

/// Returns the depth for this build, or for the long run.
fn depth(in_debug: usize, in_release: usize, in_long_run: usize) -> usize {
    if std::env::var_os("OURO_LONG_PERFT").is_some() {
        in_long_run
    } else if cfg!(debug_assertions) {
        in_debug
    } else {
        in_release
    }
}

#[test]
fn chess_perft_counts_match() {
    check("perft-chess.tsv", Variant::Chess, depth(4, 5, 6));
}

#[test]
fn chess960_perft_counts_match() {
    check("perft-chess960.tsv", Variant::Chess960, depth(3, 4, 5));
}

#[test]
fn self_capture_perft_counts_match() {
    check("perft-selfcapture.tsv", Variant::SelfCapture, depth(4, usize::MAX, usize::MAX));
}

#[test]
fn chess_positions_have_the_same_perft_counts_in_chess960() {
    check("perft-chess.tsv", Variant::Chess960, depth(3, 4, 5));
}
