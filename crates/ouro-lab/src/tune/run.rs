//! Tuning on several threads: each plays a pair of games, updates the parameters and starts the next
//! pair with the values of that moment.

use std::path::Path;
use std::sync::Mutex;

use fastrand::Rng;
use ouro_engine::params::Params;
use ouro_engine::{Engine, Limits};
use ouro_rules::{Color, Game, PgnResult, Position};

use super::spsa::{Parameter, Perturbation};
use super::state::{Settings, State, TuneError};
use crate::outcome::result_by_rules;
use crate::playing::{Adjudicator, best_move};
use crate::random_openings::balanced_opening;

/// Mebibytes of each engine's hash table.
const HASH: usize = 8;
/// The score up to which an opening counts as balanced.
const BALANCED: i32 = 50;

/// Returns the engine's parameters with these names. A name that no parameter has selects all
/// parameters that begin with it; no names select all parameters.
///
/// # Errors
/// If a name selects nothing.
pub fn parameters(names: &[String]) -> Result<Vec<Parameter>, TuneError> {
    let selects = |name: &String, parameter: &str| {
        let exact = Params::INFO.iter().any(|info| info.name == name);
        if exact { parameter == name } else { parameter.starts_with(name.as_str()) }
    };
    for name in names {
        if !Params::INFO.iter().any(|info| selects(name, info.name)) {
            return Err(TuneError::Parameter(name.clone()));
        }
    }
    let selected = Params::INFO
        .iter()
        .filter(|info| names.is_empty() || names.iter().any(|name| selects(name, info.name)))
        .map(|info| Parameter::new(info.name, info.default, info.min, info.max));
    Ok(selected.collect())
}

/// A tuning run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The state before the first iteration.
    pub start: State,
    /// Pairs of games played at the same time.
    pub threads: usize,
}

/// What the threads share.
struct Shared<'a> {
    state: State,
    /// Pairs being played.
    in_flight: u64,
    report: &'a mut (dyn FnMut(&State) + Send),
    failure: Option<TuneError>,
}

impl Run {
    /// Plays until all iterations are done and returns the last state. The state is saved to the file
    /// after every iteration. If the file exists, the run resumes from it, so it can be interrupted
    /// at any time. Calls `report` at the start and after each iteration.
    ///
    /// With one thread, the result depends on nothing but the settings. With several, it also depends
    /// on the order in which games end.
    ///
    /// # Errors
    /// If the file cannot be read or written or belongs to a run with other settings, if a parameter
    /// is unknown, or if there is not enough memory.
    pub fn into_file(
        &self,
        path: &Path,
        report: &mut (dyn FnMut(&State) + Send),
    ) -> Result<State, TuneError> {
        let state = self.start.clone().resume(path)?;
        let mut known = Params::DEFAULT;
        for Parameter { name, start, .. } in &state.spsa.parameters {
            if !known.set(name, *start) {
                return Err(TuneError::Parameter(name.clone()));
            }
        }
        let threads = self.threads.max(1);
        let players: Result<Vec<Players>, _> = (0..threads).map(|_| Players::new()).collect();
        let players = players.map_err(|_| TuneError::Memory(2 * threads))?;
        state.save(path)?;
        report(&state);
        let shared = Mutex::new(Shared { state, in_flight: 0, report, failure: None });
        std::thread::scope(|scope| {
            for mut players in players {
                let shared = &shared;
                scope.spawn(move || {
                    while let Some(mut pair) = begin(shared) {
                        let result = players.play(&mut pair);
                        finish(shared, &pair, result, path);
                    }
                });
            }
        });
        let shared = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.failure.map_or(Ok(shared.state), Err)
    }
}

/// A pair of games to play.
struct Pair {
    number: u64,
    random: Rng,
    settings: Settings,
    parameters: Vec<Parameter>,
    perturbation: Perturbation,
}

