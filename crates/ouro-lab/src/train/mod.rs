//! Training: from self-play games to a network.

mod checkpoint;
mod data;
mod model;
mod optimiser;
mod plot;
mod run;

pub use checkpoint::CheckpointError;
pub use data::{Data, Sample};
pub use model::{Gradient, Parameters, Target};
pub use plot::plot;
pub use run::{Epoch, Quantisation, Settings, TrainError, Training};
