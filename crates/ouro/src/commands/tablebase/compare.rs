//! `ouro tablebase compare`: Ouro's chess tables against Syzygy tables.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use ouro_rules::Variant;
use ouro_tablebase::folder_contents;

use super::{default_threads, syzygy};
use crate::failure::Failure;

/// Compare chess tables with Syzygy tables at every legal position
///
/// The category must be equal everywhere. The distance to zeroing must be equal where the Syzygy table is
/// precise, and equal or one ply longer where it is rounded.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ouro tablebase compare tables/chess --syzygy syzygy")]
pub(crate) struct Arguments {
    /// Folder of Ouro's chess tables
    folder: PathBuf,
    /// Folder of Syzygy tables (*.rtbw and *.rtbz)
    #[arg(long, value_name = "DIR")]
    syzygy: PathBuf,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let (materials, variant) =
        folder_contents(folder).map_err(|error| Failure::BadInput(error.to_string()))?;
    if variant != Variant::Chess {
        let message = "Syzygy tables are for chess, and these tables are not";
        return Err(Failure::about(folder, message));
    }
    let path = &arguments.syzygy;
    let tables = syzygy::open(path).map_err(|error| Failure::about(path, error))?;
    let none = || Failure::about(path, "the folder contains no Syzygy tables");
    let tables = tables.ok_or_else(none)?;
    let threads = default_threads(arguments.threads);
    let (start, mut positions, mut wrong) = (Instant::now(), 0, 0);
    writeln!(out, "material  positions  en passant  precise DTZ  rounded DTZ  different")?;
    for material in materials {
        let result = syzygy::compare(folder, material, &tables, threads)
            .map_err(|error| Failure::BadInput(error.to_string()))?;
        writeln!(
            out,
            "{material:8} {:10} {:11} {:12} {:12} {:10}",
            result.positions, result.en_passant, result.precise, result.rounded, result.wrong
        )?;
        if let Some(example) = &result.example {
            writeln!(out, "  {example}")?;
        }
        out.flush()?;
        positions += result.positions;
        wrong += result.wrong;
    }
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{positions} positions in {seconds:.0} s, {wrong} different")?;
    if wrong > 0 { Err(Failure::Reported) } else { Ok(()) }
}
