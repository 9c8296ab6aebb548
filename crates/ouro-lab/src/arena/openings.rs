//! Where games start.

use std::path::Path;

use fastrand::Rng;
use ouro_engine::Engine;
use ouro_rules::{PgnGame, Position, Setup, Variant};

use crate::starts::balanced_start;

/// Why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error("{0} cannot be read: {1}")]
    Read(String, std::io::Error),
    /// There is nothing in it.
    #[error("{0} has no position that can be played")]
    Empty(String),
}

/// Openings that a short search scores beyond this decide games before the engines do.
const FAIR: i32 = 50;

/// The positions that pairs of games start from, in order and again from the beginning.
#[derive(Clone, Debug)]
pub struct Openings {
    positions: Vec<Position>,
}

impl Openings {
    /// Reads the positions of an EPD file, or the last positions of the games of a PGN file, and
    /// shuffles them by `seed`. Lines that are no position are passed over.
    ///
    /// # Errors
    /// If the file cannot be read or has no position.
    pub fn read(path: &Path, variant: Variant, seed: u64) -> Result<Openings, OpeningsError> {
        let name = path.display().to_string();
        let bytes =
            std::fs::read(path).map_err(|error| OpeningsError::Read(name.clone(), error))?;
        let text = String::from_utf8_lossy(&bytes);
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let mut positions: Vec<Position> = if is_pgn {
            PgnGame::read(&text)
                .filter_map(|game| game.ok()?.main_line().ok())
                .filter_map(|game| in_game(&game.position().to_setup(), variant))
                .collect()
        } else {
            text.lines().filter_map(|line| from_line(line, variant)).collect()
        };
        if positions.is_empty() {
            return Err(OpeningsError::Empty(name));
        }
        Rng::with_seed(seed).shuffle(&mut positions);
        Ok(Openings { positions })
    }

    /// As many start positions as asked for, after random quiet moves that give neither side too
    /// much, as a short search sees it.
    ///
    /// # Errors
    /// If there is no memory for the search.
    pub fn random(
        variant: Variant,
        plies: usize,
        count: usize,
        seed: u64,
    ) -> Result<Openings, std::collections::TryReserveError> {
        let mut engine = Engine::new(1, 1)?;
        let mut random = Rng::with_seed(seed);
        let mut start = || balanced_start(&mut engine, variant, plies, false, FAIR, &mut random);
        Ok(Openings { positions: (0..count.max(1)).map(|_| start()).collect() })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// The start of a pair of games.
    #[must_use]
    pub fn get(&self, pair: usize) -> &Position {
        &self.positions[pair % self.positions.len()]
    }
}

/// The position of a setup in a game, with its clocks set back.
fn in_game(setup: &Setup, variant: Variant) -> Option<Position> {
    let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..setup.clone() };
    Position::from_setup(&setup, variant).ok()
}

/// A FEN or EPD without what follows its four fields.
fn from_line(line: &str, variant: Variant) -> Option<Position> {
    let fields: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    Position::from_fen_lenient(&fields.join(" "), variant).ok().map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_engine::{Limits, Signals};
    use ouro_rules::Game;

    #[test]
    fn random_openings_give_neither_side_much_by_a_longer_search() {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut engine = Engine::new(4, 1).unwrap();
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let openings = Openings::random(variant, 8, 20, 7).unwrap();
            for pair in 0..20 {
                let game = Game::from_position(openings.get(pair).clone());
                let answer = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
                let score = answer.report.lines[0].score;
                assert!(score.abs() < 120, "{score} for {}", openings.get(pair).to_fen());
            }
        }
    }

    #[test]
    fn random_openings_are_repeatable() {
        let openings = Openings::random(Variant::SelfCapture, 8, 20, 7).unwrap();
        let again = Openings::random(Variant::SelfCapture, 8, 20, 7).unwrap();
        for pair in 0..20 {
            assert_eq!(openings.get(pair), again.get(pair));
            assert_eq!(openings.get(pair).board().occupied().count(), 32);
            assert_eq!(openings.get(pair), openings.get(pair + 20));
        }
        assert_ne!(openings.get(0), openings.get(1));
    }

    #[test]
    fn lines_with_operations_and_clocks_are_read() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for line in [start.to_owned(), format!("{start} 0 1"), format!("{start} bm e4; id \"x\";")]
        {
            assert_eq!(from_line(&line, Variant::Chess), Some(Position::start(Variant::Chess)));
        }
        assert_eq!(from_line("nonsense", Variant::Chess), None);
    }
}
