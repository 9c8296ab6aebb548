//! The definitions of a puzzle, as thresholds of expected scores.

use super::searcher::Choice;

/// Why the solution is the only good move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// It wins.
    Win,
    /// It holds the game, and every other move loses.
    Save,
}

/// Thresholds of expected scores, from 0 to 1 for the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Definition {
    /// The least expected score of a winning solution.
    win: f64,
    /// The least expected score of a saving solution.
    save: f64,
    /// The greatest expected score of the second best move to a saving solution.
    lost: f64,
    /// The least gap between the solution and the second best move.
    gap: f64,
    /// The greatest expected score of the solver before the opponent's move.
    before: f64,
    /// How much less the best move of chess must score with self-captures.
    loss: f64,
}

/// The definition.
pub(super) const DEFINITION: Definition =
    Definition { win: 0.85, save: 0.45, lost: 0.10, gap: 0.35, before: 0.70, loss: 0.20 };

impl Definition {
    /// Returns a definition whose thresholds are stricter by `margin`, or laxer if it is negative.
    pub(super) const fn stricter_by(self, margin: f64) -> Definition {
        Definition {
            win: self.win + margin,
            save: self.save + margin,
            lost: self.lost - margin,
            gap: self.gap + margin,
            before: self.before - margin,
            loss: self.loss + margin,
        }
    }

    /// Returns what the best move of a choice achieves, if it is the only good move.
    pub(super) fn goal(&self, choice: &Choice) -> Option<Goal> {
        let second = choice.second.unwrap_or(0.0);
        if choice.expected - second < self.gap {
            None
        } else if choice.expected >= self.win {
            Some(Goal::Win)
        } else if choice.expected >= self.save && second <= self.lost {
            Some(Goal::Save)
        } else {
            None
        }
    }

    /// Returns `true` if the solver was not yet winning before the opponent's move.
    pub(super) fn allows_before(&self, expected: f64) -> bool {
        expected <= self.before
    }

    /// Returns `true` if a move of chess loses enough with self-captures.
    pub(super) fn is_refuted(&self, in_chess: f64, with_self_captures: f64) -> bool {
        in_chess - with_self_captures >= self.loss
    }

    /// Returns `true` if a self-capture wins and no other move is as good.
    pub(super) fn is_winning_self_capture(&self, self_capture: f64, other: Option<f64>) -> bool {
        self_capture >= self.win && self_capture - other.unwrap_or(0.0) >= self.loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::{Move, Square};

    fn choice(expected: f64, second: f64) -> Choice {
        Choice {
            best: Move::normal(Square::A1, Square::A2),
            expected,
            second: Some(second),
            mate: None,
            second_mate: None,
            line: Vec::new(),
        }
    }

    #[test]
    fn a_solution_wins_or_saves_with_a_gap_to_the_second_best_move() {
        for (expected, second, goal) in [
            (0.85, 0.50, Some(Goal::Win)),
            (0.85, 0.51, None),
            (0.84, 0.40, None),
            (0.45, 0.10, Some(Goal::Save)),
            (0.46, 0.11, None),
            (0.44, 0.01, None),
            (0.84, 0.10, Some(Goal::Save)),
            (1.00, 0.65, Some(Goal::Win)),
        ] {
            assert_eq!(DEFINITION.goal(&choice(expected, second)), goal, "{expected} {second}");
        }
        assert_eq!(DEFINITION.goal(&Choice { second: None, ..choice(0.5, 0.0) }), Some(Goal::Save));
    }

    #[test]
    fn a_margin_makes_every_threshold_stricter() {
        let strict = DEFINITION.stricter_by(0.03);
        assert_eq!(strict.goal(&choice(0.85, 0.40)), None);
        assert_eq!(strict.goal(&choice(0.95, 0.58)), None);
        assert_eq!(strict.goal(&choice(0.50, 0.08)), None);
        assert_eq!(strict.goal(&choice(0.50, 0.06)), Some(Goal::Save));
        assert!(DEFINITION.allows_before(0.70) && !strict.allows_before(0.70));
        assert!(DEFINITION.is_refuted(0.71, 0.5) && !strict.is_refuted(0.71, 0.5));
    }

    #[test]
    fn a_winning_self_capture_wins_and_is_better_than_other_moves() {
        assert!(DEFINITION.is_winning_self_capture(0.9, Some(0.6)));
        assert!(DEFINITION.is_winning_self_capture(0.9, None));
        assert!(!DEFINITION.is_winning_self_capture(0.9, Some(0.75)));
        assert!(!DEFINITION.is_winning_self_capture(0.8, Some(0.1)));
    }
}
