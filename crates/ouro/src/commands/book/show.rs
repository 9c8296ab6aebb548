//! `ouro book show`: what a book knows about a position.

use std::io::Write;
use std::path::PathBuf;

use ouro_rules::{Position, Variant};

use super::{expected_percent, read};
use crate::commands::position;
use crate::failure::Failure;

/// Print the moves that a book knows in a position: scores for the side to move, expected scores, the depth of
/// the search after the move, and the number of book positions that follow
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro book show\n  ouro book show --variant selfcapture --moves 'e4 e5 Kxf2'"
)]
pub(crate) struct Arguments {
    /// The position [default: the start position]
    fen: Option<String>,
    /// Moves from the position, in SAN or UCI notation
    #[arg(long, value_name = "MOVES", value_delimiter = ' ')]
    moves: Vec<String>,
    /// The variant: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// File of the book; 'embedded' for the one in the program
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    book: PathBuf,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let book = read(&arguments.book, arguments.variant)?;
    let mut position = position(arguments.fen.as_deref(), arguments.variant)?;
    for text in arguments.moves.iter().filter(|text| !text.is_empty()) {
        let mv = position.parse_uci(text).or_else(|_| position.parse_san(text));
        let mv = mv.map_err(|error| Failure::BadInput(error.to_string()))?;
        position.play_unchecked(mv);
    }
    let Some(entry) = book.probe(&position) else {
        let message = format!("the book does not contain {}", position.to_fen());
        return Err(Failure::BadInput(message));
    };
    let (score, expected) = (entry.score, expected_percent(entry.score, &position));
    writeln!(out, "{}", position.to_fen())?;
    writeln!(out, "{score}, expected score {expected:.1} %, depth {}\n", entry.depth)?;
    writeln!(out, "Move       Score  Expected  Depth  Positions")?;
    for known in book.moves(&position) {
        let mut after = position.clone();
        after.play_unchecked(known.mv);
        writeln!(
            out,
            "{:8} {:>7}  {:>6.1} %  {:>5}  {:>9}",
            position.san(known.mv),
            known.score,
            expected_percent(known.score, &position),
            known.depth,
            following(&book, &after),
        )?;
    }
    Ok(())
}

fn following(book: &ouro_book::Book, position: &Position) -> usize {
    book.walk(position).count()
}
