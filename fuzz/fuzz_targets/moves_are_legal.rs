//! In any position, the move generator and the legality test of single moves agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{Move, MoveList, Position, Square, Stage};

fuzz_target!(|position: Position| {
    position.check_invariants().expect("arbitrary positions are valid");
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
        let mut after = position.clone();
        after.play(mv).expect("the move is legal");
        after.check_invariants().expect("positions stay valid");
        assert_eq!(position.gives_check(mv), after.in_check(), "{position:?} {mv:?}");
    }
});

/// Returns the target square of a move as UCI writes it: for castling in chess, the king's target.
fn target(position: &Position, mv: Move) -> Square {
    position.uci(mv)[2..4].parse().expect("UCI moves name two squares")
}
