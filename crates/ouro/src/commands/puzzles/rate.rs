//! `ouro puzzles rate`: the initial ratings again.

use std::io::Write;
use std::path::PathBuf;

use ouro_lab::puzzles::{Searchers, rate_all};
use ouro_puzzles::Puzzle;

use super::{failure, networks, read, replace, tables, thread_count};
use crate::commands::progress::Progress;
use crate::failure::Failure;

/// Compute the initial ratings of puzzles again
///
/// The rating of a puzzle follows from the number of nodes after which a search finds its solution.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro puzzles rate puzzles.csv")]
pub(crate) struct Arguments {
    /// CSV file of puzzles, which is replaced
    file: PathBuf,
    /// Network file to evaluate with [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Folder of tablebases for endings [default: the embedded tables]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Threads, each with its own puzzle [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (_, mut puzzles) = read(&arguments.file)?;
    let count = puzzles.len();
    let searchers = Searchers {
        networks: networks(arguments.net.as_deref())?,
        tables: Some(tables(arguments.tables.as_deref())?),
        threads: thread_count(arguments.threads),
    };
    let mut progress = Progress::new();
    let mut report =
        |done: usize| progress.update(done as f64 / count as f64, &format!("{done} puzzles"));
    rate_all(&searchers, &mut puzzles, &mut report).map_err(|error| failure(&error))?;
    progress.finish();
    replace(&arguments.file, &Puzzle::write_csv(&puzzles))?;
    let puzzles = if count == 1 { "puzzle" } else { "puzzles" };
    writeln!(out, "{count} {puzzles} rated")?;
    Ok(())
}
