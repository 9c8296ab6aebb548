//! `ouro bench`: the node count of fixed searches, as a signature of the search.

use std::io::Write;

use ouro_engine::Signals;
use ouro_engine::bench::bench;

use crate::failure::Failure;

/// Search a fixed set of positions and print the node count and the speed
///
/// The node count is the signature of the search: it is the same on every run and machine.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  ouro bench\n  ouro bench 8")]
pub(crate) struct Arguments {
    /// Depth of each search
    #[arg(default_value_t = ouro_engine::bench::DEPTH, value_parser = clap::value_parser!(i32).range(1..=40))]
    depth: i32,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let out_of_memory = |_| Failure::Io("not enough memory for the transposition table".to_owned());
    let result = bench(arguments.depth, &Signals::default()).map_err(out_of_memory)?;
    writeln!(out, "{result}")?;
    Ok(())
}
