//! `ouro tablebase verify`: every position against its successors.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use super::{default_threads, folder_failure};
use crate::failure::Failure;

/// Check every position of all tables in a folder against its successors
///
/// The successors come from the move generator of the rules, not from the code that generated the tables.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro tablebase verify tables/selfcapture")]
pub(crate) struct Arguments {
    /// Folder of tables
    folder: PathBuf,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let threads = default_threads(arguments.threads);
    let (start, mut positions, mut wrong) = (Instant::now(), 0, 0);
    let mut written = Ok(());
    let variant = ouro_tablebase::verify(&arguments.folder, threads, &mut |table| {
        positions += table.positions;
        wrong += table.wrong;
        let example = table.example.map_or(String::new(), |example| format!("\n  {example}"));
        let line = writeln!(
            out,
            "{:8} {:10} positions, {} wrong{example}",
            table.material, table.positions, table.wrong
        );
        if written.is_ok() {
            written = line.and_then(|()| out.flush());
        }
    })
    .map_err(|error| folder_failure(&error))?;
    written?;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{variant}: {positions} positions in {seconds:.0} s, {wrong} wrong")?;
    if wrong > 0 { Err(Failure::Reported) } else { Ok(()) }
}
