//! `ouro net`: the architecture of a network and its static evaluation.

use std::io::Write;
use std::path::{Path, PathBuf};

use ouro_engine::network::Network;
use ouro_engine::{Evaluation, Networks};
use ouro_rules::Variant;

use super::position;
use crate::failure::Failure;

/// Print the architecture of a network and its static evaluation of a position
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro net --variant selfcapture\n  ouro net chess.nn --fen '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'"
)]
pub(crate) struct Arguments {
    /// Network file [default: the embedded network of the variant]
    file: Option<PathBuf>,
    /// Variant of the embedded network and of the position: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Position in FEN [default: the start position]
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
    writeln!(out, "Variant        {}", network.variant())?;
    writeln!(out, "Architecture   (768 → {})×2 → 1×{}", network.width(), network.output_buckets())?;
    writeln!(out, "Position       {position}")?;
    match Evaluation::new(score, &position) {
        Evaluation::Centipawns(centipawns) => {
            writeln!(
                out,
                "Static eval    {centipawns} cp for {} (internal score {score})",
                position.turn()
            )?;
        }
        Evaluation::Mate(moves) => writeln!(out, "Static eval    mate in {moves}")?,
    }
    Ok(())
}

/// Reads a network file.
pub(super) fn read(path: &Path) -> Result<Network, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::about(path, error))?;
    Network::from_bytes(&bytes).map_err(|error| Failure::about(path, error))
}
