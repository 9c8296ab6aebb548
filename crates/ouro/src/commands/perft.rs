//! `ouro perft`: the leaf count of the move tree.

use std::io::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use ouro_rules::{Move, Position, Variant, perft};

use crate::failure::Failure;

/// Count the leaf nodes of the legal move tree, to test and time the move generator
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ouro perft 6\n  ouro perft 4 --variant selfcapture --divide\n  ouro perft 7 --threads 2 --hash 256"
)]
pub(crate) struct Arguments {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=16))]
    depth: u32,
    /// Position in FEN [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// The variant: chess, chess960 or selfcapture
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Print the node count of each root move
    #[arg(long)]
    divide: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Cache counts in a hash table of this many MiB
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=16_384))]
    hash: Option<u32>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let position = super::position(arguments.fen.as_deref(), arguments.variant)?;
    let table = match arguments.hash {
        None => None,
        Some(size) => Some(perft::Table::new(size as usize).map_err(|_| {
            Failure::BadInput(format!("not enough memory for a hash table of {size} MiB"))
        })?),
    };
    let start = Instant::now();
    let counts = divide(&position, arguments.depth, arguments.threads, table.as_ref());
    let seconds = start.elapsed().as_secs_f64();

    let total = match arguments.depth {
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum::<u64>(),
    };
    if arguments.divide {
        let mut lines: Vec<_> =
            counts.iter().map(|&(mv, count)| (position.uci(mv), count)).collect();
        lines.sort_unstable();
        for (mv, count) in lines {
            writeln!(out, "{mv}: {count}")?;
        }
        writeln!(out)?;
    }
    let speed = total as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "Time: {seconds:.3} s, {speed:.0} million nodes/s")?;
    writeln!(out, "Nodes searched: {total}")?;
    Ok(())
}

/// Returns the node count of each root move. The positions after two plies are the work items of the
/// threads: they are many and of similar size.
fn divide(
    position: &Position,
    depth: u32,
    threads: u16,
    table: Option<&perft::Table>,
) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let mut jobs: Vec<(usize, Position, u32)> = Vec::new();
    for (i, &mv) in moves.iter().enumerate() {
        let child = after(position, mv);
        match depth {
            0 => {}
            1 | 2 => jobs.push((i, child, depth - 1)),
            _ => {
                let grandchildren = child.legal_moves();
                jobs.extend(grandchildren.into_iter().map(|mv| (i, after(&child, mv), depth - 2)));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((i, job, depth)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = match table {
                Some(table) => perft::count_with_table(job, *depth, table),
                None => perft::count(job, *depth),
            };
            counts[*i].fetch_add(count, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}
