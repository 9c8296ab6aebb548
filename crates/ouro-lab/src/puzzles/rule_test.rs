//! The rule test: whether self-capture decides a puzzle.

use ouro_rules::{Move, Position, Variant};

use super::definition::Definition;
use super::forced_mate::{is_mate_only_by_self_captures, is_only_mate_by_self_capture};
use super::searcher::{Choice, Searcher};
use super::solution::Solution;

/// A self-capture must follow within this many plies of the refutation of a chess move.
const REFUTATION_PLIES: usize = 4;

/// How self-capture decides a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    /// A move of the solver captures an own piece.
    SelfCapture(Moment),
    /// The best move of chess, which fails to a self-capture.
    Refutation(Move, Moment),
    /// The solution threatens a self-capture.
    Threat(Moment),
    /// The solution prevents a self-capture of the opponent.
    Prevention(Moment),
}

/// A self-capture and the position before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    pub(super) position: Position,
    pub(super) mv: Move,
}

/// Returns how self-capture decides a solution, if it does.
pub(super) fn reason(
    searcher: &mut Searcher,
    position: &Position,
    solution: &Solution,
    definition: &Definition,
    nodes: u64,
) -> Option<Reason> {
    if let Some(moment) = own_capture(position, solution) {
        return Some(Reason::SelfCapture(moment));
    }
    let &first = solution.moves.first()?;
    refutation(searcher, position, first, definition, nodes)
        .or_else(|| threat(searcher, position, first, definition, nodes).map(Reason::Threat))
        .or_else(|| {
            prevention(searcher, position, solution, definition, nodes).map(Reason::Prevention)
        })
}

/// Returns whether another reason of the same kind as `reason` holds in another search.
pub(super) fn holds(
    searcher: &mut Searcher,
    position: &Position,
    solution: &Solution,
    reason: &Reason,
    definition: &Definition,
    nodes: u64,
) -> bool {
    let Some(&first) = solution.moves.first() else { return false };
    match reason {
        Reason::SelfCapture(_) => own_capture(position, solution).is_some(),
        Reason::Refutation(..) => {
            refutation(searcher, position, first, definition, nodes).is_some()
        }
        Reason::Threat(_) => threat(searcher, position, first, definition, nodes).is_some(),
        Reason::Prevention(_) => {
            prevention(searcher, position, solution, definition, nodes).is_some()
        }
    }
}

/// Returns the first move of the solver that captures an own piece. A mating move counts only if every
/// mating move is a self-capture, because any mate solves the puzzle.
pub(super) fn own_capture(position: &Position, solution: &Solution) -> Option<Moment> {
    let moves = solution.solver_moves(position);
    let last = moves.len() - 1;
    moves.into_iter().enumerate().find_map(|(i, (position, mv))| {
        let counts = i < last || !solution.is_mate() || is_only_mate_by_self_capture(&position, mv);
        (counts && position.is_self_capture(mv)).then_some(Moment { position, mv })
    })
}

/// Returns the best move of chess if it fails to a self-capture of the opponent.
fn refutation(
    searcher: &mut Searcher,
    position: &Position,
    solution: Move,
    definition: &Definition,
    nodes: u64,
) -> Option<Reason> {
    let chess = Position::from_setup(&position.to_setup(), Variant::Chess).ok()?;
    let moves: Vec<Move> = chess.legal_moves().into_iter().collect();
    let (line, in_chess) = searcher.best_of(&chess, moves, nodes)?;
    let &tempting = line.first()?;
    if tempting == solution || !position.is_legal(tempting) {
        return None;
    }
    let (line, expected) = searcher.best_of(position, vec![tempting], nodes)?;
    if !definition.is_refuted(in_chess, expected) {
        return None;
    }
    let mut here = position.clone();
    for (ply, &mv) in line.iter().enumerate().take(REFUTATION_PLIES + 1) {
        let by_opponent = !ply.is_multiple_of(2);
        if by_opponent && here.is_self_capture(mv) {
            return Some(Reason::Refutation(tempting, Moment { position: here, mv }));
        }
        here.play(mv).ok()?;
    }
    None
}

/// Returns the winning self-capture that the solver would have after the solution and a null move. After a
/// solution that wins, other moves win as well, so a quiet move may also threaten a mate that only
/// self-captures give.
fn threat(
    searcher: &mut Searcher,
    position: &Position,
    solution: Move,
    definition: &Definition,
    nodes: u64,
) -> Option<Moment> {
    let is_quiet = position.classify(solution).is_quiet();
    let mut after = position.clone();
    after.play_unchecked(solution);
    after.play_null().ok()?;
    let best = best_self_capture(searcher, &after, definition, nodes)?;
    let mates =
        is_quiet && best.mate.is_some_and(|moves| is_mate_only_by_self_captures(&after, moves));
    let wins = mates || beats_other_moves(searcher, &after, &best, definition, nodes);
    wins.then_some(Moment { position: after, mv: best.best })
}

/// Returns the winning self-capture that the opponent would have after a null move instead of the
/// solution. After the solution it does not win, because the solution wins or saves. A mate prevents
/// everything, so it does not count.
fn prevention(
    searcher: &mut Searcher,
    position: &Position,
    solution: &Solution,
    definition: &Definition,
    nodes: u64,
) -> Option<Moment> {
    if solution.is_mate() {
        return None;
    }
    let mut after = position.clone();
    after.play_null().ok()?;
    let best = best_self_capture(searcher, &after, definition, nodes)?;
    let wins = beats_other_moves(searcher, &after, &best, definition, nodes);
    wins.then_some(Moment { position: after, mv: best.best })
}

