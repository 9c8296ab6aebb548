//! The solution of a candidate: the only good moves of the solver and the replies between them.

use ouro_rules::{Move, Position};

use super::definition::{Definition, Goal};
use super::forced_mate::{self, MAX_MOVES, PROVED_MOVES};
use super::searcher::{Choice, Searcher};

/// A solution has at most this many moves of the solver, unless it mates.
const MAX_SOLVER_MOVES: usize = 5;

/// What a solution achieves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Achievement {
    /// Mate in this many moves.
    Mate(u32),
    /// A win or a save, with the expected score.
    Score(Goal, f64),
}

/// A solution.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solution {
    /// The moves, from the first to the last one of the solver.
    pub(super) moves: Vec<Move>,
    /// What it achieves.
    pub(super) achievement: Achievement,
}

impl Solution {
    /// Returns the positions in which the solver moves, each with the move.
    pub(super) fn solver_moves(&self, position: &Position) -> Vec<(Position, Move)> {
        let mut here = position.clone();
        let mut moves = Vec::new();
        for (ply, &mv) in self.moves.iter().enumerate() {
            if ply.is_multiple_of(2) {
                moves.push((here.clone(), mv));
            }
            here.play_unchecked(mv);
        }
        moves
    }

    /// Returns whether the solution mates.
    pub(super) fn is_mate(&self) -> bool {
        matches!(self.achievement, Achievement::Mate(_))
    }

    /// Keeps the first moves of the solver, without trailing moves that are the only legal ones.
    pub(super) fn truncate(&mut self, position: &Position, mut solver_moves: usize) {
        let moves = self.solver_moves(position);
        let is_forced = |count: usize| {
            moves.get(count - 1).is_some_and(|(position, _)| position.legal_moves().len() == 1)
        };
        while solver_moves > 1 && is_forced(solver_moves) {
            solver_moves -= 1;
        }
        self.moves.truncate((2 * solver_moves).saturating_sub(1));
    }
}

/// Finds the solution of a position whose two best moves are known.
pub(super) fn find(
    searcher: &mut Searcher,
    position: &Position,
    first: Choice,
    definition: &Definition,
    nodes: u64,
) -> Option<Solution> {
    let mate = first.mate.filter(|&moves| moves <= MAX_MOVES);
    let mate = mate.and_then(|moves| find_mate(searcher, position, &first, moves, nodes));
    mate.or_else(|| find_line(searcher, position, first, definition, nodes))
}

/// Proves the unique line of a mate in at most `max_moves` moves. `defence` is tried first.
pub(super) fn prove_mate(
    position: &Position,
    max_moves: u32,
    defence: Option<Move>,
) -> Option<Solution> {
    let moves = forced_mate::moves_to_mate(position, max_moves)?;
    let line = forced_mate::unique_line(position, moves, defence)?;
    let achievement = Achievement::Mate(moves);
    Some(Solution { moves: line, achievement })
}

/// Finds the unique line of a mate. Mates of up to three moves are proved.
fn find_mate(
    searcher: &mut Searcher,
    position: &Position,
    choice: &Choice,
    moves: u32,
    nodes: u64,
) -> Option<Solution> {
    let defence = choice.line.get(1).copied();
    if moves <= PROVED_MOVES {
        return prove_mate(position, moves, defence);
    }
    if choice.second_mate.is_some_and(|second| second <= moves) {
        return None;
    }
    let mut next = position.clone();
    next.play_unchecked(choice.best);
    next.play(defence?).ok()?;
    let reply = searcher.choose(&next, nodes)?;
    if reply.mate? != moves - 1 {
        return None;
    }
    let mut rest = find_mate(searcher, &next, &reply, moves - 1, nodes)?;
    if rest.achievement != Achievement::Mate(moves - 1) {
        return None;
    }
    rest.moves.splice(0..0, [choice.best, defence?]);
    Some(Solution { achievement: Achievement::Mate(moves), ..rest })
}

