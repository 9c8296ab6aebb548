//! `ouro moves`: the legal moves of a position.

use std::io::Write;

use ouro_rules::Variant;

use crate::failure::Failure;

/// List the legal moves of a position, one per line
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro moves 'r3k3/8/8/8/8/8/8/4K3 b q - 0 1' --san\n  ouro moves --variant selfcapture"
)]
pub(crate) struct Arguments {
    /// Position in FEN [default: the start position]
    fen: Option<String>,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Print moves in SAN (Nxd2) instead of UCI notation (b1d2)
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
