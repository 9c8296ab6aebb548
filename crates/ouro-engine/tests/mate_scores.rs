//! An announced mate is a promise: mate in N is delivered within N moves.
//!
//! Self-play games at several node limits and strength levels, in both variants. The short run is part
//! of the tests; `cargo xtask mates` sets `OURO_MATES` to the number of announced mates to check for
//! each variant.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ouro_engine::{Engine, Evaluation, Limits, Signals, Strength};
use ouro_rules::{Color, Epd, Game, Outcome, Position, Role, Variant, mate};

/// How a side thinks.
#[derive(Clone, Copy, Debug)]
enum Player {
    Nodes(u64),
    Level(u8),
}

impl Player {
    const ALL: [Player; 10] = [
        Player::Nodes(500),
        Player::Nodes(4_000),
        Player::Nodes(20_000),
        Player::Level(3),
        Player::Level(4),
        Player::Level(5),
        Player::Level(6),
        Player::Level(7),
        Player::Level(8),
        Player::Level(9),
    ];

    fn limits(self, seed: u64) -> Limits {
        match self {
            Player::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Player::Level(level) => {
                let strength = Strength::level(level).map(|strength| strength.with_seed(seed));
                Limits { strength, ..Limits::default() }
            }
        }
    }
}

/// A mate that a side announced, to be delivered before the game has `deadline` plies.
struct Promise {
    winner: Color,
    deadline: usize,
    description: String,
}

#[derive(Default)]
struct Tally {
    announced: AtomicU64,
    proved: AtomicU64,
    broken: Mutex<Vec<String>>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

/// Returns a position after random moves. Two of four games are played at queen odds, so that mates are
/// frequent.
fn opening(variant: Variant, number: u64) -> Option<Position> {
    let mut random = Random(number.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let mut position = Position::start(variant);
    for _ in 0..8 + random.below(5) {
        let moves = position.legal_moves();
        position.play(*moves.get(random.below(moves.len().max(1)))?).ok()?;
    }
    if number % 4 >= 2 {
        let mut setup = position.to_setup();
        let color = Color::BOTH[random.below(2)];
        for square in position.board().pieces(color, Role::Queen) {
            setup.board.remove(square);
        }
        position = Position::from_setup(&setup, variant).ok()?;
    }
    Some(position)
}

/// Plays one game from a random opening. In even games the sides share one engine, as in self-play; in
/// odd games each has its own, as in a match.
fn play(variant: Variant, player: Player, number: u64, engines: &mut [Engine; 2], tally: &Tally) {
    let Some(opening) = opening(variant, number) else { return };
    let mut game = Game::from_position(opening);
    for engine in engines.iter_mut() {
        engine.new_game();
    }
    let shared = number.is_multiple_of(2);
    let limits = player.limits(number);
    let mut promises: Vec<Promise> = Vec::new();
    while game.outcome().is_none() && game.claimable_draw().is_none() {
        let turn = game.position().turn();
        let engine = &mut engines[if shared { 0 } else { turn.index() }];
        let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        if let Evaluation::Mate(moves) = result.report.lines[0].evaluation {
            let describe = || {
                let position = game.position();
                format!(
                    "mate in {moves} by {player:?}, game {number}, ply {}: {position}",
                    game.moves().len()
                )
            };
            if moves > 0 {
                tally.announced.fetch_add(1, Ordering::Relaxed);
                let deadline = game.moves().len() + 2 * moves as usize - 1;
                promises.push(Promise { winner: turn, deadline, description: describe() });
            }
            // Short mates of either side are checked by exhaustive search.
            let exists = match moves {
                1 | 2 => Some(mate::is_forced(game.position(), moves.unsigned_abs())),
                -1 => Some(game.position().legal_moves().into_iter().all(|mv| {
                    let mut after = game.position().clone();
                    after.play_unchecked(mv);
                    mate::is_forced(&after, 1)
                })),
                _ => None,
            };
            if let Some(exists) = exists {
                tally.proved.fetch_add(1, Ordering::Relaxed);
                if !exists {
                    tally.broken.lock().unwrap().push(format!("no {}", describe()));
                }
            }
        }
        game.play(result.best.unwrap()).unwrap();
    }
    let winner = match game.outcome() {
        Some(Outcome::Checkmate { winner }) => Some(winner),
        _ => None,
    };
    for promise in promises {
        if winner != Some(promise.winner) || game.moves().len() > promise.deadline {
            let line = format!("not delivered: {}; {}", promise.description, game.ucis().join(" "));
            tally.broken.lock().unwrap().push(line);
        }
    }
}

/// Plays games until `wanted` mates were announced, with all players in turn.
fn check(variant: Variant, wanted: u64) {
    let tally = Tally::default();
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut engines = [(); 2].map(|()| Engine::new(8, 1).unwrap());
                while tally.announced.load(Ordering::Relaxed) < wanted {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let player = Player::ALL[(number / 4) as usize % Player::ALL.len()];
                    play(variant, player, number, &mut engines, &tally);
                }
            });
        }
    });
    let (announced, proved) = (tally.announced.into_inner(), tally.proved.into_inner());
    let broken = tally.broken.into_inner().unwrap();
    println!(
        "{variant}: {announced} mates announced in {} games, {proved} checked exhaustively, {} broken",
        next.into_inner(),
        broken.len()
    );
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// How many mates to check, in the tests and in the long run.
fn wanted(short: u64) -> u64 {
    std::env::var("OURO_MATES").ok().and_then(|number| number.parse().ok()).unwrap_or(short)
}

