//! Null-move pruning.

use ouro_rules::Role;

use super::main_search::Node;
use super::{Shared, Worker};
use crate::score::{Score, is_decisive, is_loss};

impl Worker {
    /// Null-move pruning (NMP): if passing keeps the score above beta, a real move will too. Zugzwang
    /// refutes this assumption, so it needs pieces besides pawns, and deep fail highs are verified.
    pub(super) fn null_move_pruning(&mut self, shared: &Shared, node: &Node) -> Option<Score> {
        let Node { beta, depth, cut_node, static_eval, eval, .. } = *node;
        let margin = self.params.nmp_base - self.params.nmp_slope * depth;
        if !cut_node
            || eval < beta
            || static_eval < beta + margin
            || self.stack.ply < self.nmp_min_ply
            || !self.has_pieces()
            || self.stack.before(1).is_some_and(|parent| parent.mv.is_none())
            || is_loss(beta)
        {
            return None;
        }
        let reduction = 5 + depth / 3 + ((eval - beta) / self.params.nmp_reduction_divisor).min(3);
        self.make_null_move(shared);
        let score = -self.search::<false>(shared, -beta, 1 - beta, depth - reduction, false);
        self.unmake_move();
        if self.is_stopped(shared) {
            return Some(0);
        }
        // A mate or a tablebase win after a null move proves nothing.
        if score < beta || is_decisive(score) {
            return None;
        }
        if depth < 14 || self.nmp_min_ply > 0 {
            return Some(score);
        }
        // Verification search: no null moves in the upper part of the tree.
        let reduced_depth = depth - reduction;
        self.nmp_min_ply = self.stack.ply + (reduced_depth.max(0) as usize) * 3 / 4;
        let verified = self.search::<false>(shared, beta - 1, beta, reduced_depth, false);
        self.nmp_min_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// Returns `true` if the side to move has a piece besides king and pawns.
    fn has_pieces(&self) -> bool {
        let position = self.stack.position();
        let board = position.board();
        let others = board.of_role(Role::Pawn) | board.of_role(Role::King);
        board.of_color(position.turn()).intersects(!others)
    }
}
