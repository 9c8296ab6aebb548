//! `ouro puzzles verify`: the definitions again, with more nodes.

use std::io::Write;
use std::path::PathBuf;

use ouro_lab::puzzles::{Searchers, Verification};
use ouro_puzzles::Puzzle;

use super::{failure, networks, read, replace, tables, thread_count};
use crate::commands::progress::Progress;
use crate::failure::Failure;

/// Verify a random sample of puzzles with more nodes
///
/// The sample depends only on the content of the file. Puzzles that do not hold are listed.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro puzzles verify puzzles.csv --sample 200 --nodes 20000000 --remove"
)]
pub(crate) struct Arguments {
    /// CSV file of puzzles
    file: PathBuf,
    /// Number of puzzles [default: all]
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Remove the puzzles that do not hold from the file
    #[arg(long)]
    remove: bool,
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
    let (text, puzzles) = read(&arguments.file)?;
    let count = arguments.sample.unwrap_or(puzzles.len());
    let sample = Verification::sample(&text, puzzles.len(), count);
    let searchers = Searchers {
        networks: networks(arguments.net.as_deref())?,
        tables: Some(tables(arguments.tables.as_deref())?),
        threads: thread_count(arguments.threads),
    };
    let verification = Verification { searchers, nodes: arguments.nodes };
    let mut progress = Progress::new();
    let failed = verification
        .run(&puzzles, &sample, &mut |done, failed| {
            let share = done as f64 / sample.len() as f64;
            progress.update(share, &format!("{done} puzzles, {} do not hold", failed.len()));
        })
        .map_err(|error| failure(&error))?;
    progress.finish();
    for failed in &failed {
        writeln!(out, "{} {}", puzzles[failed.index].id(), failed.reason)?;
    }
    let held = sample.len() - failed.len();
    let percent = 100.0 * held as f64 / sample.len().max(1) as f64;
    writeln!(out, "{held} of {} puzzles hold ({percent:.1} %)", sample.len())?;
    if arguments.remove && !failed.is_empty() {
        let fails = |index: &usize| failed.iter().any(|failed| failed.index == *index);
        let kept = puzzles.iter().enumerate().filter(|(index, _)| !fails(index));
        replace(&arguments.file, &Puzzle::write_csv(kept.map(|(_, puzzle)| puzzle)))?;
    }
    Ok(())
}
