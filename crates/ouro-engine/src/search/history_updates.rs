//! Bonuses and maluses for the histories after a node was searched.

use ouro_rules::{Move, MoveClass};

use super::Worker;
use crate::score::Score;

impl Worker {
    /// Rewards the best move of a node and punishes the moves that were searched before it.
    pub(super) fn update_histories(
        &mut self,
        best: Move,
        depth: i32,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let params = &self.params;
        let bonus = (params.history_bonus_slope * depth - params.history_bonus_offset)
            .min(params.history_bonus_max);
        let frame = self.stack.frame();
        let (position, threats) = (&frame.position, frame.threats);
        let continuation = self.stack.continuation();
        let mut update = |mv: Move, bonus: i32| {
            let class = position.classify(mv);
            self.history.update(position, mv, class, threats, &continuation, bonus);
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
            let ply = self.stack.ply;
            self.history.update_low_ply(ply, best, bonus);
            for &mv in quiets {
                self.history.update_low_ply(ply, mv, -bonus);
            }
            self.stack.frame_mut().killer = Some(best);
        }
    }

    /// Rewards the quiet TT move of a node that the TT cuts off, and punishes the quiet move that led here if
    /// it was one of the first.
    pub(super) fn update_histories_after_tt_cutoff(&mut self, tt_move: Option<Move>, depth: i32) {
        let params = &self.params;
        let position = self.stack.position();
        if let Some(mv) = tt_move.filter(|&mv| position.classify(mv).is_quiet()) {
            let bonus = (params.history_bonus_slope * depth - params.history_bonus_offset)
                .min(params.history_bonus_max);
            let (threats, continuation) = (position.threats(), self.stack.continuation());
            self.history.update(position, mv, MoveClass::Quiet, threats, &continuation, bonus);
        }
        let Some(parent) = self.stack.before(1) else { return };
        let Some(mv) = parent.mv else { return };
        if parent.move_count <= 2 && parent.position.classify(mv).is_quiet() {
            let malus = (params.prior_malus_slope * depth).min(params.prior_malus_max);
            let continuation = self.stack.parent_continuation();
            let (position, threats) = (&parent.position, parent.threats);
            self.history.update(position, mv, MoveClass::Quiet, threats, &continuation, -malus);
        }
    }

    /// Rewards or punishes a quiet move or self-capture that was searched again after a reduction.
    pub(super) fn update_history_after_research(
        &mut self,
        mv: Move,
        depth: i32,
        raised_beta: bool,
    ) {
        let params = &self.params;
        let bonus = (params.research_bonus_slope * depth).min(params.research_bonus_max);
        let bonus = if raised_beta { bonus } else { -bonus };
        let frame = self.stack.frame();
        let class = frame.position.classify(mv);
        let continuation = self.stack.continuation();
        self.history.update(&frame.position, mv, class, frame.threats, &continuation, bonus);
    }

    /// Rewards the move that led to a node in which every move fails low. Captures need it less than
    /// quiet moves.
    pub(super) fn reward_previous_move(&mut self, depth: i32) {
        let params = &self.params;
        let bonus = (params.prior_bonus_slope * depth - params.prior_bonus_offset)
            .min(params.prior_bonus_max);
        let Some(parent) = self.stack.before(1) else { return };
        let Some(mv) = parent.mv else { return };
        let class = parent.position.classify(mv);
        let bonus = match class {
            MoveClass::Quiet => bonus,
            MoveClass::SelfCapture(_) => bonus * 2 / 3,
            MoveClass::Capture(_) | MoveClass::Promotion(_) => bonus / 3,
        };
        let continuation = self.stack.parent_continuation();
        let (position, threats) = (&parent.position, parent.threats);
        self.history.update(position, mv, class, threats, &continuation, bonus);
    }

    /// Rewards the quiet move that led here by how much it changed the static evaluation.
    pub(super) fn reward_eval_gain(&mut self, static_eval: Score) {
        let Some(parent) = self.stack.before(1) else { return };
        let Some(mv) = parent.mv else { return };
        if parent.static_eval == -crate::score::INFINITE || !parent.position.classify(mv).is_quiet()
        {
            return;
        }
        let gain = -(parent.static_eval + static_eval);
        let limit = self.params.eval_gain_max;
        let bonus = (self.params.eval_gain_bonus * gain / 16).clamp(-limit, limit);
        let (position, threats) = (&parent.position, parent.threats);
        self.history.update(position, mv, MoveClass::Quiet, threats, &[], bonus);
    }
}
