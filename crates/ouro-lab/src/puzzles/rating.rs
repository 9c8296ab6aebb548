//! The initial rating of a puzzle: from the number of nodes that the engine needs to find the solution.

use ouro_puzzles::{Puzzle, Theme};
use ouro_rules::{Move, Position};

use super::mining::MiningError;
use super::searcher::Searcher;
use super::searchers::Searchers;

/// The nodes of each search.
const NODES: u64 = 200_000;

/// Nodes and the rating that they give. Between two rows the rating grows with the logarithm of the nodes.
///
/// The network sees most self-captures within the first iteration, so the first rows are close together.
const RATINGS: [(f64, f64); 4] =
    [(10.0, 600.0), (100.0, 1_200.0), (1_000.0, 1_800.0), (2_000_000.0, 2_800.0)];

/// Replaces the initial ratings of puzzles. Calls `report` after each one with the number of rated puzzles.
///
/// # Errors
/// If there is not enough memory.
pub fn rate_all(
    searchers: &Searchers,
    puzzles: &mut [Puzzle],
    report: &mut (dyn FnMut(usize) + Send),
) -> Result<(), MiningError> {
    let all: Vec<usize> = (0..puzzles.len()).collect();
    let mut ratings = Vec::with_capacity(puzzles.len());
    let search = |searcher: &mut Searcher, puzzle: &Puzzle| {
        let moves: Vec<_> = puzzle.solver_moves().collect();
        rate(searcher, &moves, puzzle.themes.contains(&Theme::Mate))
    };
    searchers.search_each(puzzles, &all, &search, &mut |index, rating| {
        ratings.push((index, rating));
        report(ratings.len());
    })?;
    for (index, rating) in ratings {
        puzzles[index].rating = rating;
    }
    Ok(())
}

/// Returns the initial rating of a puzzle from the moves of its solver. The result does not depend on earlier
/// searches.
pub(super) fn rate(searcher: &mut Searcher, moves: &[(Position, Move)], is_mate: bool) -> u16 {
    searcher.new_candidate();
    // Any move may end a mate, so only a puzzle of one move asks for it.
    let searched = if is_mate { (moves.len() - 1).max(1) } else { moves.len() };
    let nodes = moves.iter().take(searched).map(|(position, mv)| {
        let any_mate = is_mate && moves.len() == 1;
        searcher.nodes_to_find(position, *mv, any_mate, NODES).unwrap_or(NODES)
    });
    rating(nodes.sum())
}

/// Returns the rating of a solution whose moves are found after these many nodes in total.
fn rating(nodes: u64) -> u16 {
    let [(fewest, lowest), .., (most, _)] = RATINGS;
    let nodes = (nodes as f64).clamp(fewest, most);
    let rows = RATINGS.iter().zip(&RATINGS[1..]);
    let row = rows.take_while(|((from, _), _)| nodes > *from).last();
    let rating = row.map_or(lowest, |((from, low), (to, high))| {
        low + (nodes / from).ln() / (to / from).ln() * (high - low)
    });
    rating.round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_grow_with_the_nodes_from_600_to_2800() {
        assert_eq!(
            [0, 10, 32, 100, 316, 1_000, 44_721, 2_000_000, 9_000_000].map(rating),
            [600, 600, 903, 1_200, 1_500, 1_800, 2_300, 2_800, 2_800]
        );
    }
}
