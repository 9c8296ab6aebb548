//! Matches between UCI engines, with the rules library as the arbiter.

mod adjudication;
mod engine_config;
mod game;
mod opening_book;
mod pentanomial;
mod runner;
mod sprt;
mod time_control;
mod uci_engine;

pub use adjudication::Adjudication;
pub use engine_config::{EngineConfig, EngineConfigError};
pub use game::{GameRecord, Termination};
pub use opening_book::{OpeningBook, OpeningBookError};
pub use pentanomial::Pentanomial;
pub use runner::{Match, MatchScore, PairResult, PairResults, Progress};
pub use sprt::{Sprt, SprtState};
pub use time_control::{TimeControl, TimeControlError};
pub use uci_engine::{EngineError, MoveInfo};
