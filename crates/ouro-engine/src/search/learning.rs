//! What the histories are told of moves that were good, and of those that were not.

use ouro_rules::{Move, MoveClass};

use super::Worker;
use crate::history::Step;

impl Worker {
    /// Remembers that the move that led here was good, if it was a quiet one, after the steps before it.
    pub(super) fn praise_previous(&mut self, before: &[Option<Step>], bonus: i32) {
        let Some(frame) = self.ply.checked_sub(1).map(|ply| &self.frames[ply]) else { return };
        let (Some(mv), Some(step)) = (frame.mv, frame.step) else { return };
        if frame.position.classify(mv).is_quiet() {
            let (color, threats) = (frame.position.turn(), frame.threats);
            self.history.update_quiet(color, step, mv, threats, before, bonus);
        }
    }

    /// The same for captures, which have other reasons to be good and need it less.
    pub(super) fn praise_previous_capture(&mut self, before: &[Option<Step>], bonus: i32) {
        let Some(frame) = self.ply.checked_sub(1).map(|ply| &self.frames[ply]) else { return };
        let (Some(mv), Some(step)) = (frame.mv, frame.step) else { return };
        match frame.position.classify(mv) {
            MoveClass::SelfCapture(victim) => {
                self.history.update_self_capture(step, victim, before, bonus * 2 / 3);
            }
            MoveClass::Capture(victim) | MoveClass::Promotion(Some(victim)) => {
                self.history.update_capture(step, victim, false, bonus / 3);
            }
            MoveClass::Quiet | MoveClass::Promotion(None) => {}
        }
    }

    /// Remembers the best move, and that those before it were not as good.
    pub(super) fn learn(&mut self, best: Move, depth: i32, quiets: &[Move], captures: &[Move]) {
        let bonus = (self.params.history_bonus_slope * depth - self.params.history_bonus_offset)
            .min(self.params.history_bonus_max);
        let before = self.steps_before();
        let position = self.frames[self.ply].position.clone();
        let color = position.turn();
        let threats = self.frame().threats;
        let mut update = |mv: Move, bonus: i32| {
            let Some(piece) = position.piece_on(mv.from()) else { return };
            let step = Step::new(piece, mv);
            match position.classify(mv) {
                MoveClass::Quiet => {
                    self.history.update_quiet(color, step, mv, threats, &before, bonus);
                }
                MoveClass::SelfCapture(victim) => {
                    self.history.update_self_capture(step, victim, &before, bonus);
                }
                MoveClass::Capture(victim) | MoveClass::Promotion(Some(victim)) => {
                    self.history.update_capture(step, victim, false, bonus);
                }
                MoveClass::Promotion(None) => {}
            }
        };
        update(best, bonus);
        let class = position.classify(best);
        if !class.is_tactical() {
            for &mv in quiets {
                update(mv, -bonus);
            }
        }
        for &mv in captures {
            update(mv, -bonus);
        }
        if class.is_quiet() {
            self.frames[self.ply].killer = Some(best);
        }
    }
}
