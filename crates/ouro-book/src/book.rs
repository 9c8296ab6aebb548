//! A book in memory, and the moves that it knows.

use ouro_rules::{Move, Position, Variant};

use crate::score::Score;

/// An opening book of one variant: scores of positions by their Zobrist keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    variant: Variant,
    origin: Origin,
    /// In growing order.
    keys: Vec<u64>,
    entries: Vec<Entry>,
}

/// What a book was made by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The checksum of the network.
    pub network: u64,
    /// The nodes of all searches.
    pub nodes: u64,
}

/// What a book knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score for the side to move, backed up from the positions after it.
    pub score: Score,
    /// The depth of the search of this position.
    pub depth: u8,
    /// The best move. It is not checked: another position may have the same key.
    pub best: Option<Move>,
}

/// A legal move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The score of the move for the side that plays it.
    pub score: Score,
    /// The depth of the search of the position after the move; of the position itself if the move leaves
    /// the book.
    pub depth: u8,
    /// Whether the position after the move is in the book.
    pub is_in_book: bool,
}

impl Book {
    /// Creates a book. Of entries with the same key, the first one counts.
    #[must_use]
    pub fn new(variant: Variant, origin: Origin, mut entries: Vec<(u64, Entry)>) -> Book {
        entries.sort_by_key(|&(key, _)| key);
        entries.dedup_by_key(|&mut (key, _)| key);
        let (keys, entries) = entries.into_iter().unzip();
        Book { variant, origin, keys, entries }
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns what the book was made by.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns `true` if the book has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the keys and entries in the order of the keys.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, Entry)> {
        self.keys.iter().copied().zip(self.entries.iter().copied())
    }

    /// Returns what the book knows about a position. The move counters of the position do not matter.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Entry> {
        self.probe_key(position.key()).filter(|_| position.variant() == self.variant)
    }

    fn probe_key(&self, key: u64) -> Option<Entry> {
        let place = self.keys.binary_search(&key).ok()?;
        self.entries.get(place).copied()
    }

    /// Returns the legal moves that the book knows, best first: moves to book positions, and the
    /// best move of the position.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if position.variant() != self.variant {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if let Some(Entry { score, depth, .. }) = self.probe_key(after.key()) {
                moves.push(BookMove { mv, score: score.before(), depth, is_in_book: true });
            }
        }
        if let Some(Entry { score, depth, best: Some(mv) }) = self.probe(position)
            && position.is_legal(mv)
            && moves.iter().all(|known| known.mv != mv)
        {
            moves.push(BookMove { mv, score, depth, is_in_book: false });
        }
        moves.sort_by_key(|known| (std::cmp::Reverse(known.score), known.mv.bits()));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, best: Option<Move>) -> Entry {
        Entry { score: Score::centipawns(score), depth: 9, best }
    }

    #[test]
    fn a_position_is_found_whatever_its_move_counters_and_only_in_its_variant() {
        let start = Position::start(Variant::Chess);
        let book =
            Book::new(Variant::Chess, Origin::default(), vec![(start.key(), entry(12, None))]);
        let later = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5";
        let later = Position::from_fen(later, Variant::Chess).unwrap();
        assert_eq!(book.probe(&later), Some(entry(12, None)));
        assert_eq!(book.probe(&Position::start(Variant::SelfCapture)), None);
        assert!(book.moves(&Position::start(Variant::SelfCapture)).is_empty());
    }

    #[test]
    fn a_best_move_that_is_illegal_is_not_returned() {
        let start = Position::start(Variant::Chess);
        let illegal = Position::start(Variant::SelfCapture).parse_san("Nxd2").unwrap();
        let entries = vec![(start.key(), entry(40, Some(illegal)))];
        assert!(Book::new(Variant::Chess, Origin::default(), entries).moves(&start).is_empty());
        let legal = start.parse_san("c4").unwrap();
        let entries = vec![(start.key(), entry(40, Some(legal)))];
        let moves = Book::new(Variant::Chess, Origin::default(), entries).moves(&start);
        assert_eq!(moves.iter().map(|known| known.mv).collect::<Vec<_>>(), [legal]);
        assert!(!moves[0].is_in_book);
    }
}
