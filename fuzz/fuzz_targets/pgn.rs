//! Any text as PGN: parsing does not panic, and a parsed game reads back from its PGN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::PgnGame;

fuzz_target!(|text: &str| {
    for game in PgnGame::read(text) {
        match game {
            Ok(game) => {
                game.main_line().expect("only legal moves are read");
                let written = game.to_string();
                let again = PgnGame::read(&written).next().expect("a game was written");
                let again = again.expect("written games can be read");
                assert_eq!((again.start, again.comments), (game.start, game.comments));
                assert_eq!((again.moves, again.result), (game.moves, game.result));
            }
            Err(error) => assert!(error.at <= text.len()),
        }
    }
});
