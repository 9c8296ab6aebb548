//! `ouro puzzles`: mines puzzles from games, verifies and rates them.

mod describe;
mod mates;
mod mine;
mod rate;
mod stats;
mod verify;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use ouro_engine::Networks;
use ouro_lab::puzzles::MiningError;
use ouro_puzzles::Puzzle;
use ouro_rules::Variant;
use ouro_tablebase::Tablebase;

use crate::failure::Failure;

/// Mine puzzles of self-capture chess from games, and verify them
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro puzzles mine games --second-net older.nn --out puzzles.csv\n  ouro puzzles verify puzzles.csv --sample 200 --nodes 20000000"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Mine(mine::Arguments),
    Mates(mates::Arguments),
    Verify(verify::Arguments),
    Rate(rate::Arguments),
    Describe(describe::Arguments),
    Stats(stats::Arguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        Command::Mine(arguments) => mine::run(arguments, out),
        Command::Mates(arguments) => mates::run(arguments, out),
        Command::Verify(arguments) => verify::run(arguments, out),
        Command::Rate(arguments) => rate::run(arguments, out),
        Command::Describe(arguments) => describe::run(arguments, out),
        Command::Stats(arguments) => stats::run(arguments, out),
    }
}

/// Reads a file of puzzles and returns its text, too.
fn read(path: &Path) -> Result<(String, Vec<Puzzle>), Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::about(path, error))?;
    let puzzles = Puzzle::read_csv(&text).map_err(|error| Failure::about(path, error))?;
    Ok((text, puzzles))
}

/// Replaces a file as a whole, so that it is never incomplete.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let temporary = path.with_extension("new");
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| Failure::about(path, error))
}

/// Returns the embedded networks, with that of a file in place of its variant's.
fn networks(file: Option<&Path>) -> Result<Networks, Failure> {
    let mut networks = Networks::embedded();
    if let Some(path) = file {
        networks.set(crate::commands::net::read(path)?);
    }
    Ok(networks)
}

/// Opens the tables of a folder; without one, returns the embedded ones.
fn tables(folder: Option<&Path>) -> Result<Arc<Tablebase>, Failure> {
    let Some(folder) = folder else { return Ok(Arc::new(Tablebase::embedded())) };
    let tables = Tablebase::open(folder, Variant::SelfCapture);
    tables.map(Arc::new).map_err(|error| Failure::BadInput(error.to_string()))
}

fn failure(error: &MiningError) -> Failure {
    match error {
        MiningError::Io(_) | MiningError::Memory(_) => Failure::Io(error.to_string()),
        _ => Failure::BadInput(error.to_string()),
    }
}

/// Returns a number of threads, by default that of the processors.
fn thread_count(threads: Option<u16>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    threads.map_or(processors, usize::from)
}
