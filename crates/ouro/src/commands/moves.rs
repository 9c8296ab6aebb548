//! `ouro moves`: the legal moves of a position.

use std::io::Write;

use ouro_rules::Variant;

use crate::failure::Failure;

/// List the legal moves of a position, one a line
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro moves 'r3k3/8/8/8/8/8/8/4K3 b q - 0 1' --san\n  ouro moves --variant selfcapture"
)]
pub(crate) struct Arguments {
    /// The position; the start position if it is left out
    fen: Option<String>,
    /// The game: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Write moves as in Nxd2 instead of b1d2
    #[arg(long)]
    san: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let position = super::position(arguments.fen.as_deref(), arguments.variant)?;
    let write = |mv| if arguments.san { position.san(mv) } else { position.uci(mv) };
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(write).collect();
    moves.sort_unstable();
    for mv in moves {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}
