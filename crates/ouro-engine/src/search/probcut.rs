//! ProbCut.

use ouro_rules::Move;

use super::{Shared, Worker};
use crate::movepick::MovePicker;
use crate::score::Score;
use crate::tt::{Bound, Entry};

impl Worker {
    /// ProbCut: a capture that beats beta by a margin in a shallow search will beat beta in a deep one. The
    /// qsearch sorts out most candidates.
    pub(super) fn probcut(
        &mut self,
        shared: &Shared,
        tt_capture: Option<Move>,
        probcut_beta: Score,
        depth: i32,
        raw_eval: Option<Score>,
    ) -> Option<Score> {
        let threshold = (probcut_beta - self.stack.frame().static_eval).clamp(0, 2_000);
        let mut picker = MovePicker::captures(tt_capture, threshold);
        let continuation = self.stack.continuation();
        while let Some(mv) =
            picker.next(self.stack.position(), &self.history, &self.params, &continuation)
        {
            self.make_move(mv, shared);
            let mut score = -self.qsearch::<false>(shared, -probcut_beta, 1 - probcut_beta);
            if score >= probcut_beta {
                score =
                    -self.search::<false>(shared, -probcut_beta, 1 - probcut_beta, depth - 4, true);
            }
            self.unmake_move();
            if self.is_stopped(shared) {
                return None;
            }
            if score >= probcut_beta {
                let (depth, bound) = (depth - 3, Bound::Lower);
                self.store_tt(
                    shared,
                    Entry { mv: Some(mv), score, raw_eval, depth, bound, tt_pv: false },
                );
                return Some(score);
            }
        }
        None
    }
}
