//! The `ouro` command.

mod commands;
mod failure;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(feature = "tune")]
use commands::tune;
use commands::{
    bench, book, fen, matches, moves, net, perft, puzzles, selfplay, serve, show, solve, tablebase,
    train, uci,
};

/// Engine, service and tools for chess, Chess960 and self-capture chess
///
/// Without a command, ouro is a UCI engine on standard input and output.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "Examples:\n  ouro serve\n  ouro match --engine ./new --engine ./old --nodes 5000 --games 100"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
    Show(show::Arguments),
    Fen(fen::Arguments),
    Moves(moves::Arguments),
    Bench(bench::Arguments),
    Solve(solve::Arguments),
    Tablebase(tablebase::Arguments),
    Match(matches::Arguments),
    Selfplay(selfplay::Arguments),
    Puzzles(puzzles::Arguments),
    Book(book::Arguments),
    Train(train::Arguments),
    #[cfg(feature = "tune")]
    Tune(tune::Arguments),
    Net(net::Arguments),
    Serve(Box<serve::Arguments>),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(command) = arguments.command else {
        return match uci::run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.report(),
        };
    };
    let mut out = io::stdout().lock();
    let result = match command {
        Command::Perft(arguments) => perft::run(&arguments, &mut out),
        Command::Show(arguments) => show::run(&arguments, &mut out),
        Command::Fen(arguments) => fen::run(&arguments, &mut out),
        Command::Moves(arguments) => moves::run(&arguments, &mut out),
        Command::Bench(arguments) => bench::run(&arguments, &mut out),
        Command::Solve(arguments) => solve::run(&arguments, &mut out),
        Command::Tablebase(arguments) => tablebase::run(&arguments, &mut out),
        Command::Match(arguments) => matches::run(&arguments, &mut out),
        Command::Selfplay(arguments) => selfplay::run(&arguments, &mut out),
        Command::Book(arguments) => book::run(&arguments, &mut out),
        Command::Puzzles(arguments) => puzzles::run(&arguments, &mut out),
        Command::Train(arguments) => train::run(&arguments, &mut out),
        #[cfg(feature = "tune")]
        Command::Tune(arguments) => tune::run(&arguments, &mut out),
        Command::Net(arguments) => net::run(&arguments, &mut out),
        Command::Serve(arguments) => serve::run(*arguments, &mut out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
