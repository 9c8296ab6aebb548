//! Measures the labels of game reviews in both directions.
//!
//! - False alarms: the share of moves labelled mistakes or blunders in self-play at full strength.
//! - Recall: the share of moves so labelled among those that a search with ten times the nodes finds to lose
//!   at least 20 points of expected score, when weak players choose moves in the positions of these games.
//!
//! ```sh
//! cargo run --release -p ouro-engine --example review_calibration -- selfcapture 10 20000
//! ```
//!
//! The arguments are the variant, the number of games, and the nodes of a review. The counts are printed after
//! each game.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is its purpose")]

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
/// In one of this many positions, a weak player chooses a move that is compared with the reference.
const SAMPLE: usize = 3;
/// The weak players have levels from 1 to this one.
const WEAK_LEVELS: usize = 4;

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
    /// Each has an engine of its own, so that none profits from another.
    player: Engine,
    weak_player: Engine,
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
        for engine in
            [&mut self.player, &mut self.weak_player, &mut self.reviewer, &mut self.reference]
        {
            engine.new_game();
        }
        opening(&mut self.player, self.variant, &mut self.random)
    }

    /// Plays a game at full strength and reviews its moves. In one of a few positions, also reviews the move of
    /// a weak player, if the reference finds that it loses clearly.
    fn game(&mut self) {
        let mut game = self.new_game();
        let limits = Limits { nodes: Some(self.nodes * PLAY_FACTOR), ..Limits::default() };
        while game.outcome().is_none()
            && game.claimable_draw().is_none()
            && game.moves().len() < MAX_PLIES
            && let Some(mv) = best_move(&mut self.player, &game, &limits)
        {
            if let Some(review) = self.review(&game, mv) {
                self.counts.moves += 1;
                self.counts.mistakes += u32::from(is_mistake(&review));
                self.counts.inaccuracies +=
                    u32::from(review.judgement == Some(Judgement::Inaccuracy));
            }
            if self.random.below(SAMPLE) == 0 {
                self.weak_move(&game);
            }
            if game.play(mv).is_err() {
                break;
            }
        }
    }

    /// Compares the move of a weak player with the reference, and reviews it if it loses clearly.
    fn weak_move(&mut self, game: &Game) {
        let level = 1 + self.random.below(WEAK_LEVELS) as u8;
        let seed = self.random.below(1 << 30) as u64;
        let strength = Strength::level(level).map(|strength| strength.with_seed(seed));
        let limits = Limits { strength, ..Limits::default() };
        let Some(mv) = best_move(&mut self.weak_player, game, &limits) else { return };
        self.counts.compared += 1;
        let nodes = self.nodes * REFERENCE_FACTOR;
        let loss = reference_loss(&mut self.reference, game, mv, nodes);
        if loss.is_some_and(|loss| loss >= CLEAR_LOSS) {
            self.counts.losses += 1;
            let review = self.review(game, mv);
            self.counts.labelled += u32::from(review.is_some_and(|review| is_mistake(&review)));
        }
    }

    fn print(&self, number: u64) {
        let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let Counts { moves, mistakes, inaccuracies, compared, losses, labelled } = self.counts;
        println!(
            "{} games. Full strength: {moves} moves, {mistakes} mistakes ({:.1} %), {inaccuracies} \
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
    let engines: Result<Vec<Engine>, _> = (0..4).map(|_| Engine::new(16, 1)).collect();
    let Ok(Ok([player, weak_player, reviewer, reference])) = engines.map(<[Engine; 4]>::try_from)
    else {
        eprintln!("there is not enough memory for four engines");
        return ExitCode::FAILURE;
    };
    let mut calibration = Calibration {
        variant,
        nodes,
        player,
        weak_player,
        reviewer,
        reference,
        random: Random(1),
        counts: Counts::default(),
    };
    for number in 1..=games {
        calibration.game();
        calibration.print(number);
    }
    ExitCode::SUCCESS
}
