//! The UCI protocol as a library: a [`Session`] reads commands and writes responses.

#[cfg(feature = "book")]
mod books;
mod command;
mod host;
mod info;
mod options;
mod output;
mod session;
mod tables;
mod tasks;
mod worker;

pub use host::Host;
pub use session::{Session, identification};
