//! The position filter: which positions of self-play games a network is trained on.

use ouro_rules::{Move, Position};

/// The smallest score that counts as a mate score.
const MATE_SCORE: u16 = 10_000;

/// Returns whether a static evaluation can be expected to predict the score of a position: the side to
/// move is not in check, the best move is neither a capture nor a promotion, and the score is not a mate
/// score.
///
/// Positions whose best move is a self-capture pass, because the network must learn when self-captures
/// are good.
pub(crate) fn is_quiet(position: &Position, best: Move, score: i16) -> bool {
    let tactical = position.classify(best).is_tactical();
    !position.in_check() && !tactical && score.unsigned_abs() < MATE_SCORE
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    #[test]
    fn checks_captures_promotions_and_mate_scores_are_filtered_and_self_captures_are_not() {
        let quiet = |fen: &str, best: &str, score| {
            let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
            is_quiet(&position, position.parse_uci(best).unwrap(), score)
        };
        let fen = "4k3/P7/8/8/8/3p4/4P2P/4K2R w - - 0 1";
        assert!(quiet(fen, "h2h3", 100), "a quiet move");
        assert!(quiet(fen, "h1h2", 100), "a self-capture");
        assert!(!quiet(fen, "e2d3", 100), "a capture");
        assert!(!quiet(fen, "a7a8q", 100), "a promotion");
        assert!(!quiet(fen, "h2h3", -20_000), "a mate score");
        assert!(!quiet("4k3/8/8/8/8/8/3r4/3K4 w - - 0 1", "d1c1", 0), "a check");
    }
}
