//! The books, results and names in `data/openings`, which are part of the program.

use std::collections::HashMap;
use std::sync::LazyLock;

use ouro_rules::{Position, Variant};

use crate::book::Book;
use crate::codec::FormatError;
use crate::named::NamedOpening;
use crate::results::Results;

/// What is known of a variant.
struct Openings {
    book: LazyLock<Result<Book, FormatError>>,
    results: LazyLock<Result<Results, FormatError>>,
}

macro_rules! data {
    ($file:literal) => {
        include_bytes!(concat!("../../../data/openings/", $file))
    };
}

static CHESS: Openings = Openings {
    book: LazyLock::new(|| Book::from_bytes(data!("chess.book"))),
    results: LazyLock::new(|| Results::from_bytes(data!("chess.results"))),
};

static SELF_CAPTURE: Openings = Openings {
    book: LazyLock::new(|| Book::from_bytes(data!("selfcapture.book"))),
    results: LazyLock::new(|| Results::from_bytes(data!("selfcapture.results"))),
};

const fn openings(variant: Variant) -> Option<&'static Openings> {
    match variant {
        Variant::Chess => Some(&CHESS),
        Variant::SelfCapture => Some(&SELF_CAPTURE),
        Variant::Chess960 => None,
    }
}

/// Returns the embedded book of a variant. Chess960 has no book.
#[must_use]
pub fn embedded_book(variant: Variant) -> Option<&'static Book> {
    openings(variant)?.book.as_ref().ok()
}

/// Returns the embedded results of engine games of a variant. There are none of Chess960.
#[must_use]
pub fn embedded_results(variant: Variant) -> Option<&'static Results> {
    openings(variant)?.results.as_ref().ok()
}

/// The openings with a name, by the keys of their positions in both variants.
static NAMED: LazyLock<HashMap<u64, NamedOpening>> = LazyLock::new(|| {
    let list = include_str!("../../../data/openings/named.tsv");
    let openings = NamedOpening::read_list(list).unwrap_or_default();
    let keys = openings.into_iter().flat_map(|opening| {
        [Variant::Chess, Variant::SelfCapture]
            .into_iter()
            .filter_map(|variant| Some(opening.game(variant).ok()?.position().key()))
            .map(|key| (key, opening.clone()))
            .collect::<Vec<_>>()
    });
    keys.collect()
});

/// Returns the opening of chess that leads to a position of chess or self-capture chess.
#[must_use]
pub fn embedded_opening(position: &Position) -> Option<&'static NamedOpening> {
    NAMED.get(&position.key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_files_are_valid_and_know_all_first_moves() {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let start = Position::start(variant);
            let book = embedded_book(variant).unwrap();
            assert_eq!(book.variant(), variant);
            assert_eq!(book.moves(&start).len(), start.legal_moves().len());
            let results = embedded_results(variant).unwrap();
            assert_eq!(results.variant(), variant);
            assert!(!results.moves(&start).is_empty());
        }
    }

    #[test]
    fn positions_of_both_variants_have_the_names_of_openings_and_others_have_none() {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let mut position = Position::start(variant);
            assert_eq!(embedded_opening(&position), None);
            // Another order of the moves of the Queen's Gambit.
            for san in ["c4", "d5", "d4"] {
                position.play(position.parse_san(san).unwrap()).unwrap();
            }
            let opening = embedded_opening(&position).unwrap();
            assert_eq!((opening.eco.as_str(), opening.name.as_str()), ("D06", "Queen's Gambit"));
        }
        // All rows are legal, and no two lead to the same position.
        let rows = include_str!("../../../data/openings/named.tsv").lines().count() - 1;
        assert_eq!(NAMED.len(), 2 * rows);
    }
}
