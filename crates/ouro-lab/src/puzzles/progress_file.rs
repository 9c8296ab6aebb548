//! The progress of mining: for each source, how many games are mined and what the filters removed. A run
//! that mines only mates has rows of its own.
//!
//! The file is next to the puzzles: `puzzles.progress.tsv` belongs to `puzzles.csv`. It has a header line
//! and tab-separated columns.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A filter that removes candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// There is only one legal move.
    OnlyMove,
    /// The position belongs to the solution of an earlier puzzle of the game.
    SameLine,
    /// The first search finds no only good move.
    FirstSearch,
    /// The solver was already winning before the opponent's move.
    AlreadyWinning,
    /// Self-capture does not decide the puzzle.
    Rule,
    /// The second search finds no only good move.
    SecondSearch,
    /// The second network disagrees.
    SecondNetwork,
    /// The third search finds no only good move.
    ThirdSearch,
    /// The solution is nothing but a recapture.
    Recapture,
    /// There is a similar puzzle.
    Duplicate,
}

impl Filter {
    /// All filters in the order of the cascade.
    pub const ALL: [Filter; 10] = [
        Filter::OnlyMove,
        Filter::SameLine,
        Filter::FirstSearch,
        Filter::AlreadyWinning,
        Filter::Rule,
        Filter::SecondSearch,
        Filter::SecondNetwork,
        Filter::ThirdSearch,
        Filter::Recapture,
        Filter::Duplicate,
    ];

    /// Returns the name of the column.
    const fn column(self) -> &'static str {
        match self {
            Filter::OnlyMove => "only_move",
            Filter::SameLine => "same_line",
            Filter::FirstSearch => "first_search",
            Filter::AlreadyWinning => "already_winning",
            Filter::Rule => "rule",
            Filter::SecondSearch => "second_search",
            Filter::SecondNetwork => "second_network",
            Filter::ThirdSearch => "third_search",
            Filter::Recapture => "recapture",
            Filter::Duplicate => "duplicate",
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Filter::OnlyMove => "only one legal move",
            Filter::SameLine => "within the solution of another puzzle",
            Filter::FirstSearch => "no only good move, first search",
            Filter::AlreadyWinning => "winning before the opponent's move",
            Filter::Rule => "self-capture does not decide",
            Filter::SecondSearch => "no only good move, second search",
            Filter::SecondNetwork => "the second network disagrees",
            Filter::ThirdSearch => "no only good move, third search",
            Filter::Recapture => "nothing but a recapture",
            Filter::Duplicate => "similar to another puzzle",
        })
    }
}

/// Counts of games, candidates and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilterCounts {
    /// Games.
    pub games: u64,
    /// Positions of the games.
    pub positions: u64,
    /// Positions that the stored scores single out.
    pub candidates: u64,
    /// Candidates removed by each of [`Filter::ALL`].
    pub removed: [u64; Filter::ALL.len()],
    /// Puzzles.
    pub puzzles: u64,
    /// Nodes searched.
    pub nodes: u64,
}

impl FilterCounts {
    /// Counts a candidate that a filter removes.
    pub(super) fn remove(&mut self, filter: Filter) {
        self.removed[filter as usize] += 1;
    }

    fn numbers(&self) -> [u64; 3 + Filter::ALL.len() + 2] {
        let mut numbers = [0; 15];
        numbers[..3].copy_from_slice(&[self.games, self.positions, self.candidates]);
        numbers[3..13].copy_from_slice(&self.removed);
        numbers[13..].copy_from_slice(&[self.puzzles, self.nodes]);
        numbers
    }

    fn from_numbers(numbers: [u64; 15]) -> FilterCounts {
        let [games, positions, candidates, rest @ ..] = numbers;
        let [removed @ .., puzzles, nodes] = rest;
        FilterCounts { games, positions, candidates, removed, puzzles, nodes }
    }
}

impl std::ops::AddAssign for FilterCounts {
    fn add_assign(&mut self, other: FilterCounts) {
        let mut numbers = self.numbers();
        for (sum, number) in numbers.iter_mut().zip(other.numbers()) {
            *sum += number;
        }
        *self = FilterCounts::from_numbers(numbers);
    }
}

impl fmt::Display for FilterCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<42} {:>10}", "games", self.games)?;
        writeln!(f, "{:<42} {:>10}", "positions", self.positions)?;
        writeln!(f, "{:<42} {:>10}", "candidates by their stored scores", self.candidates)?;
        for (filter, count) in Filter::ALL.iter().zip(self.removed) {
            writeln!(f, "  {:<40} {count:>10}", filter.to_string())?;
        }
        writeln!(f, "{:<42} {:>10}", "puzzles", self.puzzles)?;
        write!(f, "{:<42} {:>10}", "million nodes", self.nodes / 1_000_000)
    }
}

