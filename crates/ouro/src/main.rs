//! The `ouro` command.

mod commands;
mod failure;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{fen, moves, perft, show};

/// Chess, Chess960 and self-capture chess, without illegal moves.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
    Show(show::Arguments),
    Fen(fen::Arguments),
    Moves(moves::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::stdout().lock();
    let result = match &arguments.command {
        Command::Perft(arguments) => perft::run(arguments, &mut out),
        Command::Show(arguments) => show::run(arguments, &mut out),
        Command::Fen(arguments) => fen::run(arguments, &mut out),
        Command::Moves(arguments) => moves::run(arguments, &mut out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
