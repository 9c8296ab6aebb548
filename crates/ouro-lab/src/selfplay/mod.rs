//! Self-play: games of the engine with itself, for learning.

mod census;
mod fit;
mod format;
mod play;
mod run;

use ouro_rules::{Move, Position};

pub use census::Census;
pub use fit::Outcomes;
pub use format::{FormatError, Games, SelfPlayGame, write_header};
pub use play::Recipe;
pub use run::{Run, RunError};

/// Whether a static evaluation can be expected to know what a position is worth: the side to move is
/// not in check, the best move takes nothing of the enemy's, and no mate is in sight. Self-captures
/// are kept: a network must learn when they are good.
#[must_use]
pub fn is_quiet(position: &Position, best: Move, score: i16) -> bool {
    let tactical = position.classify(best).is_tactical();
    !position.in_check() && !tactical && score.unsigned_abs() < 10_000
}
