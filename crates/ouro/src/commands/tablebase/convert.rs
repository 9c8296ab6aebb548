//! `ouro tablebase convert`: the engine wins won positions against the best defence.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use ouro_engine::{Engine, Limits, Signals};
use ouro_rules::{Color, Game, Outcome, Piece, Position, Role, Setup, Square, Variant};
use ouro_tablebase::{Category, Material, OwnTables, SearchTables, Tablebase, folder_contents};

use super::folder_failure;
use crate::failure::Failure;

/// Random positions among which one must be won.
const MAX_ATTEMPTS: usize = 100_000;

/// Win random won positions against the best defence
///
/// The engine has the tables and few nodes per move. The defender plays the move that holds out longest. A
/// position counts as converted if the game ends with mate, without a draw that the defender could claim.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  ouro tablebase convert tables/selfcapture --positions 1000 --nodes 1000"
)]
pub(crate) struct Arguments {
    /// Folder of tables
    folder: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes per move of the engine
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let (materials, variant) = folder_contents(folder).map_err(|error| folder_failure(&error))?;
    let tables = OwnTables::open(folder).map_err(|error| folder_failure(&error))?;
    let tables = Arc::new(tables);
    let mut engine = Engine::new(16, 1)
        .map_err(|_| Failure::Io("not enough memory for the engine".to_owned()))?;
    engine.set_tables(vec![Arc::clone(&tables) as Arc<dyn SearchTables>]);
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    let mut starts = Vec::new();
    for _ in 0..arguments.positions {
        let Some(start) = won_position(&materials, variant, &tables, &mut random) else {
            return Err(Failure::about(folder, "the tables have no won positions, or very few"));
        };
        starts.push(start);
    }
    // Positions of the same table share its decoded blocks.
    starts.sort_by_key(|&(material, _)| material);
    let (mut converted, mut plies, mut longest) = (0, 0, 0);
    for (_, start) in starts {
        engine.new_game();
        match convert(&start, &mut engine, &limits, tables.tables())? {
            Some(length) => {
                converted += 1;
                plies += length;
                longest = longest.max(length);
            }
            None => writeln!(out, "not converted: {start}")?,
        }
    }
    let average = f64::from(plies) / f64::from(converted.max(1));
    writeln!(
        out,
        "{variant}: {converted} of {} converted, {average:.1} plies on average, {longest} at most",
        arguments.positions
    )?;
    if converted == arguments.positions { Ok(()) } else { Err(Failure::Reported) }
}

/// Returns a random position that the side to move wins and the number of its material, or `None` if none
/// was found.
fn won_position(
    materials: &[Material],
    variant: Variant,
    tables: &OwnTables,
    random: &mut fastrand::Rng,
) -> Option<(usize, Position)> {
    for _ in 0..MAX_ATTEMPTS {
        let number = random.usize(..materials.len());
        let material = materials[number];
        let mut setup = Setup::empty();
        setup.turn = if random.bool() { Color::White } else { Color::Black };
        for color in Color::BOTH {
            for role in Role::ALL {
                for _ in 0..material.count(color, role) {
                    setup.board.put(Piece::new(color, role), Square::ALL[random.usize(..64)]);
                }
            }
        }
        // Two pieces on one square leave too few pieces.
        if setup.board.occupied().count() as usize != material.men() {
            continue;
        }
        let Ok(position) = Position::from_setup(&setup, variant) else { continue };
        if tables.probe(&position) == Some(Category::Win) {
            return Some((number, position));
        }
    }
    None
}

/// Plays a position to its end and returns the number of plies if the engine mates.
fn convert(
    start: &Position,
    engine: &mut Engine,
    limits: &Limits,
    tables: &Tablebase,
) -> Result<Option<u32>, Failure> {
    let mut game = Game::from_position(start.clone());
    let mut plies = 0;
    while game.outcome().is_none() && game.claimable_draw().is_none() {
        let mv = if game.position().turn() == start.turn() {
            engine.search(&game, limits, &Signals::default(), &mut |_| {}).best
        } else {
            let moves = tables.probe_moves(game.position());
            let moves = moves.map_err(|error| Failure::BadInput(error.to_string()))?;
            moves.first().map(|entry| entry.mv)
        };
        let Some(mv) = mv else { break };
        game.play(mv).map_err(|error| Failure::Io(error.to_string()))?;
        plies += 1;
    }
    let winner = match game.outcome() {
        Some(Outcome::Checkmate { winner }) => Some(winner),
        _ => None,
    };
    Ok((winner == Some(start.turn())).then_some(plies))
}
