//! `ouro train`: from self-play games to a network.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use ouro_lab::train::{Data, Settings, Training, plot};
use ouro_rules::Variant;

use super::selfplay::for_each_game;
use crate::failure::Failure;

/// Train a network on self-play games
///
/// A checkpoint is written beside the network after every epoch; a training that was interrupted goes
/// on from it when it is started again.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro train --variant chess --out chess.nn --plot losses.svg games.osp"
)]
pub(crate) struct Arguments {
    /// Files of self-play games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The network to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Learn from games of chess and of self-capture chess alike: most positions mean the same in both
    #[arg(long)]
    both_games: bool,
    /// The width of the hidden layer, in steps of 32
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u16).range(32..=1024))]
    width: u16,
    /// Outputs, one for each so many pieces on the board
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=8))]
    outputs: u8,
    /// How often all positions are gone through
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions to a step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.005)]
    rate: f32,
    /// How fast weights that nothing asks for vanish: less for more positions
    #[arg(long, value_name = "DECAY", default_value_t = 0.25)]
    decay: f32,
    /// How much the result of the game counts against the score of the search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    result_share: f32,
    /// The score that is taken for 73 %; more than `ouro selfplay fit` finds in the games has proved better
    #[arg(long, value_name = "SCORE", default_value_t = 650.0)]
    score_scale: f32,
    /// Begin with the weights of this checkpoint or network
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Draw the losses here, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Threads; as many as there are processors without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
    /// Another seed gives other first weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    if !arguments.width.is_multiple_of(32) {
        return Err(Failure::BadInput("the width is a multiple of 32".to_owned()));
    }
    if !(0.0..=1.0).contains(&arguments.result_share) {
        return Err(Failure::BadInput("the share of the result is from 0 to 1".to_owned()));
    }
    for (number, name) in [(arguments.rate, "rate"), (arguments.score_scale, "scale")] {
        if !number.is_finite() || number <= 0.0 {
            return Err(Failure::BadInput(format!("the {name} is more than nothing")));
        }
    }
    if !(0.0..=10.0).contains(&arguments.decay) {
        return Err(Failure::BadInput("the decay is from 0 to 10".to_owned()));
    }
    let bad = |error: &dyn std::fmt::Display| Failure::BadInput(error.to_string());
    let mut data = Data::default();
    for_each_game(&arguments.files, |game| {
        if !arguments.both_games && !game.is_of(arguments.variant) {
            let other = game.start.variant();
            let sentence =
                format!("there are games of {other} among them; --both-games takes them");
            return Err(Failure::BadInput(sentence));
        }
        data.add(game);
        Ok(())
    })?;
    writeln!(
        out,
        "{} positions to learn from and {} kept apart",
        data.training.len(),
        data.validation.len()
    )?;
    out.flush()?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        variant: arguments.variant,
        width: usize::from(arguments.width),
        outputs: usize::from(arguments.outputs),
        epochs: arguments.epochs as usize,
        batch: arguments.batch as usize,
        rate: arguments.rate,
        decay: arguments.decay,
        result_share: arguments.result_share,
        score_scale: arguments.score_scale,
        threads: arguments.threads.map_or(processors, usize::from),
        seed: arguments.seed,
    };
    let checkpoint = arguments.out.with_extension("checkpoint");
    let mut training = if checkpoint.exists() {
        writeln!(out, "going on from {}", checkpoint.display())?;
        Training::resume(settings, arguments.from.as_deref(), &data, &checkpoint)
    } else {
        Training::new(settings, arguments.from.as_deref())
    }
    .map_err(|error| bad(&error))?;

    let live = io::stderr().is_terminal();
    let count = data.training.len();
    while !training.is_done() {
        let bar = if live { ProgressBar::new(count as u64) } else { ProgressBar::hidden() };
        let number = training.losses().len() + 1;
        let template = "{msg} {bar:30} {percent} %, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(format!("epoch {number} of {}", arguments.epochs));
        let start = Instant::now();
        let epoch = training
            .epoch(&mut data, &mut |seen| bar.set_position(seen as u64))
            .map_err(|error| bad(&error))?;
        bar.finish_and_clear();
        let speed = count as f64 / start.elapsed().as_secs_f64().max(0.001);
        writeln!(
            out,
            "epoch {:>3}  training {:.6}  validation {:.6}  {speed:.0} positions a second",
            epoch.number, epoch.training, epoch.validation
        )?;
        out.flush()?;
        if !epoch.training.is_finite() {
            return Err(Failure::BadInput("nothing is learned at this rate".to_owned()));
        }
        training.save(&data, &checkpoint).map_err(|error| bad(&error))?;
    }
    let (network, quantisation) = training.network(&data).map_err(|error| bad(&error))?;
    std::fs::write(&arguments.out, network.to_bytes())?;
    writeln!(
        out,
        "{}: in integers it differs by {:.2} on average and {:.1} at the most, in {} positions",
        arguments.out.display(),
        quantisation.mean,
        quantisation.most,
        quantisation.positions
    )?;
    if let Some(path) = &arguments.plot {
        std::fs::write(path, plot(&format!("Training, {}", arguments.variant), training.losses()))?;
    }
    Ok(())
}
