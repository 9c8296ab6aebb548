//! Tuning of the search's parameters by SPSA over pairs of games at fixed nodes.
//!
//! The algorithm, its state file and the plot build always; `Run` plays games and needs the
//! feature `tune`, with which the engine's parameters can change at run time.

mod plot;
#[cfg(feature = "tune")]
mod run;
mod spsa;
mod state;

pub use plot::plot;
#[cfg(feature = "tune")]
pub use run::{Run, parameters};
pub use spsa::{Parameter, Perturbation, Spsa};
pub use state::{Settings, State, TuneError, Variants};
