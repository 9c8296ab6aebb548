//! How the command fails: one sentence on standard error, and exit code 2 for bad input.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use ouro_rules::FenError;

/// Why a command did not do what it was asked for.
pub(crate) enum Failure {
    /// The input is wrong; the sentence says how.
    BadInput(String),
    /// The input is wrong, and what was printed says how.
    Reported,
    /// Reading or writing failed.
    Io(String),
    /// Nobody reads the output any more, which is nobody's fault.
    NobodyListens,
}

impl Failure {
    /// A file that cannot be used, and why.
    pub(crate) fn about(path: &Path, problem: impl Display) -> Failure {
        Failure::BadInput(format!("{}: {problem}", path.display()))
    }

    /// Prints the sentence and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::BadInput(sentence) => (sentence.as_str(), 2),
            Failure::Reported => return ExitCode::from(2),
            Failure::Io(sentence) => (sentence.as_str(), 1),
            Failure::NobodyListens => return ExitCode::SUCCESS,
        };
        // If standard error is gone too, there is nobody left to tell.
        let _ = writeln!(io::stderr(), "ouro: {sentence}");
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
            io::ErrorKind::BrokenPipe => Failure::NobodyListens,
            _ => Failure::Io(error.to_string()),
        }
    }
}
