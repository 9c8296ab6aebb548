//! Opening books: the start positions of game pairs.

use std::path::Path;

use fastrand::Rng;
use ouro_engine::Engine;
use ouro_rules::{PgnGame, Position, Setup, Variant, decode_pgn};

use crate::random_openings::{balanced_opening, is_balanced};

/// The error of a file that is not an opening book.
#[derive(Debug, thiserror::Error)]
pub enum OpeningBookError {
    /// Reading the file failed.
    #[error("failed to read {0}: {1}")]
    Read(String, std::io::Error),
    /// No line or game of the file is a valid position.
    #[error("{0} contains no valid position")]
    Empty(String),
}

/// The largest score of a random opening, in the engine's units. Larger advantages would decide games
/// before the engines do.
const MAX_OPENING_SCORE: i32 = 50;
/// The node limit of the search that confirms that an opening is balanced.
const CONFIRMATION_NODES: u64 = 10_000;

/// The openings of a match. The book starts over after its last opening.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    positions: Vec<Position>,
}

impl OpeningBook {
    /// Reads the positions of an EPD file, or the final positions of the games of a PGN file, and
    /// shuffles them by `seed`. PGN is read leniently, as games of `variant` unless a tag says
    /// otherwise. Lines without a valid position and games with an unreadable move are skipped.
    ///
    /// # Errors
    /// If the file cannot be read or contains no valid position.
    pub fn read(path: &Path, variant: Variant, seed: u64) -> Result<OpeningBook, OpeningBookError> {
        let name = path.display().to_string();
        let bytes =
            std::fs::read(path).map_err(|error| OpeningBookError::Read(name.clone(), error))?;
        let (text, _) = decode_pgn(&bytes);
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let mut positions: Vec<Position> = if is_pgn {
            PgnGame::read_lenient(&text)
                .variant(variant)
                .filter_map(|import| import.ok().filter(|import| import.error.is_none()))
                .filter_map(|import| import.game.main_line().ok())
                .filter_map(|game| as_opening(&game.position().to_setup(), variant))
                .collect()
        } else {
            text.lines().filter_map(|line| parse_line(line, variant)).collect()
        };
        if positions.is_empty() {
            return Err(OpeningBookError::Empty(name));
        }
        Rng::with_seed(seed).shuffle(&mut positions);
        Ok(OpeningBook { positions })
    }

    /// Generates `count` openings of random quiet moves that two searches score as balanced, a short one and
    /// a longer one.
    ///
    /// # Errors
    /// If there is not enough memory for the search.
    pub fn random(
        variant: Variant,
        plies: usize,
        count: usize,
        seed: u64,
    ) -> Result<OpeningBook, std::collections::TryReserveError> {
        let mut engine = Engine::new(1, 1)?;
        let mut rng = Rng::with_seed(seed);
        let mut opening = || {
            loop {
                let max_score = MAX_OPENING_SCORE;
                let opening =
                    balanced_opening(&mut engine, variant, plies, false, max_score, &mut rng);
                if is_balanced(&mut engine, &opening, CONFIRMATION_NODES, max_score) {
                    return opening;
                }
            }
        };
        Ok(OpeningBook { positions: (0..count.max(1)).map(|_| opening()).collect() })
    }

    /// Returns the number of openings.
    #[must_use]
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// Returns the opening of a game pair.
    #[must_use]
    pub fn get(&self, pair: usize) -> &Position {
        &self.positions[pair % self.positions.len()]
    }
}

/// Returns the position of a setup in a variant, with its move counters reset.
fn as_opening(setup: &Setup, variant: Variant) -> Option<Position> {
    let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..setup.clone() };
    Position::from_setup(&setup, variant).ok()
}

/// Parses the first four fields of a FEN or EPD record.
fn parse_line(line: &str, variant: Variant) -> Option<Position> {
    let fields: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    Position::from_fen_lenient(&fields.join(" "), variant).ok().map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_engine::{Limits, Signals};
    use ouro_rules::Game;

    #[test]
    fn random_openings_are_balanced_by_a_longer_search() {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut engine = Engine::new(4, 1).unwrap();
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let book = OpeningBook::random(variant, 8, 20, 7).unwrap();
            for pair in 0..20 {
                let game = Game::from_position(book.get(pair).clone());
                let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
                let score = result.report.lines[0].score;
                assert!(score.abs() < 120, "{score} for {}", book.get(pair).to_fen());
            }
        }
    }

    #[test]
    fn random_openings_are_deterministic() {
        let book = OpeningBook::random(Variant::SelfCapture, 8, 20, 7).unwrap();
        let again = OpeningBook::random(Variant::SelfCapture, 8, 20, 7).unwrap();
        for pair in 0..20 {
            assert_eq!(book.get(pair), again.get(pair));
            assert_eq!(book.get(pair).board().occupied().count(), 32);
            assert_eq!(book.get(pair), book.get(pair + 20));
        }
        assert_ne!(book.get(0), book.get(1));
    }

    #[test]
    fn a_pgn_book_is_read_leniently_and_games_with_errors_are_skipped() {
        let name = format!("ouro-book-{}.pgn", std::process::id());
        let path = std::env::temp_dir().join(name);
        let book = b"[White \"M\xFCller\"]\n\n1. e4 c5 (1... Z0 2. d4) 2. g1f3\n\n\
            [White \"B\"]\n\n1. d4 d5 2. Ke5 *\n\n[White \"C\"]\n\n1. Nxd2 e5 *\n";
        std::fs::write(&path, book).unwrap();
        let count = |variant| OpeningBook::read(&path, variant, 1).unwrap().count();
        let counts = (count(Variant::Chess), count(Variant::SelfCapture));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(counts, (1, 2));
    }

    #[test]
    fn epd_operations_and_move_counters_are_ignored() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for line in [start.to_owned(), format!("{start} 0 1"), format!("{start} bm e4; id \"x\";")]
        {
            assert_eq!(parse_line(&line, Variant::Chess), Some(Position::start(Variant::Chess)));
        }
        assert_eq!(parse_line("nonsense", Variant::Chess), None);
    }
}
