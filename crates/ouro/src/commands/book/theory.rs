//! `ouro book theory`: what the self-capture rule does to opening theory.

use std::io::Write;
use std::path::PathBuf;

use ouro_book::{Book, NamedOpening, Results, embedded_results};
use ouro_engine::{Engine, Evaluation, Wdl};
use ouro_lab::book::{
    FirstMove, OpeningValue, compare, frequent_self_captures, main_line, plot_first_moves,
};
use ouro_rules::{Position, Variant};

use super::{evaluation, expected_percent, read};
use crate::failure::Failure;

/// Print the tables of docs/openings.md: first moves, main lines, frequent self-captures, and openings of chess
/// under both rules
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro book theory --openings data/openings/named.tsv --plot first-moves.svg"
)]
pub(crate) struct Arguments {
    /// Book of chess; 'embedded' for the one in the program
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    chess: PathBuf,
    /// Book of self-capture chess; 'embedded' for the one in the program
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    selfcapture: PathBuf,
    /// Results of games of self-capture chess [default: the embedded ones]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// List of openings of chess (eco, name and moves, separated by tabs) to search under both rules
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Nodes of each search of an opening
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// SVG file to plot the first moves to
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The first moves whose main lines are printed.
const MAIN_LINES: usize = 8;
/// The self-captures that are printed, and the plies in which they are counted.
const SELF_CAPTURES: (usize, usize) = (15, 20);

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let chess = read(&arguments.chess, Variant::Chess)?;
    let self_capture = read(&arguments.selfcapture, Variant::SelfCapture)?;
    let first_moves = first_moves(&chess, &self_capture);
    writeln!(out, "| move | chess | self-capture chess |\n|---|---|---|")?;
    for first in &first_moves {
        let chess = first.chess.map_or_else(|| "–".to_owned(), |percent| format!("{percent:.1} %"));
        writeln!(out, "| {} | {chess} | {:.1} % |", first.san, first.self_capture)?;
    }
    if let Some(path) = &arguments.plot {
        std::fs::write(path, plot_first_moves(&first_moves))
            .map_err(|error| Failure::about(path, error))?;
    }
    for book in [&chess, &self_capture] {
        writeln!(out, "\n| score | main line ({}) |\n|---|---|", book.variant())?;
        let start = Position::start(book.variant());
        for known in book.moves(&start).into_iter().take(MAIN_LINES) {
            let line = main_line(book, &start.san(known.mv)).join(" ");
            writeln!(out, "| {} | {line} |", known.score)?;
        }
    }
    self_captures(arguments, out)?;
    openings(arguments, out)
}

/// Returns the first moves, the best in self-capture chess first.
fn first_moves(chess: &Book, self_capture: &Book) -> Vec<FirstMove> {
    let [start, chess_start] = [Variant::SelfCapture, Variant::Chess].map(Position::start);
    let in_chess = chess.moves(&chess_start);
    let first_move = |known: &ouro_book::BookMove| {
        let same = in_chess.iter().find(|other| other.mv == known.mv);
        FirstMove {
            san: start.san(known.mv),
            chess: same.map(|other| expected_percent(other.score, &chess_start)),
            self_capture: expected_percent(known.score, &start),
        }
    };
    self_capture.moves(&start).iter().map(first_move).collect()
}

fn self_captures(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| Failure::about(path, error))?;
        Results::from_bytes(&bytes).map_err(|error| Failure::about(path, error))
    };
    let results = match &arguments.results {
        Some(path) => read(path)?,
        None => embedded_results(Variant::SelfCapture)
            .cloned()
            .unwrap_or_else(|| Results::new(Variant::SelfCapture)),
    };
    let (count, plies) = SELF_CAPTURES;
    writeln!(out, "\n| self-capture | of {} games |\n|---|---|", results.games())?;
    for (name, games) in frequent_self_captures(&results, plies).into_iter().take(count) {
        writeln!(out, "| {name} | {games} |")?;
    }
    Ok(())
}

/// Searches the openings of a list under both rules, sorted by how much the rule changes them.
fn openings(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let Some(path) = &arguments.openings else { return Ok(()) };
    let text = std::fs::read_to_string(path).map_err(|error| Failure::about(path, error))?;
    let openings = NamedOpening::read_list(&text).map_err(|error| Failure::about(path, error))?;
    let mut engine = Engine::new(tt_size(arguments.nodes), 1)
        .map_err(|_| Failure::Io("not enough memory".to_owned()))?;
    let mut rows = Vec::new();
    for opening in &openings {
        let comparison = compare(opening, &mut engine, arguments.nodes);
        let comparison = comparison.map_err(|error| Failure::about(path, error))?;
        let [chess, self_capture] = &comparison.values;
        let change = expected(self_capture, Variant::SelfCapture) - expected(chess, Variant::Chess);
        rows.push((change, comparison));
    }
    rows.sort_by(|(a, _), (b, _)| b.abs().total_cmp(&a.abs()));
    writeln!(
        out,
        "\n| opening | moves | chess | self-capture chess | change |\n|---|---|---|---|---|"
    )?;
    for (change, comparison) in rows {
        let [chess, other] = comparison.values.map(|value| {
            let marker = if value.is_self_capture { " (self-capture)" } else { "" };
            format!("{}, {}{marker}", value.score, value.best)
        });
        let NamedOpening { name, moves, .. } = comparison.opening;
        writeln!(out, "| {name} | {moves} | {chess} | {other} | {change:+.1} % |")?;
    }
    Ok(())
}

/// Returns the mebibytes of a transposition table with an entry for each node, from 16 to 512. With fewer entries the
/// scores of long searches change more from one search to the next than from one rule to the other.
fn tt_size(nodes: u64) -> usize {
    const ENTRY_BYTES: u64 = 13;
    (nodes.saturating_mul(ENTRY_BYTES) >> 20).clamp(16, 512) as usize
}

/// Returns White's expected score in percent.
fn expected(value: &OpeningValue, variant: Variant) -> f64 {
    let evaluation: Evaluation = evaluation(value.score);
    100.0 * Wdl::of_evaluation(evaluation, &Position::start(variant)).expected()
}
