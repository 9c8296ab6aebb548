//! A whole training: epochs of batches on several threads.

use std::path::{Path, PathBuf};

use ouro_engine::network::{Network, NetworkError};
use ouro_rules::Variant;

use super::checkpoint::{self, CheckpointError, Saved};
use super::data::{Data, Sample};
use super::model::{Gradient, Parameters, Target};
use super::optimiser::Optimiser;

/// How to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The game of the network.
    pub variant: Variant,
    /// The width of its hidden layer.
    pub width: usize,
    /// How many outputs it has.
    pub outputs: usize,
    /// How often all positions are gone through.
    pub epochs: usize,
    /// Positions to a step.
    pub batch: usize,
    /// The first learning rate; the last is a hundredth of it.
    pub rate: f32,
    /// How fast weights that nothing asks for vanish, in units of the rate.
    pub decay: f32,
    /// How much the result of a game counts against the score of the search.
    pub result_share: f32,
    /// The score that is taken for 73 %.
    pub score_scale: f32,
    /// Threads at work.
    pub threads: usize,
    /// Another seed gives other first weights and another order.
    pub seed: u64,
}

/// Why there is no network in the end.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Nothing to learn from.
    #[error("there are no quiet positions in the games")]
    NoData,
    /// A checkpoint cannot be read or written.
    #[error("the checkpoint {0} cannot be used: {1}")]
    Checkpoint(PathBuf, CheckpointError),
    /// What training shall begin with is of no use.
    #[error("training cannot begin with {0}, which is no checkpoint, and as a network: {1}")]
    Begin(PathBuf, NetworkError),
    /// A checkpoint or network is of another shape.
    #[error("{0} holds a network of another shape")]
    Shape(PathBuf),
    /// A checkpoint is of a training with other settings or positions.
    #[error("the checkpoint {0} is of another training: remove it to begin anew")]
    Other(PathBuf),
    /// The weights cannot be made into integers.
    #[error("the network cannot be written: {0}")]
    Network(#[from] NetworkError),
}

/// What came of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean squared error while learning.
    pub training: f64,
    /// That of the positions kept apart.
    pub validation: f64,
}

/// How far the network in integers is from the one in floating point, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantisation {
    /// On average.
    pub mean: f64,
    /// At the most.
    pub most: f64,
    /// Over so many positions.
    pub positions: usize,
}

/// A training under way.
pub struct Training {
    settings: Settings,
    from: Option<PathBuf>,
    parameters: Parameters,
    optimiser: Optimiser,
    losses: Vec<(f64, f64)>,
}

