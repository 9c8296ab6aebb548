//! `ouro bench`: a fixed amount of search, and its signature.

use std::io::Write;

use ouro_engine::Signals;
use ouro_engine::bench::bench;

use crate::failure::Failure;

/// Search a fixed set of positions and print the number of nodes, the signature of the search
///
/// The number is the same on every run and machine; the speed is not.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro bench")]
pub(crate) struct Arguments {
    /// How deep each position is searched
    #[arg(default_value_t = ouro_engine::bench::DEPTH, value_parser = clap::value_parser!(i32).range(1..=40))]
    depth: i32,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let no_room = |_| Failure::Io("there is no memory for the table".to_owned());
    let result = bench(arguments.depth, &Signals::default()).map_err(no_room)?;
    writeln!(out, "{result}")?;
    Ok(())
}
