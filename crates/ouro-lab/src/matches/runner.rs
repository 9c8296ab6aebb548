//! The match runner: game pairs on several threads until all are played or the SPRT ends.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ouro_rules::{Color, Game, PgnResult, Variant};

use super::adjudication::Adjudication;
use super::engine_config::EngineConfig;
use super::game::{Conditions, GameRecord, Termination, play};
use super::opening_book::OpeningBook;
use super::pentanomial::Pentanomial;
use super::sprt::{Sprt, SprtState};
use super::time_control::TimeControl;
use super::uci_engine::{EngineError, UciEngine};

/// A match between two or more engines. More than two play a round robin.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineConfig>,
    /// The variant.
    pub variant: Variant,
    /// The time control.
    pub time_control: TimeControl,
    /// The time by which an engine may exceed its clock before it loses on time.
    pub time_margin: Duration,
    /// The openings, one for each game pair.
    pub openings: OpeningBook,
    /// The maximum number of game pairs of each pairing.
    pub pairs: usize,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The adjudication of decided and drawn games.
    pub adjudication: Adjudication,
    /// The test that ends a pairing as soon as a hypothesis is accepted.
    pub sprt: Option<Sprt>,
}

/// The score of a pairing, from the first engine's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that ended because an engine failed, lost on time or played an illegal move.
    pub faults: u64,
    /// The scores of the game pairs.
    pub pairs: Pentanomial,
}

/// The results of a game pair. The first engine has White in the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The results of the two games.
    pub results: [PgnResult; 2],
    /// The number of games that ended with a fault.
    pub faults: u64,
}

/// Results of game pairs by pairing and pair number.
pub type PairResults = BTreeMap<(usize, usize), PairResult>;

impl MatchScore {
    /// Adds a game pair.
    fn add(&mut self, pair: PairResult) {
        let mut half_points = 0;
        for (result, color) in pair.results.into_iter().zip(Color::BOTH) {
            match result {
                PgnResult::Win(winner) if winner == color => {
                    self.wins += 1;
                    half_points += 2;
                }
                PgnResult::Win(_) => self.losses += 1,
                PgnResult::Draw | PgnResult::Unknown => {
                    self.draws += 1;
                    half_points += 1;
                }
            }
        }
        self.faults += pair.faults;
        self.pairs.add(half_points);
    }
}

/// A report after each game pair.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The indices of the two engines. The first one had White in the first game.
    pub players: [usize; 2],
    /// The number of the pair within its pairing.
    pub pair: usize,
    /// The two games.
    pub records: &'a [GameRecord; 2],
    /// The score of the pairing so far.
    pub score: MatchScore,
}

impl Match {
    /// Returns the pairings as indices of engines.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// Plays all game pairs that are not in `finished` and returns the score of each pairing.
    ///
    /// # Errors
    /// If an engine does not start at the beginning. An engine that fails later loses its games.
    pub fn run(
        &self,
        finished: &PairResults,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Vec<MatchScore>, EngineError> {
        let pairings = self.pairings();
        let mut scores = vec![MatchScore::default(); pairings.len()];
        let mut queue = Vec::new();
        // The first pair of all pairings, then the second: all pairings advance together.
        for pair in 0..self.pairs {
            for (pairing, score) in scores.iter_mut().enumerate() {
                match finished.get(&(pairing, pair)) {
                    Some(&result) => score.add(result),
                    None => queue.push((pair, pairing)),
                }
            }
        }
        for config in &self.engines {
            UciEngine::start(config, self.variant)?;
        }

        let next = AtomicUsize::new(0);
        let state = Mutex::new((scores, report));
        let work = || {
            let mut running: Vec<Option<UciEngine>> = self.engines.iter().map(|_| None).collect();
            while let Some(&(pair, pairing)) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
                if state.lock().is_ok_and(|state| self.is_decided(&state.0[pairing])) {
                    continue;
                }
                let players = pairings[pairing];
                let records = self.play_pair(pair, players, &mut running);
                let Ok(mut state) = state.lock() else { return };
                let (scores, report) = &mut *state;
                scores[pairing].add(pair_result(&records));
                let score = scores[pairing];
                report(&Progress { players, pair, records: &records, score });
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(work);
            }
        });
        Ok(state.into_inner().map(|(scores, _)| scores).unwrap_or_default())
    }

    /// Returns whether the SPRT has accepted a hypothesis.
    fn is_decided(&self, score: &MatchScore) -> bool {
        self.sprt.is_some_and(|sprt| !matches!(sprt.state(&score.pairs), SprtState::Running(_)))
    }

    /// Plays an opening twice with colours reversed. Engines are started on demand and restarted after
    /// a failure. An engine that does not restart loses.
    fn play_pair(
        &self,
        pair: usize,
        [first, second]: [usize; 2],
        running: &mut [Option<UciEngine>],
    ) -> [GameRecord; 2] {
        let opening = self.openings.get(pair);
        let conditions = Conditions {
            time_control: self.time_control,
            time_margin: self.time_margin,
            adjudication: &self.adjudication,
        };
        [[first, second], [second, first]].map(|[white, black]| {
            let lost = |color: Color, error: EngineError| GameRecord {
                game: Game::from_position(opening.clone()),
                infos: Vec::new(),
                result: PgnResult::Win(!color),
                termination: Termination::EngineFailure(color, error),
            };
            let white_engine = match self.take_engine(white, running) {
                Ok(engine) => engine,
                Err(error) => return lost(Color::White, error),
            };
            let black_engine = match self.take_engine(black, running) {
                Ok(engine) => engine,
                Err(error) => return lost(Color::Black, error),
            };
            let mut engines = [white_engine, black_engine];
            let record = play(opening, &mut engines, conditions);
            let restart = match record.termination {
                Termination::EngineFailure(color, _) | Termination::Time(color) => Some(color),
                Termination::Rules | Termination::Adjudication | Termination::IllegalMove(..) => {
                    None
                }
            };
            let [white_engine, black_engine] = engines;
            running[white] = (restart != Some(Color::White)).then_some(white_engine);
            running[black] = (restart != Some(Color::Black)).then_some(black_engine);
            record
        })
    }

    /// Returns an engine that is ready for a new game: the running process, or a new one.
    fn take_engine(
        &self,
        index: usize,
        running: &mut [Option<UciEngine>],
    ) -> Result<UciEngine, EngineError> {
        if let Some(mut engine) = running[index].take()
            && engine.new_game().is_ok()
        {
            return Ok(engine);
        }
        UciEngine::start(&self.engines[index], self.variant)
    }
}

fn pair_result(records: &[GameRecord; 2]) -> PairResult {
    let fault = |record: &GameRecord| u64::from(record.termination.is_fault());
    let [first, second] = records;
    PairResult { results: [first.result, second.result], faults: records.iter().map(fault).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_counted_for_the_first_engine() {
        let mut score = MatchScore::default();
        let (white, black) = (PgnResult::Win(Color::White), PgnResult::Win(Color::Black));
        score.add(PairResult { results: [white, black], faults: 0 });
        score.add(PairResult { results: [white, white], faults: 0 });
        score.add(PairResult { results: [PgnResult::Draw, white], faults: 1 });
        assert_eq!((score.wins, score.draws, score.losses, score.faults), (3, 1, 2, 1));
        assert_eq!(score.pairs, Pentanomial([0, 1, 1, 0, 1]));
    }
}
