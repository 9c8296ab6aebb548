//! Backing up scores through a graph with transpositions and cycles.
//!
//! Positions are the same if they differ only in their move counters, so games can go in circles in the
//! graph. A game that never leaves the graph is a draw, as a repetition is. With this, every position has
//! exactly one minimax score, which is the limit of longer and longer games that count as drawn at
//! their end. The tests compute it in that way.
//!
//! The scores are computed like those of endgame tables, from the most decisive to the least: a position is
//! decided by its best option once no better one can appear. What is left at the end is drawn.

use std::collections::BinaryHeap;

use ouro_book::Score;

/// The options of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// The score of the best move that leaves the graph, if there is one.
    pub(super) exit: Option<Score>,
    /// The positions after the moves that stay in the graph.
    pub(super) successors: Vec<u32>,
}

/// Returns the scores of all positions. A position without options is drawn.
pub(super) fn back_up(positions: &[Options]) -> Vec<Score> {
    let predecessors = Predecessors::new(positions);
    let mut scores: Vec<Option<Score>> = vec![None; positions.len()];
    // The successors without a score, and the best option among the others.
    let mut open: Vec<u32> = positions.iter().map(|node| node.successors.len() as u32).collect();
    let mut best: Vec<Option<Score>> = positions.iter().map(|node| node.exit).collect();
    let mut queue: BinaryHeap<(i16, u32)> = BinaryHeap::new();
    let size = |score: Score| score.bits().abs();
    for (node, exit) in (0..).zip(&best) {
        if let Some(exit) = *exit
            && (exit > Score::DRAW || open[node as usize] == 0)
        {
            queue.push((size(exit), node));
        }
    }
    while let Some((_, node)) = queue.pop() {
        let i = node as usize;
        let (None, Some(score)) = (scores[i], best[i]) else { continue };
        scores[i] = Some(score);
        let option = score.before();
        for &predecessor in predecessors.of(node) {
            let i = predecessor as usize;
            if scores[i].is_some() {
                continue;
            }
            open[i] -= 1;
            best[i] = best[i].max(Some(option));
            if let Some(best) = best[i]
                && (best > Score::DRAW || open[i] == 0)
            {
                queue.push((size(best), predecessor));
            }
        }
    }
    scores.into_iter().map(|score| score.unwrap_or(Score::DRAW)).collect()
}

/// The positions before each position.
struct Predecessors {
    /// Where the predecessors of each position start.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Predecessors {
    fn new(positions: &[Options]) -> Predecessors {
        let mut starts = vec![0; positions.len() + 1];
        for &successor in positions.iter().flat_map(|node| &node.successors) {
            starts[successor as usize + 1] += 1;
        }
        for i in 0..positions.len() {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut all = vec![0; starts[positions.len()] as usize];
        for (node, options) in (0..).zip(positions) {
            for &successor in &options.successors {
                let place = &mut next[successor as usize];
                all[*place as usize] = node;
                *place += 1;
            }
        }
        Predecessors { starts, all }
    }

    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.all[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Computes the scores of games of growing length that are drawn at their end.
    fn by_value_iteration(positions: &[Options]) -> Vec<Score> {
        let mut scores = vec![Score::DRAW; positions.len()];
        for _ in 0..=2 * positions.len() {
            let next = positions.iter().map(|node| {
                let successors = node.successors.iter();
                let options = successors.map(|&successor| scores[successor as usize].before());
                options.chain(node.exit).max().unwrap_or(Score::DRAW)
            });
            scores = next.collect();
        }
        scores
    }

    fn random_graph(rng: &mut Rng, acyclic: bool) -> Vec<Options> {
        let count = rng.u32(1..14);
        let node = |i: u32, rng: &mut Rng| {
            let exit = match rng.u8(0..8) {
                0 => None,
                1 => Some(Score::mate(rng.i32(-3..=3))),
                _ => Some(Score::centipawns(rng.i32(-6..=6))),
            };
            let first = if acyclic { i + 1 } else { 0 };
            let successors = if first < count { rng.u32(0..4) } else { 0 };
            let successors = (0..successors).map(|_| rng.u32(first..count)).collect();
            Options { exit, successors }
        };
        (0..count).map(|i| node(i, rng)).collect()
    }

    #[test]
    fn scores_are_those_of_longer_and_longer_games() {
        let mut rng = Rng::with_seed(1);
        for round in 0..20_000 {
            let graph = random_graph(&mut rng, round % 4 == 0);
            assert_eq!(back_up(&graph), by_value_iteration(&graph), "{graph:?}");
        }
    }

    #[test]
    fn a_side_that_is_worse_everywhere_else_repeats() {
        let exit = |score| Some(Score::centipawns(score));
        let graph = [
            Options { exit: exit(-50), successors: vec![1] },
            Options { exit: exit(-70), successors: vec![0] },
        ];
        assert_eq!(back_up(&graph), [Score::DRAW; 2]);
        let graph = [
            Options { exit: exit(-50), successors: vec![1] },
            Options { exit: exit(30), successors: vec![0] },
        ];
        assert_eq!(back_up(&graph), [Score::centipawns(-30), Score::centipawns(30)]);
    }
}
