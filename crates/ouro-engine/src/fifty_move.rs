//! The fifty-move rule in search and evaluation.
//!
//! Transposition-table keys do not contain the halfmove clock, so what the table says is trusted less as
//! the clock runs up.

use ouro_rules::Position;

use crate::score::Score;

/// Plies without a capture or pawn move after which the game is drawn.
const LIMIT: u16 = 100;

/// From this clock on, the transposition table causes no cutoffs: a stored score may ignore the draw.
const NO_TT_CUTOFFS: u16 = 90;

/// Returns `true` if the position is drawn. Checkmate on the last ply takes precedence.
pub(crate) fn is_draw(position: &Position) -> bool {
    position.halfmove_clock() >= LIMIT && (!position.in_check() || position.has_legal_moves())
}

/// Returns `true` if a stored score may cause a cutoff in the position.
pub(crate) fn allows_tt_cutoff(position: &Position) -> bool {
    position.halfmove_clock() < NO_TT_CUTOFFS
}

/// Returns `true` if a stored mate or position in the tablebases comes before the draw. It was found with
/// some clock, and captures or pawn moves on the way may reset it, so the answer is conservative.
pub(crate) fn allows_win(plies: Score, halfmove_clock: u16) -> bool {
    plies <= Score::from(LIMIT) - Score::from(halfmove_clock)
}

/// Scales a static evaluation down to one half as the draw comes near.
pub(crate) fn scale(eval: Score, position: &Position) -> Score {
    eval * (2 * Score::from(LIMIT) - Score::from(position.halfmove_clock().min(LIMIT)))
        / (2 * Score::from(LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Variant::Chess).unwrap()
    }

    #[test]
    fn the_draw_comes_at_one_hundred_plies_unless_it_is_mate() {
        assert!(!is_draw(&position("7k/8/6K1/8/8/8/8/R7 w - - 99 80")));
        assert!(is_draw(&position("7k/8/6K1/8/8/8/8/R7 w - - 100 80")));
        assert!(!is_draw(&position("R6k/8/6K1/8/8/8/8/8 b - - 100 80")));
    }

    #[test]
    fn a_stored_mate_must_come_before_the_draw() {
        assert!(allows_win(5, 95) && !allows_win(6, 95) && !allows_win(1, 100));
    }
}
