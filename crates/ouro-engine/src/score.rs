//! Scores of the search, and evaluations for users.

use ouro_rules::Position;

use crate::wdl;

/// A score from the point of view of the side to move.
pub type Score = i32;

/// The greatest ply of the search.
pub const MAX_PLY: usize = 128;

/// The score of a mate on the board.
pub const MATE: Score = 32_000;
/// A bound of all scores.
pub(crate) const INFINITE: Score = 32_001;
/// The lowest score of a mate. Plies to mate count from the root, and a stored mate may be found at any
/// ply.
pub(crate) const MATE_BOUND: Score = MATE - 2 * MAX_PLY as Score;
/// The score of a draw.
pub(crate) const DRAW: Score = 0;
/// The score of a position that the tablebases know to be won. It is no mate: its length is not known.
pub(crate) const TABLEBASE_WIN: Score = MATE_BOUND - 1;
/// The lowest score of a tablebase win. Plies to the position in the tables count as those to mate.
pub(crate) const TABLEBASE_BOUND: Score = TABLEBASE_WIN - 2 * MAX_PLY as Score;
/// The greatest score that is neither a mate nor a tablebase win.
pub(crate) const MAX_EVALUATION: Score = TABLEBASE_BOUND - 1;
/// The centipawns of a tablebase win at the root, far above those of any evaluation.
const TABLEBASE_CENTIPAWNS: Score = 20_000;

/// Returns the score of a side that is mated at `ply`.
#[inline]
#[must_use]
pub(crate) const fn mated_at(ply: usize) -> Score {
    ply as Score - MATE
}

/// Returns the score of a side that mates at `ply`.
#[inline]
#[must_use]
pub(crate) const fn mate_at(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns `true` if a score is a mate for either side.
#[inline]
#[must_use]
pub(crate) const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Returns `true` if a score is a mate or a tablebase win for either side.
#[inline]
#[must_use]
pub(crate) const fn is_decisive(score: Score) -> bool {
    score.abs() >= TABLEBASE_BOUND
}

/// Returns `true` if the side to move is mated or lost by the tablebases.
#[inline]
#[must_use]
pub(crate) const fn is_loss(score: Score) -> bool {
    score <= -TABLEBASE_BOUND
}

/// A score for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Centipawns, on a scale on which +100 wins half of the games. A tablebase win is 20,000 less the plies
    /// to the position in the tables.
    Centipawns(Score),
    /// Moves until the side to move mates, or is mated if negative.
    Mate(i32),
}

impl Evaluation {
    /// Converts a score of the search at a position.
    #[must_use]
    pub fn new(score: Score, position: &Position) -> Evaluation {
        match moves_to_mate(score) {
            Some(moves) => Evaluation::Mate(moves),
            None if is_decisive(score) => {
                let plies = TABLEBASE_WIN - score.abs();
                Evaluation::Centipawns(score.signum() * (TABLEBASE_CENTIPAWNS - plies))
            }
            None => Evaluation::Centipawns(wdl::centipawns(score, position)),
        }
    }
}

/// Returns the number of moves to mate, negative if the side to move is mated.
pub(crate) const fn moves_to_mate(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some((MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        Some(-(MATE + score) / 2)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_to_mate_become_moves() {
        assert_eq!(moves_to_mate(mate_at(1)), Some(1));
        assert_eq!(moves_to_mate(mate_at(3)), Some(2));
        assert_eq!(moves_to_mate(mated_at(2)), Some(-1));
        assert_eq!(moves_to_mate(mated_at(0)), Some(0));
        assert_eq!(moves_to_mate(123), None);
        assert!(is_mate(mate_at(100)) && is_mate(mated_at(100)) && !is_mate(TABLEBASE_WIN));
    }

    #[test]
    fn tablebase_wins_lie_between_evaluations_and_mates() {
        let position = Position::start(ouro_rules::Variant::Chess);
        let evaluation = |score| Evaluation::new(score, &position);
        assert_eq!(evaluation(TABLEBASE_WIN - 3), Evaluation::Centipawns(19_997));
        assert_eq!(evaluation(3 - TABLEBASE_WIN), Evaluation::Centipawns(-19_997));
        assert!(
            is_decisive(TABLEBASE_WIN) && is_decisive(mate_at(3)) && !is_decisive(MAX_EVALUATION)
        );
        assert!(is_loss(-TABLEBASE_WIN) && is_loss(mated_at(4)) && !is_loss(-MAX_EVALUATION));
    }
}
