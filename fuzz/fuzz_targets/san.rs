//! Any text as a move: parsing does not panic, a parsed move is legal, and every legal move reads
//! back from its SAN and UCI.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::Position;

fuzz_target!(|input: (Position, &str)| {
    let (position, text) = input;
    for mv in &position.legal_moves() {
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
    }
    for parsed in [position.parse_san(text).ok(), position.parse_uci(text).ok()] {
        assert!(parsed.is_none_or(|mv| position.is_legal(mv)));
    }
});
