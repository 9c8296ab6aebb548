//! When a game between programs is over.

use ouro_rules::{Game, Outcome, PgnResult};

/// The result by the rules, claims included.
pub(crate) fn finished(game: &Game) -> Option<PgnResult> {
    match (game.outcome(), game.claimable_draw()) {
        (Some(Outcome::Checkmate { winner }), _) => Some(PgnResult::Win(winner)),
        (Some(Outcome::Draw(_)), _) | (None, Some(_)) => Some(PgnResult::Draw),
        (None, None) => None,
    }
}
