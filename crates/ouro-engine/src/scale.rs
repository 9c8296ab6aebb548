//! What a score means in games: how often such positions are won, drawn and lost in self-play, and
//! hundredths of a pawn on a scale on which +100 wins half of them.
//!
//! `ouro selfplay fit` finds the numbers of a model in self-play games.

use ouro_rules::{Position, Role, Variant};

use crate::evaluation::pieces_left;
use crate::score::Score;

/// The chances of a score by the material on the board: winning is a logistic function of the score,
/// losing the same function seen from the other side, and the rest is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The score that wins every other game: without material, and what is added with all of it.
    pub even: [f64; 2],
    /// How gradually the chances change around it, likewise.
    pub spread: [f64; 2],
}

/// Found by `ouro selfplay fit` in games of chess.
const CHESS: Model = Model { even: [240.0, -178.0], spread: [49.0, 64.0] };
/// Found by `ouro selfplay fit` in games of self-capture chess.
const SELF_CAPTURE: Model = Model { even: [207.0, -152.0], spread: [47.0, 45.0] };

/// Chances in thousandths, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Model {
    /// The model of a game.
    #[must_use]
    pub const fn of(variant: Variant) -> Model {
        match variant {
            Variant::Chess | Variant::Chess960 => CHESS,
            Variant::SelfCapture => SELF_CAPTURE,
        }
    }

    /// How much material is on the board: 1 at the start of a game.
    #[must_use]
    pub fn material(position: &Position) -> f64 {
        let pawns = position.board().of_role(Role::Pawn).count() as Score;
        let sum = pieces_left(position) + pawns;
        f64::from(sum.min(78)) / 78.0
    }

    /// The score that wins half of the games.
    fn even_at(&self, material: f64) -> f64 {
        (self.even[0] + self.even[1] * material).max(1.0)
    }

    /// The chances to win, draw and lose.
    #[must_use]
    pub fn chances(&self, score: f64, material: f64) -> [f64; 3] {
        let even = self.even_at(material);
        let spread = (self.spread[0] + self.spread[1] * material).max(1.0);
        let logistic = |x: f64| 1.0 / (1.0 + (-x / spread).exp());
        let (win, loss) = (logistic(score - even), logistic(-score - even));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

impl Wdl {
    /// The chances of a score that is no mate.
    pub(crate) fn of_score(score: Score, position: &Position) -> Wdl {
        let model = Model::of(position.variant());
        let [win, _, loss] = model.chances(f64::from(score), Model::material(position));
        let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u16);
        Wdl { win, draw: 1000 - win - loss, loss }
    }

    /// The chances where the game is decided.
    pub(crate) const fn decided(won: bool) -> Wdl {
        if won { Wdl { win: 1000, draw: 0, loss: 0 } } else { Wdl { win: 0, draw: 0, loss: 1000 } }
    }
}

/// A score that is no mate in hundredths of a pawn.
pub(crate) fn centipawns(score: Score, position: &Position) -> Score {
    let even = Model::of(position.variant()).even_at(Model::material(position));
    (f64::from(score) * 100.0 / even).round() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plus_one_pawn_wins_every_other_game() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            let even = Model::of(variant).even_at(1.0);
            assert_eq!(centipawns(even.round() as Score, &position), 100);
            let chances = Wdl::of_score(even.round() as Score, &position);
            assert!((495..=505).contains(&chances.win), "{chances:?}");
        }
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
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
