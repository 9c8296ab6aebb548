//! The state of a tuning run in a file, from which an interrupted run resumes.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::str::FromStr;

use ouro_rules::Variant;
use serde::{Deserialize, Serialize};

use super::spsa::{Parameter, Perturbation, Spsa};

/// Why a run cannot start or has to stop.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The state file cannot be read or written.
    #[error("failed to read or write: {0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("not the state of a tuning run: {0}")]
    Format(String),
    /// The file belongs to a run with other settings.
    #[error("this run was started with {name} {old}, not {new}")]
    Settings {
        /// The setting.
        name: String,
        /// The value in the file.
        old: String,
        /// The value asked for.
        new: String,
    },
    /// The engine has no parameter with this name.
    #[error("the engine has no parameter '{0}'")]
    Parameter(String),
    /// There is not enough memory for the hash tables.
    #[error("not enough memory for {0} hash tables")]
    Memory(usize),
}

/// The variants that games are played in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variants {
    /// Chess.
    Chess,
    /// Self-capture chess.
    SelfCapture,
    /// A pair in chess, a pair in self-capture chess, and so on.
    #[default]
    Both,
}

impl Variants {
    /// Returns the variant of the pair with a number.
    #[must_use]
    pub fn of_pair(self, number: u64) -> Variant {
        match self {
            Variants::Chess => Variant::Chess,
            Variants::SelfCapture => Variant::SelfCapture,
            Variants::Both => [Variant::Chess, Variant::SelfCapture][(number % 2) as usize],
        }
    }
}

impl Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Variants::Chess => Variant::Chess.name(),
            Variants::SelfCapture => Variant::SelfCapture.name(),
            Variants::Both => "both",
        })
    }
}

impl FromStr for Variants {
    type Err = String;

    fn from_str(text: &str) -> Result<Variants, String> {
        match text {
            "both" => Ok(Variants::Both),
            _ => match Variant::from_str(text) {
                Ok(Variant::Chess) => Ok(Variants::Chess),
                Ok(Variant::SelfCapture) => Ok(Variants::SelfCapture),
                Ok(Variant::Chess960) | Err(_) => {
                    Err(format!("'{text}' cannot be tuned: choose chess, selfcapture or both"))
                }
            },
        }
    }
}

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The variants.
    pub variant: Variants,
    /// Nodes per move.
    pub nodes: u64,
    /// Random plies at the start of each pair.
    pub random_plies: usize,
    /// The seed of perturbations and openings.
    pub seed: u64,
}

/// Points of the history at most.
const HISTORY: u64 = 200;

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The pairs started. Each takes its random numbers from the seed and its own number. Pairs that
    /// an interruption cut off are not played again.
    pub started: u64,
    /// Pairs by their result for θ+: from two losses to two wins.
    pub pentanomial: [u64; 5],
    /// How games are played.
    pub settings: Settings,
    /// The parameters and the progress.
    pub spsa: Spsa,
    /// The values of each parameter from the start on, once per [`Self::history_step`] iterations.
    pub history: BTreeMap<String, Vec<f64>>,
}

impl State {
    /// Creates the state before the first iteration.
    #[must_use]
    pub fn new(
        settings: Settings,
        parameters: Vec<Parameter>,
        iterations: u64,
        r_end: f64,
    ) -> State {
        let spsa = Spsa { iteration: 0, iterations, r_end, parameters };
        let mut state =
            State { started: 0, pentanomial: [0; 5], settings, spsa, history: BTreeMap::new() };
        state.record();
        state
    }

    /// Returns the number of iterations between two points of the history.
    #[must_use]
    pub fn history_step(&self) -> u64 {
        self.spsa.iterations.div_ceil(HISTORY - 1).max(1)
    }

    /// Applies the result of a pair: the wins of θ+ minus its losses.
    pub fn update(&mut self, perturbation: &Perturbation, result: i32) {
        self.spsa.update(perturbation, result);
        self.pentanomial[(result.clamp(-2, 2) + 2) as usize] += 1;
        if self.spsa.iteration.is_multiple_of(self.history_step()) {
            self.record();
        }
    }

    fn record(&mut self) {
        for parameter in &self.spsa.parameters {
            let value = (parameter.value * 1_000.0).round() / 1_000.0;
            self.history.entry(parameter.name.clone()).or_default().push(value);
        }
    }

