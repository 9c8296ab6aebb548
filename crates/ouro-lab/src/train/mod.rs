//! Network training on self-play games.

mod checkpoint;
mod chunk;
mod dataset;
mod feature_transformer;
mod gradient;
mod head;
mod label;
mod loss_plot;
mod optimiser;
mod parameters;
mod position_filter;
mod schedule;
mod settings;
mod shape;
mod trainer;
mod training_position;

pub use checkpoint::CheckpointError;
pub use dataset::{Dataset, DatasetError, DatasetSettings};
pub use loss_plot::loss_plot;
pub use settings::TrainSettings;
pub use trainer::{EpochLoss, QuantisationError, TrainError, Trainer};

pub(crate) use position_filter::is_quiet;
