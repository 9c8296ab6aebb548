//! The positions of a book under construction, and the moves between them.

use std::collections::HashMap;

use ouro_book::Score;
use ouro_rules::{Move, Position, Setup};

use super::backup::{Options, back_up};
use super::search::Searched;

/// A position of the book.
pub(super) struct Node {
    pub(super) position: Position,
    /// The legal moves and the keys of the positions after them.
    pub(super) moves: Box<[(Move, u64)]>,
    pub(super) searched: Searched,
    /// The moves that lead to positions of the book, and these positions.
    pub(super) links: Vec<(Move, u32)>,
    /// The backed-up score.
    pub(super) score: Score,
}

impl Node {
    /// Returns the moves with a score that do not lead to a position of the book.
    pub(super) fn exits(&self) -> impl Iterator<Item = (Move, Score)> {
        let is_linked = |mv: Move| self.links.iter().any(|&(linked, _)| linked == mv);
        self.searched.lines.iter().copied().filter(move |&(mv, _)| !is_linked(mv))
    }
}

/// The positions that have been searched.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    places: HashMap<u64, u32>,
    /// The number of positions whose links are complete.
    linked: usize,
}

impl Graph {
    /// Returns the place of the position with a key.
    pub(super) fn place(&self, key: u64) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// Adds a position, or replaces the search of one that is there.
    pub(super) fn add(&mut self, position: Position, searched: Searched) {
        if let Some(place) = self.place(position.key()) {
            self.nodes[place as usize].searched = searched;
            return;
        }
        self.places.insert(position.key(), self.nodes.len() as u32);
        let moves = position.legal_moves().into_iter().map(|mv| (mv, after(&position, mv).key()));
        let moves = moves.collect();
        self.nodes.push(Node { position, moves, searched, links: Vec::new(), score: Score::DRAW });
    }

    /// Links the positions that were added since the last call and backs up all scores.
    pub(super) fn update(&mut self) {
        let first = self.linked;
        let news = KeyFilter::new(self.nodes[first..].iter().map(|node| node.position.key()));
        for (place, node) in self.nodes.iter_mut().enumerate() {
            // Of an old position, only moves to new ones are not linked yet.
            let is_new = place >= first;
            for &(mv, key) in &node.moves {
                if (is_new || news.may_contain(key))
                    && let Some(&to) = self.places.get(&key)
                    && (is_new || to as usize >= first)
                {
                    node.links.push((mv, to));
                }
            }
        }
        self.linked = self.nodes.len();
        let options: Vec<Options> = self.nodes.iter().map(options).collect();
        for (node, score) in self.nodes.iter_mut().zip(back_up(&options)) {
            node.score = score;
        }
    }

    /// Returns the best move of a position.
    pub(super) fn best_move(&self, node: &Node) -> Option<Move> {
        let linked =
            node.links.iter().map(|&(mv, to)| (mv, self.nodes[to as usize].score.before()));
        let best = linked.chain(node.exits()).max_by_key(|&(mv, score)| (score, mv.bits()));
        best.map(|(mv, _)| mv)
    }
}

fn options(node: &Node) -> Options {
    let exit = node.exits().map(|(_, score)| score).max();
    Options { exit, successors: node.links.iter().map(|&(_, to)| to).collect() }
}

/// Returns the position after a legal move.
pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// Returns a position with its move counters reset: they differ between the paths to it.
pub(super) fn without_counters(position: &Position) -> Option<Position> {
    let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..position.to_setup() };
    Position::from_setup(&setup, position.variant()).ok()
}

/// A set of keys that may contain too many, but is asked in a nanosecond.
struct KeyFilter(Vec<u64>);

impl KeyFilter {
    /// The bits of a key that it looks at.
    const BITS: u32 = 20;

    fn new(keys: impl Iterator<Item = u64>) -> KeyFilter {
        let mut words = vec![0; 1 << (KeyFilter::BITS - 6)];
        for key in keys {
            words[KeyFilter::word(key)] |= 1 << (key % 64);
        }
        KeyFilter(words)
    }

    fn word(key: u64) -> usize {
        (key >> (64 - (KeyFilter::BITS - 6))) as usize
    }

    fn may_contain(&self, key: u64) -> bool {
        self.0[KeyFilter::word(key)] >> (key % 64) & 1 != 0
    }
}
