//! What the self-capture rule does to openings of chess: the same positions searched under both rules.

use std::collections::HashMap;

use ouro_book::{Book, Results, Score};
use ouro_engine::Engine;
use ouro_rules::{Game, Variant};

use super::effort::Effort;
use super::search::search;

/// An opening of chess with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// The name.
    pub name: String,
    /// The moves in SAN, separated by spaces.
    pub moves: String,
}

/// The reason why a list of openings cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct OpeningListError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// The value of an opening under both rules, for White.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The opening.
    pub opening: NamedOpening,
    /// The score and the best move in chess and in self-capture chess.
    pub values: [OpeningValue; 2],
}

/// The value of an opening in a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningValue {
    /// The score for White.
    pub score: Score,
    /// The best move of the side to move, in SAN.
    pub best: String,
    /// Whether the best move is a self-capture.
    pub is_self_capture: bool,
}

impl NamedOpening {
    /// Reads a list with the columns name and moves, separated by tabs.
    ///
    /// # Errors
    /// If the header, a line or a move is not valid.
    pub fn read_list(text: &str) -> Result<Vec<NamedOpening>, OpeningListError> {
        let mut lines = text.lines().zip(1..);
        if lines.next().map(|(line, _)| line) != Some("name\tmoves") {
            let reason = "expected the columns name and moves".to_owned();
            return Err(OpeningListError { line: 1, reason });
        }
        lines
            .map(|(text, line)| {
                let error = |reason| OpeningListError { line, reason };
                let columns = text.split_once('\t');
                let (name, moves) =
                    columns.ok_or_else(|| error("expected two columns".to_owned()))?;
                let opening = NamedOpening { name: name.to_owned(), moves: moves.to_owned() };
                opening.game(Variant::Chess).map_err(error)?;
                Ok(opening)
            })
            .collect()
    }

    /// Returns the game of the opening in a variant.
    fn game(&self, variant: Variant) -> Result<Game, String> {
        let mut game = Game::new(variant);
        for san in self.moves.split(' ') {
            game.play_san(san).map_err(|error| format!("{san}: {error}"))?;
        }
        Ok(game)
    }

    /// Searches the position after the opening in both variants.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn compare(&self, engine: &mut Engine, nodes: u64) -> Result<Comparison, String> {
        let mut value = |variant| {
            let game = self.game(variant)?;
            let position = game.position();
            let searched = search(engine, position, Effort { nodes, lines: 1 });
            let Some(&(mv, score)) = searched.lines.first() else {
                return Err(format!("there is no legal move after {}", self.moves));
            };
            let white = game.moves().len().is_multiple_of(2);
            Ok(OpeningValue {
                score: if white { score } else { -score },
                best: position.san(mv),
                is_self_capture: position.is_self_capture(mv),
            })
        };
        let values = [value(Variant::Chess)?, value(Variant::SelfCapture)?];
        Ok(Comparison { opening: self.clone(), values })
    }
}

/// Returns the best line of a book in SAN.
#[must_use]
pub fn main_line(book: &Book, first: &str) -> Vec<String> {
    let mut game = Game::new(book.variant());
    let mut sans = Vec::new();
    let mut next = game.position().parse_san(first).ok();
    while let Some(mv) = next {
        sans.push(game.position().san(mv));
        if game.play(mv).is_err() || game.repetitions() > 1 {
            break;
        }
        next = book.moves(game.position()).first().map(|known| known.mv);
    }
    sans
}

/// Returns the self-captures in the first `plies` of the games, with the numbers of games, the most frequent
/// first. The same move counts in all positions.
#[must_use]
pub fn frequent_self_captures(results: &Results, plies: usize) -> Vec<(String, u64)> {
    let start = Game::new(results.variant()).position().clone();
    let mut seen = std::collections::HashSet::from([start.key()]);
    let mut positions = vec![start];
    let mut counts: HashMap<String, u64> = HashMap::new();
    for ply in 0..plies {
        let mut next = Vec::new();
        for position in &positions {
            for played in results.moves(position) {
                if position.is_self_capture(played.mv) {
                    let dots = if ply % 2 == 0 { "" } else { "…" };
                    let name = format!("{dots}{}", position.san(played.mv));
                    *counts.entry(name).or_default() += u64::from(played.games());
                }
                let mut after = position.clone();
                after.play_unchecked(played.mv);
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        positions = next;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by(|(a, more), (b, most)| most.cmp(more).then_with(|| a.cmp(b)));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_openings_is_read_and_illegal_moves_are_reported() {
        let list = "name\tmoves\nRuy Lopez\te4 e5 Nf3 Nc6 Bb5\n";
        assert_eq!(NamedOpening::read_list(list).unwrap()[0].name, "Ruy Lopez");
        let error = |text| NamedOpening::read_list(text).unwrap_err().to_string();
        assert!(error("name\tmoves\nX\te4 e6 e6\n").starts_with("line 2: e6:"));
        assert_eq!(error("name\tmoves\nX e4\n"), "line 2: expected two columns");
        assert_eq!(error("e4 e5"), "line 1: expected the columns name and moves");
    }

    #[test]
    fn the_rule_changes_the_value_of_an_opening() {
        let mut engine = Engine::new(1, 1).unwrap();
        let opening = NamedOpening { name: "Fool's Mate".to_owned(), moves: "f3 e5 g4".to_owned() };
        let comparison = opening.compare(&mut engine, 20_000).unwrap();
        let [chess, self_capture] = comparison.values;
        assert_eq!((chess.score, chess.best.as_str()), (-Score::mate(1), "Qh4#"));
        assert!(self_capture.score > chess.score, "the king escapes through its own pieces");
    }

    #[test]
    fn self_captures_are_counted_by_move_within_the_plies() {
        let mut results = Results::new(Variant::SelfCapture);
        let mut game = Game::new(Variant::SelfCapture);
        for san in ["e4", "e5", "Kxf2", "Kxf7"] {
            game.play_san(san).unwrap();
        }
        let result = ouro_rules::PgnResult::Draw;
        results.add(game.start(), game.moves(), 20, result);
        results.add(game.start(), &game.moves()[..3], 20, result);
        let counts = frequent_self_captures(&results, 20);
        assert_eq!(counts, [("Kxf2".to_owned(), 2), ("…Kxf7".to_owned(), 1)]);
        assert_eq!(frequent_self_captures(&results, 3), [("Kxf2".to_owned(), 2)]);
    }
}