impl Training {
    /// Begins with random weights, or with those of a checkpoint or a network.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn new(settings: Settings, from: Option<&Path>) -> Result<Training, TrainError> {
        let mut random = fastrand::Rng::with_seed(settings.seed);
        let mut parameters = Parameters::random(settings.width, settings.outputs, &mut random);
        if let Some(path) = from {
            parameters = begin(path, &settings)?;
        }
        let optimiser = Optimiser::new(&parameters);
        let from = from.map(Path::to_owned);
        Ok(Training { settings, from, parameters, optimiser, losses: Vec::new() })
    }

    /// Goes on with a training that was interrupted.
    ///
    /// # Errors
    /// If the checkpoint cannot be used, or is of another training.
    pub fn resume(
        settings: Settings,
        from: Option<&Path>,
        data: &Data,
        path: &Path,
    ) -> Result<Training, TrainError> {
        let Saved { parameters, optimiser, losses, name } = load(path, &settings)?;
        let from = from.map(Path::to_owned);
        let training = Training { settings, from, parameters, optimiser, losses };
        if training.name(data) != name {
            return Err(TrainError::Other(path.to_owned()));
        }
        Ok(training)
    }

    /// What makes a training this one. Threads change nothing but rounding.
    fn name(&self, data: &Data) -> String {
        let settings = Settings { threads: 0, ..self.settings.clone() };
        let counts = (data.training.len(), data.validation.len());
        format!("{settings:?} {:?} {counts:?}", self.from)
    }

    /// The losses of the epochs so far, in training and validation.
    #[must_use]
    pub fn losses(&self) -> &[(f64, f64)] {
        &self.losses
    }

    /// Whether all epochs are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.losses.len() >= self.settings.epochs
    }

    /// Goes through all positions once. `report` is told how many have been gone through.
    ///
    /// # Errors
    /// If there is nothing to learn from.
    pub fn epoch(
        &mut self,
        data: &mut Data,
        report: &mut dyn FnMut(usize),
    ) -> Result<Epoch, TrainError> {
        if data.training.is_empty() {
            return Err(TrainError::NoData);
        }
        let settings = &self.settings;
        let done = self.losses.len();
        // Each epoch has an order of its own that does not depend on the ones before.
        data.training.sort_unstable_by_key(Sample::order);
        fastrand::Rng::with_seed(settings.seed + done as u64).shuffle(&mut data.training);

        let target = self.target();
        let mut gradients: Vec<Gradient> = (0..settings.threads.max(1))
            .map(|_| Gradient::new(settings.width, settings.outputs))
            .collect();
        let batches = data.training.len().div_ceil(settings.batch.max(1));
        let (mut loss, mut seen) = (0.0, 0);
        for (i, batch) in data.training.chunks(settings.batch.max(1)).enumerate() {
            let progress = (done as f32 + i as f32 / batches as f32) / settings.epochs as f32;
            let rate = rate_at(settings.rate, progress);
            let share = batch.len().div_ceil(gradients.len());
            let parameters = &self.parameters;
            std::thread::scope(|scope| {
                let mut parts = batch.chunks(share);
                for gradient in &mut gradients {
                    gradient.clear();
                    if let Some(part) = parts.next() {
                        scope.spawn(move || gradient.learn(parameters, part, &target));
                    }
                }
            });
            loss += gradients.iter().map(|gradient| gradient.loss).sum::<f64>();
            self.optimiser.step(
                &mut self.parameters,
                &gradients,
                batch.len(),
                rate,
                settings.decay,
            );
            seen += batch.len();
            report(seen);
        }
        let training = loss / seen as f64;
        let validation = self.parameters.loss(&data.validation, &target);
        self.losses.push((training, validation));
        Ok(Epoch { number: self.losses.len(), training, validation })
    }

    fn target(&self) -> Target {
        let Settings { result_share, score_scale, .. } = self.settings;
        Target { result_share, score_scale }
    }

    /// Writes what is needed to go on.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, data: &Data, path: &Path) -> Result<(), TrainError> {
        let saved = Saved {
            parameters: self.parameters.clone(),
            optimiser: self.optimiser.clone(),
            losses: self.losses.clone(),
            name: self.name(data),
        };
        checkpoint::save(path, &saved)
            .map_err(|error| TrainError::Checkpoint(path.to_owned(), error))
    }

    /// The network as the engine uses it, and how far it is from what was trained.
    ///
    /// # Errors
    /// If a weight cannot be made into an integer.
    pub fn network(&self, data: &Data) -> Result<(Network, Quantisation), TrainError> {
        let network = self.parameters.quantise(self.settings.variant)?;
        let samples = if data.validation.is_empty() { &data.training } else { &data.validation };
        let (mut sum, mut most, mut positions) = (0.0, 0.0_f64, 0);
        for sample in samples.iter().take(20_000) {
            let Some(position) = sample.position(self.settings.variant) else { continue };
            let exact = f64::from(self.parameters.evaluate(sample));
            let difference = (exact - f64::from(network.evaluate(&position))).abs();
            sum += difference;
            most = most.max(difference);
            positions += 1;
        }
        let mean = sum / f64::from(positions.max(1));
        Ok((network, Quantisation { mean, most, positions: positions as usize }))
    }
}

/// The learning rate along the way: up for the first hundredth, then down along a cosine.
fn rate_at(highest: f32, progress: f32) -> f32 {
    const WARM_UP: f32 = 0.01;
    const LAST: f32 = 0.01;
    if progress < WARM_UP {
        return highest * (0.1 + 0.9 * progress / WARM_UP);
    }
    let along = (1.0 + (std::f32::consts::PI * progress).cos()) / 2.0;
    highest * (LAST + (1.0 - LAST) * along)
}

fn load(path: &Path, settings: &Settings) -> Result<Saved, TrainError> {
    let saved =
        checkpoint::load(path).map_err(|error| TrainError::Checkpoint(path.to_owned(), error))?;
    fits(&saved.parameters, path, settings)?;
    Ok(saved)
}

