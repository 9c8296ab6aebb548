//! `ouro tablebase stats`: shares of results, longest wins, sizes, and differences between variants.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ouro_rules::Position;
use ouro_tablebase::{Category, Differences, Statistics, differences, statistics};

use super::{default_threads, folder_failure};
use crate::failure::Failure;

/// Print the shares of wins, draws and losses, the longest wins and the sizes of tables
///
/// Shares are those of all legal positions, mirror images included. With --against, two folders are compared
/// position by position.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro tablebase stats tables/selfcapture\n  ouro tablebase stats tables/chess --against tables/selfcapture\n  ouro tablebase stats tables/chess --against tables/selfcapture --examples 3"
)]
pub(crate) struct Arguments {
    /// Folder of tables
    folder: PathBuf,
    /// Compare with the tables of this folder
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// Print this many positions for each change of the result, those with the longest wins
    #[arg(long, value_name = "N", default_value_t = 0, requires = "against")]
    examples: usize,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let threads = default_threads(arguments.threads);
    match &arguments.against {
        None => print_statistics(&arguments.folder, threads, out),
        Some(against) => {
            let folders = [arguments.folder.as_path(), against.as_path()];
            print_differences(folders, arguments.examples, threads, out)
        }
    }
}

fn print_statistics(folder: &Path, threads: usize, out: &mut impl Write) -> Result<(), Failure> {
    let header = "material  White to move: win  draw  loss   Black to move: win  draw  loss   WDL, DTZ, DTM bytes";
    writeln!(out, "{header}")?;
    let mut written = Ok(());
    let variant = statistics(folder, threads, &mut |table| {
        if written.is_ok() {
            written = print_table(&table, out);
        }
    })
    .map_err(|error| folder_failure(&error))?;
    written?;
    writeln!(out, "Shares in percent of the legal positions of {variant}")?;
    Ok(())
}

fn print_table(table: &Statistics, out: &mut impl Write) -> io::Result<()> {
    let [white, black] = table.counts.map(|counts| shares(&counts));
    let sizes: Vec<_> = table.sizes.iter().map(u64::to_string).collect();
    writeln!(out, "{:8} {white}   {black}   {}", table.material, sizes.join(" "))?;
    for longest in table.longest.iter().flatten() {
        let (plies, position) = (longest.plies, &longest.position);
        let moves = plies.div_ceil(2);
        writeln!(
            out,
            "  longest win of {}: {plies} plies ({moves} moves) {position}",
            position.turn()
        )?;
    }
    out.flush()
}

/// Returns the shares of wins, draws and losses, and of the results that the fifty-move rule prevents.
fn shares(counts: &[u64; 5]) -> String {
    let total = counts.iter().sum::<u64>().max(1) as f64;
    let share = |category: Category| counts[category as usize] as f64 * 100.0 / total;
    let cursed = counts[Category::CursedWin as usize] + counts[Category::BlessedLoss as usize];
    let [win, draw, loss] = [Category::Win, Category::Draw, Category::Loss].map(share);
    let cursed =
        if cursed > 0 { format!(" ({cursed} by the fifty-move rule)") } else { String::new() };
    format!("{win:6.2} {draw:6.2} {loss:6.2}{cursed}")
}

/// The longest examples of a change of the result.
#[derive(Default)]
struct Examples {
    /// For each pair of categories, positions with their plies to mate, the longest first.
    longest: [[Vec<(u16, Position)>; 5]; 5],
}

fn print_differences(
    folders: [&Path; 2],
    limit: usize,
    threads: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(
        out,
        "material  changed positions  share   changes of the result for the side to move"
    )?;
    let examples = std::cell::RefCell::new(Examples::default());
    let mut written = Ok(());
    differences(
        folders,
        threads,
        &mut |position, values| {
            if limit > 0 {
                examples.borrow_mut().add(position, values, limit);
            }
        },
        &mut |table| {
            if written.is_ok() {
                written = print_changes(&table, &examples.take(), out);
            }
        },
    )
    .map_err(|error| folder_failure(&error))?;
    written?;
    Ok(())
}

fn print_changes(table: &Differences, examples: &Examples, out: &mut impl Write) -> io::Result<()> {
    let changed = table.changed();
    let share = changed as f64 * 100.0 / table.positions().max(1) as f64;
    let mut changes = Vec::new();
    for first in Category::ALL {
        for second in Category::ALL {
            let of_sides = table.counts.map(|side| side[first as usize][second as usize]);
            if first != second && of_sides != [0; 2] {
                let [white, black] = of_sides;
                changes
                    .push(format!("{first} to {second} {white} (White to move), {black} (Black)"));
            }
        }
    }
    let material = table.material;
    writeln!(out, "{material:8} {changed:10} {share:8.3} %   {}", changes.join("; "))?;
    for first in Category::ALL {
        for second in Category::ALL {
            for (plies, position) in &examples.longest[first as usize][second as usize] {
                writeln!(out, "  {first} to {second}, {plies} plies to mate: {position}")?;
            }
        }
    }
    out.flush()
}

impl Examples {
    fn add(&mut self, position: &Position, values: [(Category, Option<u16>); 2], limit: usize) {
        let [(first, first_dtm), (second, second_dtm)] = values;
        let plies = first_dtm.unwrap_or(0).max(second_dtm.unwrap_or(0));
        let list = &mut self.longest[first as usize][second as usize];
        let place = list.partition_point(|&(longer, _)| longer >= plies);
        if place < limit {
            list.insert(place, (plies, position.clone()));
            list.truncate(limit);
        }
    }
}
