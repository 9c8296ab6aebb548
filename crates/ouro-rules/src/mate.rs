//! A mate solver by exhaustive search: slow and exact.
//!
//! The engine is tested against it, and puzzles are generated with it. It ignores draws by
//! repetition and by the fifty-move rule.
//!
//! ```
//! use ouro_rules::{Position, Variant, mate};
//! let position = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Variant::Chess).unwrap();
//! assert!(mate::is_forced(&position, 1));
//! let moves = mate::solutions(&position, 1);
//! assert_eq!(position.san(moves[0]), "Ra8#");
//! ```

use crate::{Move, MoveList, Position};

/// Returns `true` if the side to move can force mate within `moves` moves of its own.
#[must_use]
pub fn is_forced(position: &Position, moves: u32) -> bool {
    moves > 0 && candidates(position, moves).into_iter().any(|mv| mates(position, mv, moves))
}

/// Returns all moves that force mate within `moves` moves, including the move itself.
#[must_use]
pub fn solutions(position: &Position, moves: u32) -> Vec<Move> {
    if moves == 0 {
        return Vec::new();
    }
    candidates(position, moves).into_iter().filter(|&mv| mates(position, mv, moves)).collect()
}

/// Returns the moves to try, checks first. The last move must be a check.
fn candidates(position: &Position, moves: u32) -> MoveList {
    let mut list = position.legal_moves();
    if moves == 1 {
        list.retain(|mv| position.gives_check(mv));
    } else {
        list.sort_by_key(|&mv| !position.gives_check(mv));
    }
    list
}

/// Returns `true` if every reply to a move is mated within the remaining moves.
fn mates(position: &Position, mv: Move, moves: u32) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    if moves == 1 {
        return after.in_check() && !after.has_legal_moves();
    }
    let replies = after.legal_moves();
    if replies.is_empty() {
        return after.in_check();
    }
    replies.into_iter().all(|reply| {
        let mut next = after.clone();
        next.play_unchecked(reply);
        is_forced(&next, moves - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn sans(fen: &str, variant: Variant, moves: u32) -> Vec<String> {
        let position = Position::from_fen(fen, variant).unwrap();
        solutions(&position, moves).into_iter().map(|mv| position.san(mv)).collect()
    }

    #[test]
    fn a_mate_in_two_has_its_single_solution() {
        let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
        assert_eq!(sans(fen, Variant::Chess, 1), [""; 0]);
        assert_eq!(sans(fen, Variant::Chess, 2), ["Qg6"]);
    }

    #[test]
    fn a_mate_in_chess_may_not_be_mate_with_self_captures() {
        let fen = "6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1";
        assert_eq!(sans(fen, Variant::Chess, 1), ["Nf7#"]);
        assert_eq!(sans(fen, Variant::SelfCapture, 1), [""; 0]);
    }

    #[test]
    fn a_side_without_moves_cannot_force_mate() {
        for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"] {
            let position = Position::from_fen(fen, Variant::Chess).unwrap();
            assert!(!is_forced(&position, 3) && !is_forced(&position, 0));
        }
    }
}
