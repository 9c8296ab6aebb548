//! `ouro book show`: what a book knows about a position.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use ouro_book::Book;
use ouro_rules::{Move, Position, Variant};

use super::{expected_percent, read};
use crate::commands::position;
use crate::failure::Failure;

/// Print the moves that a book knows in a position: scores for the side to move, expected scores, the depth of
/// the search after the move, and the number of book positions to which it is the shortest way
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
    let following = positions_by_move(&book, &position);
    for known in book.moves(&position) {
        writeln!(
            out,
            "{:8} {:>7}  {:>6.1} %  {:>5}  {:>9}",
            position.san(known.mv),
            known.score,
            expected_percent(known.score, &position),
            known.depth,
            following.get(&known.mv).copied().unwrap_or(0),
        )?;
    }
    Ok(())
}

/// Returns the number of positions of the book to which each move is the first of a shortest way. With equal
/// ways, the best move counts.
fn positions_by_move(book: &Book, start: &Position) -> HashMap<Move, usize> {
    let mut first_moves: HashMap<u64, Move> = HashMap::new();
    let mut counts = HashMap::new();
    for (position, moves) in book.walk(start) {
        let first = first_moves.get(&position.key()).copied();
        if let Some(mv) = first {
            *counts.entry(mv).or_default() += 1;
        }
        for known in moves.iter().filter(|known| known.is_in_book) {
            let mut after = position.clone();
            after.play_unchecked(known.mv);
            first_moves.entry(after.key()).or_insert(first.unwrap_or(known.mv));
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_book::{Entry, Origin, Score};

    #[test]
    fn a_position_counts_for_the_shortest_way_to_it_although_knights_can_return() {
        let start = Position::start(Variant::Chess);
        let mut keys = vec![start.key()];
        for line in ["e4", "Nf3", "Nf3 Nf6", "Nf3 Nf6 Ng1", "e4 e5", "e4 e5 Nf3"] {
            let mut position = start.clone();
            for san in line.split(' ') {
                position.play_unchecked(position.parse_san(san).unwrap());
            }
            keys.push(position.key());
        }
        let entry = Entry { score: Score::centipawns(0), depth: 1, best: None };
        let entries = keys.into_iter().map(|key| (key, entry)).collect();
        let book = Book::new(Variant::Chess, Origin { network: 0, nodes: 0 }, entries);
        let counts = positions_by_move(&book, &start);
        let count = |san| counts[&start.parse_san(san).unwrap()];
        assert_eq!((counts.len(), count("Nf3"), count("e4")), (2, 3, 3));
    }
}