/// Returns the best move of a position if it is a self-capture that wins.
fn best_self_capture(
    searcher: &mut Searcher,
    position: &Position,
    definition: &Definition,
    nodes: u64,
) -> Option<Choice> {
    if !position.legal_moves().into_iter().any(|mv| position.is_self_capture(mv)) {
        return None;
    }
    let best = searcher.choose(position, nodes)?;
    let wins = position.is_self_capture(best.best)
        && definition.is_winning_self_capture(best.expected, None);
    wins.then_some(best)
}

/// Returns whether a self-capture wins and no move that is not a self-capture is as good.
fn beats_other_moves(
    searcher: &mut Searcher,
    position: &Position,
    best: &Choice,
    definition: &Definition,
    nodes: u64,
) -> bool {
    let mut others = position.legal_moves();
    others.retain(|mv| !position.is_self_capture(mv));
    let others = others.into_iter().collect();
    let other = searcher.best_of(position, others, nodes).map(|(_, expected)| expected);
    definition.is_winning_self_capture(best.expected, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::definition::DEFINITION;
    use crate::puzzles::solution::Achievement;
    use ouro_engine::Engine;

    const NODES: u64 = 5_000;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Variant::SelfCapture).unwrap()
    }

    /// The reason of a solution of one move, with the self-capture in SAN.
    fn test(fen: &str, san: &str, mate: bool) -> Option<(Reason, String)> {
        let position = position(fen);
        let moves = vec![position.parse_san(san).unwrap()];
        let achievement = if mate {
            Achievement::Mate(1)
        } else {
            Achievement::Score(super::super::definition::Goal::Win, 0.9)
        };
        let solution = Solution { moves, achievement };
        let mut searcher = Searcher::new(Engine::new(4, 1).unwrap(), None);
        let reason = reason(&mut searcher, &position, &solution, &DEFINITION, NODES)?;
        let (Reason::SelfCapture(moment)
        | Reason::Refutation(_, moment)
        | Reason::Threat(moment)
        | Reason::Prevention(moment)) = &reason;
        let san = moment.position.san(moment.mv);
        Some((reason, san))
    }

    #[test]
    fn a_solver_move_that_captures_an_own_piece_passes() {
        let (reason, san) =
            test("8/8/7p/4K3/p5k1/P4p2/3B1PbP/8 b - - 1 48", "fxg2", false).unwrap();
        assert!(matches!(reason, Reason::SelfCapture(_)));
        assert_eq!(san, "fxg2");
    }

    #[test]
    fn a_mate_by_self_capture_counts_only_if_there_is_no_other_mate() {
        let only = "7k/1p6/2p5/6R1/4P1KP/P3r1P1/8/7R w - - 7 43";
        assert_eq!(test(only, "Rxh4#", true).unwrap().1, "Rxh4#");
        let other = "7k/1p6/2p2N2/6R1/4P1KP/P3r1P1/8/7R w - - 7 43";
        assert_eq!(test(other, "Rxh4#", true), None);
    }

    #[test]
    fn a_mate_of_chess_that_the_king_escapes_from_is_refuted() {
        let (reason, san) = test("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Ne4", false).unwrap();
        assert!(matches!(reason, Reason::Refutation(..)), "{reason:?}");
        assert!(san.starts_with("Kx"), "{san}");
    }

    #[test]
    fn a_quiet_move_that_threatens_to_capture_the_own_pawn_with_mate_passes() {
        let fen = "7k/1p6/2p5/6R1/4P1KP/P3r1P1/qq6/6R1 w - - 0 1";
        let (reason, san) = test(fen, "Rh1", false).unwrap();
        assert!(matches!(reason, Reason::Threat(_)), "{reason:?}");
        assert_eq!(san, "Rxh4#");
    }

    #[test]
    fn a_quiet_move_of_a_winning_side_that_threatens_a_mate_only_by_self_capture_passes() {
        let fen = "7k/1p6/2p5/6R1/4P1KP/P3r1P1/8/6R1 w - - 0 1";
        let (reason, san) = test(fen, "Rh1", false).unwrap();
        assert!(matches!(reason, Reason::Threat(_)), "{reason:?}");
        assert_eq!(san, "Rxh4#");
        // The knight mates, too.
        let other = "7k/1p6/2p2N2/6R1/4P1KP/P3r1P1/8/6R1 w - - 0 1";
        assert_eq!(test(other, "Rh1", false), None);
        // The capture of the queen wins whether or not it threatens something.
        let capture = "7k/1p6/2p5/6R1/4P1KP/P3r1P1/8/6Rq w - - 0 1";
        assert_eq!(test(capture, "Rxh1+", false), None);
    }

    #[test]
    fn a_mate_does_not_pass_because_it_prevents_a_self_capture() {
        let fen = "r1bQ1R2/1pp4q/p3k3/8/5B2/P7/1P3p1P/R6K w - - 3 36";
        assert!(matches!(test(fen, "Rf6#", false), Some((Reason::Prevention(_), _))));
        assert_eq!(test(fen, "Rf6#", true), None);
    }

    #[test]
    fn a_move_that_prevents_a_mate_by_self_capture_passes() {
        let fen = "7k/1p6/2p5/6R1/4P1KP/P3r1P1/qq6/7R b - - 0 1";
        let (reason, san) = test(fen, "Qg7", false).unwrap();
        assert!(matches!(reason, Reason::Prevention(_)), "{reason:?}");
        assert_eq!(san, "Rxh4#");
    }

    #[test]
    fn a_capture_of_a_hanging_queen_does_not_need_the_rule() {
        assert_eq!(test("q3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rxa8+", false), None);
    }
}
