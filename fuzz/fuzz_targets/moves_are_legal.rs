//! In any position that can be set up, the list of moves and the test of single moves agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{Bitboard, Color, Move, MoveList, Piece, Position, Setup, Square, Stage, Variant};

fuzz_target!(|input: (u8, [u8; 4], Vec<(u8, u8)>)| {
    let (choice, [white_king, black_king, rights, passed], pieces) = input;
    let square = |byte: u8| Square::ALL[usize::from(byte) % 64];
    let mut setup = Setup::empty();
    for (place, piece) in pieces {
        setup.board.put(Piece::ALL[usize::from(piece) % 10], square(place));
    }
    setup.board.put(Piece::WhiteKing, square(white_king));
    setup.board.put(Piece::BlackKing, square(black_king));
    setup.turn = Color::BOTH[usize::from(choice >> 7)];
    // Rights and a square that may be false: those are dropped below.
    setup.castling = Bitboard(u64::from(rights & 0x0F) * 0x81 | u64::from(rights >> 4) << 56);
    setup.en_passant = (passed < 64).then(|| square(passed));
    let variant = Variant::ALL[usize::from(choice & 0x7F) % 3];
    if !setup.is_playable(variant) {
        (setup.castling, setup.en_passant) = (Bitboard::EMPTY, None);
    }
    let Ok(position) = Position::from_setup(&setup, variant) else { return };

    position.check_invariants().expect("playable positions are sound");
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
        after.check_invariants().expect("positions stay sound");
        assert_eq!(position.gives_check(mv), after.in_check(), "{position:?} {mv:?}");
    }
});

/// Where a person puts the piece: castling in chess is written as the king's way.
fn target(position: &Position, mv: Move) -> Square {
    position.uci(mv)[2..4].parse().expect("UCI moves name two squares")
}
