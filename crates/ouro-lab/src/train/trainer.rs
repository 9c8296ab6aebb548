//! The trainer: epochs of batches on several threads.

use std::path::{Path, PathBuf};

use ouro_engine::network::{Network, NetworkError};

use super::checkpoint::{Checkpoint, CheckpointError};
use super::dataset::{Dataset, DatasetError};
use super::gradient::Gradient;
use super::optimiser::AdamW;
use super::parameters::Parameters;
use super::schedule::learning_rate;
use super::settings::TrainSettings;
use super::shape::Shape;
use super::training_position::TrainingPosition;

/// The failure of a training.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The training set is empty.
    #[error("the games contain no quiet positions")]
    NoData,
    /// The positions cannot be read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A checkpoint cannot be read or written.
    #[error("checkpoint {0}: {1}")]
    Checkpoint(PathBuf, CheckpointError),
    /// The file with the initial weights is neither a checkpoint nor a network.
    #[error("{0} is not a checkpoint, and not a valid network: {1}")]
    InitialWeights(PathBuf, NetworkError),
    /// A checkpoint or network has another architecture.
    #[error("{0} has another head, width or number of output buckets")]
    Architecture(PathBuf),
    /// A checkpoint belongs to a training with other settings or data.
    #[error("checkpoint {0} has other settings or data: remove it to start over")]
    OtherTraining(PathBuf),
    /// The weights cannot be quantised.
    #[error("failed to quantise the network: {0}")]
    Network(#[from] NetworkError),
}

/// The loss after an epoch, as mean squared error of the expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss {
    /// The number of the epoch, from 1.
    pub epoch: usize,
    /// The mean loss of the batches during the epoch.
    pub training: f64,
    /// The loss of the validation set after the epoch.
    pub validation: f64,
}

/// The difference between the quantised network and the floating-point one, in the engine's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantisationError {
    /// The mean absolute difference.
    pub mean: f64,
    /// The maximum absolute difference.
    pub max: f64,
    /// The number of positions compared.
    pub positions: usize,
}

/// The maximum number of positions to measure the quantisation error with.
const QUANTISATION_POSITIONS: usize = 20_000;

/// A training in progress.
pub struct Trainer {
    settings: TrainSettings,
    initial_weights: Option<PathBuf>,
    parameters: Parameters,
    optimiser: AdamW,
    losses: Vec<(f64, f64)>,
}

impl Trainer {
    /// Starts a training with random weights, or with those of a checkpoint or network. A narrower network
    /// is widened.
    ///
    /// # Errors
    /// If the file is not valid or has another architecture.
    pub fn new(
        settings: TrainSettings,
        initial_weights: Option<&Path>,
    ) -> Result<Trainer, TrainError> {
        let parameters = match initial_weights {
            Some(path) => load_weights(path, &settings)?,
            None => {
                let mut rng = fastrand::Rng::with_seed(settings.seed);
                Parameters::random(settings.shape(), &mut rng)
            }
        };
        let optimiser = AdamW::new(&parameters);
        let initial_weights = initial_weights.map(Path::to_owned);
        Ok(Trainer { settings, initial_weights, parameters, optimiser, losses: Vec::new() })
    }

    /// Resumes an interrupted training.
    ///
    /// # Errors
    /// If the checkpoint is not valid or belongs to another training.
    pub fn resume(
        settings: TrainSettings,
        initial_weights: Option<&Path>,
        data: &Dataset,
        path: &Path,
    ) -> Result<Trainer, TrainError> {
        let checkpoint = Checkpoint::load(path)
            .map_err(|error| TrainError::Checkpoint(path.to_owned(), error))?;
        let Checkpoint { parameters, optimiser, losses, fingerprint } = checkpoint;
        check_architecture(&parameters, path, &settings)?;
        let initial_weights = initial_weights.map(Path::to_owned);
        let trainer = Trainer { settings, initial_weights, parameters, optimiser, losses };
        if trainer.fingerprint(data) != fingerprint {
            return Err(TrainError::OtherTraining(path.to_owned()));
        }
        Ok(trainer)
    }

