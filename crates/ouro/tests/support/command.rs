//! The `ouro` command as a child process.

use std::process::{Command, Output};

/// Runs the command to its end.
pub(crate) fn ouro(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ouro")).args(arguments).output().unwrap()
}

/// Returns output as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
