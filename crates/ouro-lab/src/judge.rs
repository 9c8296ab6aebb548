//! The judge: how well a network's static evaluation, or a search with it, predicts the expected scores of
//! another engine.
//!
//! A judged file has one position per line: a FEN, anything, and the expected score of the side to move
//! from 0 to 1 in the last column, separated by tabs. Lines that start with `#` are comments.

use ouro_engine::network::Network;
use ouro_engine::{Engine, Limits};
use ouro_rules::{Game, Position, Variant};

use crate::playing::best_move;

/// The error of a judged file that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// A line is not valid.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// There are no positions.
    #[error("the file contains no positions")]
    Empty,
}

/// The agreement of a network with a judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The number of positions.
    pub positions: usize,
    /// The root mean square error of the expected score at the best-fit scale.
    pub rmse: f64,
    /// The score scale with the smallest error: the score with an expected score of 73 %.
    pub scale: f64,
    /// The correlation of the expected scores at that scale.
    pub correlation: f64,
}

/// Compares the static evaluation of a network with judged positions.
///
/// # Errors
/// If a line is not valid, or there are no positions.
pub fn judge(network: &Network, text: &str) -> Result<Agreement, JudgeError> {
    judge_scores(text, network.variant(), &mut |position| network.evaluate(position))
}

/// Compares searches with this many nodes with judged positions, each from an empty transposition table.
///
/// # Errors
/// If a line is not valid, or there are no positions.
pub fn judge_search(
    engine: &mut Engine,
    nodes: u64,
    variant: Variant,
    text: &str,
) -> Result<Agreement, JudgeError> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    judge_scores(text, variant, &mut |position| {
        engine.new_game();
        let game = Game::from_position(position.clone());
        best_move(engine, &game, &limits).map_or(0, |(_, score)| score)
    })
}

/// Compares scores for the side to move with judged positions.
fn judge_scores(
    text: &str,
    variant: Variant,
    score: &mut dyn FnMut(&Position) -> i32,
) -> Result<Agreement, JudgeError> {
    let mut pairs = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, expected) =
            parse(line, variant).map_err(|reason| JudgeError::Line(number + 1, reason))?;
        pairs.push((f64::from(score(&position)), expected));
    }
    if pairs.is_empty() {
        return Err(JudgeError::Empty);
    }
    let scale = best_scale(&pairs);
    let rmse = rmse(&pairs, scale);
    Ok(Agreement { positions: pairs.len(), rmse, scale, correlation: correlation(&pairs, scale) })
}

fn parse(line: &str, variant: Variant) -> Result<(Position, f64), String> {
    let (fen, rest) = line.split_once('\t').ok_or("expected a FEN, a tab and an expected score")?;
    let position = Position::from_fen(fen, variant).map_err(|error| error.to_string())?;
    let last = rest.rsplit('\t').next().unwrap_or(rest);
    match last.parse() {
        Ok(expected) if (0.0..=1.0).contains(&expected) => Ok((position, expected)),
        _ => Err(format!("'{last}' is not an expected score from 0 to 1")),
    }
}

fn expected_score(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

fn rmse(pairs: &[(f64, f64)], scale: f64) -> f64 {
    let errors = pairs.iter().map(|&(score, expected)| expected_score(score, scale) - expected);
    (errors.map(|error| error * error).sum::<f64>() / pairs.len() as f64).sqrt()
}

/// Returns the scale with the smallest error, by golden-section search over its logarithm.
fn best_scale(pairs: &[(f64, f64)]) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_895;
    let error = |log_scale: f64| rmse(pairs, log_scale.exp());
    let (mut low, mut high) = (1.0_f64.ln(), 10_000.0_f64.ln());
    while high - low > 1e-4 {
        let step = RATIO * (high - low);
        if error(high - step) < error(low + step) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    ((low + high) / 2.0).exp()
}

fn correlation(pairs: &[(f64, f64)], scale: f64) -> f64 {
    let pairs = pairs.iter().map(|&(score, expected)| (expected_score(score, scale), expected));
    let (mut n, mut sums, mut squares, mut products) = (0.0, [0.0; 2], [0.0; 2], 0.0);
    for (x, y) in pairs {
        n += 1.0;
        sums = [sums[0] + x, sums[1] + y];
        squares = [squares[0] + x * x, squares[1] + y * y];
        products += x * y;
    }
    let variance = |i: usize| squares[i] - sums[i] * sums[i] / n;
    (products - sums[0] * sums[1] / n) / (variance(0) * variance(1)).sqrt().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_engine::Networks;

    const FENS: [&str; 4] = [
        "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1",
        "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1",
        "4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1",
        "r3k3/8/8/8/8/8/8/4K2R b - - 0 1",
    ];

    #[test]
    fn a_network_agrees_with_itself_at_its_own_scale() {
        let networks = Networks::embedded();
        let network = networks.of(Variant::Chess);
        let lines = FENS.map(|fen| {
            let score = network.evaluate(&Position::from_fen(fen, Variant::Chess).unwrap());
            format!("{fen}\tcp {score}\t{}", expected_score(f64::from(score), 250.0))
        });
        let text = format!("# comment\n\n{}\n", lines.join("\n"));
        let agreement = judge(network, &text).unwrap();
        assert_eq!(agreement.positions, 4);
        assert!((agreement.scale - 250.0).abs() < 1.0, "{agreement:?}");
        assert!(agreement.rmse < 0.001 && agreement.correlation > 0.999, "{agreement:?}");
        // With the opposite judgement, no scale is right.
        let opposite = FENS.map(|fen| {
            let score = network.evaluate(&Position::from_fen(fen, Variant::Chess).unwrap());
            format!("{fen}\t{}", expected_score(f64::from(-score), 250.0))
        });
        let agreement = judge(network, &opposite.join("\n")).unwrap();
        assert!(agreement.rmse > 0.2 && agreement.correlation < -0.9, "{agreement:?}");
    }

    #[test]
    fn a_search_sees_the_capture_that_the_static_evaluation_does_not() {
        // The side to move has the queen or captures it.
        let [white, black] =
            ["w", "b"].map(|turn| format!("4k3/8/8/3q4/4P3/8/8/4K3 {turn} - - 0 1"));
        let text = format!("{white}\t0.95\n{black}\t0.98\n");
        let networks = Networks::embedded();
        let still = judge(networks.of(Variant::Chess), &text).unwrap();
        let mut engine = Engine::new(1, 1).unwrap();
        let searched = judge_search(&mut engine, 500, Variant::Chess, &text).unwrap();
        assert!(searched.rmse < still.rmse, "{searched:?} {still:?}");
    }

    #[test]
    fn invalid_lines_are_reported_with_their_number() {
        let networks = Networks::embedded();
        let network = networks.of(Variant::Chess);
        let [fen, ..] = FENS;
        for (text, message) in [
            (String::new(), "the file contains no positions"),
            (format!("# comment\n{fen}"), "line 2: expected a FEN, a tab and an expected score"),
            (format!("{fen}\tcp 3\t1.5"), "line 1: '1.5' is not an expected score from 0 to 1"),
            (format!("{fen}\t0.5\nnonsense\t0.5"), "line 2: "),
        ] {
            let error = judge(network, &text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