    /// Returns a text that identifies the training by its settings, initial weights and data.
    fn fingerprint(&self, data: &Dataset) -> String {
        let counts = (data.training_count(), data.validation_count());
        format!("{} {:?} {counts:?}", self.settings.fingerprint(), self.initial_weights)
    }

    /// Returns the training and validation loss of the epochs so far.
    #[must_use]
    pub fn losses(&self) -> &[(f64, f64)] {
        &self.losses
    }

    /// Returns whether all epochs are finished.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.losses.len() >= self.settings.epochs
    }

    /// Trains one epoch. Calls `report` after each batch with the number of positions so far.
    ///
    /// # Errors
    /// If the training set is empty or cannot be read.
    pub fn epoch(
        &mut self,
        data: &Dataset,
        report: &mut dyn FnMut(usize),
    ) -> Result<EpochLoss, TrainError> {
        let count = data.training_count();
        if count == 0 {
            return Err(TrainError::NoData);
        }
        let finished = self.losses.len();
        let threads = 0..self.settings.threads.max(1);
        let mut gradients: Vec<Gradient> =
            threads.map(|_| Gradient::new(self.settings.shape())).collect();
        let (mut loss, mut positions) = (0.0, 0);
        let seed = self.settings.seed + finished as u64;
        data.for_each_batch(self.settings.batch_size.max(1), seed, |batch| {
            let epochs = finished as f32 + positions as f32 / count as f32;
            loss += self.batch(batch, &mut gradients, epochs / self.settings.epochs as f32);
            positions += batch.len();
            report(positions);
        })?;
        let training = loss / positions as f64;
        let validation = self.loss(&data.validation);
        self.losses.push((training, validation));
        Ok(EpochLoss { epoch: self.losses.len(), training, validation })
    }

    /// Trains one batch at a progress of the whole training from 0 to 1, and returns the sum of its
    /// squared errors.
    fn batch(
        &mut self,
        batch: &[TrainingPosition],
        gradients: &mut [Gradient],
        progress: f32,
    ) -> f64 {
        let labels = self.settings.label_settings();
        let parameters = &self.parameters;
        let mut parts = batch.chunks(batch.len().div_ceil(gradients.len()));
        std::thread::scope(|scope| {
            for gradient in &mut *gradients {
                let part = parts.next().unwrap_or_default();
                scope.spawn(move || gradient.compute(parameters, part, &labels));
            }
        });
        self.optimiser.step(
            &mut self.parameters,
            gradients,
            batch.len(),
            learning_rate(self.settings.learning_rate, progress),
            self.settings.weight_decay,
        );
        gradients.iter().map(|gradient| gradient.loss).sum()
    }

    /// Returns the mean squared error of the expected score over positions.
    fn loss(&self, positions: &[TrainingPosition]) -> f64 {
        let labels = self.settings.label_settings();
        let size = positions.len().div_ceil(self.settings.threads.max(1)).max(1);
        let sum: f64 = std::thread::scope(|scope| {
            let parts = positions.chunks(size);
            let threads: Vec<_> = parts
                .map(|part| scope.spawn(move || self.parameters.loss(part, &labels)))
                .collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, f64>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).sum()
        });
        sum / positions.len().max(1) as f64
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, data: &Dataset, path: &Path) -> Result<(), TrainError> {
        let checkpoint = Checkpoint {
            parameters: self.parameters.clone(),
            optimiser: self.optimiser.clone(),
            losses: self.losses.clone(),
            fingerprint: self.fingerprint(data),
        };
        checkpoint.save(path).map_err(|error| TrainError::Checkpoint(path.to_owned(), error))
    }

    /// Quantises the network and measures the quantisation error on the validation set. If it is empty, the
    /// error is measured on the training set.
    ///
    /// # Errors
    /// If the weights are out of range, or the positions cannot be read.
    pub fn quantise(&self, data: &Dataset) -> Result<(Network, QuantisationError), TrainError> {
        let network = self.parameters.quantise(self.settings.variant)?;
        let sample = data.sample(QUANTISATION_POSITIONS)?;
        let (mut sum, mut max, mut positions) = (0.0, 0.0_f64, 0);
        for packed in &sample {
            let Some(position) = packed.position(self.settings.variant) else { continue };
            let exact = f64::from(self.parameters.evaluate(packed));
            let difference = (exact - f64::from(network.evaluate(&position))).abs();
            sum += difference;
            max = max.max(difference);
            positions += 1;
        }
        let mean = sum / f64::from(positions.max(1));
        Ok((network, QuantisationError { mean, max, positions: positions as usize }))
    }
}

