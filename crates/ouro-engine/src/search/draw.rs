//! Draw detection: insufficient material, the fifty-move rule and repetitions.

use super::Worker;
use super::stack::Stack;
use crate::fifty_move;
use crate::repetition;
use crate::score::{DRAW, Score};

impl Stack {
    /// Returns `true` if the current node is drawn. A position that repeats one of the search line counts
    /// as drawn at its first repetition, because the side that wanted it can repeat it again.
    pub(super) fn is_draw(&self) -> bool {
        let position = self.position();
        if position.is_insufficient_material() || fifty_move::is_draw(position) {
            return true;
        }
        let reach = usize::from(position.halfmove_clock())
            .min(self.keys.len())
            .min(self.frame().plies_from_null);
        let key = position.key();
        let mut repetitions = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                repetitions += 1;
                if back <= self.ply || repetitions == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Returns `true` if the side to move can repeat a position of the search line with its next move, so
    /// that it has at least a draw.
    pub(super) fn has_upcoming_repetition(&self) -> bool {
        let position = self.position();
        let reach =
            usize::from(position.halfmove_clock()).min(self.ply).min(self.frame().plies_from_null);
        let key = position.key();
        (3..=reach).step_by(2).any(|back| {
            let earlier = self.keys[self.keys.len() - back];
            repetition::is_one_move_apart(key ^ earlier, position.board())
        })
    }
}

impl Worker {
    /// Returns a score of −1 or +1, so that the search does not settle for the first of several draws.
    pub(super) fn draw_score(&self) -> Score {
        DRAW + (self.nodes & 2) as Score - 1
    }
}
