//! The cascade that tests a candidate, from cheap tests to expensive ones.

use ouro_puzzles::Puzzle;
use ouro_rules::{Move, Position};

use super::candidate::{Candidate, ScoredPosition};
use super::definition::{DEFINITION, Definition};
use super::explain::explain;
use super::forced_mate::PROVED_MOVES;
use super::progress_file::Filter;
use super::rating::rate;
use super::rule_test::{self, Reason};
use super::searcher::{Choice, Searcher};
use super::solution::{self, Achievement, Solution};
use super::themes::themes;
use crate::selfplay::SelfPlayGame;

/// Nodes of the three searches of the cascade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cascade {
    /// Most candidates fall here. The thresholds are lax.
    pub first: u64,
    /// The thresholds are those of the definition. The second network searches as many nodes.
    pub second: u64,
    /// The thresholds are strict.
    pub third: u64,
}

impl Default for Cascade {
    fn default() -> Cascade {
        Cascade { first: 20_000, second: 200_000, third: 2_000_000 }
    }
}

/// A tenth of the nodes of the first search removes most candidates.
const PREVIEW: u64 = 10;
const VERY_LAX: Definition = DEFINITION.stricter_by(-0.15);
/// The margins of the first and the third search. A short search is uncertain; the last one must hold
/// when more nodes are searched.
const LAX: Definition = DEFINITION.stricter_by(-0.07);
const STRICT: Definition = DEFINITION.stricter_by(0.03);
/// If the second search finds the solver this far from winning before the opponent's move, the third one
/// does not search that position again.
const CERTAIN: Definition = DEFINITION.stricter_by(0.10);

/// Tests candidates with two networks.
pub(super) struct Miner {
    pub(super) cascade: Cascade,
    /// Searches with the current network.
    pub(super) searcher: Searcher,
    /// Searches with an earlier network.
    pub(super) second: Searcher,
}