/// Starts the next pair with the current parameters, unless enough pairs are being played.
fn begin(shared: &Mutex<Shared>) -> Option<Pair> {
    let mut shared = shared.lock().ok()?;
    let Shared { state, in_flight, failure, .. } = &mut *shared;
    if failure.is_some() || state.spsa.iteration + *in_flight >= state.spsa.iterations {
        return None;
    }
    *in_flight += 1;
    let number = state.started;
    state.started += 1;
    let seed = state.settings.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut random = Rng::with_seed(seed);
    let perturbation = state.spsa.perturb(&mut random);
    Some(Pair {
        number,
        random,
        settings: state.settings.clone(),
        parameters: state.spsa.parameters.clone(),
        perturbation,
    })
}

/// Updates the parameters by the result of a pair and saves them.
fn finish(shared: &Mutex<Shared>, pair: &Pair, result: i32, path: &Path) {
    let Ok(mut shared) = shared.lock() else { return };
    let Shared { state, in_flight, report, failure } = &mut *shared;
    if failure.is_some() {
        return;
    }
    *in_flight -= 1;
    state.update(&pair.perturbation, result);
    match state.save(path) {
        Ok(()) => report(state),
        Err(error) => *failure = Some(error),
    }
}

/// The two engines of a thread.
struct Players {
    plus: Engine,
    minus: Engine,
}

impl Players {
    fn new() -> Result<Players, std::collections::TryReserveError> {
        Ok(Players { plus: Engine::new(HASH, 1)?, minus: Engine::new(HASH, 1)? })
    }

    /// Plays an opening with both colors and returns the wins of θ+ minus its losses.
    fn play(&mut self, pair: &mut Pair) -> i32 {
        let Players { plus, minus } = self;
        let variant = pair.settings.variant.of_pair(pair.number);
        let plies = pair.settings.random_plies;
        // The opening depends on the seed and the number alone.
        plus.set_params(Params::DEFAULT);
        let opening = balanced_opening(plus, variant, plies, false, BALANCED, &mut pair.random);
        plus.set_params(params(&pair.parameters, &pair.perturbation.plus));
        minus.set_params(params(&pair.parameters, &pair.perturbation.minus));
        let nodes = pair.settings.nodes;
        let white = points(play(plus, minus, &opening, nodes), Color::White);
        let black = points(play(minus, plus, &opening, nodes), Color::Black);
        white + black
    }
}

/// Returns the engine's parameters with some values changed.
fn params(parameters: &[Parameter], values: &[i32]) -> Params {
    let mut params = Params::DEFAULT;
    for (parameter, &value) in parameters.iter().zip(values) {
        params.set(&parameter.name, value);
    }
    params
}

/// Returns 1 for a win of a color, -1 for a loss and 0 for a draw.
fn points(result: PgnResult, color: Color) -> i32 {
    match result {
        PgnResult::Win(winner) if winner == color => 1,
        PgnResult::Win(_) => -1,
        PgnResult::Draw | PgnResult::Unknown => 0,
    }
}

