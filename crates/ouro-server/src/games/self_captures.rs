//! Self-captures in games, as the statistics count them.

use ouro_rules::{Color, Role};

use super::state::GameState;

/// The phase of a game, by the number of pieces other than pawns and kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    Opening,
    Middlegame,
    Endgame,
}

impl Phase {
    pub(crate) const fn from_pieces(pieces: u32) -> Phase {
        match pieces {
            10.. => Phase::Opening,
            5..=9 => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }
}

/// A self-capture in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SelfCapture {
    /// The index of the move.
    pub(crate) ply: usize,
    pub(crate) side: Color,
    pub(crate) piece: Role,
    pub(crate) victim: Role,
    /// Pieces on the board before the move, without pawns and kings.
    pub(crate) pieces: u32,
}

/// Returns the last move as a self-capture, if it is one.
pub(crate) fn last_self_capture(state: &GameState) -> Option<SelfCapture> {
    let ply = state.game.moves().len().checked_sub(1)?;
    let (before, mv) = (state.game.positions().get(ply)?, *state.game.moves().get(ply)?);
    let capture = before.self_capture(mv)?;
    let board = before.board();
    let others = board.of_role(Role::Pawn) | board.of_role(Role::King);
    Some(SelfCapture {
        ply,
        side: capture.by,
        piece: capture.piece,
        victim: capture.victim,
        pieces: (board.occupied() & !others).count(),
    })
}
