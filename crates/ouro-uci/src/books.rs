//! The opening book of a session.

use ouro_book::{Book, PolyglotBook, Variety, embedded_book};
use ouro_rules::{Game, Move};

use crate::options::Options;

/// The book that the option `BookFile` names.
enum BookFile {
    Own(Book),
    Polyglot(PolyglotBook),
}

/// The book of `BookFile`, or the embedded ones.
#[derive(Default)]
pub(crate) struct Books {
    file: Option<BookFile>,
}

/// A move of a book.
pub(crate) struct BookMove {
    /// The move; it is legal.
    pub(crate) mv: Move,
    /// What the book says about it.
    pub(crate) comment: String,
}

impl Books {
    /// Opens a book in Ouro's format or Polyglot's and returns a message. Without a path, the embedded books are
    /// used.
    pub(crate) fn open(&mut self, path: &str) -> Result<Option<String>, String> {
        if matches!(path, "" | "<empty>") {
            self.file = None;
            return Ok(None);
        }
        let failed = |error: &dyn std::fmt::Display| format!("failed to load {path}: {error}");
        let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
        let (file, message) = if Book::is_book(&bytes) {
            let book = Book::from_bytes(&bytes).map_err(|error| failed(&error))?;
            let message = format!("found {} positions of {}", book.len(), book.variant());
            (BookFile::Own(book), message)
        } else {
            let book = PolyglotBook::from_bytes(&bytes).map_err(|error| failed(&error))?;
            let message = format!("found a Polyglot book with {} moves", book.len());
            (BookFile::Polyglot(book), message)
        };
        self.file = Some(file);
        Ok(Some(message))
    }

    /// Chooses a move for a game.
    pub(crate) fn choose(&self, game: &Game, options: &Options, seed: u64) -> Option<BookMove> {
        let variety = match options.strength() {
            Some(_) if options.level > 0 => Variety::of_level(options.level),
            _ => Variety::default(),
        };
        let from = |book: &Book| {
            let chosen = book.choose(game, variety, seed)?;
            Some(BookMove { mv: chosen.mv, comment: chosen.score.to_string() })
        };
        match &self.file {
            Some(BookFile::Own(book)) => from(book),
            Some(BookFile::Polyglot(book)) => {
                let (mv, weight) = book.choose(game.position(), seed)?;
                Some(BookMove { mv, comment: format!("weight {weight}") })
            }
            None => from(embedded_book(game.variant())?),
        }
    }
}
