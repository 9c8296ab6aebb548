//! `ouro book results`: results of games by their opening moves.

use std::io::Write;
use std::path::PathBuf;

use ouro_book::Results;
use ouro_rules::{Move, Variant};

use crate::commands::selfplay::for_each_game;
use crate::failure::Failure;

/// Count the results of games by their opening moves, for the opening explorer
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro selfplay --variant selfcapture --book embedded --random-plies 2-20 --nodes 500 --games 20000 --out games\n  ouro book results games --variant selfcapture --out selfcapture.results"
)]
pub(crate) struct Arguments {
    /// Files of self-play games, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File to write the results to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The variant: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Plies of each game that are counted
    #[arg(long, value_name = "N", default_value_t = 30)]
    plies: usize,
    /// Keep positions that this many games have reached
    #[arg(long, value_name = "N", default_value_t = 2)]
    least_games: u32,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut results = Results::new(arguments.variant);
    for_each_game(&arguments.files, |game| {
        let moves: Vec<Move> = game.moves.iter().map(|&(mv, _)| mv).collect();
        results.add(&game.start, &moves, arguments.plies, game.result);
        Ok(())
    })?;
    results.keep_frequent(arguments.least_games);
    let bytes = results.to_bytes();
    std::fs::write(&arguments.out, &bytes)
        .map_err(|error| Failure::about(&arguments.out, error))?;
    let (games, positions) = (results.games(), results.len());
    writeln!(out, "{games} games, {positions} positions, {} bytes", bytes.len())?;
    Ok(())
}
