//! `ouro tablebase probe`: the result of a position and of its moves.

use std::io::Write;
use std::path::PathBuf;

use ouro_rules::{Position, Variant};
use ouro_tablebase::{MoveProbe, Probe, Tablebase};

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
    /// Folder of tables
    #[arg(long, value_name = "DIR")]
    path: PathBuf,
    /// Print JSON in the format of lichess' tablebase API
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let position = position(Some(&arguments.fen), arguments.variant)?;
    let tables = Tablebase::open(&arguments.path, arguments.variant)
        .map_err(|error| folder_failure(&error))?;
    let bad_input = |error: ouro_tablebase::ProbeError| Failure::BadInput(error.to_string());
    let probe = tables.probe(&position).map_err(bad_input)?;
    let moves = tables.probe_moves(&position).map_err(bad_input)?;
    if arguments.json {
        let json = serde_json::to_string_pretty(&Answer::new(&position, probe, &moves));
        writeln!(out, "{}", json.map_err(|error| Failure::Io(error.to_string()))?)?;
        return Ok(());
    }
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

/// The fields of lichess' tablebase API that exist in both variants.
#[derive(serde::Serialize)]
struct Answer {
    #[serde(flatten)]
    position: PositionAnswer,
    moves: Vec<MoveAnswer>,
}

#[derive(serde::Serialize)]
struct PositionAnswer {
    category: &'static str,
    dtz: i32,
    precise_dtz: i32,
    dtm: Option<i32>,
    checkmate: bool,
    stalemate: bool,
}

#[derive(serde::Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    zeroing: bool,
    #[serde(flatten)]
    after: PositionAnswer,
}

impl Answer {
    fn new(position: &Position, probe: Probe, moves: &[MoveProbe]) -> Answer {
        let moves = moves.iter().map(|entry| {
            let mut next = position.clone();
            next.play_unchecked(entry.mv);
            MoveAnswer {
                uci: position.uci(entry.mv),
                san: position.san(entry.mv),
                zeroing: entry.zeroing,
                after: PositionAnswer::new(&next, entry.after),
            }
        });
        Answer { position: PositionAnswer::new(position, probe), moves: moves.collect() }
    }
}

impl PositionAnswer {
    fn new(position: &Position, probe: Probe) -> PositionAnswer {
        let over = !position.has_legal_moves();
        PositionAnswer {
            category: probe.category.name(),
            dtz: probe.dtz,
            precise_dtz: probe.dtz,
            dtm: probe.dtm,
            checkmate: over && position.in_check(),
            stalemate: over && !position.in_check(),
        }
    }
}
