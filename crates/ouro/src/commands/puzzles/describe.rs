//! `ouro puzzles describe`: the themes and explanations again.

use std::io::Write;
use std::path::PathBuf;

use ouro_lab::puzzles::describe_all;
use ouro_puzzles::Puzzle;

use super::{read, replace};
use crate::failure::Failure;

/// Compute the themes and explanations of puzzles again
///
/// Needs no search: whether a solution wins or saves stays, and so does a self-capture that it refutes, threatens
/// or prevents. Identifiers and ratings do not change.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro puzzles describe puzzles.csv")]
pub(crate) struct Arguments {
    /// CSV file of puzzles, which is replaced
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (_, mut puzzles) = read(&arguments.file)?;
    let changed = describe_all(&mut puzzles);
    replace(&arguments.file, &Puzzle::write_csv(&puzzles))?;
    writeln!(out, "{changed} of {} puzzles changed", puzzles.len())?;
    Ok(())
}
