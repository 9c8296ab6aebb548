//! One self-play game.

use std::ops::RangeInclusive;
use std::sync::Arc;

use fastrand::Rng;
use ouro_book::{Book, Score, Value, Variety};
use ouro_engine::{Engine, Limits, WdlModel};
use ouro_rules::{Game, Move, PgnResult, Position, Variant};

use super::format::SelfPlayGame;
use crate::outcome::result_by_rules;
use crate::playing::{Adjudicator, best_move};
use crate::random_openings::{balanced_ending, balanced_opening, opening_after_self_capture};

/// The settings of self-play games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlaySettings {
    /// The variant: chess or self-capture chess. A quarter of the chess games start from double Chess960
    /// positions.
    pub variant: Variant,
    /// The soft node limit of a move. The hard limit is twice as large.
    pub nodes: u64,
    /// The number of random plies of an opening.
    pub random_plies: RangeInclusive<usize>,
    /// The seed. It determines every game together with the number of the game.
    pub seed: u64,
    /// The book from which all games start. Without one they start from random openings.
    pub book: Option<Arc<Book>>,
}

/// The largest score of an opening. Training needs unequal positions, but not decided ones.
const MAX_OPENING_SCORE: i32 = 250;
/// The largest score of an ending, and of an opening after a self-capture, where a side has lost material
/// already.
const MAX_UNEQUAL_SCORE: i32 = 700;
/// One in this many games starts from an ending, and one from a middlegame position after a self-capture.
const SPECIAL_INTERVAL: u8 = 16;
/// The centipawns by which a move of the book may be worse than the best one.
const BOOK_MARGIN: u16 = 40;
/// One in this many games has no win adjudication, so that the data contain mates.
const PLAYED_OUT_INTERVAL: u8 = 4;

impl SelfPlaySettings {
    /// Plays the game with a number.
    pub(super) fn play(&self, engine: &mut Engine, number: u64) -> SelfPlayGame {
        let mut rng = Rng::with_seed(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (mut game, mut moves) = match &self.book {
            Some(book) => self.book_opening(book, &mut rng),
            None => (Game::from_position(self.opening(engine, &mut rng)), Vec::new()),
        };
        let played_out = rng.u8(0..PLAYED_OUT_INTERVAL) == 0;
        let mut adjudicator = Adjudicator::new(!played_out);
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(2 * self.nodes),
            ..Limits::default()
        };
        engine.new_game();
        let result = loop {
            if let Some(result) = result_by_rules(&game) {
                break result;
            }
            let Some((mv, score)) = best_move(engine, &game, &limits) else {
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

    /// Plays moves of a book from the start position, for a random number of plies or as long as it knows any.
    fn book_opening(&self, book: &Book, rng: &mut Rng) -> (Game, Vec<(Move, i16)>) {
        let variety = Variety { margin: BOOK_MARGIN, plies: rng.usize(self.random_plies.clone()) };
        let mut game = Game::new(self.variant);
        let mut moves = Vec::new();
        while let Some(known) = book.choose(&game, variety, rng.u64(..)) {
            let score = search_score(known.score, self.variant);
            if game.play(known.mv).is_err() {
                break;
            }
            moves.push((known.mv, score));
        }
        (game, moves)
    }

    /// Returns the start position of a game. Searches evaluate many positions that good games do not
    /// contain; the network must learn to score them too. Therefore some games start from endings, from
    /// double Chess960 positions or after self-captures.
    fn opening(&self, engine: &mut Engine, rng: &mut Rng) -> Position {
        let self_captures = self.variant == Variant::SelfCapture;
        let plies = rng.usize(self.random_plies.clone());
        match rng.u8(0..SPECIAL_INTERVAL) {
            0 => balanced_ending(engine, self.variant, MAX_UNEQUAL_SCORE, rng),
            1 if self_captures => opening_after_self_capture(engine, plies, MAX_UNEQUAL_SCORE, rng),
            _ => {
                let chess960 = self.variant == Variant::Chess && rng.u8(0..4) == 0;
                let variant = if chess960 { Variant::Chess960 } else { self.variant };
                balanced_opening(engine, variant, plies, self_captures, MAX_OPENING_SCORE, rng)
            }
        }
    }
}

/// Returns the score of a book move in units of the search, on which games are adjudicated and trained.
fn search_score(score: Score, variant: Variant) -> i16 {
    let model = WdlModel::of(variant);
    let midpoint = model.midpoint[0] + model.midpoint[1];
    match score.value() {
        Value::Centipawns(centipawns) => {
            (f64::from(centipawns) * midpoint / 100.0).round().clamp(-20_000.0, 20_000.0) as i16
        }
        Value::Mate(_) => score.bits(),
    }
}
