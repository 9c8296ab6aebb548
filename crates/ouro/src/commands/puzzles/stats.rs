//! `ouro puzzles stats`: counts per theme and rating, and what the filters removed.

use std::io::Write;
use std::path::PathBuf;

use ouro_lab::puzzles::{ProgressFile, PuzzleStatistics};

use super::{read, replace};
use crate::failure::Failure;

/// Print counts of puzzles per theme and rating, and what each filter removed
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro puzzles stats puzzles.csv --plot puzzles.svg")]
pub(crate) struct Arguments {
    /// CSV file of puzzles
    file: PathBuf,
    /// SVG file to plot the counts to
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (_, puzzles) = read(&arguments.file)?;
    let statistics = PuzzleStatistics::new(&puzzles);
    writeln!(out, "{statistics}")?;
    let progress = ProgressFile::open(&arguments.file)?;
    writeln!(out, "\n{}", progress.total())?;
    if let Some(path) = &arguments.plot {
        replace(path, &statistics.plot())?;
    }
    Ok(())
}
