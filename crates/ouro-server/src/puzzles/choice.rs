//! The next puzzle of a solver.

use std::collections::HashSet;

use ouro_puzzles::{PuzzleId, Theme};

use super::shuffle;
use super::stock::{Stock, StockPuzzle};

/// How many of the puzzles with the nearest ratings are equally good.
const NEAREST: usize = 20;

/// How hard a puzzle shall be for the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Difficulty {
    Easiest,
    Easier,
    #[default]
    Normal,
    Harder,
    Hardest,
}

impl Difficulty {
    /// Returns the difference between the ratings of puzzle and solver.
    const fn offset(self) -> f64 {
        match self {
            Difficulty::Easiest => -600.0,
            Difficulty::Easier => -300.0,
            Difficulty::Normal => 0.0,
            Difficulty::Harder => 300.0,
            Difficulty::Hardest => 600.0,
        }
    }
}

/// Which puzzle a solver wants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    /// The anonymous owner of the attempts.
    pub(crate) owner: &'a str,
    /// The solver's rating.
    pub(crate) rating: f64,
    pub(crate) difficulty: Difficulty,
    /// Any theme if missing.
    pub(crate) theme: Option<Theme>,
}

/// A chosen puzzle, if there is one.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    pub(crate) puzzle: Option<&'a StockPuzzle>,
    /// The puzzles from which it was chosen, itself included.
    pub(crate) left: usize,
}

impl Wish<'_> {
    /// Chooses a puzzle that the solver has not attempted: one of those with the nearest ratings. Until it is attempted,
    /// the choice stays the same; other solvers get another one.
    pub(crate) fn choose<'a>(
        &self,
        stock: &'a Stock,
        attempted: &HashSet<PuzzleId>,
        rating: impl Fn(&StockPuzzle) -> f64,
    ) -> Choice<'a> {
        let target = self.rating + self.difficulty.offset();
        let is_wanted = |entry: &&StockPuzzle| {
            let has_theme = |theme| entry.puzzle.themes.contains(&theme);
            self.theme.is_none_or(has_theme) && !attempted.contains(&entry.id)
        };
        let key = |entry: &StockPuzzle| shuffle::key(self.owner, entry.id);
        let mut candidates: Vec<(f64, u64, &StockPuzzle)> = stock
            .puzzles()
            .iter()
            .filter(is_wanted)
            .map(|entry| ((rating(entry) - target).abs(), key(entry), entry))
            .collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let nearest = candidates.iter().take(NEAREST).min_by_key(|(_, key, _)| *key);
        Choice { puzzle: nearest.map(|(_, _, entry)| *entry), left: candidates.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::stock::tests::puzzle;

    fn stock() -> Stock {
        let theme = |number: usize| if number < 10 { Theme::Fork } else { Theme::Mate };
        let rated = |number: usize| puzzle(number, 500 + 10 * number as u16, &[theme(number)]);
        Stock::new((0..200).map(rated).collect(), Vec::new())
    }

    fn of_file(entry: &StockPuzzle) -> f64 {
        f64::from(entry.puzzle.rating)
    }

    const WISH: Wish<'_> =
        Wish { owner: "a", rating: 1_500.0, difficulty: Difficulty::Normal, theme: None };

    #[test]
    fn a_puzzle_is_as_hard_as_wished() {
        let stock = stock();
        for (difficulty, target) in [
            (Difficulty::Easiest, 900),
            (Difficulty::Easier, 1_200),
            (Difficulty::Normal, 1_500),
            (Difficulty::Harder, 1_800),
            (Difficulty::Hardest, 2_100),
        ] {
            for owner in ["a", "b", "c", "d", "e"] {
                let wish = Wish { owner, difficulty, ..WISH };
                let chosen = wish.choose(&stock, &HashSet::new(), of_file).puzzle.unwrap();
                let distance = chosen.puzzle.rating.abs_diff(target);
                assert!(distance <= 100, "{difficulty:?}: {distance}");
            }
        }
    }

    #[test]
    fn the_current_rating_counts_and_not_that_of_the_file() {
        let stock = stock();
        let reversed = |entry: &StockPuzzle| 3_000.0 - f64::from(entry.puzzle.rating);
        let wish = Wish { difficulty: Difficulty::Hardest, ..WISH };
        let chosen = wish.choose(&stock, &HashSet::new(), reversed).puzzle.unwrap();
        assert!(chosen.puzzle.rating.abs_diff(900) <= 100, "{}", chosen.puzzle.rating);
    }

    #[test]
    fn every_puzzle_of_a_theme_comes_once_and_then_there_is_none_left() {
        let stock = stock();
        let wish = Wish { theme: Some(Theme::Fork), ..WISH };
        let mut attempted = HashSet::new();
        for left in (1..=10).rev() {
            let choice = wish.choose(&stock, &attempted, of_file);
            assert_eq!(choice.left, left);
            let chosen = choice.puzzle.unwrap();
            assert_eq!(chosen.puzzle.themes, [Theme::Fork]);
            // The page can be reloaded.
            assert_eq!(wish.choose(&stock, &attempted, of_file).puzzle.unwrap().id, chosen.id);
            assert!(attempted.insert(chosen.id));
        }
        let none = wish.choose(&stock, &attempted, of_file);
        assert!(none.puzzle.is_none() && none.left == 0);
    }

    #[test]
    fn solvers_get_different_puzzles() {
        let stock = stock();
        let owners = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let ids: HashSet<PuzzleId> = owners
            .map(|owner| {
                let wish = Wish { owner, ..WISH };
                wish.choose(&stock, &HashSet::new(), of_file).puzzle.unwrap().id
            })
            .into();
        assert!(ids.len() >= 4, "{ids:?}");
    }
}
