//! Any text as a move: no panic, and a move that is understood is legal and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{Position, Variant};

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (choice, picks, text) = input;
    let mut position = Position::start(Variant::ALL[usize::from(choice) % 3]);
    for pick in picks {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(pick) % moves.len()];
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
        position.play(mv).expect("the move is legal");
    }
    for understood in [position.parse_san(text).ok(), position.parse_uci(text).ok()] {
        assert!(understood.is_none_or(|mv| position.is_legal(mv)));
    }
});
