//! The puzzles of the program.

use std::collections::HashMap;

use ouro_puzzles::{CsvError, MateOrNot, Puzzle, PuzzleId, Theme};

use super::daily::{Day, schedule};

/// The files that are embedded in the program.
const PUZZLES: &str = include_str!("../../../../data/puzzles/selfcapture.csv");
const MATE_OR_NOT: &str = include_str!("../../../../data/puzzles/mate-or-not.csv");

/// A puzzle with its identifier, which is costly to compute.
#[derive(Debug)]
pub(crate) struct StockPuzzle {
    pub(crate) id: PuzzleId,
    pub(crate) puzzle: Puzzle,
}

/// A position for "Mate or not?" with what is costly to compute.
#[derive(Debug)]
pub(crate) struct StockPosition {
    pub(crate) id: PuzzleId,
    pub(crate) position: MateOrNot,
    pub(super) is_mate: bool,
}

/// All puzzles, and all positions for "Mate or not?".
#[derive(Debug)]
pub(crate) struct Stock {
    puzzles: Vec<StockPuzzle>,
    /// Indices of puzzles by their identifiers.
    by_id: HashMap<PuzzleId, usize>,
    /// Indices of the daily puzzles, in the order of the days.
    pub(super) daily: Vec<usize>,
    mate_or_not: Vec<StockPosition>,
}

impl Stock {
    /// Reads the files that are embedded in the program.
    pub(crate) fn embedded() -> Result<Stock, CsvError> {
        Ok(Stock::new(Puzzle::read_csv(PUZZLES)?, MateOrNot::read_csv(MATE_OR_NOT)?))
    }

    pub(crate) fn new(puzzles: Vec<Puzzle>, mate_or_not: Vec<MateOrNot>) -> Stock {
        let with_id = |puzzle: Puzzle| StockPuzzle { id: puzzle.id(), puzzle };
        let puzzles: Vec<StockPuzzle> = puzzles.into_iter().map(with_id).collect();
        let by_id = puzzles.iter().enumerate().map(|(index, entry)| (entry.id, index)).collect();
        let judged = |position: MateOrNot| StockPosition {
            id: position.id(),
            is_mate: position.is_mate(),
            position,
        };
        let mate_or_not = mate_or_not.into_iter().map(judged).collect();
        Stock { daily: schedule(&puzzles), puzzles, by_id, mate_or_not }
    }

    /// Returns a puzzle by its identifier, or `None` if the files do not contain it (any more).
    pub(crate) fn get(&self, id: &str) -> Option<&StockPuzzle> {
        self.puzzles.get(*self.by_id.get(&id.parse().ok()?)?)
    }

    /// Returns all puzzles, in the order of the file.
    pub(crate) fn puzzles(&self) -> &[StockPuzzle] {
        &self.puzzles
    }

    /// Returns the puzzle of a day, or `None` if there are no puzzles at all.
    pub(crate) fn daily(&self, day: Day) -> Option<&StockPuzzle> {
        self.puzzles.get(*self.daily.get(day.index(self.daily.len())?)?)
    }

    /// Returns the themes that puzzles have, with the numbers of puzzles.
    pub(crate) fn themes(&self) -> impl Iterator<Item = (Theme, usize)> {
        let count = |theme: &Theme| {
            self.puzzles.iter().filter(|entry| entry.puzzle.themes.contains(theme)).count()
        };
        Theme::ALL.iter().map(move |theme| (*theme, count(theme))).filter(|(_, count)| *count > 0)
    }

    /// Returns the positions for "Mate or not?", in the order of the file.
    pub(crate) fn mate_or_not(&self) -> &[StockPosition] {
        &self.mate_or_not
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use ouro_rules::{Position, Variant};

    /// Returns one of 1,024 different puzzles.
    pub(crate) fn puzzle(number: usize, rating: u16, themes: &[Theme]) -> Puzzle {
        // The number is written with two pawns, which attack neither king.
        let mut ranks = [[' '; 8]; 4];
        for (pawn, square) in [('P', number % 32), ('p', number / 32 % 32)] {
            ranks[square / 8][square % 8] = pawn;
        }
        let mut fen = ranks.map(String::from_iter).join("/");
        for width in (1..=8).rev() {
            fen = fen.replace(&" ".repeat(width), &width.to_string());
        }
        let fen = format!("7k/8/{fen}/8/K7 b - - 0 1");
        let position = Position::from_fen(&fen, Variant::SelfCapture).unwrap();
        let opponent = position.parse_uci("h8g8").unwrap();
        let mut after = position.clone();
        after.play_unchecked(opponent);
        let solution = after.parse_uci("a1b1").unwrap();
        let explanation = "all_protected squares=g7".parse().unwrap();
        let moves = vec![opponent, solution];
        Puzzle::new(position, moves, rating, themes.to_vec(), String::new(), explanation)
    }

    #[test]
    fn the_embedded_files_are_valid_and_their_puzzles_are_found() {
        let stock = Stock::embedded().unwrap();
        assert!(!stock.puzzles().is_empty() && !stock.mate_or_not().is_empty());
        for entry in stock.puzzles() {
            assert_eq!(stock.get(&entry.id.to_string()).unwrap().id, entry.id);
        }
        for unknown in ["", "00000000", "not an id", "ééééé"] {
            assert!(stock.get(unknown).is_none(), "{unknown}");
        }
        for (theme, count) in stock.themes() {
            assert!((1..=stock.puzzles().len()).contains(&count), "{theme}");
        }
    }
}
