//! Mates of up to three moves, proved by exhaustive search.

use ouro_rules::{Move, Position, mate};

/// Mates of up to this many moves are proved.
pub(super) const PROVED_MOVES: u32 = 3;
/// Mates of up to this many moves are puzzles.
pub(super) const MAX_MOVES: u32 = 5;

/// Returns the number of moves in which the side to move mates, if that is at most `max_moves`.
pub(super) fn moves_to_mate(position: &Position, max_moves: u32) -> Option<u32> {
    (1..=max_moves.min(PROVED_MOVES)).find(|&moves| mate::is_forced(position, moves))
}

/// Returns the solution of a mate in `moves` moves that is unique at every move of the solver but the
/// last: the solver's moves and the defence. No reply of the defence allows a faster mate. `defence` is
/// tried first.
pub(super) fn unique_line(
    position: &Position,
    moves: u32,
    defence: Option<Move>,
) -> Option<Vec<Move>> {
    let solutions = mate::solutions(position, moves);
    if moves <= 1 {
        return solutions.first().map(|&mv| vec![mv]);
    }
    let [solution] = solutions[..] else { return None };
    let mut after = position.clone();
    after.play_unchecked(solution);
    let mut replies = after.legal_moves();
    replies.sort_by_key(|&reply| Some(reply) != defence);
    replies.into_iter().find_map(|reply| {
        let mut next = after.clone();
        next.play_unchecked(reply);
        if mate::is_forced(&next, moves - 2) {
            return None;
        }
        let rest = unique_line(&next, moves - 1, None)?;
        Some([vec![solution, reply], rest].concat())
    })
}

/// Returns `true` if a move is a self-capture that mates, and every move that mates is a self-capture.
pub(super) fn is_only_mate_by_self_capture(position: &Position, mv: Move) -> bool {
    let mates = mate::solutions(position, 1);
    mates.contains(&mv) && mates.iter().all(|&mv| position.is_self_capture(mv))
}

/// Returns `true` if a mate that a search has found in `moves` moves can be proved, and every first move of
/// the fastest mate is a self-capture.
pub(super) fn is_mate_only_by_self_captures(position: &Position, moves: u32) -> bool {
    let fastest = if moves <= PROVED_MOVES { moves_to_mate(position, moves) } else { None };
    fastest.is_some_and(|moves| {
        mate::solutions(position, moves).iter().all(|&mv| position.is_self_capture(mv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Variant::SelfCapture).unwrap()
    }

    #[test]
    fn the_line_of_a_mate_in_two_is_unique_and_ends_with_mate() {
        let position = position("8/8/4K3/8/1BB5/1P3Q2/k2b4/8 w - - 5 57");
        assert_eq!(moves_to_mate(&position, 3), Some(2));
        let line = unique_line(&position, 2, None).unwrap();
        assert_eq!(line.len(), 3);
        let mut after = position;
        for mv in line {
            after.play(mv).unwrap();
        }
        assert!(after.in_check() && !after.has_legal_moves());
    }

    #[test]
    fn two_solutions_are_no_puzzle_but_the_last_move_may_be_any_mate() {
        // Either rook mates at once.
        let one = position("7k/8/6K1/8/8/8/8/R1R5 w - - 0 1");
        assert_eq!(moves_to_mate(&one, 3), Some(1));
        assert_eq!(unique_line(&one, 1, None).map(|line| line.len()), Some(1));
        // Many moves mate in two.
        let two = position("7k/8/5K2/8/8/8/8/R1R5 w - - 0 1");
        assert_eq!(moves_to_mate(&two, 3), Some(2));
        assert_eq!(unique_line(&two, 2, None), None);
    }
}
