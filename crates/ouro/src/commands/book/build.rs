//! `ouro book build`: a book from searches.

use std::io::Write;
use std::path::PathBuf;

use ouro_engine::{Networks, Signals, bench};
use ouro_lab::book::{BookBuild, BookError};
use ouro_rules::Variant;

use crate::commands::net;
use crate::commands::progress::Progress;
use crate::failure::Failure;

/// Build an opening book from the start position, the positions near the main line first
///
/// The searches are written to a log next to the book (.searches), so an interrupted build resumes when the
/// same command is started again, and a later one with more positions continues it. The book is complete
/// at any moment, and does not depend on the number of threads.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro book build --variant selfcapture --positions 200000 --out selfcapture.book"
)]
pub(crate) struct Arguments {
    /// File to write the book to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The variant: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Nodes of a search; up to sixteen times as many close to the main line
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Network file to evaluate with [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Threads, each with its own position [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut networks = Networks::embedded();
    if let Some(path) = &arguments.net {
        networks.set(net::read(path)?);
    }
    let signature = bench::bench(bench::DEPTH, &Signals::default())
        .map_err(|_| Failure::Io("not enough memory for the bench".to_owned()))?
        .nodes;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let positions = arguments.positions as usize;
    let build = BookBuild {
        variant: arguments.variant,
        networks,
        signature,
        least_nodes: arguments.nodes,
        positions,
        threads: arguments.threads.map_or(processors, usize::from),
    };
    let mut progress = Progress::new();
    let log = arguments.out.with_extension("searches");
    let book = build
        .run(&log, &arguments.out, &mut |done| {
            let message = format!(
                "{} of {positions} positions, {} searches, {} from the log",
                done.positions, done.searches, done.from_log
            );
            progress.update(done.positions as f64 / positions as f64, &message);
        })
        .map_err(|error| failure(&error))?;
    progress.finish();
    let nodes = book.origin().nodes;
    writeln!(out, "{} positions, {nodes} nodes, {} bytes", book.len(), book.to_bytes().len())?;
    Ok(())
}

fn failure(error: &BookError) -> Failure {
    match error {
        BookError::Variant(_) | BookError::Log(_) => Failure::BadInput(error.to_string()),
        BookError::Write { .. } | BookError::Memory(_) => Failure::Io(error.to_string()),
    }
}
