//! `ouro train`: network training on self-play games.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use ouro_engine::network::{HeadKind, MAX_WIDTH};
use ouro_lab::selfplay::game_files;
use ouro_lab::train::{
    Dataset, DatasetError, DatasetSettings, EpochLoss, TrainSettings, Trainer, loss_plot,
};
use ouro_rules::Variant;

use crate::failure::Failure;

/// Train a network on self-play games
///
/// The quiet positions are written to shards next to the network, so the games may exceed the memory. A
/// checkpoint is written after every epoch. An interrupted training resumes from it when the same command is
/// started again.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro train --variant chess --out chess.nn --plot losses.svg games\n  ouro train --both-variants --out both.nn chess selfcapture\n  ouro train --variant selfcapture --from both.checkpoint --epochs 1 --learning-rate 0.0003 --out selfcapture.nn selfcapture"
)]
pub(crate) struct Arguments {
    /// Files of self-play games, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Variant of the network: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Accept games of chess and of self-capture chess
    #[arg(long)]
    both_variants: bool,
    /// Head of the network: linear (SCReLU and one layer) or layered (pairwise multiplication and three layers)
    #[arg(long, default_value_t)]
    head: HeadKind,
    /// Width of the accumulators, a multiple of 32 (linear head) or 64 (layered) up to 1536 [default: 512, layered: 1024]
    #[arg(long, value_name = "N")]
    width: Option<usize>,
    /// Output buckets, selected by the number of pieces
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=8))]
    output_buckets: u8,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Peak of the learning-rate schedule (warm-up, then cosine decay)
    #[arg(long, value_name = "RATE", default_value_t = 0.005)]
    learning_rate: f32,
    /// Weight decay of AdamW, from 0 to 10; smaller for more positions
    #[arg(long, value_name = "DECAY", default_value_t = 0.02)]
    weight_decay: f32,
    /// Share of the game result in the label, from 0 to 1; the rest is the search score. Small for games with few nodes per move
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    wdl_share: f32,
    /// Search score that counts as an expected score of 73 %; larger values than `ouro selfplay fit` prints have gained strength
    #[arg(long, value_name = "SCORE", default_value_t = 340.0)]
    score_scale: f32,
    /// Start with the weights of this checkpoint or network, widened to --width [default: random weights]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write an SVG plot of the losses
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Threads [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
    /// Seed of the initial weights and of the order of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(arguments)?;
    let data = load(arguments, settings.threads)?;
    writeln!(
        out,
        "{} training positions, {} validation positions, {} duplicates dropped",
        data.training_count(),
        data.validation_count(),
        data.duplicates()
    )?;
    let checkpoint = arguments.out.with_extension("checkpoint");
    let from = arguments.from.as_deref();
    let mut trainer = if checkpoint.exists() {
        writeln!(out, "resuming from {}", checkpoint.display())?;
        Trainer::resume(settings, from, &data, &checkpoint)
    } else {
        Trainer::new(settings, from)
    }
    .map_err(bad_input)?;
    out.flush()?;

    while !trainer.is_finished() {
        let loss = epoch(arguments, &mut trainer, &data, out)?;
        if !loss.training.is_finite() {
            let message = "the loss is not finite: try a smaller --learning-rate";
            return Err(Failure::BadInput(message.to_owned()));
        }
        trainer.save(&data, &checkpoint).map_err(bad_input)?;
    }
    let (network, error) = trainer.quantise(&data).map_err(bad_input)?;
    std::fs::write(&arguments.out, network.to_bytes())?;
    writeln!(
        out,
        "wrote {}: quantisation error {:.2} on average, {:.1} at most, over {} positions",
        arguments.out.display(),
        error.mean,
        error.max,
        error.positions
    )?;
    if let Some(path) = &arguments.plot {
        let title = format!("Training, {}", arguments.variant);
        std::fs::write(path, loss_plot(&title, trainer.losses()))?;
    }
    data.delete()?;
    Ok(())
}

