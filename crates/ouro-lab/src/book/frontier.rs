//! Which searches come next: the positions outside the book that are nearest to the main line.
//!
//! Every move adds a ply to the distance, and what it loses in expected score against the best move adds
//! more. The distance of a position is the smallest over all paths to it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use ouro_rules::Position;

use super::effort::{Distance, Effort, ExpectedScores, WIDENING};
use super::graph::{Graph, after, without_counters};

/// The greatest distance at which a first move is searched, so that every book has all of them.
const FIRST_MOVES: Distance = 4_000;

/// A search that would extend the book.
pub(super) struct Task {
    pub(super) position: Position,
    pub(super) effort: Effort,
    /// Whether the position is not in the book yet.
    pub(super) is_new: bool,
}

/// What a task does. The order breaks ties between tasks at the same distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Searches the position with a key, after the move with these bits at the node.
    Expand(u64, u32, u16),
    /// Searches a node again with more lines, because the moves that it has not scored may be as good as
    /// the last one it has.
    Widen(u32),
}

/// Returns the next `count` tasks, nearest first. Fewer are returned if there are no more.
pub(super) fn next_tasks(
    graph: &Graph,
    expected: &ExpectedScores,
    least_nodes: u64,
    count: usize,
) -> Vec<Task> {
    let distances = distances(graph, expected);
    let mut steps: Vec<(Distance, Step)> = Vec::new();
    for (place, (node, &distance)) in (0..).zip(graph.nodes.iter().zip(&distances)) {
        if distance == Distance::MAX {
            continue;
        }
        for (mv, score) in node.exits() {
            let key = node.moves.iter().find(|&&(known, _)| known == mv);
            let Some(&(_, key)) = key else { continue };
            let mut distance = distance + expected.distance(node.score, score);
            if place == 0 {
                distance = distance.min(FIRST_MOVES);
            }
            steps.push((distance, Step::Expand(key, place, mv.bits())));
        }
        if node.searched.lines.len() < node.moves.len()
            && let Some(&(_, last)) = node.searched.lines.last()
        {
            let distance = distance + expected.distance(node.score, last) + WIDENING;
            steps.push((distance, Step::Widen(place)));
        }
    }
    // A position may be expanded after several moves, and positions at the end of the game are not, so
    // some of the steps fall away.
    steps.sort_unstable();
    let mut seen = HashSet::new();
    let task = |(distance, step): &(Distance, Step)| match *step {
        Step::Expand(key, place, bits) => {
            let node = &graph.nodes[place as usize];
            let &(mv, _) = node.moves.iter().find(|(mv, _)| mv.bits() == bits)?;
            let position = without_counters(&after(&node.position, mv))?;
            let is_new = seen.insert(key) && position.has_legal_moves();
            let effort = Effort::at(*distance, least_nodes);
            is_new.then_some(Task { position, effort, is_new })
        }
        Step::Widen(place) => {
            let node = &graph.nodes[place as usize];
            let mut effort = Effort::at(distances[place as usize], least_nodes);
            effort.lines = (2 * node.searched.lines.len()).min(node.moves.len());
            Some(Task { position: node.position.clone(), effort, is_new: false })
        }
    };
    steps.iter().filter_map(task).take(count).collect()
}

/// Returns the distances of all positions from the first one.
fn distances(graph: &Graph, expected: &ExpectedScores) -> Vec<Distance> {
    let mut distances = vec![Distance::MAX; graph.nodes.len()];
    let mut queue = BinaryHeap::new();
    if let Some(first) = distances.first_mut() {
        *first = 0;
        queue.push(Reverse((0, 0)));
    }
    while let Some(Reverse((distance, place))) = queue.pop() {
        if distance > distances[place as usize] {
            continue;
        }
        let node = &graph.nodes[place as usize];
        for &(_, to) in &node.links {
            let score = graph.nodes[to as usize].score.before();
            let distance = distance + expected.distance(node.score, score);
            if distance < distances[to as usize] {
                distances[to as usize] = distance;
                queue.push(Reverse((distance, to)));
            }
        }
    }
    distances
}