#[test]
fn every_mate_announced_in_self_capture_chess_is_delivered_in_time() {
    check(Variant::SelfCapture, wanted(150));
}

#[test]
fn every_mate_announced_in_chess_is_delivered_in_time() {
    check(Variant::Chess, wanted(80));
}

#[test]
fn a_search_of_one_ply_keeps_the_mate_that_an_earlier_search_proved() {
    for (variant, puzzles) in [
        (Variant::Chess, include_str!("data/mates-chess.epd")),
        (Variant::SelfCapture, include_str!("data/mates-selfcapture.epd")),
    ] {
        let line = puzzles.lines().find(|line| line.contains("dm 3;")).unwrap();
        let puzzle = Epd::parse(line, variant).unwrap();
        let mut engine = Engine::new(8, 1).unwrap();
        let mut search = |game: &Game, depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let result = engine.search(game, &limits, &Signals::default(), &mut |_| {});
            match result.report.lines[0].evaluation {
                Evaluation::Mate(moves) => (result.best.unwrap(), moves),
                Evaluation::Centipawns(_) => (result.best.unwrap(), 0),
            }
        };
        let mut game = Game::from_position(puzzle.position);
        let (best, announced) = search(&game, 16);
        assert!(announced >= 3, "{variant}: mate in {announced}");
        game.play(best).unwrap();
        for reply in &game.position().legal_moves() {
            let mut game = game.clone();
            game.play(reply).unwrap();
            let (_, moves) = search(&game, 1);
            assert!((1..announced).contains(&moves), "{variant}: {reply} mate in {moves}");
        }
    }
}

/// The first move of an interrupted iteration may be mated while better ones are not searched yet.
#[test]
fn an_interrupted_iteration_announces_no_mate_that_another_move_avoids() {
    let fen = "3r4/p1pr2k1/Pp1pp3/7B/3PP1Q1/2P5/1P3PP1/R3K2R b KQ - 1 26";
    let game = Game::from_position(Position::from_fen(fen, Variant::Chess).unwrap());
    let mut engine = Engine::new(1, 1).unwrap();
    for nodes in 20..1_500 {
        engine.new_game();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        let evaluation = result.report.lines[0].evaluation;
        assert!(!matches!(evaluation, Evaluation::Mate(-2..=-1)), "{nodes} nodes: {evaluation:?}");
    }
}