/// Returns the name of the row of a source for a run that mines only mates.
pub(super) fn mates_row(source: &str) -> String {
    format!("{source} mates")
}

/// The progress of mining.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressFile {
    path: PathBuf,
    sources: Vec<(String, FilterCounts)>,
}

fn header() -> String {
    let filters: Vec<&str> = Filter::ALL.iter().map(|filter| filter.column()).collect();
    format!("source\tgames\tpositions\tcandidates\t{}\tpuzzles\tnodes\n", filters.join("\t"))
}

impl ProgressFile {
    /// Reads the progress of a file of puzzles. Without a file there is none.
    ///
    /// # Errors
    /// If the file cannot be read or is not valid.
    pub fn open(puzzles: &Path) -> io::Result<ProgressFile> {
        let path = puzzles.with_extension("progress.tsv");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => header(),
            Err(error) => return Err(error),
        };
        let parse = |line: &str| {
            let (source, numbers) = line.split_once('\t')?;
            let numbers: Result<Vec<u64>, _> = numbers.split('\t').map(str::parse).collect();
            let numbers = numbers.ok()?.try_into().ok()?;
            Some((source.to_owned(), FilterCounts::from_numbers(numbers)))
        };
        let sources: Option<Vec<_>> =
            text.strip_prefix(&header()).and_then(|lines| lines.lines().map(parse).collect());
        let invalid = || {
            let message = format!("{} is not valid", path.display());
            io::Error::new(io::ErrorKind::InvalidData, message)
        };
        let sources = sources.ok_or_else(invalid)?;
        Ok(ProgressFile { path, sources })
    }

    /// Returns the number of games of a source that are mined: its first ones.
    pub(super) fn games(&self, source: &str) -> u64 {
        self.sources.iter().find(|(name, _)| name == source).map_or(0, |(_, counts)| counts.games)
    }

    /// Adds the counts of a source.
    pub(super) fn add(&mut self, source: &str, counts: FilterCounts) {
        match self.sources.iter_mut().find(|(name, _)| name == source) {
            Some((_, sum)) => *sum += counts,
            None => self.sources.push((source.to_owned(), counts)),
        }
    }

    /// Writes the file. It is replaced as a whole, so it is never incomplete.
    pub(super) fn write(&self) -> io::Result<()> {
        let mut text = header();
        for (source, counts) in &self.sources {
            let numbers = counts.numbers().map(|number| number.to_string());
            text.push_str(&format!("{source}\t{}\n", numbers.join("\t")));
        }
        let temporary = self.path.with_extension("new");
        std::fs::write(&temporary, text)?;
        std::fs::rename(temporary, &self.path)
    }

    /// Returns the counts of all sources. Games that were mined twice, first for mates and then for the
    /// rest, count once.
    #[must_use]
    pub fn total(&self) -> FilterCounts {
        let mut total = FilterCounts::default();
        for (name, counts) in &self.sources {
            total += *counts;
            let mates = self.sources.iter().find(|(other, _)| *other == mates_row(name));
            if let Some((_, mates)) = mates {
                total.games -= counts.games.min(mates.games);
                total.positions -= counts.positions.min(mates.positions);
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_equal_after_writing_and_reading() {
        let folder = tempfile::tempdir().unwrap();
        let puzzles = folder.path().join("puzzles.csv");
        let mut progress = ProgressFile::open(&puzzles).unwrap();
        let mut counts = FilterCounts { games: 1, candidates: 2, nodes: 9, ..Default::default() };
        counts.remove(Filter::Duplicate);
        progress.add("a@1", counts);
        progress.add("b@2", counts);
        progress.add("a@1", counts);
        progress.write().unwrap();
        let read = ProgressFile::open(&puzzles).unwrap();
        assert_eq!(read, progress);
        assert_eq!([read.games("a@1"), read.games("b@2"), read.games("c@3")], [2, 1, 0]);
        assert_eq!(read.total().removed, [0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
        progress.add(&mates_row("a@1"), FilterCounts { games: 5, ..counts });
        let total = progress.total();
        assert_eq!((total.games, total.candidates), (6, 8));
        std::fs::write(folder.path().join("puzzles.progress.tsv"), "something\n").unwrap();
        assert!(ProgressFile::open(&puzzles).is_err());
    }
}
