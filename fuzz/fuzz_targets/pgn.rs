//! Any text as PGN: reading does not panic, what is kept is legal, and a game reads back from its
//! PGN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{PgnGame, PgnMove, Position};

fuzz_target!(|text: &str| {
    for game in PgnGame::read(text) {
        match game {
            Ok(game) => check(&game),
            Err(error) => assert!(error.at <= text.len()),
        }
    }
    for import in PgnGame::read_lenient(text).max_moves(1_000) {
        match import {
            Ok(import) => {
                assert!(import.warnings.iter().all(|warning| warning.at <= text.len()));
                assert!(import.warnings.len() <= 100);
                check(&import.game);
            }
            Err(error) => assert!(error.at <= text.len()),
        }
    }
});

/// Checks that a game has only legal moves, and that strict reading returns what is written.
fn check(game: &PgnGame) {
    game.main_line().expect("the main line has only legal moves");
    check_line(&game.start, &game.moves);
    let written = game.to_string();
    let mut games = PgnGame::read(&written);
    let again = games.next().expect("a game was written").expect("written games can be read");
    assert_eq!((&again.start, &again.comments), (&game.start, &game.comments));
    assert_eq!((&again.moves, again.result), (&game.moves, game.result));
    assert!(games.next().is_none(), "one game was written");
}

fn check_line(start: &Position, moves: &[PgnMove]) {
    let mut position = start.clone();
    for annotated in moves {
        for variation in &annotated.variations {
            check_line(&position, variation);
        }
        match annotated.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        }
        .expect("only legal moves are kept");
    }
}
