//! `ouro book`: builds opening books, shows and exports them.

mod build;
mod export;
mod results;
mod show;
mod theory;

use std::io::Write;
use std::path::Path;

use ouro_book::{Book, Score, Value, embedded_book};
use ouro_engine::{Evaluation, Wdl};
use ouro_rules::{Position, Variant};

use crate::failure::Failure;

/// Build, show and export opening books
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro book show --variant selfcapture --moves 'e4 e5'\n  ouro book build --variant selfcapture --positions 200000 --out selfcapture.book"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(build::Arguments),
    Show(show::Arguments),
    Export(export::Arguments),
    Results(results::Arguments),
    Theory(theory::Arguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments, out),
        Command::Show(arguments) => show::run(arguments, out),
        Command::Export(arguments) => export::run(arguments, out),
        Command::Results(arguments) => results::run(arguments, out),
        Command::Theory(arguments) => theory::run(arguments, out),
    }
}

/// Reads a book of a variant; `embedded` is the one that is part of the program.
pub(super) fn read(path: &Path, variant: Variant) -> Result<Book, Failure> {
    let book = if path == Path::new("embedded") {
        let book = embedded_book(variant).cloned();
        book.ok_or_else(|| Failure::BadInput(format!("there is no book of {variant}")))?
    } else {
        let bytes = std::fs::read(path).map_err(|error| Failure::about(path, error))?;
        Book::from_bytes(&bytes).map_err(|error| Failure::about(path, error))?
    };
    if book.variant() == variant {
        return Ok(book);
    }
    Err(Failure::about(path, format_args!("the book is of {}, not of {variant}", book.variant())))
}

/// Returns the expected score of a book score in percent.
fn expected_percent(score: Score, position: &Position) -> f64 {
    100.0 * Wdl::of_evaluation(evaluation(score), position).expected()
}

fn evaluation(score: Score) -> Evaluation {
    match score.value() {
        Value::Centipawns(centipawns) => Evaluation::Centipawns(centipawns),
        Value::Mate(moves) => Evaluation::Mate(moves),
    }
}
