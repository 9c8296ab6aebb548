//! The explanation of a puzzle: the sentence about the self-capture that decides it.

use ouro_puzzles::{Explanation, ExplanationCode};
use ouro_rules::{Line, SelfCapture, Theme};

use super::rule_test::{Moment, Reason};

/// Returns the explanation of a reason, unless its move is not a self-capture.
pub(super) fn explain(position: &ouro_rules::Position, reason: &Reason) -> Option<Explanation> {
    match reason {
        Reason::SelfCapture(moment) => {
            let capture = moment.position.self_capture(moment.mv)?;
            let (code, purpose) = purpose(moment, &capture);
            Some(about(moment, &capture, code, purpose, None))
        }
        Reason::Refutation(tempting, moment) => {
            let capture = moment.position.self_capture(moment.mv)?;
            let tempting = position.san(*tempting);
            Some(about(moment, &capture, ExplanationCode::Refutation, None, Some(&tempting)))
        }
        Reason::Threat(moment) => {
            let capture = moment.position.self_capture(moment.mv)?;
            Some(about(moment, &capture, ExplanationCode::Threat, None, None))
        }
        Reason::Prevention(moment) => {
            let capture = moment.position.self_capture(moment.mv)?;
            Some(about(moment, &capture, ExplanationCode::Prevention, None, None))
        }
    }
}

/// Returns the most telling theme of a self-capture and the sentence about it. Beside a mate it does not
/// count that a piece is attacked or comes into play.
fn purpose<'a>(moment: &Moment, capture: &'a SelfCapture) -> (ExplanationCode, Option<&'a Theme>) {
    let mut after = moment.position.clone();
    after.play_unchecked(moment.mv);
    let mates = after.in_check() && !after.has_legal_moves();
    let counts =
        |theme: &&Theme| !(mates && matches!(theme, Theme::Tempo { .. } | Theme::Frees { .. }));
    let purpose = capture.themes.iter().filter(counts).max_by_key(|theme| importance(theme));
    let code = match purpose {
        Some(Theme::Promotion { .. }) => ExplanationCode::Promotion,
        Some(Theme::KingEscape { .. }) => ExplanationCode::KingEscape,
        Some(Theme::LineOpened { .. }) => ExplanationCode::LineOpened,
        Some(Theme::KingWalk { .. }) => ExplanationCode::KingWalk,
        Some(Theme::Tempo { .. }) => ExplanationCode::Tempo,
        Some(Theme::Frees { square, .. }) if *square == capture.square => {
            ExplanationCode::FreesItself
        }
        Some(Theme::Frees { .. }) => ExplanationCode::Frees,
        Some(Theme::Check { .. }) if mates => ExplanationCode::Mate,
        Some(Theme::Check { .. }) => ExplanationCode::Check,
        _ => ExplanationCode::SelfCapture,
    };
    (code, purpose)
}

/// Returns how much a theme says about a self-capture.
const fn importance(theme: &Theme) -> u32 {
    match theme {
        Theme::Promotion { .. } => 7,
        Theme::KingEscape { .. } => 6,
        Theme::LineOpened { .. } => 5,
        Theme::KingWalk { .. } => 4,
        Theme::Tempo { .. } => 3,
        Theme::Frees { .. } => 2,
        Theme::Check { .. } => 1,
        _ => 0,
    }
}

fn about(
    moment: &Moment,
    capture: &SelfCapture,
    code: ExplanationCode,
    purpose: Option<&Theme>,
    tempting: Option<&str>,
) -> Explanation {
    Explanation::new(code, |key| match (key, purpose) {
        ("move", _) => moment.position.san(moment.mv),
        ("piece", _) => capture.piece.to_string(),
        ("victim", _) => capture.victim.to_string(),
        ("square", _) => capture.square.to_string(),
        ("line", Some(Theme::LineOpened { line, .. })) => match line {
            Line::Rank(rank) => rank.to_string(),
            Line::File(file) => file.to_string(),
            Line::Diagonal(left, right) => format!("{left}-{right}"),
        },
        ("freed", Some(Theme::Frees { piece, .. })) => piece.to_string(),
        ("on", Some(Theme::Frees { square, .. })) => square.to_string(),
        ("target", Some(Theme::Tempo { target, .. })) => target.to_string(),
        _ => tempting.unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::{Position, Variant};

    fn moment(fen: &str, san: &str) -> Moment {
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mv = position.parse_san(san).unwrap();
        Moment { position, mv }
    }

    #[test]
    fn the_most_telling_purpose_of_a_self_capture_is_explained() {
        for (fen, san, text) in [
            // The bishop comes into play, too.
            (
                "rnbk1bnr/pp1p3p/1q3p2/3Q2p1/8/4PK2/PPP2PPP/RNB2BNR b - - 1 7",
                "Bxb7",
                "tempo move=Bxb7 piece=bishop victim=pawn square=b7 target=queen",
            ),
            (
                "rnbqk2r/pp2ppb1/2p3pp/3p4/3P1P2/PPnBPN2/2PN2PP/R1BQK2R w KQkq - 0 9",
                "Qxc2",
                "frees_itself move=Qxc2 piece=queen victim=pawn square=c2",
            ),
            // The bishop comes into play, too, but it mates.
            (
                "2k2b1r/p3p1pp/1pP5/8/5PbK/3P1q1P/PPP5/1nB3R1 b - - 2 24",
                "Bxe7#",
                "mate move=Bxe7# piece=bishop victim=pawn square=e7",
            ),
            (
                "6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1",
                "Rxg2+",
                "line_opened move=Rxg2+ piece=rook victim=pawn square=g2 line=g",
            ),
            (
                "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",
                "Kxg8",
                "king_escape move=Kxg8 piece=king victim=rook square=g8",
            ),
            (
                "5N1k/4P3/8/8/8/8/8/4K3 w - - 0 1",
                "exf8=Q+",
                "promotion move=exf8=Q+ piece=pawn victim=knight square=f8",
            ),
        ] {
            let moment = moment(fen, san);
            let position = moment.position.clone();
            let explanation = explain(&position, &Reason::SelfCapture(moment)).unwrap();
            assert_eq!(explanation.text(), text);
        }
    }

    #[test]
    fn a_refutation_names_the_chess_move_and_the_reply() {
        let before = moment("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7+");
        let reply = moment("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", "Kxg8");
        let reason = Reason::Refutation(before.mv, reply);
        let explanation = explain(&before.position, &reason).unwrap();
        assert_eq!(
            explanation.to_string(),
            "Nf7+ is best in chess, but here Kxg8 captures an own rook and refutes it."
        );
    }
}
