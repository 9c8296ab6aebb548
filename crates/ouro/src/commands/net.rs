//! `ouro net`: the architecture of a network, its static evaluation and its agreement with a judge.

use std::io::Write;
use std::path::{Path, PathBuf};

use ouro_engine::network::Network;
use ouro_engine::{Engine, Evaluation, Networks};
use ouro_lab::judge::{judge, judge_search};
use ouro_rules::Variant;

use super::position;
use crate::failure::Failure;

/// Mebibytes of the hash table of searches.
const HASH: usize = 16;

/// Print the architecture of a network and its static evaluation of a position
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  ouro net --variant selfcapture\n  ouro net judge positions.tsv --net new.nn\n  ouro net chess.nn --fen '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Network file [default: the embedded network of the variant]
    file: Option<PathBuf>,
    /// Variant of the embedded network and of the position: chess or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Position in FEN [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Compare the static evaluation, or short searches, with positions that another engine has judged
    ///
    /// A line of the file is a FEN and the expected score of the side to move, from 0 to 1, separated by a tab.
    /// Columns between them are ignored.
    #[command(
        after_help = "Examples:\n  ouro net judge positions.tsv --net new.nn\n  ouro net judge positions.tsv --nodes 1000"
    )]
    Judge {
        /// File of judged positions
        file: PathBuf,
        /// Network file [default: the embedded network of the variant]
        #[arg(long, value_name = "FILE")]
        net: Option<PathBuf>,
        /// Variant of the embedded network: chess or selfcapture
        #[arg(long, default_value_t)]
        variant: Variant,
        /// Search this many nodes instead of using the static evaluation
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
    },
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        Some(Command::Judge { file, net, variant, nodes }) => {
            compare(file, net.as_deref(), *variant, *nodes, out)
        }
        None => show(arguments, out),
    }
}

/// Prints the agreement of a network with judged positions.
fn compare(
    file: &Path,
    net: Option<&Path>,
    variant: Variant,
    nodes: Option<u64>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut networks = Networks::embedded();
    let mut variant = variant;
    if let Some(path) = net {
        let network = read(path)?;
        variant = network.variant();
        networks.set(network);
    }
    let text = std::fs::read_to_string(file).map_err(|error| Failure::about(file, error))?;
    let agreement = match nodes {
        None => judge(networks.of(variant), &text),
        Some(nodes) => {
            let out_of_memory =
                |_| Failure::Io("not enough memory for the transposition table".to_owned());
            let mut engine = Engine::new(HASH, 1).map_err(out_of_memory)?;
            engine.set_networks(networks);
            judge_search(&mut engine, nodes, variant, &text)
        }
    };
    let agreement = agreement.map_err(|error| Failure::about(file, error))?;
    writeln!(out, "Positions      {}", agreement.positions)?;
    writeln!(out, "RMSE           {:.4}", agreement.rmse)?;
    writeln!(out, "Correlation    {:.4}", agreement.correlation)?;
    writeln!(out, "Score scale    {:.0}: the best fit", agreement.scale)?;
    Ok(())
}

/// Prints the architecture of a network and its static evaluation of a position.
fn show(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let networks = Networks::embedded();
    let loaded;
    let network: &Network = match &arguments.file {
        None => networks.of(arguments.variant),
        Some(path) => {
            loaded = read(path)?;
            &loaded
        }
    };
    let position = position(arguments.fen.as_deref(), arguments.variant)?;
    let score = network.evaluate(&position);
    writeln!(out, "Variant        {}", network.variant())?;
    writeln!(out, "Architecture   {network}")?;
    writeln!(out, "Position       {position}")?;
    match Evaluation::new(score, &position) {
        Evaluation::Centipawns(centipawns) => {
            writeln!(
                out,
                "Static eval    {centipawns} cp for {} (internal score {score})",
                position.turn()
            )?;
        }
        Evaluation::Mate(moves) => writeln!(out, "Static eval    mate in {moves}")?,
    }
    Ok(())
}

/// Reads a network file.
pub(super) fn read(path: &Path) -> Result<Network, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::about(path, error))?;
    Network::from_bytes(&bytes).map_err(|error| Failure::about(path, error))
}
