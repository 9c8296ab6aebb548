//! What an attempt changes for its solver and its puzzle.

use super::attempt::Answer;
use super::daily::Day;
use super::rating::Rating;

/// Points of a rating graph: a page is hardly wider than this many of them.
const GRAPH_POINTS: usize = 200;

/// What is known about a solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Progress {
    pub(crate) rating: Rating,
    /// All attempts, rated or not.
    pub(crate) attempts: i64,
    pub(crate) solved: i64,
    /// The rated attempts since the last one that failed.
    pub(crate) streak: i64,
    pub(crate) best_streak: i64,
    pub(crate) daily: DailyStreak,
}

/// Days in a row on which a solver has solved the daily puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DailyStreak {
    pub(crate) days: i64,
    pub(crate) best: i64,
    /// The last of the days.
    pub(crate) last: Option<Day>,
}

impl DailyStreak {
    /// Returns the streak at a day: it ends with the first day without a solution, but the current day is not over.
    pub(crate) fn on(&self, today: Day) -> i64 {
        match self.last {
            Some(last) if last.next() >= today => self.days,
            _ => 0,
        }
    }

    fn solve(&mut self, day: Day) {
        if self.last.is_some_and(|last| last >= day) {
            return;
        }
        self.days = self.on(day) + 1;
        self.best = self.best.max(self.days);
        self.last = Some(day);
    }
}

/// An attempt that has been checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'a> {
    pub(crate) answer: &'a Answer,
    /// Whether it is the first attempt of the solver at the puzzle.
    pub(crate) is_first: bool,
    /// The day whose puzzle it is.
    pub(crate) daily: Option<Day>,
}

impl Attempt<'_> {
    /// Returns whether the attempt changes ratings and the streak.
    pub(crate) const fn is_rated(&self) -> bool {
        self.is_first && self.answer.hints == 0
    }
}

impl Progress {
    /// Somebody who has not attempted a puzzle.
    pub(crate) const NEW: Progress = Progress {
        rating: Rating::UNRATED,
        attempts: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
        daily: DailyStreak { days: 0, best: 0, last: None },
    };

    /// Returns the progress of the solver and the rating of the puzzle after an attempt.
    pub(crate) fn after(&self, puzzle: Rating, attempt: Attempt<'_>) -> (Progress, Rating) {
        let solved = attempt.answer.solved;
        let mut progress = *self;
        let mut puzzle = puzzle;
        progress.attempts += 1;
        progress.solved += i64::from(solved);
        if attempt.is_rated() {
            (progress.rating, puzzle) = Rating::after_attempt(self.rating, puzzle, solved);
            progress.streak = if solved { self.streak + 1 } else { 0 };
            progress.best_streak = self.best_streak.max(progress.streak);
        }
        if let Some(day) = attempt.daily
            && solved
        {
            progress.daily.solve(day);
        }
        (progress, puzzle)
    }
}

/// Thins the points of a graph out evenly, and keeps the first and the last one.
pub(crate) fn thin_out<T: Copy>(points: &[T]) -> Vec<T> {
    if points.len() <= GRAPH_POINTS {
        return points.to_vec();
    }
    let last = points.len() - 1;
    (0..GRAPH_POINTS).map(|index| points[index * last / (GRAPH_POINTS - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(solved: bool, hints: u32) -> Answer {
        Answer { moves: String::new(), solved, hints }
    }

    fn attempt(progress: Progress, solved: bool, hints: u32, is_first: bool) -> (Progress, Rating) {
        let attempt = Attempt { answer: &answer(solved, hints), is_first, daily: None };
        progress.after(Rating::UNRATED, attempt)
    }

    #[test]
    fn only_first_attempts_without_hints_change_ratings_and_streaks() {
        let progress = Progress { streak: 3, best_streak: 3, ..Progress::NEW };
        for (solved, hints, is_first) in
            [(true, 1, true), (false, 1, true), (true, 0, false), (false, 0, false)]
        {
            let (after, puzzle) = attempt(progress, solved, hints, is_first);
            let counted = Progress { attempts: 1, solved: i64::from(solved), ..progress };
            assert_eq!((after, puzzle), (counted, Rating::UNRATED));
        }
        let (after, puzzle) = attempt(progress, true, 0, true);
        assert!(after.rating.value > 1_500.0 && puzzle.value < 1_500.0);
        assert_eq!((after.streak, after.best_streak), (4, 4));
        let (after, puzzle) = attempt(after, false, 0, true);
        assert!(puzzle.value > 1_500.0);
        assert_eq!((after.streak, after.best_streak, after.attempts, after.solved), (0, 4, 2, 1));
    }

    #[test]
    fn a_daily_streak_grows_by_one_a_day_and_ends_with_a_day_without_a_solution() {
        let solve = |progress: Progress, solved, day| {
            let attempt =
                Attempt { answer: &answer(solved, 0), is_first: false, daily: Some(Day(day)) };
            progress.after(Rating::UNRATED, attempt).0
        };
        let mut progress = Progress::NEW;
        assert_eq!(progress.daily.on(Day(100)), 0);
        for day in [100, 100, 101, 102] {
            progress = solve(progress, false, day);
            progress = solve(progress, true, day);
        }
        // The puzzle of the day before, just after midnight.
        progress = solve(progress, true, 101);
        assert_eq!((progress.daily.days, progress.daily.last), (3, Some(Day(102))));
        let on = [102, 103, 104].map(|day| progress.daily.on(Day(day)));
        assert_eq!(on, [3, 3, 0]);
        progress = solve(progress, true, 104);
        assert_eq!((progress.daily.on(Day(104)), progress.daily.best), (1, 3));
    }

    #[test]
    fn a_graph_keeps_its_ends_and_its_order() {
        let points: Vec<usize> = (0..1_000).collect();
        let thin = thin_out(&points);
        assert_eq!((thin.len(), thin[0], thin[GRAPH_POINTS - 1]), (GRAPH_POINTS, 0, 999));
        assert!(thin.is_sorted());
        assert_eq!(thin_out(&points[..GRAPH_POINTS]), points[..GRAPH_POINTS]);
        assert!(thin_out::<usize>(&[]).is_empty());
    }
}
