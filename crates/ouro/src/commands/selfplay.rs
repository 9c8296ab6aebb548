//! `ouro selfplay`: games of the engine with itself, and what can be done with them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ouro_engine::Networks;
use ouro_lab::puzzles::puzzles;
use ouro_lab::selfplay::{Census, Games, Outcomes, Recipe, Run, SelfPlayGame, write_header};
use ouro_rules::Variant;

use crate::failure::Failure;

/// Let the engine play against itself and keep the games, for learning
///
/// Games start from random quiet moves; a quarter of the chess games from shuffled back ranks. A run
/// that was interrupted goes on where it was when it is started again.
#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  ouro selfplay --variant selfcapture --nodes 5000 --games 10000 --out games.osp\n  ouro selfplay stats games.osp\n  ouro selfplay merge all.osp one.osp two.osp"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The file that the games go to
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// The game: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// How many games the file shall have
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Nodes for each move; the iteration under way may take as many again
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies at the start of a game, and perhaps one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=40))]
    random_plies: u16,
    /// Begin games of self-capture chess in the middle of a quick one, just after a self-capture
    #[arg(long)]
    after_self_captures: bool,
    /// Evaluate with the network of this file
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Another seed gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at once; as many as there are processors without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Tell what the games of files are like
    Stats {
        /// Files of self-play games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Find out what scores mean: the score that wins half of the games, and the chances around it
    Fit {
        /// Files of self-play games of one kind
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Find positions in which one move alone forces mate, proved by looking at every move, as EPD
    Puzzles {
        /// In how many moves at the most
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=5))]
        moves: u32,
        /// Only those that are solved by taking an own piece
        #[arg(long)]
        self_captures: bool,
        /// Files of self-play games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Join files of games into one
    Merge {
        /// The file to write
        out: PathBuf,
        /// The files to join
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match (&arguments.command, &arguments.out) {
        (Some(Command::Stats { files }), _) => {
            let mut census = Census::default();
            for_each_game(files, |game| {
                census.add(game);
                Ok(())
            })?;
            writeln!(out, "{census}")?;
            Ok(())
        }
        (Some(Command::Fit { files }), _) => {
            let mut outcomes = Outcomes::default();
            let mut kind = None;
            for_each_game(files, |game| {
                if !game.is_of(*kind.get_or_insert(game.start.variant())) {
                    return Err(Failure::BadInput(MIXED.to_owned()));
                }
                outcomes.add(game);
                Ok(())
            })?;
            let model = outcomes.fit();
            writeln!(out, "Positions  {}", outcomes.positions())?;
            writeln!(
                out,
                "Even       {:.0} and {:+.0} with all material",
                model.midpoint[0], model.midpoint[1]
            )?;
            writeln!(
                out,
                "Spread     {:.0} and {:+.0} with all material",
                model.spread[0], model.spread[1]
            )?;
            writeln!(out, "Loss       {:.4}", outcomes.loss(&model))?;
            writeln!(out, "Scale      {}: a side with this score scores 73 %", outcomes.scale())?;
            Ok(())
        }
        (Some(Command::Puzzles { moves, self_captures, files }), _) => {
            for_each_game(files, |game| {
                for puzzle in puzzles(game, *moves) {
                    if !self_captures || puzzle.needs_self_capture() {
                        writeln!(out, "{}", puzzle.epd())?;
                    }
                }
                Ok(())
            })
        }
        (Some(Command::Merge { out: target, files }), _) => merge(target, files, out),
        (None, Some(path)) => play(arguments, path),
        (None, None) => Err(Failure::BadInput("say where the games go: --out FILE".to_owned())),
    }
}

const MIXED: &str = "the files have games of chess and of self-capture chess";

/// Reads the games of files one after the other.
pub(super) fn for_each_game(
    files: &[PathBuf],
    mut work: impl FnMut(&SelfPlayGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for path in files {
        let file = File::open(path).map_err(|error| Failure::about(path, error))?;
        let games =
            Games::new(BufReader::new(file)).map_err(|error| Failure::about(path, error))?;
        for game in games {
            work(&game.map_err(|error| Failure::about(path, error))?)?;
        }
    }
    Ok(())
}

fn merge(target: &Path, files: &[PathBuf], out: &mut impl Write) -> Result<(), Failure> {
    let file = File::create_new(target).map_err(|error| Failure::about(target, error))?;
    let mut joined = BufWriter::new(file);
    write_header(&mut joined)?;
    let mut count = 0_u64;
    let mut bytes = Vec::new();
    for_each_game(files, |game| {
        bytes.clear();
        game.encode(&mut bytes);
        count += 1;
        Ok(joined.write_all(&bytes)?)
    })?;
    joined.flush()?;
    writeln!(out, "{} has {count} games", target.display())?;
    Ok(())
}

/// How often a line is written where there is no terminal for a bar.
const LINE_EVERY: Duration = Duration::from_secs(60);

fn play(arguments: &Arguments, path: &Path) -> Result<(), Failure> {
    if arguments.variant == Variant::Chess960 {
        let sentence = "chess games include shuffled ones: write --variant chess";
        return Err(Failure::BadInput(sentence.to_owned()));
    }
    if arguments.after_self_captures && arguments.variant != Variant::SelfCapture {
        let sentence =
            "there are self-captures in self-capture chess only: write --variant selfcapture";
        return Err(Failure::BadInput(sentence.to_owned()));
    }
    let mut networks = Networks::embedded();
    if let Some(path) = &arguments.net {
        networks.set(super::net::read(path)?);
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run {
        recipe: Recipe {
            variant: arguments.variant,
            nodes: arguments.nodes,
            random_plies: usize::from(arguments.random_plies),
            after_self_captures: arguments.after_self_captures,
            seed: arguments.seed,
        },
        games: arguments.games,
        networks,
        threads: arguments.threads.map_or(processors, usize::from),
    };
    let live = io::stderr().is_terminal();
    let bar = if live { ProgressBar::new(run.games) } else { ProgressBar::hidden() };
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos} of {len} games, {msg}, {eta} left")
    {
        bar.set_style(style);
    }
    let mut started: Option<(Instant, u64, u64)> = None;
    let mut last_line = Instant::now();
    run.into_file(path, &mut |games, positions| {
        let (start, first, before) = *started.get_or_insert_with(|| {
            bar.set_position(games);
            bar.reset_eta();
            (Instant::now(), games, positions)
        });
        let seconds = start.elapsed().as_secs_f64().max(0.001);
        let speed = (positions - before) as f64 / seconds;
        bar.set_position(games);
        bar.set_message(format!("{positions} positions, {speed:.0} a second"));
        if !live && (last_line.elapsed() >= LINE_EVERY || games == run.games) {
            last_line = Instant::now();
            let left = (run.games - games) as f64 * seconds / (games - first).max(1) as f64;
            let _ = writeln!(
                io::stderr(),
                "{games} of {} games, {positions} positions, {speed:.0} a second, {left:.0} s left",
                run.games
            );
        }
    })
    .map_err(|error| Failure::about(path, error))?;
    bar.finish();
    Ok(())
}