    /// Returns the state in a file, or this new one if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or belongs to a run with other settings.
    pub fn resume(self, path: &Path) -> Result<State, TuneError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(error.into()),
        };
        let old = State::parse(&text)?;
        old.check_same_run(&self)?;
        Ok(old)
    }

    fn parse(text: &str) -> Result<State, TuneError> {
        let state: State =
            toml::from_str(text).map_err(|error| TuneError::Format(error.message().to_owned()))?;
        for Parameter { name, value, min, max, c_end, .. } in &state.spsa.parameters {
            let whole = (f64::from(*min)..=f64::from(*max)).contains(value) && *c_end > 0.0;
            if !whole || !state.history.contains_key(name) {
                return Err(TuneError::Format(format!("'{name}' is damaged")));
            }
        }
        Ok(state)
    }

    /// Refuses to resume a run with other settings, of which it names the first.
    fn check_same_run(&self, new: &State) -> Result<(), TuneError> {
        fn same(name: &str, old: impl Display, new: impl Display) -> Result<(), TuneError> {
            let (old, new) = (old.to_string(), new.to_string());
            let name = name.to_owned();
            if old == new { Ok(()) } else { Err(TuneError::Settings { name, old, new }) }
        }
        let names = |state: &State| {
            let names: Vec<_> = state.spsa.parameters.iter().map(|p| p.name.as_str()).collect();
            names.join(",")
        };
        same("variant", self.settings.variant, new.settings.variant)?;
        same("nodes", self.settings.nodes, new.settings.nodes)?;
        same("random plies", self.settings.random_plies, new.settings.random_plies)?;
        same("seed", self.settings.seed, new.settings.seed)?;
        same("iterations", self.spsa.iterations, new.spsa.iterations)?;
        same("r_end", self.spsa.r_end, new.spsa.r_end)?;
        same("parameters", names(self), names(new))?;
        for (old, new) in self.spsa.parameters.iter().zip(&new.spsa.parameters) {
            let what = |name| format!("{name} of {}", old.name);
            same(&what("start"), old.start, new.start)?;
            same(&what("min"), old.min, new.min)?;
            same(&what("max"), old.max, new.max)?;
            same(&what("c_end"), old.c_end, new.c_end)?;
        }
        Ok(())
    }

    /// Writes the state. A process killed at any time leaves either the old file or the new one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TuneError> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let new = path.with_added_extension("new");
        std::fs::write(&new, text)?;
        std::fs::rename(new, path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn state() -> State {
        let settings = Settings {
            variant: Variants::Both,
            nodes: 1_000,
            random_plies: 8,
            seed: u64::MAX >> 1,
        };
        let parameters =
            vec![Parameter::new("margin", 80, 20, 200), Parameter::new("depth", 8, 1, 12)];
        State::new(settings, parameters, 1_000, 0.02)
    }

    fn advance(state: &mut State, until: u64) {
        while state.spsa.iteration < until {
            let mut random = Rng::with_seed(state.started);
            state.started += 1;
            let perturbation = state.spsa.perturb(&mut random);
            state.update(&perturbation, random.i32(-2..=2));
        }
    }

    fn file(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("ouro-tune-{name}-{}.toml", std::process::id()))
    }

    #[test]
    fn a_resumed_run_ends_exactly_as_an_uninterrupted_one() {
        let path = file("resumed");
        let mut whole = state();
        advance(&mut whole, 1_000);
        let mut parts = state().resume(&path).unwrap();
        for until in [1, 7, 400, 401, 999, 1_000] {
            advance(&mut parts, until);
            parts.save(&path).unwrap();
            parts = state().resume(&path).unwrap();
        }
        std::fs::remove_file(&path).unwrap();
        assert_eq!(parts, whole);
        assert_eq!(parts.pentanomial.iter().sum::<u64>(), 1_000);
    }

    #[test]
    fn the_history_has_at_most_200_points_and_begins_at_the_start() {
        for iterations in [1, 199, 200, 1_000] {
            let mut state = state();
            state.spsa.iterations = iterations;
            advance(&mut state, iterations);
            let points = &state.history["depth"];
            assert_eq!(points[0], 8.0);
            assert_eq!(points.len() as u64, iterations / state.history_step() + 1);
            assert!(points.len() <= 200);
        }
    }

    #[test]
    fn other_settings_are_refused_with_the_setting_that_differs() {
        let path = file("refused");
        state().save(&path).unwrap();
        type Change = fn(&mut State);
        let changes: [(Change, &str); 8] = [
            (|s| s.settings.variant = Variants::Chess, "variant both, not chess"),
            (|s| s.settings.nodes = 2_000, "nodes 1000, not 2000"),
            (|s| s.settings.random_plies = 6, "random plies 8, not 6"),
            (|s| s.settings.seed = 2, "not 2"),
            (|s| s.spsa.iterations = 500, "iterations 1000, not 500"),
            (|s| s.spsa.r_end = 0.002, "r_end 0.02, not 0.002"),
            (|s| s.spsa.parameters.truncate(1), "parameters margin,depth, not margin"),
            (|s| s.spsa.parameters[1].c_end = 1.0, "c_end of depth 0.55, not 1"),
        ];
        for (change, sentence) in changes {
            let mut other = state();
            change(&mut other);
            let error = other.resume(&path).unwrap_err().to_string();
            assert!(error.ends_with(sentence), "{error}");
        }
        assert_eq!(state().resume(&path).unwrap(), state());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn damaged_files_are_refused_in_one_line() {
        let whole = toml::to_string(&state()).unwrap();
        for damaged in [
            String::new(),
            "something else".to_owned(),
            whole[..whole.len() / 2].to_owned(),
            whole.replace("value = 80.0", "value = 800.0"),
            whole.replace("value = 80.0", "value = nan"),
            whole.replace("c_end = 9.0", "c_end = 0.0"),
        ] {
            let error = State::parse(&damaged).unwrap_err();
            assert!(matches!(error, TuneError::Format(_)), "{damaged}");
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
        assert_eq!(State::parse(&whole).unwrap(), state());
    }

    #[test]
    fn both_variants_alternate() {
        for (name, chess, self_capture) in
            [("chess", 10, 0), ("selfcapture", 0, 10), ("both", 5, 5)]
        {
            let variants: Variants = name.parse().unwrap();
            assert_eq!(variants.to_string(), name);
            let count = |variant| (0..10).filter(|&n| variants.of_pair(n) == variant).count();
            assert_eq!(count(Variant::Chess), chess);
            assert_eq!(count(Variant::SelfCapture), self_capture);
        }
        assert!("chess960".parse::<Variants>().is_err());
    }
}
