//! Puzzles out of self-play games: positions with one move that forces mate.

use ouro_engine::MATE;
use ouro_rules::{Move, Position, mate};

use crate::selfplay::SelfPlayGame;

/// A position in which exactly one move forces mate in a number of moves, and no move in fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Where it begins.
    pub position: Position,
    /// The only move.
    pub solution: Move,
    /// In how many moves it mates.
    pub moves: u32,
}

impl Puzzle {
    /// The puzzle of a position, if it is one, by looking at every move.
    #[must_use]
    pub fn find(position: &Position, most_moves: u32) -> Option<Puzzle> {
        let moves = (1..=most_moves).find(|&moves| mate::is_forced(position, moves))?;
        match mate::solutions(position, moves)[..] {
            [solution] => Some(Puzzle { position: position.clone(), solution, moves }),
            _ => None,
        }
    }

    /// Whether the solution takes a piece of its own side.
    #[must_use]
    pub fn needs_self_capture(&self) -> bool {
        self.position.is_self_capture(self.solution)
    }

    /// The puzzle as a line of EPD.
    #[must_use]
    pub fn epd(&self) -> String {
        let fen = self.position.to_fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let san = self.position.san(self.solution);
        format!("{} bm {san}; dm {};", fields.join(" "), self.moves)
    }
}

/// The puzzles of a game: where the search saw a mate in at most so many moves.
pub fn puzzles(game: &SelfPlayGame, most_moves: u32) -> impl Iterator<Item = Puzzle> + '_ {
    let near = MATE - 2 * most_moves as i32;
    let candidates = game.positions().filter(move |&(.., score)| i32::from(score) >= near);
    candidates.filter_map(move |(position, ..)| Puzzle::find(&position, most_moves))
}
