//! Adjudication: the end of a game by the scores of both engines.

use ouro_rules::{Color, Game, PgnResult};

/// The rules of adjudication.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Adjudicates a win after this many moves of both sides with at least this score.
    pub win: Option<(u32, i32)>,
    /// Adjudicates a draw from this move number on, after eight moves of both sides with a score of at
    /// most ten centipawns.
    pub draw_from: Option<u16>,
}

/// The largest score of a draw, in centipawns.
const DRAW_SCORE: i32 = 10;
/// The number of plies with such a score that make a draw.
const DRAW_PLIES: u32 = 16;

/// Counts the plies in a row that support an adjudication.
pub(super) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The plies in a row with a winning score for White and for Black.
    win_plies: [u32; 2],
    draw_plies: u32,
}

impl Adjudicator<'_> {
    pub(super) fn new(rules: &Adjudication) -> Adjudicator<'_> {
        Adjudicator { rules, win_plies: [0; 2], draw_plies: 0 }
    }

    /// Adds the score that an engine reported with its move.
    pub(super) fn add(&mut self, color: Color, score: Option<i32>) {
        let white = score.map(|score| if color == Color::White { score } else { -score });
        let limit = self.rules.win.map_or(i32::MAX, |(_, limit)| limit);
        let winning = [white.is_some_and(|s| s >= limit), white.is_some_and(|s| s <= -limit)];
        for (plies, winning) in self.win_plies.iter_mut().zip(winning) {
            *plies = if winning { *plies + 1 } else { 0 };
        }
        let drawish = white.is_some_and(|score| score.abs() <= DRAW_SCORE);
        self.draw_plies = if drawish { self.draw_plies + 1 } else { 0 };
    }

    /// Returns the adjudicated result, if there is one.
    pub(super) fn result(&self, game: &Game) -> Option<PgnResult> {
        if let Some((moves, _)) = self.rules.win {
            for color in Color::BOTH {
                if self.win_plies[color.index()] >= moves * 2 {
                    return Some(PgnResult::Win(color));
                }
            }
        }
        let late = game.position().fullmove_number() >= self.rules.draw_from?;
        (late && self.draw_plies >= DRAW_PLIES).then_some(PgnResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_adjudicated_only_when_both_engines_agree_for_long_enough() {
        let rules = Adjudication { win: Some((3, 500)), draw_from: Some(1) };
        let game = Game::new(ouro_rules::Variant::Chess);
        let mut adjudicator = Adjudicator::new(&rules);
        for _ in 0..3 {
            assert_eq!(adjudicator.result(&game), None);
            adjudicator.add(Color::White, Some(700));
            adjudicator.add(Color::Black, Some(-700));
        }
        assert_eq!(adjudicator.result(&game), Some(PgnResult::Win(Color::White)));
        adjudicator.add(Color::White, Some(100));
        assert_eq!(adjudicator.result(&game), None);
        for _ in 0..16 {
            adjudicator.add(Color::White, Some(0));
        }
        assert_eq!(adjudicator.result(&game), Some(PgnResult::Draw));
    }
}