/// The weights of a checkpoint or of a network.
fn begin(path: &Path, settings: &Settings) -> Result<Parameters, TrainError> {
    let parameters = match checkpoint::load(path) {
        Ok(saved) => saved.parameters,
        Err(CheckpointError::Foreign) => {
            let bytes = std::fs::read(path)
                .map_err(|error| TrainError::Checkpoint(path.to_owned(), error.into()))?;
            let network = Network::from_bytes(&bytes)
                .map_err(|error| TrainError::Begin(path.to_owned(), error))?;
            Parameters::of(&network)
        }
        Err(error) => return Err(TrainError::Checkpoint(path.to_owned(), error)),
    };
    fits(&parameters, path, settings)?;
    Ok(parameters)
}

fn fits(parameters: &Parameters, path: &Path, settings: &Settings) -> Result<(), TrainError> {
    if parameters.shape() == (settings.width, settings.outputs) {
        return Ok(());
    }
    Err(TrainError::Shape(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::SelfPlayGame;
    use ouro_rules::{Color, Game, PgnResult, Role};

    /// Positions whose result follows from the material.
    fn data() -> Data {
        let mut data = Data::default();
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..300 {
            let mut game = Game::new(Variant::Chess);
            let mut moves = Vec::new();
            while moves.len() < 60 && game.outcome().is_none() {
                let legal = game.position().legal_moves();
                let mv = legal[random.usize(..legal.len())];
                let board = game.position().board();
                let worth = |color| {
                    let values = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3)];
                    let more = [(Role::Rook, 5), (Role::Queen, 9)];
                    let all = values.iter().chain(&more);
                    all.map(|&(role, value)| board.pieces(color, role).count() as i32 * value)
                        .sum::<i32>()
                };
                let turn = game.position().turn();
                moves.push((mv, (100 * (worth(turn) - worth(!turn))) as i16));
                game.play(mv).unwrap();
            }
            let result = PgnResult::Win(Color::White);
            data.add(&SelfPlayGame { start: game.start().clone(), moves, result });
        }
        data
    }

    fn settings() -> Settings {
        Settings {
            variant: Variant::Chess,
            width: 32,
            outputs: 1,
            epochs: 6,
            batch: 256,
            rate: 0.005,
            decay: 0.4,
            result_share: 0.0,
            score_scale: 400.0,
            threads: 2,
            seed: 1,
        }
    }

    #[test]
    fn a_network_learns_what_pieces_are_worth_and_goes_on_after_an_interruption() {
        let mut data = data();
        let mut training = Training::new(settings(), None).unwrap();
        let first = training.epoch(&mut data, &mut |_| {}).unwrap();
        let path = std::env::temp_dir().join(format!("ouro-train-{}.cp", std::process::id()));
        training.epoch(&mut data, &mut |_| {}).unwrap();
        training.save(&data, &path).unwrap();
        let mut other = Training::resume(settings(), None, &data, &path).unwrap();
        while !training.is_done() {
            training.epoch(&mut data, &mut |_| {}).unwrap();
        }
        while !other.is_done() {
            other.epoch(&mut data, &mut |_| {}).unwrap();
        }
        assert_eq!(training.losses(), other.losses(), "an interruption makes a difference");
        let (_, last) = *training.losses().last().unwrap();
        assert!(last < first.validation / 3.0, "{:?}", training.losses());
        let (network, quantisation) = training.network(&data).unwrap();
        assert!(quantisation.mean < 8.0, "{quantisation:?}");
        assert_eq!(network.width(), 32);
        let resume = |settings| Training::resume(settings, None, &data, &path);
        let wider = resume(Settings { width: 64, ..settings() });
        assert!(matches!(wider, Err(TrainError::Shape(_))));
        let faster = resume(Settings { rate: 0.01, ..settings() });
        assert!(matches!(faster, Err(TrainError::Other(_))));
        std::fs::write(&path, network.to_bytes()).unwrap();
        let from_network = Training::new(settings(), Some(&path)).unwrap();
        assert!(from_network.parameters.loss(&data.validation, &training.target()) < 1.1 * last);
        std::fs::write(&path, b"something else").unwrap();
        assert!(resume(settings()).is_err());
        assert!(matches!(Training::new(settings(), Some(&path)), Err(TrainError::Begin(..))));
        std::fs::remove_file(&path).unwrap();
    }
}
