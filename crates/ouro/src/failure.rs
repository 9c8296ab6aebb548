//! Errors of the command line: one line on standard error, and exit code 2 for bad input.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use ouro_rules::FenError;

/// The failure of a command.
pub(crate) enum Failure {
    /// The input is invalid. The message explains why.
    BadInput(String),
    /// The input is invalid, and the output has explained why.
    Reported,
    /// Reading or writing failed.
    Io(String),
    /// The reader of the output closed the pipe. This is not an error.
    BrokenPipe,
}

impl Failure {
    /// Returns the failure to use a file, with the reason.
    pub(crate) fn about(path: &Path, reason: impl Display) -> Failure {
        Failure::BadInput(format!("{}: {reason}", path.display()))
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, code) = match self {
            Failure::BadInput(message) => (message.as_str(), 2),
            Failure::Reported => return ExitCode::from(2),
            Failure::Io(message) => (message.as_str(), 1),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        };
        // If standard error is closed too, there is nowhere to report to.
        let _ = writeln!(io::stderr(), "ouro: {message}");
        ExitCode::from(code)
    }
}

impl From<FenError> for Failure {
    fn from(error: FenError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Io(error.to_string()),
        }
    }
}
