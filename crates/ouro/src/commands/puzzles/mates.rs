//! `ouro puzzles mates`: positions for "Mate or not?".

use std::io::Write;
use std::path::PathBuf;

use ouro_lab::puzzles::MateSearch;
use ouro_lab::selfplay::game_files;
use ouro_puzzles::MateOrNot;

use super::replace;
use crate::commands::progress::Progress;
use crate::failure::Failure;

/// Find positions that are checkmate in chess, half of them not in self-capture chess
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro puzzles mates games --count 500 --out mate-or-not.csv")]
pub(crate) struct Arguments {
    /// Files of self-play games, folders of them, or PGN files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// CSV file to write the positions to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u16).range(2..))]
    count: u16,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let count = usize::from(arguments.count);
    let mut progress = Progress::new();
    let rows = MateSearch { count }
        .run(&game_files(&arguments.files)?, &mut |[no, yes]| {
            let share = no.min(yes) as f64 * 2.0 / count as f64;
            progress.update(share, &format!("{yes} mates, {no} that are not"));
        })
        .map_err(|error| Failure::BadInput(error.to_string()))?;
    progress.finish();
    if rows.is_empty() {
        return Err(Failure::BadInput("the games contain no such positions".to_owned()));
    }
    replace(&arguments.out, &MateOrNot::write_csv(&rows))?;
    writeln!(out, "{} positions, half of them mate", rows.len())?;
    Ok(())
}
