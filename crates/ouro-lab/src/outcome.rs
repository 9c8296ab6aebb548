//! The end of a game between programs.

use ouro_rules::{Game, Outcome, PgnResult};

/// Returns the result of a game that is over by the rules. Draws that may be claimed are claimed.
pub(crate) fn result_by_rules(game: &Game) -> Option<PgnResult> {
    match (game.outcome(), game.claimable_draw()) {
        (Some(Outcome::Checkmate { winner }), _) => Some(PgnResult::Win(winner)),
        (Some(Outcome::Draw(_)), _) | (None, Some(_)) => Some(PgnResult::Draw),
        (None, None) => None,
    }
}
