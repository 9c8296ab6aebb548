//! In any position that can be set up, the list of moves and the test of single moves agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{Move, MoveList, Position, Stage, Variant};

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let variant = Variant::ALL[usize::from(choice) % 3];
    let Ok((position, _)) = Position::from_fen_lenient(text, variant) else { return };
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len());
    let legal = (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits))).count();
    assert_eq!(legal, moves.len(), "{position:?}");
    let mut staged = MoveList::new();
    for stage in [Stage::Captures, Stage::Quiets, Stage::SelfCaptures] {
        position.generate(stage, &mut staged);
    }
    assert_eq!(staged.len(), moves.len());
    for mv in &moves {
        assert!(position.is_legal(mv), "{position:?} {mv:?}");
        assert_eq!(position.find_move(mv.from(), target(&position, mv), mv.promoted_to()), Ok(mv));
    }
});

/// Where a person puts the piece: castling in chess is written as the king's way.
fn target(position: &Position, mv: Move) -> ouro_rules::Square {
    position.uci(mv)[2..4].parse().expect("UCI moves name two squares")
}
