//! `ouro selfplay`: self-play data generation, and tools for its files.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ouro_engine::{Networks, Signals, bench};
use ouro_lab::selfplay::{
    Datagen, GameReader, Relabel, SelfPlayGame, SelfPlaySettings, SelfPlayStats, WdlCounts,
    game_files,
};
use ouro_rules::Variant;

use super::book;
use crate::failure::Failure;

/// Generate training data by self-play
///
/// Games start with random moves, some from endings. A quarter of the chess games start from double Chess960
/// positions. The games are written to a folder in chunks, and manifest.tsv lists the complete ones. An
/// interrupted run resumes when the same command is started again.
#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  ouro selfplay --variant selfcapture --nodes 5000 --games 10000 --out games\n  ouro selfplay stats games"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Folder to write the games to
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// The variant: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Number of games of the run
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Number of games of a chunk
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    chunk_games: u64,
    /// Soft node limit per move; the hard limit is twice as large
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies at the start of a game, or plies of the book
    #[arg(long, value_name = "MIN-MAX", default_value = "4-12", value_parser = ply_range)]
    random_plies: RangeInclusive<usize>,
    /// Opening book from which the games start, in place of random moves; 'embedded' for the one in the program
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Network file to evaluate with [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads, each with its own game [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Print statistics of games: results, positions and self-captures
    #[command(after_help = "Example:\n  ouro selfplay stats games")]
    Stats {
        /// Files of self-play games, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Fit the WDL model and the score scale to the results of games
    #[command(after_help = "Example:\n  ouro selfplay fit games")]
    Fit {
        /// Files of self-play games of one variant, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Search a sample of the quiet positions of games again, with more nodes or a newer network
    ///
    /// Each file of games becomes one file of positions that `ouro train` reads. An interrupted run resumes
    /// when the same command is started again.
    #[command(
        after_help = "Example:\n  ouro selfplay relabel --nodes 2000 --one-in 5 --out relabelled games"
    )]
    Relabel {
        /// Files of self-play games, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Folder to write the positions to
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Soft node limit per position; the hard limit is twice as large
        #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Search one in this many quiet positions
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
        one_in: u64,
        /// Network file to evaluate with [default: the embedded network of the variant]
        #[arg(long, value_name = "FILE")]
        net: Option<PathBuf>,
        /// Seed of the sample
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Threads, each with its own file [default: number of processors]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
        threads: Option<u16>,
    },
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match (&arguments.command, &arguments.out) {
        (Some(Command::Stats { files }), _) => stats(files, out),
        (Some(Command::Fit { files }), _) => fit(files, out),
        (Some(Command::Relabel { files, out, nodes, one_in, net, seed, threads }), _) => {
            let relabel = Relabel {
                nodes: *nodes,
                interval: *one_in,
                networks: networks(net.as_deref())?,
                signature: signature()?,
                seed: *seed,
                threads: thread_count(*threads),
            };
            relabel_files(&relabel, files, out)
        }
        (None, Some(path)) => generate(arguments, path),
        (None, None) => Err(Failure::BadInput("--out DIR is required".to_owned())),
    }
}

/// Parses a number of plies or a range of them, as in `4-12`.
fn ply_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max && max <= 40 => Ok(min..=max),
        _ => Err("expected a number up to 40, or two as in 4-12".to_owned()),
    }
}

