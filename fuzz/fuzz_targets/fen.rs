//! Any text as a FEN: parsing does not panic, and an accepted position is valid and reads back from
//! its FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{Epd, Position, Variant};

fuzz_target!(|text: &str| {
    for variant in Variant::ALL {
        let strict = Position::from_fen(text, variant);
        let lenient = Position::from_fen_lenient(text, variant);
        if let Ok(position) = &strict {
            position.check_invariants().expect("accepted positions are valid");
            assert_eq!(Position::from_fen(&position.to_fen(), variant).as_ref(), Ok(position));
            assert_eq!(lenient, Ok((position.clone(), vec![])));
        } else if let Ok((position, repairs)) = lenient {
            position.check_invariants().expect("repaired positions are valid");
            assert!(!repairs.is_empty());
        }
        if let Ok(epd) = Epd::parse(text, variant) {
            epd.position.check_invariants().expect("positions of EPDs are valid");
        }
    }
});
