//! What ends a search.

use std::sync::atomic::AtomicBool;

use ouro_rules::{Color, Move};

use crate::strength::Strength;

/// What a search is asked for. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No deeper than this.
    pub depth: Option<i32>,
    /// No more positions than this.
    pub nodes: Option<u64>,
    /// No new iteration after this many positions: cheaper than `nodes`, because no work is broken
    /// off.
    pub soft_nodes: Option<u64>,
    /// This long, in milliseconds, less the overhead.
    pub move_time: Option<u64>,
    /// Look for a mate in this many moves, and end when it is found. One of three moves or fewer is
    /// never missed.
    pub mate: Option<i32>,
    /// The clocks of White and Black, in milliseconds.
    pub clock: [Option<u64>; 2],
    /// What each side gains with a move, in milliseconds.
    pub increment: [u64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Kept back for what happens between the clock and the engine, in milliseconds.
    pub overhead: u64,
    /// Only these moves at the root, if any are given.
    pub search_moves: Vec<Move>,
    /// Plays weaker than it could.
    pub strength: Option<Strength>,
    /// How many best lines are wanted; none is taken as one.
    pub lines: usize,
}

/// What can be said to a search while it runs.
#[derive(Debug, Default)]
pub struct Signals {
    /// Ends it as soon as possible.
    pub stop: AtomicBool,
    /// Keeps the clock from ending it, until the opponent has made the expected move.
    pub pondering: AtomicBool,
}

/// How long to think, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this, scaled by how settled the search is.
    pub soft: u64,
    /// The search is broken off after this.
    pub hard: u64,
}

/// Never planned with, in milliseconds, besides the overhead: a busy machine takes more than that now and
/// then. It is the same for a large overhead, which is there for a slow line and not for the machine.
const RESERVE: u64 = 40;

impl Limits {
    /// After how many nodes no new iteration is begun.
    pub(crate) fn enough_nodes(&self) -> Option<u64> {
        let weak = self.strength.map(|strength| strength.nodes);
        self.soft_nodes.into_iter().chain(weak).min()
    }

    /// The time for a move of `color`; none if time does not limit the search.
    ///
    /// The hard limit stays below the clock by the overhead, as long as there is more on it, and is a
    /// millisecond else.
    #[must_use]
    pub fn budget(&self, color: Color) -> Option<Budget> {
        if let Some(time) = self.move_time {
            let time = time.saturating_sub(self.overhead).max(1);
            return Some(Budget { soft: time, hard: time });
        }
        let clock = self.clock[color.index()]?;
        let increment = self.increment[color.index()];
        let safe = clock.saturating_sub(self.overhead);
        let left = safe.saturating_sub(RESERVE);
        // Without a number of moves, more is spent early, where games are decided: a share of what is
        // left runs out more slowly than it seems.
        let moves = self.moves_to_go.filter(|&moves| moves > 0).unwrap_or(25).min(40);
        // What can be spent on each of the moves to come, increments included.
        let share = (left / moves).saturating_add(increment / 4 * 3);
        let most = if moves == 1 { left / 10 * 9 } else { (left / 3).max(increment / 4 * 3) };
        let hard = share.saturating_mul(4).min(most).min(safe / 5 * 3).max(1);
        Some(Budget { soft: share.min(hard), hard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_moves_to_go_are_as_good_as_none_given() {
        let limits = Limits { clock: [Some(60_000), None], ..Limits::default() };
        let zero = Limits { moves_to_go: Some(0), ..limits.clone() };
        assert_eq!(zero.budget(Color::White), limits.budget(Color::White));
    }

    #[test]
    fn a_clock_that_has_run_low_runs_no_lower() {
        for clock in [20, 30, 50] {
            for increment in [4, 10, 20] {
                let limits = Limits {
                    clock: [Some(clock), None],
                    increment: [increment, 0],
                    overhead: 10,
                    ..Limits::default()
                };
                let budget = limits.budget(Color::White).unwrap();
                assert!(budget.hard < increment, "{limits:?} {budget:?}");
            }
        }
    }

    #[test]
    fn a_large_overhead_is_kept_back_once() {
        let limits =
            |clock, overhead| Limits { clock: [Some(clock), None], overhead, ..Limits::default() };
        let slow_line = limits(4_000, 1_000).budget(Color::White);
        assert_eq!(slow_line, limits(3_000, 0).budget(Color::White));
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for clock in [0, 1, 10, 50, 100, 1_000, 60_000, 3_600_000, u64::MAX] {
            for increment in [0, 10, 1_000, 100_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let limits = Limits {
                        clock: [Some(clock), None],
                        increment: [increment, 0],
                        moves_to_go,
                        overhead: 10,
                        ..Limits::default()
                    };
                    let budget = limits.budget(Color::White).unwrap();
                    assert!(budget.soft <= budget.hard);
                    assert!(
                        budget.hard <= clock.saturating_sub(10).max(1),
                        "{limits:?} {budget:?}"
                    );
                    assert_eq!(limits.budget(Color::Black), None);
                }
            }
        }
    }
}
