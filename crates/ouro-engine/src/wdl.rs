//! The WDL model: win, draw and loss rates of a score, and centipawns on a scale on which +100 wins half
//! of the games.
//!
//! `ouro selfplay fit` fits the model to self-play games.

use ouro_rules::{Position, Role, Variant};

use crate::evaluation::piece_material;
use crate::score::{Evaluation, Score};

/// Win, draw and loss rates by score and material. The win rate is a logistic function of the score, the
/// loss rate is the same function of the negated score, and the rest are draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score with a win rate of one half: without material, and what all of the material adds.
    pub midpoint: [f64; 2],
    /// The width of the logistic function, likewise.
    pub spread: [f64; 2],
}

/// Fitted to games of chess.
const CHESS: WdlModel = WdlModel { midpoint: [230.0, -152.0], spread: [53.0, 64.0] };
/// Fitted to games of self-capture chess.
const SELF_CAPTURE: WdlModel = WdlModel { midpoint: [247.0, -172.0], spread: [60.0, 42.0] };

/// Expected results for the side to move, in permille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}

impl WdlModel {
    /// Returns the model of a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> WdlModel {
        match variant {
            Variant::Chess | Variant::Chess960 => CHESS,
            Variant::SelfCapture => SELF_CAPTURE,
        }
    }

    /// Returns the material on the board; 1 is that of the start position.
    #[must_use]
    pub fn material(position: &Position) -> f64 {
        let pawns = position.board().of_role(Role::Pawn).count() as Score;
        let sum = piece_material(position) + pawns;
        f64::from(sum.min(78)) / 78.0
    }

    /// Returns the score with a win rate of one half.
    fn midpoint_at(&self, material: f64) -> f64 {
        (self.midpoint[0] + self.midpoint[1] * material).max(1.0)
    }

    /// Returns the rates of wins, draws and losses.
    #[must_use]
    pub fn rates(&self, score: f64, material: f64) -> [f64; 3] {
        let midpoint = self.midpoint_at(material);
        let spread = (self.spread[0] + self.spread[1] * material).max(1.0);
        let logistic = |x: f64| 1.0 / (1.0 + (-x / spread).exp());
        let (win, loss) = (logistic(score - midpoint), logistic(-score - midpoint));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

impl Wdl {
    /// Returns the expected results of a score that is neither a mate nor a tablebase win.
    pub(crate) fn of_score(score: Score, position: &Position) -> Wdl {
        let model = WdlModel::of(position.variant());
        let [win, _, loss] = model.rates(f64::from(score), WdlModel::material(position));
        let [win, loss] = [win, loss].map(|rate| (1000.0 * rate).round() as u16);
        Wdl { win, draw: 1000 - win - loss, loss }
    }

    /// Returns the expected results of an evaluation of a position.
    #[must_use]
    pub fn of_evaluation(evaluation: Evaluation, position: &Position) -> Wdl {
        match evaluation {
            Evaluation::Mate(moves) => Wdl::decided(moves > 0),
            Evaluation::Centipawns(centipawns) => {
                let model = WdlModel::of(position.variant());
                let midpoint = model.midpoint_at(WdlModel::material(position));
                let score = f64::from(centipawns) * midpoint / 100.0;
                Wdl::of_score(score.round() as Score, position)
            }
        }
    }

    /// Returns the expected score, from 0 to 1.
    #[must_use]
    pub fn expected(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }

    /// Returns the expected results of a mate or a tablebase win.
    pub(crate) const fn decided(won: bool) -> Wdl {
        if won { Wdl { win: 1000, draw: 0, loss: 0 } } else { Wdl { win: 0, draw: 0, loss: 1000 } }
    }
}

/// Converts a score that is neither a mate nor a tablebase win to centipawns.
pub(crate) fn centipawns(score: Score, position: &Position) -> Score {
    let midpoint = WdlModel::of(position.variant()).midpoint_at(WdlModel::material(position));
    (f64::from(score) * 100.0 / midpoint).round() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plus_one_hundred_centipawns_win_half_of_the_games() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            let midpoint = WdlModel::of(variant).midpoint_at(1.0);
            assert_eq!(centipawns(midpoint.round() as Score, &position), 100);
            let wdl = Wdl::of_score(midpoint.round() as Score, &position);
            assert!((495..=505).contains(&wdl.win), "{wdl:?}");
        }
    }

    #[test]
    fn an_evaluation_has_the_expected_results_of_its_score() {
        let position = Position::start(Variant::SelfCapture);
        for score in -300..=300 {
            let evaluation = Evaluation::new(score, &position);
            let [found, direct] =
                [Wdl::of_evaluation(evaluation, &position), Wdl::of_score(score, &position)];
            assert!((found.expected() - direct.expected()).abs() < 0.005, "{score}");
        }
        assert_eq!(Wdl::of_evaluation(Evaluation::Mate(-2), &position).loss, 1000);
    }

    #[test]
    fn rates_add_up_and_the_win_rate_grows_with_the_score() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            let mut before = 0;
            for score in (-3_000..3_000).step_by(7) {
                let Wdl { win, draw, loss } = Wdl::of_score(score, &position);
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= before);
                before = win;
                let other = Wdl::of_score(-score, &position);
                assert_eq!((other.win, other.loss), (loss, win));
            }
        }
    }
}
