//! Parts of the development tasks that other test tools share: child processes and a temporary PostgreSQL
//! server.
#![allow(clippy::print_stdout, reason = "it writes to a terminal")]

pub mod postgres;
pub mod process;

/// The root of the workspace, independent of the current directory.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Success, or one sentence about what failed.
pub type Outcome = Result<(), String>;
