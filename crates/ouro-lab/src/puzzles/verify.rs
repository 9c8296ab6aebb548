//! Verification: the definitions again, with more nodes than mining has searched.

use ouro_puzzles::{Puzzle, Theme};
use ouro_rules::{Position, mate};
use sha2::{Digest, Sha256};

use super::definition::{DEFINITION, Goal};
use super::forced_mate::{self, PROVED_MOVES};
use super::mining::MiningError;
use super::rule_test;
use super::searcher::Searcher;
use super::searchers::Searchers;
use super::solution::{Achievement, Solution};

/// A verification of puzzles.
#[derive(Clone)]
pub struct Verification {
    /// The engines.
    pub searchers: Searchers,
    /// The nodes of each search.
    pub nodes: u64,
}

/// A puzzle that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The index of the puzzle.
    pub index: usize,
    /// The part of the definition that is not fulfilled.
    pub reason: String,
}

impl Verification {
    /// Returns the indices of a random sample of puzzles. The text of the file is the seed, so everyone draws
    /// the same sample of the same file.
    #[must_use]
    pub fn sample(text: &str, puzzles: usize, count: usize) -> Vec<usize> {
        let digest = Sha256::digest(text);
        let seed = digest.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut sample: Vec<usize> = (0..puzzles).collect();
        rng.shuffle(&mut sample);
        sample.truncate(count);
        sample
    }

    /// Verifies some of the puzzles and returns those that do not hold. Calls `report` after each one with
    /// the numbers of verified and of failed puzzles.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn run(
        &self,
        puzzles: &[Puzzle],
        sample: &[usize],
        report: &mut (dyn FnMut(usize, &[Failed]) + Send),
    ) -> Result<Vec<Failed>, MiningError> {
        let (mut done, mut failed) = (0, Vec::new());
        let search =
            |searcher: &mut Searcher, puzzle: &Puzzle| verify(searcher, puzzle, self.nodes);
        self.searchers.search_each(puzzles, sample, &search, &mut |index, result| {
            done += 1;
            if let Err(reason) = result {
                failed.push(Failed { index, reason });
            }
            report(done, &failed);
        })?;
        failed.sort_by_key(|failed| failed.index);
        Ok(failed)
    }
}

/// Verifies a puzzle, or returns the part of the definition that is not fulfilled.
fn verify(searcher: &mut Searcher, puzzle: &Puzzle, nodes: u64) -> Result<(), String> {
    searcher.new_candidate();
    let moves: Vec<_> = puzzle.solver_moves().collect();
    let [(position, _), ..] = &moves[..] else { return Err("there is no solution".to_owned()) };
    if position.legal_moves().len() < 2 {
        return Err("there is only one legal move".to_owned());
    }
    let achievement = if puzzle.themes.contains(&Theme::Mate) {
        verify_mate(searcher, &moves, nodes)?
    } else {
        verify_line(searcher, puzzle, &moves, nodes)?
    };
    let solution = Solution { moves: puzzle.moves[1..].to_vec(), achievement };
    let reason = rule_test::reason(searcher, position, &solution, &DEFINITION, nodes);
    reason.map(|_| ()).ok_or_else(|| "self-capture does not decide the puzzle".to_owned())
}

/// Verifies that each move is the only one that mates as fast. Any mate solves the last one.
fn verify_mate(
    searcher: &mut Searcher,
    moves: &[(Position, ouro_rules::Move)],
    nodes: u64,
) -> Result<Achievement, String> {
    let total = moves.len() as u32;
    for (left, (position, mv)) in (1..=total).rev().zip(moves) {
        let san = position.san(*mv);
        if left <= PROVED_MOVES {
            if forced_mate::moves_to_mate(position, left) != Some(left) {
                return Err(format!("{san}: there is no mate in {left}"));
            }
            let solutions = mate::solutions(position, left);
            if !solutions.contains(mv) || left > 1 && solutions.len() > 1 {
                return Err(format!("{san} is not the only mate in {left}"));
            }
            continue;
        }
        let choice = searcher.choose(position, nodes).ok_or("the game is over")?;
        if choice.best != *mv || choice.mate != Some(left) {
            return Err(format!("{san} is not the fastest mate"));
        }
        if choice.second_mate.is_some_and(|second| second <= left) {
            return Err(format!("{san} is not the only mate in {left}"));
        }
    }
    Ok(Achievement::Mate(total))
}

/// Verifies that each move is the only good one, and that the solver was not winning before.
fn verify_line(
    searcher: &mut Searcher,
    puzzle: &Puzzle,
    moves: &[(Position, ouro_rules::Move)],
    nodes: u64,
) -> Result<Achievement, String> {
    let mut achievement = None;
    for (position, mv) in moves {
        let san = position.san(*mv);
        let choice = searcher.choose(position, nodes).ok_or("the game is over")?;
        let (best, second) = (choice.expected, choice.second.unwrap_or(0.0));
        if choice.best != *mv {
            let better = position.san(choice.best);
            return Err(format!("{better} ({best:.2}) is better than {san}"));
        }
        let goal: Option<Goal> = DEFINITION.goal(&choice);
        let goal =
            goal.ok_or_else(|| format!("{san} has {best:.2}, the second best {second:.2}"))?;
        achievement.get_or_insert(Achievement::Score(goal, best));
    }
    let before = 1.0 - searcher.expected(&puzzle.position, nodes).unwrap_or(0.0);
    if !DEFINITION.allows_before(before) {
        return Err(format!("the solver had {before:.2} before the opponent's move"));
    }
    achievement.ok_or_else(|| "there is no solution".to_owned())
}

#[cfg(test)]
mod tests {
    use ouro_engine::Networks;

    use super::*;
    use crate::puzzles::testing::{mining, puzzle_games, write_games};

    fn mined() -> Vec<Puzzle> {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("games.osp"), folder.path().join("puzzles.csv"));
        write_games(&file, &puzzle_games());
        mining(1).run(&[file], &out, &mut |_| {}).unwrap();
        Puzzle::read_csv(&std::fs::read_to_string(out).unwrap()).unwrap()
    }

    #[test]
    fn mined_puzzles_hold_and_wrong_solutions_do_not() {
        let mut puzzles = mined();
        let searchers = Searchers { networks: Networks::embedded(), tables: None, threads: 2 };
        let verification = Verification { searchers, nodes: 40_000 };
        let all: Vec<usize> = (0..puzzles.len()).collect();
        let mut done = 0;
        let failed = verification.run(&puzzles, &all, &mut |count, _| done = count).unwrap();
        assert_eq!((failed, done), (Vec::new(), puzzles.len()));
        // Another move instead of the first solution of each puzzle.
        for puzzle in &mut puzzles {
            let (position, mv) = puzzle.solver_moves().next().unwrap();
            let other = position.legal_moves().into_iter().find(|&other| other != mv).unwrap();
            puzzle.moves.truncate(1);
            puzzle.moves.push(other);
        }
        let failed = verification.run(&puzzles, &all, &mut |_, _| {}).unwrap();
        let indices: Vec<usize> = failed.iter().map(|failed| failed.index).collect();
        assert_eq!(indices, all, "{failed:?}");
    }

    #[test]
    fn the_sample_depends_on_the_text_only_and_has_no_duplicates() {
        let sample = Verification::sample("text", 1_000, 200);
        assert_eq!(sample, Verification::sample("text", 1_000, 200));
        assert_ne!(sample, Verification::sample("other", 1_000, 200));
        let mut sorted = sample.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 200);
        assert_eq!(Verification::sample("text", 3, 200).len(), 3);
    }
}
