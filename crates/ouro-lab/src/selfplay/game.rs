//! One self-play game.

use fastrand::Rng;
use ouro_engine::{Bound, Engine, Limits, MATE, Report, Signals};
use ouro_rules::{Color, Game, Move, PgnResult, Position, Variant};

use super::format::SelfPlayGame;
use crate::outcome::result_by_rules;
use crate::random_openings::{balanced_opening, opening_after_self_capture};

/// The settings of self-play games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlaySettings {
    /// The variant: chess or self-capture chess. A quarter of the chess games start from double Chess960
    /// positions.
    pub variant: Variant,
    /// The soft node limit of a move. The hard limit is twice as large.
    pub nodes: u64,
    /// The number of random plies of the opening. Half of the games have one more.
    pub random_plies: usize,
    /// Whether games of self-capture chess start in the middlegame, just after a self-capture.
    pub after_self_captures: bool,
    /// The seed. It determines every game together with the number of the game.
    pub seed: u64,
}

/// The largest score of an opening. Training needs unequal positions, but not decided ones.
const MAX_OPENING_SCORE: i32 = 250;
/// The largest score of an opening after a self-capture, where a side has lost material already.
const MAX_SELF_CAPTURE_SCORE: i32 = 700;
/// One in this many games has no win adjudication, so that the data contain mates.
const PLAYED_OUT_INTERVAL: u8 = 4;
/// Win adjudication: the score and the number of plies in a row.
const WIN_SCORE: i32 = 1_500;
const WIN_PLIES: u32 = 6;
/// Draw adjudication: the score, the number of plies in a row and the first ply.
const DRAW_SCORE: i32 = 6;
const DRAW_PLIES: u32 = 16;
const DRAW_FROM_PLY: usize = 100;
/// A game of this many plies is a draw.
const MAX_PLIES: usize = 500;

impl SelfPlaySettings {
    /// Plays the game with a number.
    pub(super) fn play(&self, engine: &mut Engine, number: u64) -> SelfPlayGame {
        let mut rng = Rng::with_seed(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let opening = self.opening(engine, &mut rng);
        let mut game = Game::from_position(opening);
        let mut adjudicator = Adjudicator::new(rng.u8(0..PLAYED_OUT_INTERVAL) == 0);
        engine.new_game();
        let mut moves = Vec::new();
        let result = loop {
            if let Some(result) = result_by_rules(&game) {
                break result;
            }
            let Some((mv, score)) = search(engine, &game, self.nodes) else {
                break PgnResult::Draw;
            };
            moves.push((mv, score as i16));
            let turn = game.position().turn();
            if game.play(mv).is_err() {
                break PgnResult::Draw;
            }
            if let Some(result) = adjudicator.add(turn, score) {
                break result;
            }
        };
        SelfPlayGame { start: game.start().clone(), moves, result }
    }

    fn opening(&self, engine: &mut Engine, rng: &mut Rng) -> Position {
        let chess960 = self.variant == Variant::Chess && rng.u8(0..4) == 0;
        let variant = if chess960 { Variant::Chess960 } else { self.variant };
        let plies = self.random_plies + rng.usize(0..2);
        // Every search evaluates positions after self-captures that good games do not contain. The
        // network must learn to score them, so openings contain random self-captures.
        let self_captures = variant == Variant::SelfCapture;
        if self_captures && self.after_self_captures {
            opening_after_self_capture(engine, plies, MAX_SELF_CAPTURE_SCORE, rng)
        } else {
            balanced_opening(engine, variant, plies, self_captures, MAX_OPENING_SCORE, rng)
        }
    }
}

/// Ends games that are won or drawn by their scores.
struct Adjudicator {
    /// Whether a won game continues to mate.
    played_out: bool,
    plies: usize,
    /// The plies in a row with a winning score for White and for Black.
    win_plies: [u32; 2],
    draw_plies: u32,
}

impl Adjudicator {
    fn new(played_out: bool) -> Adjudicator {
        Adjudicator { played_out, plies: 0, win_plies: [0; 2], draw_plies: 0 }
    }

    /// Adds the score of a move and returns the adjudicated result, if there is one.
    fn add(&mut self, turn: Color, score: i32) -> Option<PgnResult> {
        self.plies += 1;
        for (color, plies) in Color::BOTH.into_iter().zip(&mut self.win_plies) {
            let score = if color == turn { score } else { -score };
            *plies = if score >= WIN_SCORE { *plies + 1 } else { 0 };
        }
        if let Some(i) = self.win_plies.iter().position(|&plies| plies >= WIN_PLIES)
            && !self.played_out
        {
            return Some(PgnResult::Win(Color::BOTH[i]));
        }
        self.draw_plies = if score.abs() <= DRAW_SCORE { self.draw_plies + 1 } else { 0 };
        let drawn = self.plies >= DRAW_FROM_PLY && self.draw_plies >= DRAW_PLIES;
        (drawn || self.plies >= MAX_PLIES).then_some(PgnResult::Draw)
    }
}

/// Returns the best move and its score. If the last iteration was interrupted, its score may be a bound;
/// the last exact score is returned then.
fn search(engine: &mut Engine, game: &Game, nodes: u64) -> Option<(Move, i32)> {
    let limits = Limits { soft_nodes: Some(nodes), nodes: Some(2 * nodes), ..Limits::default() };
    let mut exact = 0;
    let mut update = |report: &Report| {
        if let Some(line) = report.lines.first().filter(|line| line.bound == Bound::Exact) {
            exact = line.score;
        }
    };
    let result = engine.search(game, &limits, &Signals::default(), &mut update);
    update(&result.report);
    Some((result.best?, exact.clamp(-MATE, MATE)))
}
