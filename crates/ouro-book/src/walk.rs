//! Walking through a book.

use std::collections::{HashSet, VecDeque};

use ouro_rules::Position;

use crate::book::{Book, BookMove};

/// The positions of a book that can be reached from one of them, with the moves that the book knows there.
/// Positions that need fewer plies come first.
pub struct Walk<'a> {
    book: &'a Book,
    seen: HashSet<u64>,
    queue: VecDeque<Position>,
}

impl Book {
    /// Returns the positions that can be reached from a position of the book, itself included.
    #[must_use]
    pub fn walk(&self, start: &Position) -> Walk<'_> {
        let mut walk = Walk { book: self, seen: HashSet::new(), queue: VecDeque::new() };
        if self.probe(start).is_some() {
            walk.seen.insert(start.key());
            walk.queue.push_back(start.clone());
        }
        walk
    }
}

impl Iterator for Walk<'_> {
    type Item = (Position, Vec<BookMove>);

    fn next(&mut self) -> Option<(Position, Vec<BookMove>)> {
        let position = self.queue.pop_front()?;
        let moves = self.book.moves(&position);
        for known in moves.iter().filter(|known| known.is_in_book) {
            let mut after = position.clone();
            after.play_unchecked(known.mv);
            if self.seen.insert(after.key()) {
                self.queue.push_back(after);
            }
        }
        Some((position, moves))
    }
}
