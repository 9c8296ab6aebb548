//! `ouro puzzles mine`: puzzles from games.

use std::io::Write;
use std::path::PathBuf;

use ouro_lab::puzzles::{Cascade, Mining};
use ouro_lab::selfplay::game_files;

use super::{failure, networks, tables, thread_count};
use crate::commands::progress::Progress;
use crate::failure::Failure;

/// Find puzzles in games in which self-capture decides
///
/// The puzzles are appended to a CSV file with lichess' columns. A file next to it (.progress.tsv) counts
/// mined games and what each filter removed, so an interrupted run resumes when the same command is
/// started again, and games that are added later are mined then.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro puzzles mine games --second-net selfcapture-11.nn --out puzzles.csv"
)]
pub(crate) struct Arguments {
    /// Files of self-play games, folders of them, or PGN files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// CSV file to append the puzzles to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Network of an earlier generation, which must agree
    #[arg(long, value_name = "FILE")]
    second_net: PathBuf,
    /// Network file to evaluate with [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Folder of tablebases for endings [default: the embedded tables]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Nodes of the three searches of the cascade
    #[arg(long, value_name = "N,N,N", default_value = "20000,200000,2000000", value_parser = cascade)]
    nodes: Cascade,
    /// Search every position with this many nodes instead of using the stored scores; games in PGN are always
    /// searched
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    score_nodes: Option<u64>,
    /// Mine only mates in at most three moves, which need almost no search; a later run without this option
    /// mines the rest
    #[arg(long)]
    only_mates: bool,
    /// Threads, each with its own game [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

/// Parses the nodes of the cascade.
fn cascade(text: &str) -> Result<Cascade, String> {
    let numbers: Result<Vec<u64>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[first, second, third]) if first > 0 && first <= second && second <= third => {
            Ok(Cascade { first, second, third })
        }
        _ => Err("expected three growing numbers, as in 20000,200000,2000000".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mining = Mining {
        networks: networks(arguments.net.as_deref())?,
        second_networks: networks(Some(&arguments.second_net))?,
        tables: Some(tables(arguments.tables.as_deref())?),
        cascade: arguments.nodes,
        score_nodes: arguments.score_nodes,
        only_mates: arguments.only_mates,
        threads: thread_count(arguments.threads),
    };
    let files = game_files(&arguments.files)?;
    let mut progress = Progress::new();
    let counts = mining
        .run(&files, &arguments.out, &mut |update| {
            let counts = update.counts;
            let message = format!(
                "{} games, {} candidates, {} puzzles",
                counts.games, counts.candidates, counts.puzzles
            );
            progress.update(update.share, &message);
        })
        .map_err(|error| failure(&error))?;
    progress.finish();
    writeln!(out, "{counts}")?;
    Ok(())
}
