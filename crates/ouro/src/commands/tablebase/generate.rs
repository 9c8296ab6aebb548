//! `ouro tablebase generate`: retrograde analysis.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use ouro_rules::Variant;
use ouro_tablebase::{Generator, GeneratorProgress, MAX_MEN, Material};

use super::{default_threads, folder_failure};
use crate::failure::Failure;

/// Generate tables by retrograde analysis
///
/// Tables that the folder has already are kept, so an interrupted run continues when the same command is
/// started again. The files do not depend on the number of threads.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro tablebase generate --variant selfcapture --men 4 --out tables/selfcapture\n  ouro tablebase generate --variant chess --material KRPvKR --out tables/chess"
)]
pub(crate) struct Arguments {
    /// The variant: chess or selfcapture
    #[arg(long)]
    variant: Variant,
    /// Generate all tables with up to this many men, kings included
    #[arg(long, value_name = "N", required_unless_present = "material",
        value_parser = clap::value_parser!(u8).range(3..=MAX_MEN as i64))]
    men: Option<u8>,
    /// Generate the table of a material and all that it depends on; may be repeated
    #[arg(long, value_name = "MATERIAL")]
    material: Vec<Material>,
    /// Folder to write the tables to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Moves without capture or pawn move after which a game is drawn
    #[arg(long, value_name = "MOVES", default_value_t = 50,
        value_parser = clap::value_parser!(u16).range(1..=1_000))]
    move_limit: u16,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.variant == Variant::Chess960 {
        let message = "tables have no castling rights: use --variant chess for Chess960";
        return Err(Failure::BadInput(message.to_owned()));
    }
    if arguments.material.contains(&Material::KINGS) {
        return Err(Failure::BadInput("two kings are always a draw and have no table".to_owned()));
    }
    let mut materials = arguments.material.clone();
    if let Some(men) = arguments.men {
        materials.extend((3..=usize::from(men)).flat_map(Material::all_with));
    }
    let generator = Generator::new(arguments.variant)
        .threads(default_threads(arguments.threads))
        .move_limit(arguments.move_limit);
    let mut progress = Progress::new();
    generator
        .run(&materials, &arguments.out, &mut |update| progress.update(&update))
        .map_err(|error| folder_failure(&error))?;
    progress.bar.finish_and_clear();
    Ok(())
}

/// The progress of a run: a bar on a terminal, and a line for each table.
struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    fn new() -> Progress {
        let live = io::stderr().is_terminal();
        let bar = if live { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let template = "{bar:30} {percent} % of {len} positions, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, start: Instant::now() }
    }

    fn update(&mut self, update: &GeneratorProgress) {
        self.bar.set_length(update.total);
        self.bar.set_position(update.done);
        self.bar.set_message(update.material.to_string());
        if let Some((duration, size)) = update.completed {
            let elapsed = self.start.elapsed().as_secs_f64();
            let left = (update.total - update.done) as f64 * elapsed / update.done.max(1) as f64;
            let line = format!(
                "{:8} {:6.1} s, {size} bytes; {}/{} positions, {elapsed:.0} s elapsed, {left:.0} s left",
                update.material,
                duration.as_secs_f64(),
                update.done,
                update.total
            );
            self.bar.suspend(|| {
                // If standard error is closed, there is nowhere to report to.
                let _ = writeln!(io::stderr(), "{line}");
            });
        }
    }
}
