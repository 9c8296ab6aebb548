//! The books and results in `data/openings`, which are part of the program.

use std::sync::LazyLock;

use ouro_rules::Variant;

use crate::book::Book;
use crate::codec::FormatError;
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

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Position;

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
}
