//! Static evaluation: the network's output, scaled by material and by the fifty-move rule.

use std::sync::Arc;

use ouro_rules::{Changes, Position, Role};

use crate::nnue::AccumulatorStack;
use crate::params::ActiveParams;
use crate::score::Score;
use crate::{fifty_move, mop_up};

pub(crate) use crate::nnue::Networks;

/// Evaluates the positions of the search line.
pub(crate) struct Evaluator {
    accumulators: AccumulatorStack,
}

impl Evaluator {
    /// Starts a line at a position.
    pub(crate) fn new(networks: &Networks, position: &Position) -> Evaluator {
        let network = Arc::clone(networks.of(position.variant()));
        Evaluator { accumulators: AccumulatorStack::new(network, position) }
    }

    /// Starts another line.
    pub(crate) fn reset(&mut self, networks: &Networks, position: &Position) {
        if Arc::ptr_eq(self.accumulators.network(), networks.of(position.variant())) {
            self.accumulators.reset(position);
        } else {
            *self = Evaluator::new(networks, position);
        }
    }

    /// Follows a move.
    pub(crate) fn push(&mut self, changes: &Changes) {
        self.accumulators.push(changes);
    }

    /// Follows the unmaking of a move.
    pub(crate) fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// Returns the static evaluation of the last position of the line for the side to move.
    pub(crate) fn evaluate(&mut self, position: &Position, params: &ActiveParams) -> Score {
        if let Some(score) = mop_up::evaluate(position) {
            return score;
        }
        // The fewer pieces are left, the less an advantage is worth.
        let material = params.material_base + piece_material(position) * params.material_slope;
        let eval = self.accumulators.evaluate(position) * material / params.material_divisor;
        fifty_move::scale(eval, position)
    }
}

impl Networks {
    /// Returns the evaluation of a position for the side to move, without scaling.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        mop_up::evaluate(position).unwrap_or_else(|| self.of(position.variant()).evaluate(position))
    }
}

/// Returns the value of knights, bishops, rooks and queens of both sides in pawns: 62 at the start.
#[inline]
pub(crate) fn piece_material(position: &Position) -> Score {
    let board = position.board();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    pieces.into_iter().map(|role| board.of_role(role).count() as Score * role.value() / 100).sum()
}
