//! Helpers of the tests: random numbers, random games, tables and a reference move generator.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    reason = "each test file uses some of the helpers"
)]

pub mod reference;

use ouro_rules::{Position, Variant};

/// A small reproducible random number generator (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Visits `count` positions of random games from various start positions. Games end by mate, by
/// stalemate or after 200 plies.
pub fn for_random_positions(
    variant: Variant,
    seed: u64,
    count: usize,
    mut visit: impl FnMut(&Position),
) {
    let mut random = Random::new(seed);
    let tables = [table("perft-chess.tsv"), table("perft-chess960.tsv")];
    let mut seen = 0;
    while seen < count {
        let mut position = match variant {
            Variant::Chess960 if random.below(2) == 0 => {
                Position::from_fen(&random.pick(&tables[1]).0, variant).unwrap()
            }
            Variant::Chess960 => Position::chess960_start(random.below(960) as u16).unwrap(),
            _ if random.below(2) == 0 => {
                Position::from_fen(&random.pick(&tables[0]).0, variant).unwrap()
            }
            _ => Position::start(variant),
        };
        for _ in 0..200 {
            visit(&position);
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() || seen == count {
                break;
            }
            position.play(*random.pick(&moves)).unwrap();
        }
    }
}

/// Returns the rows of a table of positions and perft counts.
pub fn table(name: &str) -> Vec<(String, Vec<u64>)> {
    let path = format!("{}/tests/tables/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (fen, counts) = line.split_once('\t').unwrap();
            (fen.to_owned(), counts.split(' ').map(|count| count.parse().unwrap()).collect())
        })
        .collect()
}

/// Returns the legal moves in UCI notation, sorted.
pub fn uci_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect();
    moves.sort_unstable();
    moves
}

pub fn chess(fen: &str) -> Position {
    Position::from_fen(fen, Variant::Chess).unwrap()
}

pub fn self_capture(fen: &str) -> Position {
    Position::from_fen(fen, Variant::SelfCapture).unwrap()
}
