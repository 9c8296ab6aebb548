//! `ouro net`: what a network is, and what it thinks of a position.

use std::io::Write;
use std::path::{Path, PathBuf};

use ouro_engine::network::Network;
use ouro_engine::{Evaluation, Networks};
use ouro_rules::Variant;

use super::position;
use crate::failure::Failure;

/// Tell what a network is, and what it thinks of a position without any search
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro net --variant selfcapture\n  ouro net chess.nn --fen '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'"
)]
pub(crate) struct Arguments {
    /// A file with a network; the one of the program without it
    file: Option<PathBuf>,
    /// The game of the program's network and of the position: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// A position to evaluate; the start position without it
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let networks = Networks::embedded();
    let loaded;
    let network: &Network = match &arguments.file {
        None => networks.of(arguments.variant),
        Some(path) => {
            loaded = read(path)?;
            &loaded
        }
    };
    let position = position(arguments.fen.as_deref(), arguments.variant)?;
    let score = network.evaluate(&position);
    writeln!(out, "Game         {}", network.variant())?;
    writeln!(
        out,
        "Layers       768 inputs for each side, {} hidden, {} out",
        network.width(),
        network.output_buckets()
    )?;
    writeln!(out, "Position     {position}")?;
    match Evaluation::new(score, &position) {
        Evaluation::Centipawns(hundredths) => {
            writeln!(out, "Evaluation   {hundredths} cp for {} ({score} inside)", position.turn())?;
        }
        Evaluation::Mate(moves) => writeln!(out, "Evaluation   mate in {moves}")?,
    }
    Ok(())
}

/// The network of a file.
pub(super) fn read(path: &Path) -> Result<Network, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::about(path, error))?;
    Network::from_bytes(&bytes).map_err(|error| Failure::about(path, error))
}
