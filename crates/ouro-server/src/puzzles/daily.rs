//! The puzzle of the day: the same for everybody, because it depends on the date and the puzzles only.

use std::fmt;

use ouro_puzzles::Theme;
use time::{Date, OffsetDateTime};

use super::shuffle;
use super::stock::StockPuzzle;

const DAY_MS: i64 = 24 * 3_600_000;
/// For how long after midnight the puzzle of the day before can still be solved: it may have been begun in time.
const GRACE_MS: i64 = 3_600_000;
/// The number of days without a repetition, if there are enough puzzles.
const YEAR: usize = 366;

/// A day in UTC, by its number since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub(crate) i64);

impl Day {
    /// Returns the day of a time in milliseconds since 1970.
    pub(crate) const fn at(ms: i64) -> Day {
        Day(ms.div_euclid(DAY_MS))
    }

    /// Returns the days whose puzzle can be solved at a time, the current one first.
    pub(crate) const fn open_at(ms: i64) -> [Day; 2] {
        [Day::at(ms), Day::at(ms - GRACE_MS)]
    }

    pub(crate) const fn next(self) -> Day {
        Day(self.0 + 1)
    }

    /// Returns the index of the day in a cycle, unless the cycle is empty.
    pub(super) fn index(self, cycle: usize) -> Option<usize> {
        let days = i64::try_from(cycle).ok()?;
        usize::try_from(self.0.checked_rem_euclid(days)?).ok()
    }
}

/// The date, such as `2026-11-18`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let midnight = OffsetDateTime::from_unix_timestamp(self.0.saturating_mul(DAY_MS / 1_000));
        midnight.map_or(Date::MAX, OffsetDateTime::date).fmt(f)
    }
}

/// Returns the indices of the daily puzzles, in the order of the days. No puzzle comes twice.
///
/// Mates in one are left out, and so are the easiest and the hardest puzzles: half of the others are taken, or those of
/// a year if that is more. The order of the puzzles in the file does not matter.
pub(super) fn schedule(puzzles: &[StockPuzzle]) -> Vec<usize> {
    let has_depth = |index: &usize| !puzzles[*index].puzzle.themes.contains(&Theme::MateIn1);
    let mut candidates: Vec<usize> = (0..puzzles.len()).filter(has_depth).collect();
    if candidates.is_empty() {
        candidates = (0..puzzles.len()).collect();
    }
    candidates.sort_by_key(|&index| (puzzles[index].puzzle.rating, puzzles[index].id));
    let all = candidates.len();
    let count = all.div_ceil(2).max(all.min(YEAR));
    let easiest = (all - count) / 2;
    let mut chosen = candidates[easiest..easiest + count].to_vec();
    chosen.sort_by_key(|&index| shuffle::key("daily", puzzles[index].id));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::stock::Stock;
    use crate::puzzles::stock::tests::puzzle;
    use std::collections::HashSet;

    fn stock(count: usize) -> Stock {
        let rated = |number: usize| {
            let theme = if number.is_multiple_of(8) { Theme::MateIn1 } else { Theme::MateIn2 };
            puzzle(number, 600 + number as u16, &[theme])
        };
        Stock::new((0..count).map(rated).collect(), Vec::new())
    }

    #[test]
    fn a_day_lasts_from_midnight_to_midnight_and_has_a_date() {
        assert_eq!(Day::at(0), Day::at(DAY_MS - 1));
        assert_eq!(Day::at(DAY_MS), Day::at(0).next());
        assert_eq!(Day::at(-1), Day(-1));
        assert_eq!(Day::at(1_795_000_000_000).to_string(), "2026-11-18");
        assert_eq!(Day(0).to_string(), "1970-01-01");
        assert_eq!(Day(i64::MAX / 2).to_string(), "9999-12-31");
    }

    #[test]
    fn the_puzzle_of_yesterday_can_be_finished_shortly_after_midnight() {
        let midnight = Day(20_000).0 * DAY_MS;
        assert_eq!(Day::open_at(midnight + GRACE_MS), [Day(20_000); 2]);
        assert_eq!(Day::open_at(midnight + 1), [Day(20_000), Day(19_999)]);
    }

    #[test]
    fn no_puzzle_comes_twice_until_the_stock_is_used_up_whatever_its_size() {
        for count in [1, 2, 3, 10, 100, 500, 1_000] {
            let stock = stock(count);
            let cycle = stock.daily.len();
            for start in [-5, 0, 20_000] {
                let days = (start..).take(cycle).map(Day);
                let ids: HashSet<_> = days.map(|day| stock.daily(day).unwrap().id).collect();
                assert_eq!(ids.len(), cycle, "{count} puzzles");
                let again = Day(start + i64::try_from(cycle).unwrap());
                assert_eq!(stock.daily(again).unwrap().id, stock.daily(Day(start)).unwrap().id);
            }
        }
        assert!(Stock::new(Vec::new(), Vec::new()).daily(Day(0)).is_none());
    }

    #[test]
    fn daily_puzzles_are_of_middle_rating_and_no_mates_in_one() {
        let stock = stock(1_000);
        assert_eq!(stock.daily.len(), 438);
        for day in 0..438 {
            let chosen = &stock.daily(Day(day)).unwrap().puzzle;
            assert!(!chosen.themes.contains(&Theme::MateIn1));
            assert!((800..=1_400).contains(&chosen.rating), "{}", chosen.rating);
        }
        // Few puzzles are all taken, and mates in one if there is nothing else.
        assert_eq!(self::stock(400).daily.len(), 350);
        let mates = vec![puzzle(1, 600, &[Theme::MateIn1]), puzzle(2, 700, &[Theme::MateIn1])];
        assert_eq!(Stock::new(mates, Vec::new()).daily.len(), 2);
    }

    #[test]
    fn the_order_of_the_file_does_not_matter() {
        let numbers: Vec<usize> = (0..200).collect();
        let of = |numbers: &[usize]| {
            let puzzles = numbers.iter().map(|&number| puzzle(number, 600, &[])).collect();
            let stock = Stock::new(puzzles, Vec::new());
            (0..200).map(|day| stock.daily(Day(day)).unwrap().id).collect::<Vec<_>>()
        };
        let reversed: Vec<usize> = numbers.iter().rev().copied().collect();
        assert_eq!(of(&numbers), of(&reversed));
    }
}
