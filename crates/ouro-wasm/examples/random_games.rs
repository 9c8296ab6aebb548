//! Prints random games of all variants with everything the rules say about each position, for the comparison
//! with the WebAssembly module: `random_games COUNT` prints COUNT positions of each variant.
//!
//! A line `game VARIANT FEN` starts a game. Each position is a line of FEN, outcome and claimable draw, legal
//! moves as `uci san`, and the move played, separated by `|`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is its purpose")]

use std::process::ExitCode;

use ouro_rules::{Game, Position, Variant};

/// The greatest number of moves of a game: enough for repetitions and long endgames.
const MAX_PLIES: usize = 300;

/// A reproducible random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * limit as u128) >> 64) as usize
    }
}

fn main() -> ExitCode {
    let Some(count) = std::env::args().nth(1).and_then(|count| count.parse().ok()) else {
        eprintln!("usage: random_games COUNT");
        return ExitCode::from(2);
    };
    let mut random = Random(7);
    for variant in Variant::ALL {
        let mut printed = 0;
        while printed < count {
            let start = match variant {
                Variant::Chess960 => Position::chess960_start(random.below(960) as u16),
                Variant::Chess | Variant::SelfCapture => None,
            };
            let start = start.unwrap_or_else(|| Position::start(variant));
            println!("game {variant} {start}");
            printed += print_game(Game::from_position(start), &mut random, count - printed);
        }
    }
    ExitCode::SUCCESS
}

/// Prints a random game and returns the number of its positions.
fn print_game(mut game: Game, random: &mut Random, limit: usize) -> usize {
    for printed in 1..=limit.min(MAX_PLIES) {
        let position = game.position();
        let moves = position.legal_moves();
        let listed: Vec<String> =
            moves.iter().map(|&mv| format!("{} {}", position.uci(mv), position.san(mv))).collect();
        let outcome = game.outcome().map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
        let claim = game.claimable_draw().map_or_else(|| "-".to_owned(), |draw| draw.to_string());
        let over = game.outcome().is_some();
        let played = if over { None } else { moves.get(random.below(moves.len().max(1))).copied() };
        let shown = played.map_or_else(|| "-".to_owned(), |mv| position.uci(mv));
        println!("{position}|{outcome}|{claim}|{}|{shown}", listed.join(","));
        let Some(played) = played else { return printed };
        if game.play(played).is_err() {
            return printed;
        }
    }
    limit.min(MAX_PLIES)
}
