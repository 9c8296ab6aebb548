//! Ratings of solvers and puzzles by Glicko-2. Every rated attempt is a rating period of its own.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) value: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

impl Rating {
    /// The rating of a solver who has not attempted a puzzle.
    pub(crate) const UNRATED: Rating =
        Rating { value: 1_500.0, deviation: 350.0, volatility: 0.06 };

    /// Returns the ratings of a solver and a puzzle after an attempt.
    pub(crate) fn after_attempt(solver: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let config = Glicko2Config::new();
        let (solver, puzzle) = glicko2(&solver.into(), &puzzle.into(), &outcome, &config);
        (solver.into(), puzzle.into())
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { value, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating: value, deviation, volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Rating {
        Rating { value: rating, deviation, volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::glicko2::glicko2_rating_period;

    #[test]
    fn the_library_computes_the_example_of_glickmans_paper() {
        let player = Rating { value: 1_500.0, deviation: 200.0, volatility: 0.06 };
        let opponent = |value, deviation| Rating { value, deviation, volatility: 0.06 }.into();
        let results = [
            (opponent(1_400.0, 30.0), Outcomes::WIN),
            (opponent(1_550.0, 100.0), Outcomes::LOSS),
            (opponent(1_700.0, 300.0), Outcomes::LOSS),
        ];
        let after: Rating =
            glicko2_rating_period(&player.into(), &results, &Glicko2Config::new()).into();
        assert!((after.value - 1_464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn solver_and_puzzle_move_in_opposite_directions_and_get_more_certain() {
        let hard = Rating { value: 1_900.0, ..Rating::UNRATED };
        for (solved, sign) in [(true, 1.0), (false, -1.0)] {
            let (solver, puzzle) = Rating::after_attempt(Rating::UNRATED, hard, solved);
            assert!((solver.value - Rating::UNRATED.value) * sign > 0.0, "{solver:?}");
            assert!((puzzle.value - hard.value) * sign < 0.0, "{puzzle:?}");
            assert!(solver.deviation < 350.0 && puzzle.deviation < 350.0);
        }
    }
}
