//! `ouro solve`: how many positions of a file the engine finds the best move of.

use std::io::Write;
use std::path::PathBuf;

use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Epd, Game, Move, Position, Variant};

use crate::failure::Failure;

/// Search the positions of an EPD file and count how many best moves are found
///
/// Positions name their best moves with `bm`, or moves to avoid with `am`; others are passed over. Each
/// is searched alone, on one thread.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro solve wac.epd --time 1000\n  ouro solve mates.epd --variant selfcapture --nodes 100000"
)]
pub(crate) struct Arguments {
    /// A file of positions
    file: PathBuf,
    /// The game: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Milliseconds for each position; a second without this and --nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Mebibytes of the table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let file = &arguments.file;
    let text = std::fs::read_to_string(file).map_err(|error| Failure::about(file, error))?;
    let no_room = |_| Failure::Io("there is no memory for the table".to_owned());
    let mut engine = Engine::new(arguments.hash as usize, 1).map_err(no_room)?;
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
        let answer = engine.search(&game, &limits, &Signals::default(), &mut |_| {});
        let right = answer
            .best
            .is_some_and(|mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv));
        count += 1;
        solved += u32::from(right);
        if !right {
            let name = epd.operands("id").and_then(|id| id.first().cloned()).unwrap_or_default();
            let played = answer.best.map_or("no move".to_owned(), |mv| epd.position.san(mv));
            let wanted = sans(&epd.position, if best.is_empty() { &avoid } else { &best });
            let word = if best.is_empty() { "avoid" } else { "best is" };
            writeln!(out, "missed {name} {}: {played}, {word} {wanted}", epd.position)?;
            out.flush()?;
        }
    }
    writeln!(out, "{solved} of {count} solved")?;
    Ok(())
}

/// The moves of an operation; none if it is not there.
fn moves(epd: &Epd, opcode: &str) -> Result<Vec<Move>, ouro_rules::SanError> {
    let operands = epd.operands(opcode).unwrap_or_default();
    operands.iter().map(|san| epd.position.parse_san(san)).collect()
}

fn sans(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.san(mv)).collect::<Vec<_>>().join(" or ")
}
