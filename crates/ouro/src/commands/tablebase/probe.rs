//! `ouro tablebase probe`: the result of a position and of its moves.

use std::io::Write;
use std::path::PathBuf;

use ouro_rules::Variant;
use ouro_server::TablebaseAnswer;
use ouro_tablebase::{Probe, Tablebase};

use super::folder_failure;
use crate::commands::position;
use crate::failure::Failure;

/// Print the result of a position and of all its moves, best first
///
/// Distances are in plies, from the point of view of the side to move: positive if it wins. The category
/// respects the halfmove clock. The result of a move is that of the position after it, for the opponent.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro tablebase probe '8/8/8/8/8/2k5/8/R3K3 w - - 0 1' --variant selfcapture --path tables/selfcapture"
)]
pub(crate) struct Arguments {
    /// Position in FEN
    fen: String,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Folder of tables [default: three men of self-capture chess]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Print JSON in the format of lichess' tablebase API
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let position = position(Some(&arguments.fen), arguments.variant)?;
    let tables = match &arguments.path {
        Some(path) => Tablebase::open(path, arguments.variant).map_err(|e| folder_failure(&e))?,
        None => Tablebase::embedded(),
    };
    let bad_input = |error: ouro_tablebase::ProbeError| Failure::BadInput(error.to_string());
    if arguments.json {
        let answer = TablebaseAnswer::probe(&tables, &position).map_err(bad_input)?;
        let json = serde_json::to_string_pretty(&answer);
        writeln!(out, "{}", json.map_err(|error| Failure::Io(error.to_string()))?)?;
        return Ok(());
    }
    let probe = tables.probe(&position).map_err(bad_input)?;
    let moves = tables.probe_moves(&position).map_err(bad_input)?;
    writeln!(out, "{}", describe(probe))?;
    for entry in &moves {
        writeln!(out, "{:8} {}", position.san(entry.mv), describe(entry.after))?;
    }
    Ok(())
}

fn describe(probe: Probe) -> String {
    let dtm = probe.dtm.map_or(String::new(), |dtm| format!(", dtm {dtm}"));
    format!("{:12} dtz {}{dtm}", probe.category.name(), probe.dtz)
}
