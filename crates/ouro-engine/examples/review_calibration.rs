//! Measures the labels of game reviews in both directions.
//!
//! - False alarms: the share of moves labelled mistakes or blunders in self-play at full strength.
//! - Recall: the share of moves so labelled among those that a search with ten times the nodes finds to lose
//!   at least 20 points of expected score, in games of weak players.
//!
//! ```sh
//! cargo run --release -p ouro-engine --example review_calibration -- selfcapture 10 20000
//! ```
//!
//! The arguments are the variant, the number of games of each kind, and the nodes of a review. The counts are
//! printed after each pair of games.

use std::process::ExitCode;

use ouro_engine::{Engine, Judgement, Limits, Line, Review, Signals, Strength};
use ouro_rules::{Game, Move, Variant};

/// The nodes for a move in self-play at full strength, relative to those of a review.
const PLAY_FACTOR: u64 = 2;
/// The nodes of the reference search, relative to those of a review.
const REFERENCE_FACTOR: u64 = 10;
/// The loss of expected score that a review has to label.
const CLEAR_LOSS: f64 = 0.20;
/// The random plies before a game.
const RANDOM_PLIES: usize = 6;
/// The greatest number of plies of a game.
const MAX_PLIES: usize = 120;
/// Of the moves of weak players, one in this many is compared with the reference.
const SAMPLE: usize = 3;

/// Numbers that depend on a seed only.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> Option<Line> {
    let result = engine.search(game, limits, &Signals::default(), &mut |_| {});
    result.report.lines.into_iter().next()
}

fn expected_score(line: &Line) -> f64 {
    (f64::from(line.wdl.win) + f64::from(line.wdl.draw) / 2.0) / 1_000.0
}

/// Returns a position after random moves in which neither side is clearly better.
fn opening(engine: &mut Engine, variant: Variant, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(variant);
        while game.moves().len() < RANDOM_PLIES && game.outcome().is_none() {
            let moves = game.position().legal_moves();
            let mv = moves[random.below(moves.len())];
            if game.position().is_self_capture(mv) || game.play(mv).is_err() {
                continue;
            }
        }
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        if let Some(line) = search(engine, &game, &limits)
            && (0.4..0.6).contains(&expected_score(&line))
        {
            return game;
        }
    }
}

fn best_move(engine: &mut Engine, game: &Game, limits: &Limits) -> Option<Move> {
    engine.search(game, limits, &Signals::default(), &mut |_| {}).best
}

fn is_mistake(review: &Review) -> bool {
    review.judgement >= Some(Judgement::Mistake)
}

/// Returns the loss of a move according to a search with this many nodes.
fn reference_loss(engine: &mut Engine, game: &Game, played: Move, nodes: u64) -> Option<f64> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let best = search(engine, game, &limits)?;
    if best.moves.first() == Some(&played) {
        return Some(0.0);
    }
    let line = search(engine, game, &Limits { search_moves: vec![played], ..limits })?;
    Some(expected_score(&best) - expected_score(&line))
}

/// What was counted so far.
#[derive(Default)]
struct Counts {
    /// Moves at full strength, and those of them labelled mistakes or inaccuracies.
    moves: u32,
    mistakes: u32,
    inaccuracies: u32,
    /// Moves of weak players that were compared with the reference, clear losses among them, and those of
    /// them labelled mistakes.
    compared: u32,
    losses: u32,
    labelled: u32,
}

struct Calibration {
    variant: Variant,
    nodes: u64,
    /// One engine plays, one reviews and one is the reference, so that none profits from another.
    player: Engine,
    reviewer: Engine,
    reference: Engine,
    random: Random,
    counts: Counts,
}

impl Calibration {
    fn review(&mut self, game: &Game, played: Move) -> Option<Review> {
        self.reviewer.review(game, played, self.nodes, &Signals::default())
    }

    fn new_game(&mut self) -> Game {
        for engine in [&mut self.player, &mut self.reviewer, &mut self.reference] {
            engine.new_game();
        }
        opening(&mut self.player, self.variant, &mut self.random)
    }

    /// Plays a game with the given limits and shows each move to `observe` before it is played.
    fn play(&mut self, limits: &Limits, mut observe: impl FnMut(&mut Calibration, &Game, Move)) {
        let mut game = self.new_game();
        while game.outcome().is_none()
            && game.claimable_draw().is_none()
            && game.moves().len() < MAX_PLIES
            && let Some(mv) = best_move(&mut self.player, &game, limits)
        {
            observe(self, &game, mv);
            if game.play(mv).is_err() {
                break;
            }
        }
    }

    /// Reviews a game at full strength.
    fn full_strength_game(&mut self) {
        let limits = Limits { nodes: Some(self.nodes * PLAY_FACTOR), ..Limits::default() };
        self.play(&limits, |this, game, mv| {
            let Some(review) = this.review(game, mv) else { return };
            this.counts.moves += 1;
            this.counts.mistakes += u32::from(is_mistake(&review));
            this.counts.inaccuracies += u32::from(review.judgement == Some(Judgement::Inaccuracy));
        });
    }

    /// Compares moves of weak players with the reference, and reviews the clear losses.
    fn weak_game(&mut self, number: u64) {
        let strength = Strength::level(1 + (number % 6) as u8);
        let strength = strength.map(|strength| strength.with_seed(number));
        let limits = Limits { strength, nodes: Some(self.nodes), ..Limits::default() };
        self.play(&limits, |this, game, mv| {
            if this.random.below(SAMPLE) != 0 {
                return;
            }
            this.counts.compared += 1;
            let nodes = this.nodes * REFERENCE_FACTOR;
            let loss = reference_loss(&mut this.reference, game, mv, nodes);
            if loss.is_some_and(|loss| loss >= CLEAR_LOSS) {
                this.counts.losses += 1;
                let review = this.review(game, mv);
                this.counts.labelled += u32::from(review.is_some_and(|review| is_mistake(&review)));
            }
        });
    }

    fn print(&self, number: u64) {
        let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let Counts { moves, mistakes, inaccuracies, compared, losses, labelled } = self.counts;
        println!(
            "{} pairs of games. Full strength: {moves} moves, {mistakes} mistakes ({:.1} %), {inaccuracies} \
             inaccuracies. Weak players: {compared} moves, {losses} clear losses, {labelled} labelled ({:.1} %)",
            number,
            percent(mistakes, moves),
            percent(labelled, losses),
        );
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, games, nodes] = &arguments[..] else {
        eprintln!("usage: review_calibration <variant> <games> <nodes>");
        return ExitCode::from(2);
    };
    let (Ok(variant), Ok(games), Ok(nodes)) = (variant.parse(), games.parse(), nodes.parse())
    else {
        eprintln!("the arguments are a variant and two numbers");
        return ExitCode::from(2);
    };
    let engines = (Engine::new(16, 1), Engine::new(16, 1), Engine::new(16, 1));
    let (Ok(player), Ok(reviewer), Ok(reference)) = engines else {
        eprintln!("there is not enough memory for three engines");
        return ExitCode::FAILURE;
    };
    let (random, counts) = (Random(1), Counts::default());
    let mut calibration =
        Calibration { variant, nodes, player, reviewer, reference, random, counts };
    for number in 1..=games {
        calibration.weak_game(number);
        calibration.full_strength_game();
        calibration.print(number);
    }
    ExitCode::SUCCESS
}
