//! The lines of moves that are being read: the main line and the variations that are not closed yet.

use super::{PgnGame, PgnMove};
use crate::{Color, Move, Position};

/// A line of moves that is being read.
#[derive(Debug)]
pub(super) struct OpenLine {
    pub(super) position: Position,
    pub(super) before_last: Option<Position>,
    comments_before: Vec<String>,
    pub(super) moves: Vec<PgnMove>,
    /// Whether a move could not be read, so that the rest of the line is dropped.
    is_cut: bool,
}

impl OpenLine {
    fn new(position: Position) -> OpenLine {
        OpenLine {
            position,
            before_last: None,
            comments_before: Vec::new(),
            moves: Vec::new(),
            is_cut: false,
        }
    }

    /// Appends a legal move, or a null move of a side that is not in check.
    fn push(&mut self, mv: Option<Move>) {
        let before = self.position.clone();
        match mv {
            Some(mv) => self.position.play_unchecked(mv),
            None if self.position.play_null().is_err() => return,
            None => {}
        }
        self.before_last = Some(before);
        let comments_before = std::mem::take(&mut self.comments_before);
        self.moves.push(PgnMove { comments_before, ..PgnMove::from(mv) });
    }

    /// Adds a numeric annotation to the last move, if there is one.
    pub(super) fn annotate(&mut self, nag: Option<u8>) {
        if let (Some(last), Some(nag)) = (self.moves.last_mut(), nag) {
            last.nags.push(nag);
        }
    }

    /// Adds a closed variation to the last move. The comments of an empty variation become comments
    /// of that move.
    fn add_variation(&mut self, closed: OpenLine) {
        match self.moves.last_mut() {
            Some(last) if closed.moves.is_empty() => last.comments.extend(closed.comments_before),
            Some(last) => last.variations.push(closed.moves),
            None => {}
        }
    }

    /// Returns the last move with its number, or the words for the start of the line.
    fn last_san(&self, start: &str) -> String {
        match (&self.before_last, self.moves.last()) {
            (Some(before), Some(last)) => {
                let dots = if before.turn() == Color::White { "." } else { "..." };
                format!("{}{dots} {}", before.fullmove_number(), last.san(before))
            }
            _ => start.to_owned(),
        }
    }
}

/// The main line and the variations that are open, the innermost one last.
#[derive(Debug)]
pub(super) struct OpenLines {
    main: OpenLine,
    variations: Vec<OpenLine>,
    /// The nesting depth of variations that are dropped.
    dropped: usize,
    /// The number of moves in all lines.
    pub(super) moves: usize,
    /// The number of comments.
    pub(super) comments: usize,
}

impl OpenLines {
    pub(super) fn new(start: Position) -> OpenLines {
        let main = OpenLine::new(start);
        OpenLines { main, variations: Vec::new(), dropped: 0, moves: 0, comments: 0 }
    }

    /// Returns the innermost line.
    pub(super) fn current(&mut self) -> &mut OpenLine {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    /// Returns the nesting depth of the innermost line; the main line has depth 0.
    pub(super) fn depth(&self) -> usize {
        self.variations.len()
    }

    /// Returns the last move of the innermost line with its number, for messages.
    pub(super) fn last_san(&self) -> String {
        match self.variations.last() {
            Some(line) => line.last_san("the start of the variation"),
            None => self.main.last_san("the start position"),
        }
    }

    /// Returns `true` if the text is inside a variation, read or dropped.
    pub(super) fn in_variation(&self) -> bool {
        self.dropped > 0 || !self.variations.is_empty()
    }

    /// Returns `true` if moves and comments are dropped.
    pub(super) fn is_dropping(&self) -> bool {
        self.dropped > 0 || self.variations.last().unwrap_or(&self.main).is_cut
    }

    /// Appends a move that is legal, or a null move of a side that is not in check.
    pub(super) fn push(&mut self, mv: Option<Move>) {
        self.moves += 1;
        self.current().push(mv);
    }

    /// Adds a comment to the last move, or before the first one.
    pub(super) fn comment(&mut self, game: &mut PgnGame, comment: String) {
        self.comments += 1;
        let is_main = self.variations.is_empty();
        let line = self.current();
        match line.moves.last_mut() {
            Some(last) => last.comments.push(comment),
            None if is_main => game.comments.push(comment),
            None => line.comments_before.push(comment),
        }
    }

    /// Drops the rest of the innermost line.
    pub(super) fn cut(&mut self) {
        self.current().is_cut = true;
    }

    /// Drops the rest of all lines.
    pub(super) fn cut_all(&mut self) {
        self.main.is_cut = true;
        for line in &mut self.variations {
            line.is_cut = true;
        }
    }

    /// Opens a variation that starts in a position.
    pub(super) fn open(&mut self, position: Position) {
        self.variations.push(OpenLine::new(position));
    }

    /// Opens a variation whose content is dropped.
    pub(super) fn open_dropped(&mut self) {
        self.dropped += 1;
    }

    /// Closes the innermost variation. Returns `false` outside variations.
    pub(super) fn close(&mut self) -> bool {
        if self.dropped > 0 {
            self.dropped -= 1;
            return true;
        }
        let Some(closed) = self.variations.pop() else { return false };
        self.current().add_variation(closed);
        true
    }

    /// Closes all variations and returns the main line.
    pub(super) fn finish(mut self) -> Vec<PgnMove> {
        while self.close() {}
        self.main.moves
    }
}
