//! The UCI protocol as a library: a [`Session`] takes lines and gives lines.

mod command;
mod options;
mod session;

pub use session::Session;