/// Finds the line of a win or a save: as long as there is an only good move.
fn find_line(
    searcher: &mut Searcher,
    position: &Position,
    first: Choice,
    definition: &Definition,
    nodes: u64,
) -> Option<Solution> {
    let goal = definition.goal(&first)?;
    let achievement = Achievement::Score(goal, first.expected);
    let mut solution = Solution { moves: Vec::new(), achievement };
    let mut here = position.clone();
    let mut choice = first;
    let mut count = 0;
    while definition.goal(&choice).is_some() {
        count += 1;
        solution.moves.push(choice.best);
        here.play_unchecked(choice.best);
        if count == MAX_SOLVER_MOVES || !here.has_legal_moves() {
            break;
        }
        let Some(reply) = reply(searcher, &here, &choice, nodes) else { break };
        solution.moves.push(reply);
        here.play_unchecked(reply);
        let Some(next) = searcher.choose(&here, nodes) else { break };
        choice = next;
    }
    solution.truncate(position, count);
    Some(solution)
}

/// Returns the reply of the principal variation, or that of a shorter search if it ends before.
fn reply(
    searcher: &mut Searcher,
    position: &Position,
    choice: &Choice,
    nodes: u64,
) -> Option<Move> {
    if let Some(&reply) = choice.line.get(1) {
        return Some(reply);
    }
    let moves = position.legal_moves().into_iter().collect();
    searcher.best_of(position, moves, nodes / 10)?.0.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::definition::DEFINITION;
    use ouro_engine::Engine;
    use ouro_rules::Variant;

    fn solve(fen: &str) -> Option<(Vec<String>, Achievement)> {
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mut searcher = Searcher::new(Engine::new(4, 1).unwrap(), None);
        let first = searcher.choose(&position, 200_000).unwrap();
        let solution = find(&mut searcher, &position, first, &DEFINITION, 200_000)?;
        let mut here = position;
        let mut sans = Vec::new();
        for &mv in &solution.moves {
            sans.push(here.san(mv));
            here.play_unchecked(mv);
        }
        Some((sans, solution.achievement))
    }

    #[test]
    fn a_solution_wins_saves_or_mates() {
        let (sans, win) = solve("8/8/7p/4K3/p5k1/P4p2/3B1PbP/8 b - - 1 48").unwrap();
        assert_eq!(sans[0], "fxg2");
        assert!(matches!(win, Achievement::Score(Goal::Win, score) if score >= 0.85), "{win:?}");
        let (sans, save) = solve("8/3k4/6p1/3KP1n1/6r1/5N2/4P3/8 w - - 5 86").unwrap();
        assert_eq!(sans[0], "Nxe5+");
        assert!(matches!(save, Achievement::Score(Goal::Save, _)), "{save:?}");
        let (sans, mate) = solve("8/8/4K3/8/1BB5/1P3Q2/k2b4/8 w - - 5 57").unwrap();
        assert_eq!((sans.join(" "), mate), ("Qxb3+ Ka1 Qa2#".to_owned(), Achievement::Mate(2)));
    }

    #[test]
    fn a_position_with_two_good_moves_has_no_solution() {
        assert_eq!(solve("8/4k3/8/8/8/8/8/QQ2K3 w - - 1 2"), None);
    }

    #[test]
    fn trailing_moves_that_are_the_only_legal_ones_are_trimmed() {
        // After the rook's check, White can only interpose.
        let fen = "1r5k/1R6/4b3/8/8/8/7r/K7 w - - 0 1";
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mut here = position.clone();
        let moves = ["Rc7", "Rh1+", "Rc1"].map(|san| {
            let mv = here.parse_san(san).unwrap();
            here.play_unchecked(mv);
            mv
        });
        let achievement = Achievement::Score(Goal::Save, 0.5);
        let mut solution = Solution { moves: moves.to_vec(), achievement };
        solution.truncate(&position, 2);
        assert_eq!(solution.moves, moves[..1]);
    }
}