fn bad_input(error: impl Display) -> Failure {
    Failure::BadInput(error.to_string())
}

/// Returns the settings of the training after checking their ranges.
fn settings(arguments: &Arguments) -> Result<TrainSettings, Failure> {
    let default_width = match arguments.head {
        HeadKind::Linear => 512,
        HeadKind::Layered => 1_024,
    };
    let (width, multiple) =
        (arguments.width.unwrap_or(default_width), arguments.head.width_multiple());
    if width == 0 || width > MAX_WIDTH || !width.is_multiple_of(multiple) {
        let message = format!("--width must be a multiple of {multiple} up to {MAX_WIDTH}");
        return Err(bad_input(message));
    }
    if !(0.0..=1.0).contains(&arguments.wdl_share) {
        return Err(bad_input("--wdl-share must be between 0 and 1"));
    }
    for (value, flag) in
        [(arguments.learning_rate, "--learning-rate"), (arguments.score_scale, "--score-scale")]
    {
        if !value.is_finite() || value <= 0.0 {
            return Err(bad_input(format_args!("{flag} must be positive")));
        }
    }
    if !(0.0..=10.0).contains(&arguments.weight_decay) {
        return Err(bad_input("--weight-decay must be between 0 and 10"));
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(TrainSettings {
        variant: arguments.variant,
        head: arguments.head,
        width,
        output_buckets: usize::from(arguments.output_buckets),
        epochs: arguments.epochs as usize,
        batch_size: arguments.batch as usize,
        learning_rate: arguments.learning_rate,
        weight_decay: arguments.weight_decay,
        wdl_share: arguments.wdl_share,
        score_scale: arguments.score_scale,
        threads: arguments.threads.map_or(processors, usize::from),
        seed: arguments.seed,
    })
}

/// Builds the dataset from the quiet positions of all files.
fn load(arguments: &Arguments, threads: usize) -> Result<Dataset, Failure> {
    let files = game_files(&arguments.files)?;
    let bar = progress_bar(files.len(), "reading games {bar:30} {pos}/{len} files, {eta} left");
    let settings = DatasetSettings {
        variant: (!arguments.both_variants).then_some(arguments.variant),
        folder: arguments.out.with_extension("shards"),
        threads,
    };
    let data = Dataset::build(&files, &settings, &|count| bar.set_position(count as u64));
    bar.finish_and_clear();
    data.map_err(|error| match error {
        DatasetError::Variant(..) => {
            bad_input(format_args!("{error}: add --both-variants to use them"))
        }
        error => bad_input(error),
    })
}

/// Returns a progress bar, hidden if standard error is not a terminal.
fn progress_bar(length: usize, template: &str) -> ProgressBar {
    let live = io::stderr().is_terminal();
    let bar = if live { ProgressBar::new(length as u64) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Trains one epoch with a progress bar and prints its losses.
fn epoch(
    arguments: &Arguments,
    trainer: &mut Trainer,
    data: &Dataset,
    out: &mut impl Write,
) -> Result<EpochLoss, Failure> {
    let count = data.training_count();
    let bar = progress_bar(count, "{msg} {bar:30} {percent} %, {per_sec}, {eta} left");
    bar.set_message(format!("epoch {}/{}", trainer.losses().len() + 1, arguments.epochs));
    let start = Instant::now();
    let loss = trainer
        .epoch(data, &mut |positions| bar.set_position(positions as u64))
        .map_err(bad_input)?;
    bar.finish_and_clear();
    let speed = count as f64 / start.elapsed().as_secs_f64().max(0.001);
    let validation = match data.validation_count() {
        0 => "none".to_owned(),
        _ => format!("{:.6}", loss.validation),
    };
    writeln!(
        out,
        "epoch {:>3}/{}  training loss {:.6}  validation loss {validation}  {speed:.0} positions/s",
        loss.epoch, arguments.epochs, loss.training
    )?;
    out.flush()?;
    Ok(loss)
}