/// Reads the games of files in order.
pub(super) fn for_each_game(
    files: &[PathBuf],
    mut work: impl FnMut(&SelfPlayGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for path in &game_files(files)? {
        let file = File::open(path).map_err(|error| Failure::about(path, error))?;
        let games =
            GameReader::new(BufReader::new(file)).map_err(|error| Failure::about(path, error))?;
        for game in games {
            work(&game.map_err(|error| Failure::about(path, error))?)?;
        }
    }
    Ok(())
}

fn stats(files: &[PathBuf], out: &mut impl Write) -> Result<(), Failure> {
    let mut stats = SelfPlayStats::default();
    for_each_game(files, |game| {
        stats.add(game);
        Ok(())
    })?;
    writeln!(out, "{stats}")?;
    Ok(())
}

fn fit(files: &[PathBuf], out: &mut impl Write) -> Result<(), Failure> {
    let mut counts = WdlCounts::default();
    let mut variant = None;
    for_each_game(files, |game| {
        if !game.is_variant(*variant.get_or_insert(game.start.variant())) {
            let message = "the files contain games of chess and of self-capture chess";
            return Err(Failure::BadInput(message.to_owned()));
        }
        counts.add(game);
        Ok(())
    })?;
    let model = counts.fit();
    let [midpoint, midpoint_slope] = model.midpoint;
    let [spread, spread_slope] = model.spread;
    writeln!(out, "Positions     {}", counts.positions())?;
    writeln!(
        out,
        "Midpoint      {midpoint:.0} {midpoint_slope:+.0} × material: the score that wins 50 % of games"
    )?;
    writeln!(out, "Spread        {spread:.0} {spread_slope:+.0} × material")?;
    writeln!(out, "Loss          {:.4}", counts.loss(&model))?;
    writeln!(
        out,
        "Score scale   {}: the score with an expected score of 73 %",
        counts.score_scale()
    )?;
    Ok(())
}

fn generate(arguments: &Arguments, path: &Path) -> Result<(), Failure> {
    if arguments.variant == Variant::Chess960 {
        let message = "--variant chess includes Chess960 games: use it instead of chess960";
        return Err(Failure::BadInput(message.to_owned()));
    }
    let datagen = Datagen {
        settings: SelfPlaySettings {
            variant: arguments.variant,
            nodes: arguments.nodes,
            random_plies: arguments.random_plies.clone(),
            seed: arguments.seed,
            book: match &arguments.book {
                Some(path) => Some(Arc::new(book::read(path, arguments.variant)?)),
                None => None,
            },
        },
        games: arguments.games,
        chunk_games: arguments.chunk_games,
        networks: networks(arguments.net.as_deref())?,
        signature: signature()?,
        threads: thread_count(arguments.threads),
    };
    let mut progress = Progress::new(datagen.games);
    datagen
        .run(path, &mut |games, positions| progress.update(games, positions))
        .map_err(|error| Failure::about(path, error))?;
    progress.bar.finish();
    Ok(())
}

/// Searches positions again and prints a line after each file.
fn relabel_files(relabel: &Relabel, files: &[PathBuf], out: &Path) -> Result<(), Failure> {
    let files = game_files(files)?;
    let mut report = |done: usize, positions: u64| {
        let _ = writeln!(io::stderr(), "{done}/{} files, {positions} positions", files.len());
    };
    relabel.run(&files, out, &mut report).map_err(|error| Failure::about(out, error))
}

/// Returns the embedded networks, with that of a file in place of its variant's.
fn networks(file: Option<&Path>) -> Result<Networks, Failure> {
    let mut networks = Networks::embedded();
    if let Some(path) = file {
        networks.set(super::net::read(path)?);
    }
    Ok(networks)
}

/// Returns the signature of the engine: the nodes of its bench.
fn signature() -> Result<u64, Failure> {
    let result = bench::bench(bench::DEPTH, &Signals::default())
        .map_err(|_| Failure::Io("not enough memory for the bench".to_owned()))?;
    Ok(result.nodes)
}

/// Returns a number of threads, by default that of the processors.
fn thread_count(threads: Option<u16>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    threads.map_or(processors, usize::from)
}

/// The interval of progress lines if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// The progress of a run: a bar on a terminal, lines elsewhere.
struct Progress {
    bar: ProgressBar,
    live: bool,
    /// The number of games of the run.
    total: u64,
    /// The time, games and positions at the start of the run.
    start: Option<(Instant, u64, u64)>,
    last_line: Instant,
}

impl Progress {
    fn new(total: u64) -> Progress {
        let live = io::stderr().is_terminal();
        let bar = if live { ProgressBar::new(total) } else { ProgressBar::hidden() };
        let template = "{bar:30} {pos}/{len} games, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, live, total, start: None, last_line: Instant::now() }
    }

    fn update(&mut self, games: u64, positions: u64) {
        let (start, first_game, first_position) = *self.start.get_or_insert_with(|| {
            self.bar.set_position(games);
            self.bar.reset_eta();
            (Instant::now(), games, positions)
        });
        let seconds = start.elapsed().as_secs_f64().max(0.001);
        let speed = (positions - first_position) as f64 / seconds;
        self.bar.set_position(games);
        self.bar.set_message(format!("{positions} positions, {speed:.0} positions/s"));
        if !self.live && (self.last_line.elapsed() >= LINE_INTERVAL || games == self.total) {
            self.last_line = Instant::now();
            let left = self.total.saturating_sub(games) as f64 * seconds
                / (games - first_game).max(1) as f64;
            let _ = writeln!(
                io::stderr(),
                "{games}/{} games, {positions} positions, {speed:.0} positions/s, {left:.0} s left",
                self.total
            );
        }
    }
}
