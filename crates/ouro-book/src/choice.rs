//! The choice of a book move.

use fastrand::Rng;
use ouro_rules::Game;

use crate::book::{Book, BookMove};
use crate::score::{Score, Value};

/// How far a choice goes from the best move and into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// The centipawns by which a move may be worse than the best one.
    pub margin: u16,
    /// The number of plies from the start of the game in which the book is used.
    pub plies: usize,
}

impl Default for Variety {
    /// Moves within 8 centipawns of the best one, as long as the book goes.
    fn default() -> Variety {
        Variety { margin: 8, plies: usize::MAX }
    }
}

impl Variety {
    /// Returns the variety of a level of strength. Weak players know only a few moves, and play more of them.
    #[must_use]
    pub fn of_level(level: u8) -> Variety {
        let margin = 50_u16.saturating_sub(4 * u16::from(level));
        Variety { margin: margin.max(8), plies: 4 + 2 * usize::from(level) }
    }
}

impl Book {
    /// Chooses a move for the current position of a game: at random among the legal moves whose score is
    /// within the margin of the best one, better ones more often. A move that repeats a position is not
    /// chosen. The same seed always chooses the same move in the same position.
    #[must_use]
    pub fn choose(&self, game: &Game, variety: Variety, seed: u64) -> Option<BookMove> {
        let position = game.position();
        if game.moves().len() >= variety.plies {
            return None;
        }
        let moves = self.moves(position);
        let best = moves.first()?.score;
        let repeats = |known: &BookMove| {
            let mut after = position.clone();
            after.play_unchecked(known.mv);
            game.positions().iter().any(|earlier| earlier.key() == after.key())
        };
        let candidates: Vec<(BookMove, u32)> = moves
            .iter()
            .filter_map(|known| Some((*known, weight(best, known.score, variety.margin)?)))
            .filter(|(known, _)| !repeats(known))
            .collect();
        let mut rng = Rng::with_seed(seed ^ position.key());
        pick(&candidates, &mut rng)
    }
}

/// Returns the weight of a move: it falls linearly with the centipawns to the best one.
pub(crate) fn weight(best: Score, score: Score, margin: u16) -> Option<u32> {
    let loss = match (best.value(), score.value()) {
        (Value::Centipawns(best), Value::Centipawns(score)) => u32::try_from(best - score).ok()?,
        _ if best == score => 0,
        _ => return None,
    };
    (u32::from(margin) + 1).checked_sub(loss).filter(|&weight| weight > 0)
}

/// Picks a candidate with a probability proportional to its weight.
pub(crate) fn pick<T: Copy>(candidates: &[(T, u32)], rng: &mut Rng) -> Option<T> {
    let sum: u32 = candidates.iter().map(|&(_, weight)| weight).sum();
    let mut left = if sum == 0 { return None } else { rng.u32(0..sum) };
    for &(candidate, weight) in candidates {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return Some(candidate),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Origin};
    use ouro_rules::{Position, Variant};
    use std::collections::BTreeMap;

    /// A book of the start position of chess and some moves with their scores.
    fn book(scores: &[(&str, i32)]) -> Book {
        let start = Position::start(Variant::Chess);
        let entry = |score| Entry { score: Score::centipawns(score), depth: 9, best: None };
        let mut entries = vec![(start.key(), entry(scores[0].1))];
        for &(san, score) in scores {
            let mut after = start.clone();
            after.play(start.parse_san(san).unwrap()).unwrap();
            entries.push((after.key(), entry(-score)));
        }
        Book::new(Variant::Chess, Origin::default(), entries)
    }

    #[test]
    fn moves_within_the_margin_are_chosen_and_better_ones_more_often() {
        let book = book(&[("e4", 30), ("d4", 26), ("c4", 22), ("b3", 21), ("g4", -60)]);
        let game = Game::new(Variant::Chess);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..4_000 {
            let chosen = book.choose(&game, Variety::default(), seed).unwrap();
            assert_eq!(book.choose(&game, Variety::default(), seed), Some(chosen));
            *counts.entry(game.position().san(chosen.mv)).or_default() += 1;
        }
        // Their weights are 9, 5 and 1.
        assert_eq!(counts.keys().collect::<Vec<_>>(), ["c4", "d4", "e4"]);
        assert!((2_250..2_550).contains(&counts["e4"]), "{counts:?}");
        assert!((1_200..1_470).contains(&counts["d4"]), "{counts:?}");
    }

    #[test]
    fn the_book_ends_after_the_plies_of_a_level_and_does_not_repeat_positions() {
        let book = book(&[("Nf3", 30)]);
        let mut game = Game::new(Variant::Chess);
        assert!(book.choose(&game, Variety::default(), 1).is_some());
        assert!(book.choose(&game, Variety { margin: 8, plies: 0 }, 1).is_none());
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            game.play_san(san).unwrap();
        }
        assert_eq!(book.choose(&game, Variety::default(), 1), None);
    }

    #[test]
    fn stronger_levels_vary_less_and_know_more() {
        let levels: Vec<Variety> = (1..=10).map(Variety::of_level).collect();
        assert!(levels.is_sorted_by(|a, b| a.margin >= b.margin && a.plies < b.plies));
        assert_eq!(levels[9], Variety { margin: 10, plies: 24 });
    }
}
