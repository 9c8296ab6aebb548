//! The UCI protocol as a library: a [`Session`] takes lines and gives lines.

mod command;
mod info;
mod options;
mod output;
mod session;

pub use session::Session;
