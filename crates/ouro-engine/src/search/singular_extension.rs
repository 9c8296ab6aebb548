//! Singular extensions, multicut and negative extensions.

use std::ops::ControlFlow;

use ouro_rules::Move;

use super::main_search::Node;
use super::{Shared, Worker};
use crate::score::Score;

impl Worker {
    /// Singular extension: if all other moves fail low against a window below the TT score, the TT move is
    /// forced and is searched deeper, by two plies if it stands out. If another move beats beta too, the
    /// node is cut off (multicut); if the TT move only seems good, it is reduced (negative extension).
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        shared: &Shared,
        tt_move: Move,
        tt_score: Score,
        node: &Node,
    ) -> ControlFlow<Score, i32> {
        let Node { beta, depth, cut_node, .. } = *node;
        let singular_beta = tt_score - self.params.singular_margin * depth / 16;
        self.stack.frame_mut().excluded = Some(tt_move);
        let score = self.search::<false>(
            shared,
            singular_beta - 1,
            singular_beta,
            (depth - 1) / 2,
            cut_node,
        );
        self.stack.frame_mut().excluded = None;
        if self.is_stopped(shared) {
            return ControlFlow::Break(0);
        }
        ControlFlow::Continue(if score < singular_beta {
            // Lines must not grow without bound.
            let short = (self.stack.ply as i32) < 2 * self.root_depth;
            let double = singular_beta - self.params.double_extension_margin;
            1 + i32::from(!PV && short && score < double)
        } else if singular_beta >= beta {
            return ControlFlow::Break(singular_beta);
        } else if tt_score >= beta {
            -2
        } else {
            -i32::from(cut_node)
        })
    }
}
