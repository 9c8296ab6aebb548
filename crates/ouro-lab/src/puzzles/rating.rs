//! The initial rating of a puzzle: from the number of nodes that the engine needs to find the solution.

/// Ratings are from here on, for solutions that are found within [`FEW_NODES`].
const MIN_RATING: f64 = 600.0;
/// The rating of solutions that are found after [`MANY_NODES`] or not at all.
const MAX_RATING: f64 = 2_800.0;
const FEW_NODES: f64 = 100.0;
const MANY_NODES: f64 = 2_000_000.0;

/// Returns the rating of a solution whose moves are found after these many nodes in total. It grows with
/// the logarithm of the nodes, by 154 for each doubling.
pub(super) fn rating(nodes: u64) -> u16 {
    let nodes = (nodes as f64).clamp(FEW_NODES, MANY_NODES);
    let share = (nodes / FEW_NODES).ln() / (MANY_NODES / FEW_NODES).ln();
    (MIN_RATING + share * (MAX_RATING - MIN_RATING)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_grow_with_the_nodes_from_600_to_2800() {
        assert_eq!(
            [0, 100, 200, 14_142, 2_000_000, 9_000_000].map(rating),
            [600, 600, 754, 1_700, 2_800, 2_800]
        );
    }
}
