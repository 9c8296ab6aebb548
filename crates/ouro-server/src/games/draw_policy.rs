//! When the engine agrees to a draw or claims one.

use ouro_engine::Evaluation;
use ouro_rules::{Color, DrawReason};

use super::state::GameState;

/// The first move on which the engine accepts a draw.
const FIRST_MOVE: u16 = 15;
/// The greatest advantage, in centipawns, with which the engine accepts a draw.
const MAX_ADVANTAGE: i32 = 15;
/// The nodes that the engine searches before it responds to an offer.
pub(crate) const OFFER_NODES: u64 = 20_000;

/// Returns whether the engine, which plays `side`, accepts a draw. `evaluation` is from the point of view of the
/// side to move.
pub(crate) fn accepts(state: &GameState, side: Color, evaluation: Option<Evaluation>) -> bool {
    let score = match evaluation {
        Some(Evaluation::Centipawns(cp)) => cp,
        Some(Evaluation::Mate(moves)) => moves.signum() * 10_000,
        None => return false,
    };
    let advantage = if state.turn() == side { score } else { -score };
    state.game.position().fullmove_number() >= FIRST_MOVE && advantage <= MAX_ADVANTAGE
}

/// Returns the draw that the engine claims instead of moving, if any. It plays on against a person while it is
/// better.
pub(crate) fn claim(state: &GameState, is_better: bool) -> Option<DrawReason> {
    let only_engines = state.players.iter().all(|player| player.is_engine());
    state.game.claimable_draw().filter(|_| only_engines || !is_better)
}
