//! Searches over a transposition table full of garbage: nothing illegal is played or reported.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ouro_engine::{Engine, Limits, Report, Signals, TranspositionTable};
use ouro_rules::{Game, Move, Position, Variant};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// Asserts that every PV is legal from first to last move and stops at the first repetition.
fn check_lines(game: &Game, report: &Report) {
    for line in &report.lines {
        let mut position = game.position().clone();
        let mut seen: Vec<u64> = game.positions().iter().map(Position::key).collect();
        for (i, &mv) in line.moves.iter().enumerate() {
            assert!(
                position.play(mv).is_ok(),
                "{mv:?} in {:?} of {:?}",
                line.moves,
                game.position()
            );
            let repeated = seen.contains(&position.key());
            assert!(!repeated || i + 1 == line.moves.len(), "a PV continues after a repetition");
            seen.push(position.key());
        }
    }
}

/// Writes random bits into the TT entries of positions near the root.
fn corrupt(engine: &Engine, position: &Position, random: &mut Random) {
    for slot in 0..5 {
        engine.tt().inject_collision(position.key(), slot, random.next());
    }
    for mv in &position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        engine.tt().inject_collision(child.key(), random.below(5), random.next());
        for reply in child.legal_moves().into_iter().take(6) {
            let mut grandchild = child.clone();
            grandchild.play_unchecked(reply);
            engine.tt().inject_collision(grandchild.key(), random.below(5), random.next());
        }
    }
}

/// Plays random games, searches some of their positions and checks every report. Returns the number of
/// rejected TT moves.
fn search_through_games(
    variant: Variant,
    searches: usize,
    random: &mut Random,
    prepare: &mut dyn FnMut(&Engine, &Position, &mut Random),
) -> u64 {
    let mut engine = Engine::new(1, 1).unwrap();
    let (mut rejected, mut searched) = (0, 0);
    while searched < searches {
        let mut game = Game::new(variant);
        while game.outcome().is_none() && game.moves().len() < 120 {
            if random.below(3) == 0 {
                prepare(&engine, game.position(), random);
                let limits =
                    Limits { nodes: Some(400), multipv: 1 + random.below(3), ..Limits::default() };
                let copy = game.clone();
                let mut check = |report: &Report| check_lines(&copy, report);
                let result = engine.search(&game, &limits, &Signals::default(), &mut check);
                check_lines(&game, &result.report);
                let best = result.best.unwrap();
                assert!(game.position().is_legal(best));
                if let Some(ponder) = result.ponder {
                    let mut after = game.position().clone();
                    assert!(after.play(best).is_ok() && after.is_legal(ponder));
                }
                rejected += result.tt_stats.rejected;
                searched += 1;
            }
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    rejected
}

#[test]
fn a_table_full_of_garbage_yields_no_illegal_move() {
    let mut random = Random(1);
    for variant in Variant::ALL {
        let rejected = search_through_games(variant, 1_000, &mut random, &mut corrupt);
        assert!(rejected > 1_000, "the faults were not met: only {rejected} moves were rejected");
    }
}

/// Ends the thread that makes faults, whatever becomes of the test.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A thread overwrites entries with random bits while the others search.
#[test]
fn faults_during_searches_yield_no_illegal_move() {
    let current = Mutex::new(None::<Arc<TranspositionTable>>);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = Random(2);
            while !done.load(Ordering::Relaxed) {
                let table = current.lock().unwrap().clone();
                if let Some(table) = table {
                    for _ in 0..1_000 {
                        table.inject_fault(random.next(), random.next());
                    }
                }
            }
        });
        let _end = SetOnDrop(&done);
        let mut random = Random(3);
        for variant in Variant::ALL {
            let mut announce = |engine: &Engine, _: &Position, _: &mut Random| {
                *current.lock().unwrap() = Some(engine.tt());
            };
            let rejected = search_through_games(variant, 1_000, &mut random, &mut announce);
            assert!(
                rejected > 100,
                "only {rejected} TT moves were rejected: the faults had no effect"
            );
        }
    });
}

#[test]
fn an_illegal_castling_move_in_the_table_is_not_played() {
    let fen = "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1";
    let (position, _) = Position::from_fen_lenient(fen, Variant::Chess).unwrap();
    let mut engine = Engine::new(1, 1).unwrap();
    let illegal = Move::castle(ouro_rules::Square::E8, ouro_rules::Square::H8);
    for slot in 0..5 {
        let exact_and_deep = 3 << 56 | 99 << 48;
        engine.tt().inject_collision(
            position.key(),
            slot,
            u64::from(illegal.bits()) | exact_and_deep,
        );
    }
    let game = Game::from_position(position);
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let result = engine.search(&game, &limits, &Signals::default(), &mut |report| {
        check_lines(&game, report);
    });
    assert_ne!(result.best, Some(illegal));
    assert!(game.position().is_legal(result.best.unwrap()));
}

#[test]
fn without_a_legal_move_there_is_no_best_move() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"] {
        let game = Game::from_position(Position::from_fen(fen, Variant::Chess).unwrap());
        let mut engine = Engine::new(1, 1).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        assert_eq!((result.best, result.ponder), (None, None));
    }
}
