//! `ouro match`: engines against each other, with Ouro's rules as the arbiter.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ouro_lab::arena::{
    Adjudication, Contest, EngineSpec, Openings, Pace, Progress, Sprt, SprtState, Tally,
};
use ouro_rules::{PgnGame, PgnResult, Variant};

use crate::failure::Failure;

/// Play matches between UCI engines, in self-capture chess too
///
/// Each opening is played twice with colours reversed, and statistics are those of the pairs. An
/// engine that breaks, plays an illegal move or oversteps its time loses the game.
#[derive(clap::Args)]
#[command(
    name = "match",
    after_help = "Example:\n  ouro match --engine ./new --engine ./old --variant selfcapture --nodes 10000 --sprt 0,10\n  ouro match --engine 'name=ouro cmd=./ouro option.Hash=64' --engine stockfish --tc 2+0.02 --openings book.epd --games 200 --pgn games.pgn"
)]
pub(crate) struct Arguments {
    /// A program, or words such as name=new cmd=./ouro option.Hash=16; at least two of these
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<EngineSpec>,
    /// The game: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Time for each side in seconds and the increment, as in 2+0.02
    #[arg(long, value_name = "TIME", value_parser = Pace::clock, group = "pace")]
    tc: Option<Pace>,
    /// Nodes for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Start positions from an EPD or PGN file; without it, from random quiet moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many random plies openings have
    #[arg(long, value_name = "N", default_value_t = 8, conflicts_with = "openings",
        value_parser = clap::value_parser!(u16).range(0..=40))]
    random_plies: u16,
    /// Shuffles the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games between each two engines, at the most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Stop when it is decided between these differences in Elo, as in 0,10
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Play every game to its end by the rules
    #[arg(long)]
    no_adjudication: bool,
    /// Write the games here; a match that finds its games there goes on behind them
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(',').and_then(|(low, high)| {
        Some(Sprt { low: low.trim().parse().ok()?, high: high.trim().parse().ok()? })
    });
    bounds
        .filter(|sprt| sprt.low < sprt.high && sprt.low.abs() < 1e4 && sprt.high.abs() < 1e4)
        .ok_or_else(|| "two numbers, the lower one first, as in 0,10".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.engines.len() < 2 {
        return Err(Failure::BadInput("a match needs at least two engines".to_owned()));
    }
    let pace = arguments
        .tc
        .or(arguments.nodes.map(Pace::Nodes))
        .or(arguments.depth.map(Pace::Depth))
        .ok_or_else(|| Failure::BadInput("say how fast: --tc, --nodes or --depth".to_owned()))?;
    let pairs = arguments.games.div_ceil(2) as usize;
    let openings = match &arguments.openings {
        Some(path) => Openings::read(path, arguments.variant, arguments.seed)
            .map_err(|error| Failure::BadInput(error.to_string()))?,
        None => Openings::random(
            arguments.variant,
            usize::from(arguments.random_plies),
            pairs,
            arguments.seed,
        ),
    };
    let adjudication = if arguments.no_adjudication {
        Adjudication { win: None, draw_from: None }
    } else {
        Adjudication { win: Some((4, 1_000)), draw_from: Some(40) }
    };
    let contest = Contest {
        engines: arguments.engines.clone(),
        variant: arguments.variant,
        pace,
        openings,
        pairs,
        concurrency: usize::from(arguments.concurrency),
        adjudication,
        sprt: arguments.sprt,
    };
    let known = match &arguments.pgn {
        Some(path) if path.exists() => earlier_games(&fs::read(path)?, contest.pairings().len()),
        _ => Vec::new(),
    };
    let mut pgn = match &arguments.pgn {
        Some(path) => {
            let cannot =
                |error| Failure::Io(format!("{} cannot be written: {error}", path.display()));
            Some(OpenOptions::new().create(true).append(true).open(path).map_err(cannot)?)
        }
        None => None,
    };

    let live = io::stderr().is_terminal();
    let mut report = |news: &Progress| {
        let [first, second] = news.players.map(|i| &contest.engines[i].name);
        let pairing = contest.pairings().iter().position(|pair| *pair == news.players);
        for (i, record) in news.records.iter().enumerate() {
            let (white, black) = if i == 0 { (first, second) } else { (second, first) };
            let round = format!("{}.{}.{}", pairing.unwrap_or(0) + 1, news.pair + 1, i + 1);
            if let Some(file) = &mut pgn {
                // A full disk is noticed at the end of the match; the result counts either way.
                let _ = writeln!(file, "{}", record.pgn(white, black, &round));
            }
        }
        let line = summary(first, second, &news.tally, contest.sprt);
        let mut err = io::stderr().lock();
        let _ = if live { write!(err, "\r{line}\x1b[K") } else { writeln!(err, "{line}") };
    };
    let tallies = contest
        .run(&known, &AtomicBool::new(false), &mut report)
        .map_err(|error| Failure::BadInput(error.to_string()))?;
    if live {
        writeln!(io::stderr())?;
    }
    for ([first, second], tally) in contest.pairings().into_iter().zip(&tallies) {
        let [first, second] = [first, second].map(|i| &contest.engines[i].name);
        writeln!(out, "{}", summary(first, second, tally, contest.sprt))?;
    }
    Ok(())
}

/// The results of whole pairs of games in a PGN file of this match, by pairing.
fn earlier_games(bytes: &[u8], pairings: usize) -> Vec<Vec<(usize, [PgnResult; 2])>> {
    let mut games: Vec<(usize, usize, usize, PgnResult)> = Vec::new();
    for game in PgnGame::read(&String::from_utf8_lossy(bytes)).flatten() {
        let numbers: Vec<usize> = game
            .tag("Round")
            .unwrap_or("")
            .split('.')
            .filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1))
            .collect();
        if let [pairing, pair, number] = numbers[..] {
            games.push((pairing, pair, number, game.result));
        }
    }
    (0..pairings)
        .map(|pairing| {
            let result = |pair, number| {
                let same = |g: &&(usize, usize, usize, PgnResult)| {
                    (g.0, g.1, g.2) == (pairing, pair, number)
                };
                games.iter().find(same).map(|game| game.3)
            };
            let firsts = games.iter().filter(|game| game.0 == pairing && game.2 == 0);
            firsts
                .filter_map(|game| Some((game.1, [result(game.1, 0)?, result(game.1, 1)?])))
                .collect()
        })
        .collect()
}

/// The score in one line.
fn summary(first: &str, second: &str, tally: &Tally, sprt: Option<Sprt>) -> String {
    let games = tally.wins + tally.draws + tally.losses;
    let points = tally.wins as f64 + tally.draws as f64 / 2.0;
    let mut line = format!(
        "{first} - {second}: +{} ={} -{} in {games} games, {:.1} %",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * points / games.max(1) as f64,
    );
    if let Some((elo, error)) = tally.pairs.elo() {
        line.push_str(&format!(", Elo {elo:+.1} ± {error:.1}, pairs {:?}", tally.pairs.0));
    }
    if tally.faults > 0 {
        line.push_str(&format!(", {} faults", tally.faults));
    }
    if let Some(sprt) = sprt {
        let (word, ratio) = match sprt.state(&tally.pairs) {
            SprtState::Undecided(ratio) => ("undecided", ratio),
            SprtState::Passed(ratio) => ("passed", ratio),
            SprtState::Failed(ratio) => ("failed", ratio),
        };
        let bound = Sprt::bound();
        line.push_str(&format!(
            ", SPRT [{}, {}] {word}: {ratio:.2} of ±{bound:.2}",
            sprt.low, sprt.high
        ));
    }
    line
}