impl Miner {
    /// Returns the number of nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.searcher.nodes + self.second.nodes
    }

    /// Returns the positions of a game with the scores of short searches.
    pub(super) fn scores(&mut self, game: &SelfPlayGame, nodes: u64) -> Vec<ScoredPosition> {
        self.searcher.new_candidate();
        let positions = game.positions();
        positions
            .map(|(position, played, _)| {
                let (best, score) = self.searcher.best(&position, nodes).unwrap_or((played, 0));
                ScoredPosition { position, played, best, score }
            })
            .collect()
    }

    /// Returns the puzzle of a candidate, or the filter that removes it. The result does not depend on
    /// candidates before.
    pub(super) fn mine(&mut self, candidate: &Candidate, game: String) -> Result<Puzzle, Filter> {
        let position = candidate.position();
        if position.legal_moves().len() < 2 {
            return Err(Filter::OnlyMove);
        }
        self.searcher.new_candidate();
        self.second.new_candidate();
        let short = self.short_search(candidate, &position)?;
        let (solution, reason) = if is_proved(&short.0) {
            self.confirm_mate(&position, short)?
        } else {
            self.confirm_line(candidate, &position, &short)?
        };
        if is_recapture(candidate, &solution) {
            return Err(Filter::Recapture);
        }
        let rating =
            rate(&mut self.searcher, &solution.solver_moves(&position), solution.is_mate());
        let explanation = explain(&position, &reason).ok_or(Filter::Rule)?;
        let themes = themes(candidate, &solution, explanation.kind());
        let moves = [vec![candidate.opponent], solution.moves].concat();
        let before = candidate.before.clone();
        Ok(Puzzle::new(before, moves, rating, themes, game, explanation))
    }

    /// Tests the definitions and the rule with few nodes and lax thresholds.
    fn short_search(
        &mut self,
        candidate: &Candidate,
        position: &Position,
    ) -> Result<(Solution, Reason), Filter> {
        let nodes = self.cascade.first;
        let known_mate = candidate.mate.filter(|&moves| moves <= PROVED_MOVES);
        let solution = match known_mate {
            Some(moves) => solution::prove_mate(position, moves, None),
            None => self.short_solution(position, nodes),
        };
        let solution = solution.ok_or(Filter::FirstSearch)?;
        if !solution.is_mate() && !LAX.allows_before(self.before(candidate, nodes)) {
            return Err(Filter::AlreadyWinning);
        }
        let searcher = &mut self.searcher;
        let preview = rule_test::reason(searcher, position, &solution, &VERY_LAX, nodes / PREVIEW);
        let preview = preview.ok_or(Filter::Rule)?;
        if rule_test::holds(searcher, position, &solution, &preview, &LAX, nodes) {
            Ok((solution, preview))
        } else {
            Err(Filter::Rule)
        }
    }

    /// Finds a solution with few nodes and lax thresholds.
    fn short_solution(&mut self, position: &Position, nodes: u64) -> Option<Solution> {
        let mut choose = |nodes: u64, definition: &Definition| {
            let choice = self.searcher.choose(position, nodes)?;
            let is_only = match choice.mate {
                Some(1) => true,
                Some(mate) => choice.second_mate.is_none_or(|second| second > mate),
                None => definition.goal(&choice).is_some(),
            };
            is_only.then_some(choice)
        };
        choose(nodes / PREVIEW, &VERY_LAX)?;
        let choice = choose(nodes, &LAX)?;
        solution::find(&mut self.searcher, position, choice, &LAX, nodes)
    }

    /// Confirms the rule test of a proved mate. The mate itself needs no search.
    fn confirm_mate(
        &mut self,
        position: &Position,
        (solution, reason): (Solution, Reason),
    ) -> Result<(Solution, Reason), Filter> {
        if matches!(reason, Reason::SelfCapture(_)) {
            return Ok((solution, reason));
        }
        let reason = self.confirm_reason(position, &solution, &reason)?;
        Ok((solution, reason))
    }

    /// Confirms a reason other than a self-capture with more nodes and with the second network.
    fn confirm_reason(
        &mut self,
        position: &Position,
        solution: &Solution,
        reason: &Reason,
    ) -> Result<Reason, Filter> {
        let Cascade { second: nodes, third: many, .. } = self.cascade;
        let searcher = &mut self.searcher;
        if !rule_test::holds(searcher, position, solution, reason, &DEFINITION, nodes) {
            return Err(Filter::Rule);
        }
        if !rule_test::holds(&mut self.second, position, solution, reason, &DEFINITION, nodes) {
            return Err(Filter::SecondNetwork);
        }
        rule_test::reason(searcher, position, solution, &STRICT, many).ok_or(Filter::Rule)
    }

    /// Confirms a solution with more nodes and with the second network.
    fn confirm_line(
        &mut self,
        candidate: &Candidate,
        position: &Position,
        (short, reason): &(Solution, Reason),
    ) -> Result<(Solution, Reason), Filter> {
        let Cascade { second: nodes, third: many, .. } = self.cascade;
        let &first = short.moves.first().ok_or(Filter::FirstSearch)?;
        let choice = self.searcher.choose(position, nodes).ok_or(Filter::SecondSearch)?;
        if !agrees(&choice, first, short.achievement) {
            return Err(Filter::SecondSearch);
        }
        let before = if short.is_mate() { 0.0 } else { self.before(candidate, nodes) };
        if !DEFINITION.allows_before(before) {
            return Err(Filter::AlreadyWinning);
        }
        let choice = self.second.choose(position, nodes).ok_or(Filter::SecondNetwork)?;
        if !agrees(&choice, first, short.achievement) {
            return Err(Filter::SecondNetwork);
        }
        let indirect = !matches!(reason, Reason::SelfCapture(_));
        if indirect
            && !rule_test::holds(&mut self.searcher, position, short, reason, &DEFINITION, nodes)
        {
            return Err(Filter::Rule);
        }
        let choice = self.searcher.choose(position, many).ok_or(Filter::ThirdSearch)?;
        if choice.best != first {
            return Err(Filter::ThirdSearch);
        }
        let mut solution = solution::find(&mut self.searcher, position, choice, &STRICT, many)
            .ok_or(Filter::ThirdSearch)?;
        let is_certain = solution.is_mate() || CERTAIN.allows_before(before);
        if !is_certain && !STRICT.allows_before(self.before(candidate, many)) {
            return Err(Filter::AlreadyWinning);
        }
        self.keep_agreed_moves(position, &mut solution)?;
        let own = rule_test::own_capture(position, &solution).map(Reason::SelfCapture);
        let reason = match own {
            Some(reason) => reason,
            None if indirect => self.confirm_reason(position, &solution, reason)?,
            None => return Err(Filter::Rule),
        };
        Ok((solution, reason))
    }

    /// Returns the expected score of the solver before the opponent's move.
    fn before(&mut self, candidate: &Candidate, nodes: u64) -> f64 {
        1.0 - self.searcher.expected(&candidate.before, nodes).unwrap_or(0.0)
    }

    /// Truncates a solution before the first move that the second network does not find. A mate must be
    /// found as a whole.
    fn keep_agreed_moves(
        &mut self,
        position: &Position,
        solution: &mut Solution,
    ) -> Result<(), Filter> {
        let nodes = self.cascade.second;
        let moves = solution.solver_moves(position);
        let mut agreed = 1;
        for (position, mv) in &moves[1..] {
            let mate = u32::try_from(moves.len() - agreed).unwrap_or(u32::MAX);
            if solution.is_mate() && mate <= PROVED_MOVES {
                return Ok(());
            }
            let achievement = match solution.achievement {
                Achievement::Mate(_) => Achievement::Mate(mate),
                score @ Achievement::Score(..) => score,
            };
            let choice = self.second.choose(position, nodes);
            if !choice.is_some_and(|choice| agrees(&choice, *mv, achievement)) {
                break;
            }
            agreed += 1;
        }
        if agreed < moves.len() {
            if solution.is_mate() {
                return Err(Filter::SecondNetwork);
            }
            solution.truncate(position, agreed);
        }
        Ok(())
    }
}

/// Returns `true` if a solution is proved by exhaustive search.
fn is_proved(solution: &Solution) -> bool {
    matches!(solution.achievement, Achievement::Mate(moves) if moves <= PROVED_MOVES)
}

/// Returns `true` if a search finds a move and its achievement.
fn agrees(choice: &Choice, mv: Move, achievement: Achievement) -> bool {
    choice.best == mv
        && match achievement {
            Achievement::Mate(moves) => {
                choice.mate.is_some_and(|found| found <= moves)
                    && choice.second_mate.is_none_or(|second| second > moves)
            }
            Achievement::Score(..) => DEFINITION.goal(choice).is_some(),
        }
}

/// Returns `true` if a solution is nothing but a recapture.
fn is_recapture(candidate: &Candidate, solution: &Solution) -> bool {
    let [mv] = solution.moves[..] else { return false };
    !solution.is_mate()
        && candidate.before.captured(candidate.opponent).is_some()
        && candidate.opponent.to() == mv.to()
}