/// Plays a game. Both sides search exactly the same number of nodes per move: a limit that lets an
/// iteration finish would favor parameters that make iterations long.
fn play(white: &mut Engine, black: &mut Engine, opening: &Position, nodes: u64) -> PgnResult {
    white.new_game();
    black.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut game = Game::from_position(opening.clone());
    let mut adjudicator = Adjudicator::new(true);
    loop {
        if let Some(result) = result_by_rules(&game) {
            return result;
        }
        let turn = game.position().turn();
        let engine = if turn == Color::White { &mut *white } else { &mut *black };
        let Some((mv, score)) = best_move(engine, &game, &limits) else { return PgnResult::Draw };
        if game.play(mv).is_err() {
            return PgnResult::Draw;
        }
        if let Some(result) = adjudicator.add(turn, score) {
            return result;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::slice::from_ref;

    use super::super::state::Variants;
    use super::*;

    fn run(iterations: u64, threads: usize) -> Run {
        let settings = Settings { variant: Variants::Both, nodes: 200, random_plies: 8, seed: 1 };
        let start = State::new(settings, parameters(&[]).unwrap(), iterations, 0.02);
        Run { start, threads }
    }

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("ouro-tune-run-{name}-{}.toml", std::process::id()))
    }

    #[test]
    fn a_run_killed_after_any_iteration_resumes_to_the_same_file() {
        let (path, copy) = (file("whole"), file("copy"));
        let mut copied = Vec::new();
        let mut reports = 0;
        let end = run(4, 1)
            .into_file(&path, &mut |state| {
                assert_eq!(state.spsa.iteration, reports);
                reports += 1;
                copied.push(std::fs::read(&path).unwrap());
            })
            .unwrap();
        assert_eq!((reports, end.spsa.iteration, end.started), (5, 4, 4));
        assert_eq!(end.pentanomial.iter().sum::<u64>(), 4);
        let whole = std::fs::read(&path).unwrap();
        for bytes in copied {
            std::fs::write(&copy, bytes).unwrap();
            assert_eq!(run(4, 1).into_file(&copy, &mut |_| {}).unwrap(), end);
            assert_eq!(std::fs::read(&copy).unwrap(), whole);
        }
        let refused = run(5, 1).into_file(&path, &mut |_| {});
        assert!(matches!(refused, Err(TuneError::Settings { .. })));
        for path in [path, copy] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn threads_play_exactly_the_iterations_asked_for() {
        let path = file("threads");
        let end = run(9, 4).into_file(&path, &mut |_| {}).unwrap();
        assert_eq!((end.spsa.iteration, end.started), (9, 9));
        assert_eq!(end.pentanomial.iter().sum::<u64>(), 9);
        std::fs::remove_file(path).unwrap();
    }

    /// Plays pairs between two sets of values and returns the wins minus the losses of the first.
    fn play_pairs(pairs: u64, value: [fn(&Parameter) -> i32; 2]) -> i32 {
        let mut players = Players::new().unwrap();
        let State { settings, spsa, .. } = run(1, 1).start;
        let settings = Settings { nodes: 800, ..settings };
        let play = |number| {
            let mut random = Rng::with_seed(number);
            let mut perturbation = spsa.perturb(&mut random);
            perturbation.plus = spsa.parameters.iter().map(value[0]).collect();
            perturbation.minus = spsa.parameters.iter().map(value[1]).collect();
            let (settings, parameters) = (settings.clone(), spsa.parameters.clone());
            players.play(&mut Pair { number, random, settings, parameters, perturbation })
        };
        (0..pairs).map(play).sum()
    }

    #[test]
    fn parameters_that_prune_and_reduce_too_much_lose_and_equal_ones_draw() {
        let bad = |p: &Parameter| if p.name.starts_with("lmr") { p.max } else { p.min };
        let lead = play_pairs(12, [Parameter::rounded, bad]);
        assert!(lead > 0, "{lead}");
        // The same games with the sides exchanged.
        assert_eq!(play_pairs(12, [bad, Parameter::rounded]), -lead);
        // Both games of a pair are the same.
        assert_eq!(play_pairs(1, [Parameter::rounded, Parameter::rounded]), 0);
    }

    #[test]
    fn names_and_prefixes_select_parameters() {
        let all = parameters(&[]).unwrap();
        assert_eq!(all.len(), Params::INFO.len());
        let first = &all[0];
        assert_eq!(parameters(from_ref(&first.name)).unwrap(), *from_ref(first));
        let prefix = first.name[..1].to_owned();
        let begin = all.iter().filter(|parameter| parameter.name.starts_with(&prefix));
        assert_eq!(parameters(from_ref(&prefix)).unwrap(), begin.cloned().collect::<Vec<_>>());
        assert!(matches!(parameters(&["no such".to_owned()]), Err(TuneError::Parameter(_))));
    }
}
