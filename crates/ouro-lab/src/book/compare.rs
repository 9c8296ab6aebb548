//! What the self-capture rule does to openings of chess: the same positions searched under both rules.

use std::collections::HashMap;

use ouro_book::{Book, NamedOpening, Results, Score};
use ouro_engine::Engine;
use ouro_rules::{Game, Variant};

use super::effort::Effort;
use super::search::search;

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

/// Searches the position after an opening in both variants.
///
/// # Errors
/// If a move is not legal.
pub fn compare(
    opening: &NamedOpening,
    engine: &mut Engine,
    nodes: u64,
) -> Result<Comparison, String> {
    let mut value = |variant| {
        let game = opening.game(variant)?;
        let position = game.position();
        let searched = search(engine, position, Effort { nodes, lines: 1 });
        let Some(&(mv, score)) = searched.lines.first() else {
            return Err(format!("there is no legal move after {}", opening.moves));
        };
        let white = game.moves().len().is_multiple_of(2);
        Ok(OpeningValue {
            score: if white { score } else { -score },
            best: position.san(mv),
            is_self_capture: position.is_self_capture(mv),
        })
    };
    let values = [value(Variant::Chess)?, value(Variant::SelfCapture)?];
    Ok(Comparison { opening: opening.clone(), values })
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
    fn the_rule_changes_the_value_of_an_opening() {
        let mut engine = Engine::new(1, 1).unwrap();
        let [eco, name, moves] = ["A00", "Fool's Mate", "f3 e5 g4"].map(str::to_owned);
        let opening = NamedOpening { eco, name, moves };
        let comparison = compare(&opening, &mut engine, 20_000).unwrap();
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
