//! The explanation of a puzzle: the sentence about the self-capture that decides it.

use ouro_puzzles::{Explanation, ExplanationCode};
use ouro_rules::{Line, SelfCapture, Theme};

use super::rule_test::{Moment, Reason};

/// Returns the explanation of a reason, unless its move is not a self-capture.
pub(super) fn explain(position: &ouro_rules::Position, reason: &Reason) -> Option<Explanation> {
    match reason {
        Reason::SelfCapture(moment) => {
            let capture = moment.position.self_capture(moment.mv)?;
            let purpose = capture.themes.iter().max_by_key(|theme| importance(theme));
            Some(about(moment, &capture, code(purpose), purpose, None))
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

/// Returns how much a theme says about a self-capture.
const fn importance(theme: &Theme) -> u32 {
    match theme {
        Theme::Promotion { .. } => 7,
        Theme::KingEscape { .. } => 6,
        Theme::LineOpened { .. } => 5,
        Theme::KingWalk { .. } => 4,
        Theme::Frees { .. } => 3,
        Theme::Tempo { .. } => 2,
        Theme::Check { .. } => 1,
        _ => 0,
    }
}

const fn code(purpose: Option<&Theme>) -> ExplanationCode {
    match purpose {
        Some(Theme::Promotion { .. }) => ExplanationCode::Promotion,
        Some(Theme::KingEscape { .. }) => ExplanationCode::KingEscape,
        Some(Theme::LineOpened { .. }) => ExplanationCode::LineOpened,
        Some(Theme::KingWalk { .. }) => ExplanationCode::KingWalk,
        Some(Theme::Frees { .. }) => ExplanationCode::Frees,
        Some(Theme::Tempo { .. }) => ExplanationCode::Tempo,
        Some(Theme::Check { .. }) => ExplanationCode::Check,
        _ => ExplanationCode::SelfCapture,
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
