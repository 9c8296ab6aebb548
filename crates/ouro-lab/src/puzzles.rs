//! Mate puzzles from self-play games.

use ouro_engine::MATE;
use ouro_rules::{Move, Position, mate};

use crate::selfplay::SelfPlayGame;

/// A position in which exactly one move forces mate in N moves, and no move mates faster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position to solve.
    pub position: Position,
    /// The only move that forces the mate.
    pub solution: Move,
    /// The number of moves to mate.
    pub moves: u32,
}

impl Puzzle {
    /// Returns the puzzle of a position if there is one with at most `max_moves` moves to mate. The
    /// proof searches every legal move.
    fn find(position: &Position, max_moves: u32) -> Option<Puzzle> {
        let moves = (1..=max_moves).find(|&moves| mate::is_forced(position, moves))?;
        match mate::solutions(position, moves)[..] {
            [solution] => Some(Puzzle { position: position.clone(), solution, moves }),
            _ => None,
        }
    }

    /// Returns whether the solution is a self-capture.
    #[must_use]
    pub fn is_self_capture(&self) -> bool {
        self.position.is_self_capture(self.solution)
    }

    /// Returns the puzzle as an EPD record with the operations `bm` and `dm`.
    #[must_use]
    pub fn epd(&self) -> String {
        let fen = self.position.to_fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let san = self.position.san(self.solution);
        format!("{} bm {san}; dm {};", fields.join(" "), self.moves)
    }
}

/// Returns the puzzles of a game: positions in which the search found a mate in at most `max_moves`
/// moves that is proved to be unique.
pub fn puzzles(game: &SelfPlayGame, max_moves: u32) -> impl Iterator<Item = Puzzle> + '_ {
    let mate_score = MATE - 2 * max_moves as i32;
    let candidates = game.positions().filter(move |&(.., score)| i32::from(score) >= mate_score);
    candidates.filter_map(move |(position, ..)| Puzzle::find(&position, max_moves))
}
