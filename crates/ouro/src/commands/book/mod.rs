//! `ouro book`: builds opening books.

mod build;

use std::io::Write;

use crate::failure::Failure;

/// Build opening books
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro book build --variant selfcapture --positions 200000 --out selfcapture.book"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(build::Arguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments, out),
    }
}
