//! Time management: how long to think about a move.
//!
//! The soft limit ends the search after an iteration, the hard limit at once. The soft limit is scaled by
//! how stable the best move is, by its share of the nodes and by whether its score falls.

use ouro_rules::{Color, Move};

use crate::limits::Limits;
use crate::score::{INFINITE, Score, is_decisive};

/// The time for a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimits {
    /// No new iteration starts after this, scaled by [`TimeManager::scale`]. `None` if the whole time is
    /// used.
    pub(crate) soft: Option<u64>,
    /// The search stops after this.
    pub(crate) hard: u64,
}

/// Milliseconds that are never planned with, besides the move overhead: a busy machine may take that long
/// to notice that time is up.
const RESERVE: u64 = 40;

/// The number of moves to plan for without `movestogo`.
const DEFAULT_MOVES_TO_GO: u64 = 25;

/// The greatest number of moves to plan for.
const MAX_MOVES_TO_GO: u64 = 40;

impl TimeLimits {
    /// Returns the limits for a move of `color`, or `None` if time does not limit the search.
    ///
    /// The hard limit leaves the move overhead on the clock, if there is that much, and is at least one
    /// millisecond.
    #[must_use]
    pub(crate) fn new(limits: &Limits, color: Color) -> Option<TimeLimits> {
        let fixed = |time: u64| TimeLimits { soft: None, hard: time.max(1) };
        let time = match limits.move_time {
            Some(time) => Some(fixed(time.saturating_sub(limits.move_overhead))),
            None => TimeLimits::from_clock(limits, color),
        };
        let Some(max) = limits.max_time.map(fixed) else { return time };
        time.map_or(Some(max), |time| Some(TimeLimits { hard: time.hard.min(max.hard), ..time }))
    }

    /// Returns the limits for a move of `color` with a clock.
    fn from_clock(limits: &Limits, color: Color) -> Option<TimeLimits> {
        let clock = limits.clock[color.index()]?;
        let increment = limits.increment[color.index()];
        let available = clock.saturating_sub(limits.move_overhead);
        let planned = available.saturating_sub(RESERVE);
        let moves = limits.moves_to_go.filter(|&moves| moves > 0).unwrap_or(DEFAULT_MOVES_TO_GO);
        let moves = moves.min(MAX_MOVES_TO_GO);
        let gained = increment / 4 * 3;
        let share = (planned / moves).saturating_add(gained);
        let most = if moves == 1 { planned / 10 * 9 } else { (planned / 3).max(gained) };
        let hard = share.saturating_mul(4).min(most).min(available / 5 * 3).max(1);
        Some(TimeLimits { soft: Some(share.min(hard)), hard })
    }
}

/// Scales the soft limit from iteration to iteration.
#[derive(Default)]
pub(crate) struct TimeManager {
    best_move: Option<Move>,
    /// Iterations since the best move changed, up to eight.
    stability: i32,
}

impl TimeManager {
    /// Returns the factor for the soft limit after an iteration with this best move.
    pub(crate) fn scale(
        &mut self,
        best_move: Move,
        node_share: f64,
        score: Score,
        previous_score: Score,
    ) -> f64 {
        self.stability =
            if self.best_move == Some(best_move) { (self.stability + 1).min(8) } else { 0 };
        self.best_move = Some(best_move);
        let falling = if is_decisive(score) || previous_score == -INFINITE {
            0
        } else {
            previous_score - score
        };
        // Most best moves are stable and take less than the soft limit, so it is raised by a third.
        1.35 * (1.5 - node_share).clamp(0.5, 1.4)
            * (1.35 - 0.09 * f64::from(self.stability))
            * (1.0 + f64::from(falling.clamp(-20, 60)) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_moves_to_go_means_none_given() {
        let limits = Limits { clock: [Some(60_000), None], ..Limits::default() };
        let zero = Limits { moves_to_go: Some(0), ..limits.clone() };
        assert_eq!(TimeLimits::new(&zero, Color::White), TimeLimits::new(&limits, Color::White));
    }

    #[test]
    fn a_low_clock_does_not_run_lower_with_an_increment() {
        for clock in [20, 30, 50] {
            for increment in [4, 10, 20] {
                let limits = Limits {
                    clock: [Some(clock), None],
                    increment: [increment, 0],
                    move_overhead: 10,
                    ..Limits::default()
                };
                let time = TimeLimits::new(&limits, Color::White).unwrap();
                assert!(time.hard < increment, "{limits:?} {time:?}");
            }
        }
    }

    #[test]
    fn a_large_move_overhead_is_subtracted_once() {
        let limits = |clock, move_overhead| Limits {
            clock: [Some(clock), None],
            move_overhead,
            ..Limits::default()
        };
        let slow_line = TimeLimits::new(&limits(4_000, 1_000), Color::White);
        assert_eq!(slow_line, TimeLimits::new(&limits(3_000, 0), Color::White));
    }

    #[test]
    fn no_clock_allows_more_than_the_greatest_time() {
        let day = Some(86_400_000);
        let greatest = Limits { max_time: Some(2_000), ..Limits::default() };
        let hard = |limits| TimeLimits::new(&limits, Color::White).unwrap().hard;
        assert_eq!(hard(Limits { clock: [day; 2], ..greatest.clone() }), 2_000);
        assert_eq!(hard(Limits { move_time: day, ..greatest.clone() }), 2_000);
        assert_eq!(hard(Limits { move_time: Some(500), ..greatest.clone() }), 500);
        assert_eq!(hard(Limits { max_time: Some(0), ..greatest.clone() }), 1);
        assert_eq!(hard(greatest), 2_000);
    }

    #[test]
    fn no_time_limit_exceeds_the_clock() {
        for clock in [0, 1, 10, 50, 100, 1_000, 60_000, 3_600_000, u64::MAX] {
            for increment in [0, 10, 1_000, 100_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let limits = Limits {
                        clock: [Some(clock), None],
                        increment: [increment, 0],
                        moves_to_go,
                        move_overhead: 10,
                        ..Limits::default()
                    };
                    let time = TimeLimits::new(&limits, Color::White).unwrap();
                    assert!(time.soft.is_some_and(|soft| soft <= time.hard));
                    assert!(time.hard <= clock.saturating_sub(10).max(1), "{limits:?} {time:?}");
                    assert_eq!(TimeLimits::new(&limits, Color::Black), None);
                }
            }
        }
    }
}
