//! `ouro match`: engines against each other, with Ouro's rules as the arbiter.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

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
    /// A program, or words such as name=new cmd=./ouro option.Hash=16 or cmd=node arg=engine.js, those with spaces in quotes; at least two of these
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
    /// Start positions from an EPD or PGN file; without it, balanced ones from random quiet moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many random plies openings have
    #[arg(long, value_name = "N", default_value_t = 8, conflicts_with = "openings",
        value_parser = clap::value_parser!(u16).range(0..=40))]
    random_plies: u16,
    /// Shuffles the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games between each two engines, at the most; an even number, because they come in pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Stop when it is decided between these differences in Elo, as in 0,10
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// How many milliseconds an engine may be late before it has lost on time
    #[arg(long, value_name = "MS", default_value_t = 0)]
    grace: u64,
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
        .filter(|sprt| sprt.low < sprt.high && sprt.low.abs() <= 1e3 && sprt.high.abs() <= 1e3)
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
    let pairs = arguments.games as usize / 2;
    let openings = match &arguments.openings {
        Some(path) => Openings::read(path, arguments.variant, arguments.seed)
            .map_err(|error| Failure::BadInput(error.to_string()))?,
        None => Openings::random(
            arguments.variant,
            usize::from(arguments.random_plies),
            pairs,
            arguments.seed,
        )
        .map_err(|_| Failure::Io("there is no memory to look for openings".to_owned()))?,
    };
    // Without a clock, engines play the same games from the same openings again.
    let repeatable = !matches!(pace, Pace::Clock { .. });
    if repeatable && openings.count() < pairs {
        writeln!(
            io::stderr(),
            "{pairs} pairs of games from {} openings repeat each other, and the error is larger than shown",
            openings.count()
        )?;
    }
    let adjudication = if arguments.no_adjudication {
        Adjudication { win: None, draw_from: None }
    } else {
        Adjudication { win: Some((4, 1_000)), draw_from: Some(40) }
    };
    let contest = Contest {
        engines: arguments.engines.clone(),
        variant: arguments.variant,
        pace,
        grace: Duration::from_millis(arguments.grace),
        openings,
        pairs,
        concurrency: usize::from(arguments.concurrency),
        adjudication,
        sprt: arguments.sprt,
    };
    let known = match &arguments.pgn {
        Some(path) if path.exists() => {
            earlier_games(&fs::read(path)?, &contest).map_err(|what| {
                Failure::BadInput(format!("{} has games of another match: {what}", path.display()))
            })?
        }
        _ => BTreeMap::new(),
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
    let mut unwritten = None;
    let mut report = |news: &Progress| {
        let [first, second] = news.players.map(|i| &contest.engines[i].name);
        let pairing = contest.pairings().iter().position(|pair| *pair == news.players);
        let mut games = String::new();
        for (i, record) in news.records.iter().enumerate() {
            let (white, black) = if i == 0 { (first, second) } else { (second, first) };
            let round = format!("{}.{}.{}", pairing.unwrap_or(0) + 1, news.pair + 1, i + 1);
            let mut pgn = record.pgn(white, black, &round);
            pgn.tags.push(("Settings".to_owned(), settings(&contest, news.players)));
            games.push_str(&format!("{pgn}\n"));
        }
        if let Some(file) = &mut pgn
            && let Err(error) = file.write_all(games.as_bytes())
        {
            unwritten.get_or_insert(error);
        }
        let line = summary(first, second, &news.tally, contest.sprt);
        let mut err = io::stderr().lock();
        let _ = if live { write!(err, "\r{line}\x1b[K") } else { writeln!(err, "{line}") };
    };
    let tallies =
        contest.run(&known, &mut report).map_err(|error| Failure::BadInput(error.to_string()))?;
    if live {
        writeln!(io::stderr())?;
    }
    for ([first, second], tally) in contest.pairings().into_iter().zip(&tallies) {
        let [first, second] = [first, second].map(|i| &contest.engines[i].name);
        writeln!(out, "{}", summary(first, second, tally, contest.sprt))?;
    }
    match unwritten {
        Some(error) => Err(Failure::Io(format!("not all games could be written: {error}"))),
        None => Ok(()),
    }
}

/// What makes a match this one: how fast it is, and who plays with which options.
fn settings(contest: &Contest, players: [usize; 2]) -> String {
    let engine = |i: usize| {
        let EngineSpec { command, arguments, options, .. } = &contest.engines[i];
        let arguments = arguments.iter().map(|argument| format!(" {argument}"));
        let options = options.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{command}{}", arguments.chain(options).collect::<String>())
    };
    format!("{}, {}, {}", contest.pace, engine(players[0]), engine(players[1])).replace('"', "'")
}

/// Whole pairs of games by pairing and pair, with their results and faults.
type Known = BTreeMap<(usize, usize), ([PgnResult; 2], u64)>;

/// The whole pairs of games in a PGN file of this match; what is different if it is of another.
fn earlier_games(bytes: &[u8], contest: &Contest) -> Result<Known, String> {
    let pairings = contest.pairings();
    let mut games = BTreeMap::<_, [Option<(PgnResult, u64)>; 2]>::new();
    for game in PgnGame::read(&String::from_utf8_lossy(bytes)).flatten() {
        let numbers: Vec<usize> = game
            .tag("Round")
            .unwrap_or("")
            .split('.')
            .filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1))
            .collect();
        let [pairing, pair, number @ (0 | 1)] = numbers[..] else { continue };
        let (white, black) = (game.tag("White"), game.tag("Black"));
        let expected = pairings.get(pairing).map(|&[first, second]| {
            let [first, second] = [first, second].map(|i| Some(contest.engines[i].name.as_str()));
            if number == 0 { (first, second) } else { (second, first) }
        });
        if expected != Some((white, black)) || game.start.variant() != contest.variant {
            let name = |tag: Option<&str>| tag.unwrap_or("?").to_owned();
            return Err(format!("{} - {}", name(white), name(black)));
        }
        let played = game.tag("Settings").unwrap_or("");
        if pairings.get(pairing).is_none_or(|&players| settings(contest, players) != played) {
            return Err(played.to_owned());
        }
        if game.start != *contest.openings.get(pair) {
            return Err("its openings are others".to_owned());
        }
        if game.result != PgnResult::Unknown {
            let sound = matches!(game.tag("Termination"), Some("normal" | "adjudication"));
            let entry = games.entry((pairing, pair)).or_default();
            entry[number] = Some((game.result, u64::from(!sound)));
        }
    }
    let whole = games.into_iter().filter_map(|(key, [first, second])| {
        let ((first, fault), (second, other)) = (first?, second?);
        Some((key, ([first, second], fault + other)))
    });
    Ok(whole.collect())
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
