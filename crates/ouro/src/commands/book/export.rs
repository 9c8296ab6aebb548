//! `ouro book export`: openings for matches, and books in Polyglot's format.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use fastrand::Rng;
use ouro_book::{Book, PolyglotBook, Score, Value};
use ouro_rules::{Epd, Game, Move, Operation, PgnGame, PgnResult, Position, Variant};

use super::read;
use crate::failure::Failure;

/// Write balanced openings of a book for matches (EPD, PGN), or the whole book (Polyglot, chess only)
///
/// An opening is a line of moves that are close to the best ones and lead to a balanced position. No two
/// openings end in the same position.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro book export --variant selfcapture --plies 8 --out openings.epd\n  ouro book export --out chess.bin"
)]
pub(crate) struct Arguments {
    /// File to write: openings as .epd or .pgn, a Polyglot book as .bin
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The variant: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// File of the book; 'embedded' for the one in the program
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    book: PathBuf,
    /// Length of the openings
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=40))]
    plies: u8,
    /// Greatest advantage of a side at the end of an opening, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 30)]
    balance: u16,
    /// Centipawns by which each move may be worse than the best one
    #[arg(long, value_name = "CP", default_value_t = 30)]
    margin: u16,
    /// Number of openings, chosen at random [default: all]
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Seed of the choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let path = &arguments.out;
    let book = read(&arguments.book, arguments.variant)?;
    let failed = |error| Failure::about(path, error);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("bin") if arguments.variant == Variant::Chess => {
            let polyglot = PolyglotBook::from_book(&book, arguments.margin);
            std::fs::write(path, polyglot.to_bytes()).map_err(failed)?;
            writeln!(out, "{} moves", polyglot.len())?;
        }
        Some("bin") => {
            let message = "Polyglot's format is for chess: write .epd or .pgn instead";
            return Err(Failure::about(path, message));
        }
        Some(extension @ ("epd" | "pgn")) => {
            let mut openings = openings(&book, arguments);
            if let Some(count) = arguments.count {
                Rng::with_seed(arguments.seed).shuffle(&mut openings);
                openings.truncate(count);
            }
            let write = if extension == "epd" { epd } else { pgn };
            let text: String = openings.iter().map(write).collect();
            std::fs::write(path, text).map_err(failed)?;
            writeln!(out, "{} openings", openings.len())?;
        }
        _ => return Err(Failure::about(path, "the name must end in .epd, .pgn or .bin")),
    }
    Ok(())
}

/// A line of moves, and the score of the position after it.
struct Opening {
    game: Game,
    score: Score,
}

/// Returns the lines of a book that end in different, balanced positions, better lines first.
fn openings(book: &Book, arguments: &Arguments) -> Vec<Opening> {
    let mut lines: Vec<(Position, Vec<Move>)> =
        vec![(Position::start(arguments.variant), Vec::new())];
    for _ in 0..arguments.plies {
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for (position, line) in &lines {
            let moves = book.moves(position);
            let Some(best) = moves.first().map(|known| known.score) else { continue };
            for known in moves.iter().filter(|known| known.is_in_book) {
                let mut after = position.clone();
                after.play_unchecked(known.mv);
                let is_close = is_close(best, known.score, arguments.margin);
                if is_close && seen.insert(after.key()) {
                    next.push((after, line.iter().copied().chain([known.mv]).collect()));
                }
            }
        }
        lines = next;
    }
    let opening = |(position, line): (Position, Vec<Move>)| {
        let score = book.probe(&position)?.score;
        let is_balanced =
            is_close(score.max(Score::DRAW), score.min(Score::DRAW), arguments.balance);
        if !is_balanced || position.in_check() {
            return None;
        }
        let game = Game::from_moves(Position::start(arguments.variant), line).ok()?;
        Some(Opening { game, score })
    };
    lines.into_iter().filter_map(opening).collect()
}

/// Returns `true` if a score is at most this many centipawns below another.
fn is_close(best: Score, score: Score, margin: u16) -> bool {
    match (best.value(), score.value()) {
        (Value::Centipawns(best), Value::Centipawns(score)) => best - score <= i32::from(margin),
        _ => best == score,
    }
}

/// Returns the final position of an opening as a line of EPD, with its score in centipawns.
fn epd(opening: &Opening) -> String {
    let operations = match opening.score.value() {
        Value::Centipawns(score) => {
            vec![Operation { opcode: "ce".to_owned(), operands: vec![score.to_string()] }]
        }
        Value::Mate(_) => Vec::new(),
    };
    format!("{}\n", Epd { position: opening.game.position().clone(), operations })
}

/// Returns the moves of an opening as a game in PGN.
fn pgn(opening: &Opening) -> String {
    let pgn = PgnGame {
        tags: vec![("Event".to_owned(), "Opening".to_owned())],
        start: opening.game.start().clone(),
        repairs: Vec::new(),
        comments: Vec::new(),
        moves: opening.game.moves().iter().map(|&mv| mv.into()).collect(),
        result: PgnResult::Unknown,
    };
    format!("{pgn}\n")
}
