//! `ouro tablebase`: endgame tablebases of chess and self-capture chess.

mod compare;
mod convert;
mod generate;
mod probe;
mod stats;
mod syzygy;
mod verify;

use std::io::Write;

use crate::failure::Failure;

/// Generate, probe and verify endgame tablebases
///
/// Tables hold the result, the distance to the next capture or pawn move (DTZ) and, up to four men, the
/// distance to mate (DTM) of every position without castling rights.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro tablebase generate --variant selfcapture --men 4 --out tables/selfcapture\n  ouro tablebase probe '8/8/8/8/8/2k5/8/R3K3 w - - 0 1' --variant selfcapture --path tables/selfcapture"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Generate(generate::Arguments),
    Probe(probe::Arguments),
    Verify(verify::Arguments),
    Compare(compare::Arguments),
    Stats(stats::Arguments),
    Convert(convert::Arguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        Command::Generate(arguments) => generate::run(arguments),
        Command::Probe(arguments) => probe::run(arguments, out),
        Command::Verify(arguments) => verify::run(arguments, out),
        Command::Compare(arguments) => compare::run(arguments, out),
        Command::Stats(arguments) => stats::run(arguments, out),
        Command::Convert(arguments) => convert::run(arguments, out),
    }
}

/// Returns the number of threads: as given, or all processors.
fn default_threads(threads: Option<u16>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    threads.map_or(processors, usize::from)
}

/// Returns the failure to use a folder of tables.
fn folder_failure(error: &ouro_tablebase::FolderError) -> Failure {
    Failure::BadInput(error.to_string())
}
