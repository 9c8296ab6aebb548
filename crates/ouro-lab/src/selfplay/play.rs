//! One game of the engine with itself.

use fastrand::Rng;
use ouro_engine::{Bound, Engine, Limits, MATE, Report, Signals};
use ouro_rules::{Color, Game, Move, PgnResult, Variant};

use super::format::SelfPlayGame;
use crate::outcome::finished;
use crate::starts::{balanced_start, start_after_self_capture};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Chess or self-capture chess. A quarter of the chess games start from double shuffles of
    /// Chess960.
    pub variant: Variant,
    /// A move is looked for until this many nodes; the iteration under way is broken off at twice as
    /// many.
    pub nodes: u64,
    /// Random plies at the start, and perhaps one more.
    pub random_plies: usize,
    /// Whether games of self-capture chess begin in the middle of one, just after a self-capture.
    pub after_self_captures: bool,
    /// Every game follows from this and its number.
    pub seed: u64,
}

/// Starts that a short search scores beyond this have nothing left to learn from. What an advantage is
/// worth has to be learned, so they need not be even.
const OPEN: i32 = 250;
/// The same where a game begins in its middle and an own piece is gone already.
const OPEN_LATER: i32 = 700;
/// A side that is ahead by this for so many plies has won, as both sides see it.
const DECIDED: (i32, u32) = (1_500, 6);
/// But one in so many games goes on to the mate, or nobody would learn how to get there.
const PLAYED_OUT: u8 = 4;
/// From this ply on, so many plies in a row with a score within this are a draw.
const DRAWN: (usize, i32, u32) = (100, 6, 16);
/// Games longer than this are drawn.
const LONGEST: usize = 500;

impl Recipe {
    /// Plays the game with a number.
    pub(super) fn play(&self, engine: &mut Engine, number: u64) -> SelfPlayGame {
        let mut random = Rng::with_seed(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let shuffled = self.variant == Variant::Chess && random.u8(0..4) == 0;
        let variant = if shuffled { Variant::Chess960 } else { self.variant };
        let plies = self.random_plies + random.usize(0..2);
        // A search looks at many self-captures that no good game contains, and what it thinks of them
        // has to be learned somewhere.
        let self_captures = variant == Variant::SelfCapture;
        let start = if self_captures && self.after_self_captures {
            start_after_self_capture(engine, plies, OPEN_LATER, &mut random)
        } else {
            balanced_start(engine, variant, plies, self_captures, OPEN, &mut random)
        };
        let mut game = Game::from_position(start);
        let played_out = random.u8(0..PLAYED_OUT) == 0;
        engine.new_game();
        let mut moves = Vec::new();
        let mut decided = [0; 2];
        let mut drawn = 0;
        let result = loop {
            if let Some(result) = finished(&game) {
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

            for (color, count) in Color::BOTH.into_iter().zip(&mut decided) {
                let ahead = if color == turn { score } else { -score };
                *count = if ahead >= DECIDED.0 { *count + 1 } else { 0 };
            }
            if let Some(i) = decided.iter().position(|&count| count >= DECIDED.1)
                && !played_out
            {
                break PgnResult::Win(Color::BOTH[i]);
            }
            drawn = if score.abs() <= DRAWN.1 { drawn + 1 } else { 0 };
            if (moves.len() >= DRAWN.0 && drawn >= DRAWN.2) || moves.len() >= LONGEST {
                break PgnResult::Draw;
            }
        };
        SelfPlayGame { start: game.start().clone(), moves, result }
    }
}

/// The best move and its score, if there is a move. A search that is broken off may leave a bound for a
/// score; the last exact one is told then.
fn search(engine: &mut Engine, game: &Game, nodes: u64) -> Option<(Move, i32)> {
    let limits = Limits { soft_nodes: Some(nodes), nodes: Some(2 * nodes), ..Limits::default() };
    let mut exact = 0;
    let mut keep = |report: &Report| {
        if let Some(line) = report.lines.first().filter(|line| line.bound == Bound::Exact) {
            exact = line.score;
        }
    };
    let answer = engine.search(game, &limits, &Signals::default(), &mut keep);
    keep(&answer.report);
    Some((answer.best?, exact.clamp(-MATE, MATE)))
}
