//! A whole match: pairs of games on several threads until it is decided.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ouro_rules::{Color, Game, PgnResult, Variant};

use super::engine::{Engine, EngineError, EngineSpec};
use super::openings::Openings;
use super::play::{Adjudication, End, Pace, Record, play};
use super::statistics::{Pairs, Sprt, SprtState};

/// A match between two or more engines. With more than two, each plays each.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// What is played.
    pub variant: Variant,
    /// How fast.
    pub pace: Pace,
    /// How late an engine may be before it has lost on time.
    pub grace: Duration,
    /// From where.
    pub openings: Openings,
    /// How many pairs of games each two engines play at the most.
    pub pairs: usize,
    /// How many games run at once.
    pub concurrency: usize,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Ends the games of two engines with each other when it is decided.
    pub sprt: Option<Sprt>,
}

/// What two engines have scored against each other, from the first one's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that ended because an engine broke, lost on time or played an illegal move.
    pub faults: u64,
    /// Pairs of games.
    pub pairs: Pairs,
}

impl Tally {
    /// Counts a pair of games: in the first one the first engine had White.
    pub fn add(&mut self, results: [PgnResult; 2], faults: u64) {
        let mut half_points = 0;
        for (result, color) in results.into_iter().zip(Color::BOTH) {
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
        self.faults += faults;
        self.pairs.add(half_points);
    }
}

/// News of a match: a pair of games is over.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The engines of the pair, by their numbers; the first had White in the first game.
    pub players: [usize; 2],
    /// Which pair of theirs it was.
    pub pair: usize,
    /// The two games.
    pub records: &'a [Record; 2],
    /// What the two have scored so far.
    pub tally: Tally,
}

impl Contest {
    /// The pairings, each with the numbers of its engines.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// Plays what is left of the match. `known` has the pairs already played, by pairing and pair,
    /// with their results and faults.
    ///
    /// # Errors
    /// If an engine cannot be started at the beginning. One that fails later loses its games.
    pub fn run(
        &self,
        known: &BTreeMap<(usize, usize), ([PgnResult; 2], u64)>,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Vec<Tally>, EngineError> {
        let pairings = self.pairings();
        let mut tallies = vec![Tally::default(); pairings.len()];
        let mut jobs = Vec::new();
        // Pair by pair, so that all pairings advance together.
        for pair in 0..self.pairs {
            for (pairing, tally) in tallies.iter_mut().enumerate() {
                match known.get(&(pairing, pair)) {
                    Some(&(results, faults)) => tally.add(results, faults),
                    None => jobs.push((pair, pairing)),
                }
            }
        }
        for spec in &self.engines {
            Engine::start(spec, self.variant)?;
        }

        let next = AtomicUsize::new(0);
        let state = Mutex::new((tallies, report));
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| {
                    let mut running: Vec<Option<Engine>> =
                        self.engines.iter().map(|_| None).collect();
                    while let Some(&(pair, pairing)) =
                        jobs.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let players = pairings[pairing];
                        let decided = |tally: &Tally| {
                            self.sprt.is_some_and(|sprt| {
                                !matches!(sprt.state(&tally.pairs), SprtState::Undecided(_))
                            })
                        };
                        if state.lock().is_ok_and(|state| decided(&state.0[pairing])) {
                            continue;
                        }
                        let records = self.play_pair(pair, players, &mut running);
                        let Ok(mut state) = state.lock() else { return };
                        let (tallies, report) = &mut *state;
                        let fault = |record: &Record| {
                            u64::from(!matches!(record.end, End::Rules | End::Adjudicated))
                        };
                        let faults = records.iter().map(fault).sum();
                        let [first, second] = &records;
                        tallies[pairing].add([first.result, second.result], faults);
                        let tally = tallies[pairing];
                        report(&Progress { players, pair, records: &records, tally });
                    }
                });
            }
        });
        Ok(state.into_inner().map(|(tallies, _)| tallies).unwrap_or_default())
    }

    /// Two games from one start with colours reversed. Engines are started when they are needed,
    /// and again after they broke; one that cannot be started any more loses.
    fn play_pair(
        &self,
        pair: usize,
        [first, second]: [usize; 2],
        running: &mut [Option<Engine>],
    ) -> [Record; 2] {
        let start = self.openings.get(pair);
        [[first, second], [second, first]].map(|[white, black]| {
            let lost = |color: Color, error: EngineError| Record {
                game: Game::from_position(start.clone()),
                thoughts: Vec::new(),
                result: PgnResult::Win(!color),
                end: End::Broken(color, error),
            };
            let one = match self.take(white, running) {
                Ok(engine) => engine,
                Err(error) => return lost(Color::White, error),
            };
            let two = match self.take(black, running) {
                Ok(engine) => engine,
                Err(error) => return lost(Color::Black, error),
            };
            let mut engines = [one, two];
            let record = play(start, &mut engines, self.pace, self.grace, &self.adjudication);
            let broken = match record.end {
                End::Broken(color, _) | End::Time(color) => Some(color),
                End::Rules | End::Adjudicated | End::Illegal(..) => None,
            };
            let [one, two] = engines;
            running[white] = (broken != Some(Color::White)).then_some(one);
            running[black] = (broken != Some(Color::Black)).then_some(two);
            record
        })
    }

    /// An engine that is ready for a new game: the one that runs, or a new one.
    fn take(&self, i: usize, running: &mut [Option<Engine>]) -> Result<Engine, EngineError> {
        if let Some(mut engine) = running[i].take()
            && engine.say("ucinewgame").and_then(|()| engine.ready()).is_ok()
        {
            return Ok(engine);
        }
        Engine::start(&self.engines[i], self.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_from_the_side_of_the_first_engine() {
        let mut tally = Tally::default();
        let (white, black) = (PgnResult::Win(Color::White), PgnResult::Win(Color::Black));
        tally.add([white, black], 0);
        tally.add([white, white], 0);
        tally.add([PgnResult::Draw, white], 1);
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.faults), (3, 1, 2, 1));
        assert_eq!(tally.pairs, Pairs([0, 1, 1, 0, 1]));
    }
}
