//! `ouro match`: matches between UCI engines.

mod resume;
mod summary;

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ouro_lab::matches::{
    Adjudication, EngineConfig, Match, OpeningBook, PairResults, Progress, Sprt, TimeControl,
};
use ouro_rules::Variant;

use crate::failure::Failure;
use resume::{finished_pairs, settings_tag};
use summary::summary;

/// Play matches between UCI engines
///
/// Each opening is played twice with colours reversed, and errors are computed from these game pairs
/// (pentanomial). An engine that crashes, plays an illegal move or exceeds its time loses the game.
#[derive(clap::Args)]
#[command(
    name = "match",
    after_help = "Examples:\n  ouro match --engine ./new --engine ./old --variant selfcapture --nodes 10000 --sprt 0,10\n  ouro match --engine 'name=ouro cmd=./ouro option.Hash=64' --engine stockfish --tc 2+0.02 --openings book.epd --games 200 --pgn games.pgn"
)]
pub(crate) struct Arguments {
    /// A program, or settings such as 'name=new cmd=./ouro arg=A option.Hash=16'; give at least two engines
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<EngineConfig>,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Time control in seconds, for example 2+0.02
    #[arg(long, value_name = "BASE+INC", value_parser = TimeControl::parse_clock, group = "time_control")]
    tc: Option<TimeControl>,
    /// Nodes per move
    #[arg(long, value_name = "N", group = "time_control", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth per move
    #[arg(long, value_name = "N", group = "time_control", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Opening book in EPD or PGN format [default: balanced openings of random moves]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of random openings
    #[arg(long, value_name = "N", default_value_t = 8, conflicts_with = "openings",
        value_parser = clap::value_parser!(u16).range(0..=40))]
    random_plies: u16,
    /// Seed of the order of the book or of the random openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of games per pairing, rounded down to game pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Stop when the SPRT between these Elo differences is decided, for example 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Milliseconds by which an engine may exceed its clock before it loses on time
    #[arg(long, value_name = "MS", default_value_t = 0)]
    time_margin: u64,
    /// Play every game to its end by the rules
    #[arg(long)]
    no_adjudication: bool,
    /// Append the games to this PGN file; a match that is started again continues after the last complete pair
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(',').and_then(|(elo0, elo1)| {
        Some(Sprt { elo0: elo0.trim().parse().ok()?, elo1: elo1.trim().parse().ok()? })
    });
    bounds
        .filter(|sprt| sprt.elo0 < sprt.elo1 && sprt.elo0.abs() <= 1e3 && sprt.elo1.abs() <= 1e3)
        .ok_or_else(|| "expected two numbers with elo0 < elo1, for example 0,10".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let engine_match = configure(arguments)?;
    warn_about_repetition(&engine_match)?;
    let (finished, mut pgn) = match &arguments.pgn {
        Some(path) => (finished_pairs(path, &engine_match)?, Some(open_for_append(path)?)),
        None => (PairResults::new(), None),
    };
    let live = io::stderr().is_terminal();
    let mut write_error = None;
    let mut report = |progress: &Progress| {
        if let Some(file) = &mut pgn
            && let Err(error) = file.write_all(pair_pgn(&engine_match, progress).as_bytes())
        {
            write_error.get_or_insert(error);
        }
        let line = summary(&engine_match, progress.players, &progress.score);
        let mut err = io::stderr().lock();
        let _ = if live { write!(err, "\r{line}\x1b[K") } else { writeln!(err, "{line}") };
    };
    let scores = engine_match
        .run(&finished, &mut report)
        .map_err(|error| Failure::BadInput(error.to_string()))?;
    if live {
        // The progress line gives way to the results.
        write!(io::stderr(), "\r\x1b[K")?;
    }
    for (players, score) in engine_match.pairings().into_iter().zip(&scores) {
        writeln!(out, "{}", summary(&engine_match, players, score))?;
    }
    match write_error {
        Some(error) => Err(Failure::Io(format!("failed to write all games: {error}"))),
        None => Ok(()),
    }
}

/// Returns the match that the arguments describe.
fn configure(arguments: &Arguments) -> Result<Match, Failure> {
    if arguments.engines.len() < 2 {
        return Err(Failure::BadInput("a match needs at least two engines".to_owned()));
    }
    let time_control = arguments
        .tc
        .or(arguments.nodes.map(TimeControl::Nodes))
        .or(arguments.depth.map(TimeControl::Depth))
        .ok_or_else(|| Failure::BadInput("give one of --tc, --nodes and --depth".to_owned()))?;
    let pairs = arguments.games as usize / 2;
    let openings = match &arguments.openings {
        Some(path) => OpeningBook::read(path, arguments.variant, arguments.seed)
            .map_err(|error| Failure::BadInput(error.to_string()))?,
        None => OpeningBook::random(
            arguments.variant,
            usize::from(arguments.random_plies),
            pairs,
            arguments.seed,
        )
        .map_err(|_| Failure::Io("not enough memory to generate openings".to_owned()))?,
    };
    let adjudication = if arguments.no_adjudication {
        Adjudication::default()
    } else {
        Adjudication { win: Some((4, 1_000)), draw_from: Some(40) }
    };
    Ok(Match {
        engines: arguments.engines.clone(),
        variant: arguments.variant,
        time_control,
        time_margin: Duration::from_millis(arguments.time_margin),
        openings,
        pairs,
        concurrency: usize::from(arguments.concurrency),
        adjudication,
        sprt: arguments.sprt,
    })
}

/// Warns if the openings repeat in a match without clocks, where engines repeat their games too.
fn warn_about_repetition(engine_match: &Match) -> Result<(), Failure> {
    let Match { time_control, openings, pairs, .. } = engine_match;
    let deterministic = !matches!(time_control, TimeControl::Clock { .. });
    if deterministic && openings.count() < *pairs {
        writeln!(
            io::stderr(),
            "warning: {pairs} game pairs repeat {} openings, so the true error is larger than the one shown",
            openings.count()
        )?;
    }
    Ok(())
}

fn open_for_append(path: &Path) -> Result<File, Failure> {
    let failed = |error| Failure::Io(format!("failed to write {}: {error}", path.display()));
    OpenOptions::new().create(true).append(true).open(path).map_err(failed)
}

/// Returns the two games of a pair as PGN.
fn pair_pgn(engine_match: &Match, progress: &Progress) -> String {
    let [first, second] = progress.players.map(|i| &engine_match.engines[i].name);
    let pairings = engine_match.pairings();
    let pairing = pairings.iter().position(|pairing| *pairing == progress.players);
    let mut text = String::new();
    for (i, record) in progress.records.iter().enumerate() {
        let (white, black) = if i == 0 { (first, second) } else { (second, first) };
        let round = format!("{}.{}.{}", pairing.unwrap_or(0) + 1, progress.pair + 1, i + 1);
        let mut pgn = record.pgn(white, black, &round);
        pgn.tags.push(("Settings".to_owned(), settings_tag(engine_match, progress.players)));
        text.push_str(&format!("{pgn}\n"));
    }
    text
}
