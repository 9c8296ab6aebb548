//! Games of arbitrary moves: every invariant holds after each move, and undoing all of them leads
//! back to the start.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ouro_rules::{Changes, Game, Position};

fuzz_target!(|input: (Position, Vec<u8>)| {
    let (start, picks) = input;
    let mut game = Game::from_position(start.clone());
    for pick in picks {
        let position = game.position().clone();
        let moves = position.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        let mv = moves[usize::from(pick) % moves.len()];
        assert_eq!(position.gives_check(mv), {
            let mut changes = Changes::default();
            let mut after = position.clone();
            after.play_observed(mv, &mut changes);
            let mut board = position.board().clone();
            for &(piece, square) in changes.removed() {
                assert_eq!(board.remove(square), Some(piece));
            }
            for &(piece, square) in changes.placed() {
                board.put(piece, square);
            }
            assert_eq!(&board, after.board());
            after.in_check()
        });
        game.play(mv).expect("the move is legal");
        game.position().check_invariants().expect("positions stay valid");
        let again = Position::from_fen(&game.position().to_fen(), start.variant());
        assert_eq!(again.as_ref(), Ok(game.position()));
        assert_eq!(again.map(|position| position.key()), Ok(game.position().key()));
    }
    while game.undo().is_some() {}
    assert_eq!(game.position(), &start);
});
