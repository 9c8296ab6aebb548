//! `ouro solve`: EPD test suites.

use std::io::Write;
use std::path::PathBuf;

use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Epd, Game, Move, Position, Variant};

use crate::failure::Failure;

/// Search the positions of an EPD test suite and count the solved ones
///
/// A position is solved if the engine plays a best move (`bm`) and no move to avoid (`am`). Positions
/// without these operations are skipped. Each search uses one thread and a cleared hash table.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro solve wac.epd --time 1000\n  ouro solve mates.epd --variant selfcapture --nodes 100000"
)]
pub(crate) struct Arguments {
    /// EPD file
    file: PathBuf,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Milliseconds per position [default: 1000, unless --nodes is given]
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Nodes per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let file = &arguments.file;
    let text = std::fs::read_to_string(file).map_err(|error| Failure::about(file, error))?;
    let out_of_memory = |_| Failure::Io("not enough memory for the transposition table".to_owned());
    let mut engine = Engine::new(arguments.hash as usize, 1).map_err(out_of_memory)?;
    let move_time = arguments.time.or(arguments.nodes.is_none().then_some(1_000));
    let limits = Limits { move_time, nodes: arguments.nodes, ..Limits::default() };
    let (mut solved, mut count) = (0, 0);
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |problem: &dyn std::fmt::Display| {
            Failure::about(file, format_args!("line {}: {problem}", i + 1))
        };
        let epd = Epd::parse(line, arguments.variant).map_err(|error| at(&error))?;
        let best = moves(&epd, "bm").map_err(|error| at(&error))?;
        let avoid = moves(&epd, "am").map_err(|error| at(&error))?;
        if best.is_empty() && avoid.is_empty() {
            continue;
        }
        engine.new_game();
        let game = Game::from_position(epd.position.clone());
        let result = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        let correct = result
            .best
            .is_some_and(|mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv));
        count += 1;
        solved += u32::from(correct);
        if !correct {
            let name = epd.operands("id").and_then(|id| id.first().cloned()).unwrap_or_default();
            let played = result.best.map_or("no move".to_owned(), |mv| epd.position.san(mv));
            let wanted = sans(&epd.position, if best.is_empty() { &avoid } else { &best });
            let word = if best.is_empty() { "avoid" } else { "expected" };
            writeln!(out, "failed {name} {}: played {played}, {word} {wanted}", epd.position)?;
            out.flush()?;
        }
    }
    writeln!(out, "solved {solved} of {count}")?;
    Ok(())
}

/// Returns the moves of an operation, or an empty list if the record does not have it.
fn moves(epd: &Epd, opcode: &str) -> Result<Vec<Move>, ouro_rules::SanError> {
    let operands = epd.operands(opcode).unwrap_or_default();
    operands.iter().map(|san| epd.position.parse_san(san)).collect()
}

fn sans(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.san(mv)).collect::<Vec<_>>().join(" or ")
}