/// Loads the weights of a checkpoint or of a network.
fn load_weights(path: &Path, settings: &TrainSettings) -> Result<Parameters, TrainError> {
    let parameters = match Checkpoint::load(path) {
        Ok(checkpoint) => checkpoint.parameters,
        Err(CheckpointError::Invalid) => {
            let bytes = std::fs::read(path)
                .map_err(|error| TrainError::Checkpoint(path.to_owned(), error.into()))?;
            let network = Network::from_bytes(&bytes)
                .map_err(|error| TrainError::InitialWeights(path.to_owned(), error))?;
            Parameters::dequantise(&network)
        }
        Err(error) => return Err(TrainError::Checkpoint(path.to_owned(), error)),
    };
    let shape = Shape { width: settings.width, ..parameters.shape() };
    let parameters = if parameters.shape().width < settings.width && shape == settings.shape() {
        let mut rng = fastrand::Rng::with_seed(settings.seed);
        parameters.widened(settings.width, &mut rng)
    } else {
        parameters
    };
    check_architecture(&parameters, path, settings)?;
    Ok(parameters)
}

fn check_architecture(
    parameters: &Parameters,
    path: &Path,
    settings: &TrainSettings,
) -> Result<(), TrainError> {
    if parameters.shape() == settings.shape() {
        return Ok(());
    }
    Err(TrainError::Architecture(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::{Origin, SelfPlayGame};
    use crate::train::DatasetSettings;
    use ouro_engine::network::HeadKind;
    use ouro_rules::{Color, Game, PgnResult, Role, Variant};

    /// Returns positions whose score is the material balance. The shards are in `folder`.
    fn data(folder: &Path) -> Dataset {
        let origin = Origin { signature: 1, network: 1, nodes: 1 };
        let mut bytes = origin.to_bytes().to_vec();
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..300 {
            let mut game = Game::new(Variant::Chess);
            let mut moves = Vec::new();
            while moves.len() < 60 && game.outcome().is_none() {
                let legal = game.position().legal_moves();
                let mv = legal[rng.usize(..legal.len())];
                let board = game.position().board();
                let material = |color| {
                    let values = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3)];
                    let more = [(Role::Rook, 5), (Role::Queen, 9)];
                    let all = values.iter().chain(&more);
                    all.map(|&(role, value)| board.pieces(color, role).count() as i32 * value)
                        .sum::<i32>()
                };
                let turn = game.position().turn();
                moves.push((mv, (100 * (material(turn) - material(!turn))) as i16));
                game.play(mv).unwrap();
            }
            let result = PgnResult::Win(Color::White);
            SelfPlayGame { start: game.start().clone(), moves, result }.encode(&mut bytes);
        }
        let path = folder.join("games.osp");
        std::fs::write(&path, bytes).unwrap();
        let variant = Some(Variant::Chess);
        let settings = DatasetSettings { variant, folder: folder.join("shards"), threads: 2 };
        Dataset::build(&[path], &settings, &|_| {}).unwrap()
    }

    fn settings(head: HeadKind) -> TrainSettings {
        TrainSettings {
            variant: Variant::Chess,
            head,
            width: 64,
            output_buckets: 1,
            epochs: 6,
            batch_size: 256,
            learning_rate: 0.005,
            weight_decay: 0.4,
            wdl_share: 0.0,
            score_scale: 400.0,
            threads: 2,
            seed: 1,
        }
    }

    #[test]
    fn a_network_learns_piece_values_and_resumes_after_an_interruption() {
        HeadKind::ALL.into_iter().for_each(learn_and_resume);
    }

    fn learn_and_resume(head: HeadKind) {
        let settings = || settings(head);
        let folder = tempfile::tempdir().unwrap();
        let data = data(folder.path());
        let mut trainer = Trainer::new(settings(), None).unwrap();
        let first = trainer.epoch(&data, &mut |_| {}).unwrap();
        let path = folder.path().join("checkpoint");
        trainer.epoch(&data, &mut |_| {}).unwrap();
        trainer.save(&data, &path).unwrap();
        let mut resumed = Trainer::resume(settings(), None, &data, &path).unwrap();
        while !trainer.is_finished() {
            trainer.epoch(&data, &mut |_| {}).unwrap();
        }
        while !resumed.is_finished() {
            resumed.epoch(&data, &mut |_| {}).unwrap();
        }
        assert_eq!(trainer.losses(), resumed.losses(), "the interruption changed the result");
        let (_, last) = *trainer.losses().last().unwrap();
        assert!(last < first.validation / 3.0, "{:?}", trainer.losses());
        let (network, error) = trainer.quantise(&data).unwrap();
        assert!(error.mean < 8.0, "{error:?}");
        assert_eq!((network.width(), network.head().kind()), (64, head));
        let resume = |settings| Trainer::resume(settings, None, &data, &path);
        let wider = resume(TrainSettings { width: 128, ..settings() });
        assert!(matches!(wider, Err(TrainError::Architecture(_))));
        let faster = resume(TrainSettings { learning_rate: 0.01, ..settings() });
        assert!(matches!(faster, Err(TrainError::OtherTraining(_))));
        std::fs::write(&path, network.to_bytes()).unwrap();
        let from_network = Trainer::new(settings(), Some(&path)).unwrap();
        assert!(from_network.loss(&data.validation) < 1.1 * last);
        let wide = TrainSettings { width: 128, ..settings() };
        let widened = Trainer::new(wide, Some(&path)).unwrap();
        let before = from_network.loss(&data.validation);
        let after = widened.loss(&data.validation);
        assert!((before - after).abs() < 1e-6, "{before} {after}");
        let [other] =
            HeadKind::ALL.into_iter().filter(|kind| *kind != head).collect::<Vec<_>>()[..]
        else {
            panic!("there are two heads")
        };
        let other = TrainSettings { head: other, width: 128, ..settings() };
        assert!(matches!(Trainer::new(other, Some(&path)), Err(TrainError::Architecture(_))));
        std::fs::write(&path, b"something else").unwrap();
        assert!(resume(settings()).is_err());
        assert!(matches!(
            Trainer::new(settings(), Some(&path)),
            Err(TrainError::InitialWeights(..))
        ));
        data.delete().unwrap();
        assert!(!folder.path().join("shards").exists());
    }

    /// Checkpoints of earlier versions must stay valid.
    #[test]
    fn the_fingerprint_of_a_training_is_stable() {
        let trainer = Trainer::new(settings(HeadKind::Linear), None).unwrap();
        assert_eq!(
            trainer.fingerprint(&Dataset::default()),
            "Settings { variant: Chess, head: linear, width: 64, outputs: 1, epochs: 6, batch: 256, rate: 0.005, \
             decay: 0.4, result_share: 0.0, score_scale: 400.0, threads: 0, seed: 1 } None (0, 0)"
        );
    }
}
