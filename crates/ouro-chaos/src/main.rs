//! `ouro-chaos`: runs attacks and faults against the service and prints a table. `cargo xtask chaos` builds
//! everything and starts it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it writes to a terminal")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use clap::Parser;
use ouro_chaos::attacks::{self, Attack};
use ouro_chaos::report::{print_progress, print_table};
use ouro_chaos::settings::{DatabaseKind, Settings};
use ouro_chaos::trial::Row;

/// Attack the service over loopback and print a table of results
#[derive(Parser)]
#[command(name = "cargo xtask chaos")]
struct Arguments {
    /// Attacks to carry out [default: all]
    names: Vec<String>,
    /// List the attacks and exit
    #[arg(long)]
    list: bool,
    /// Program under attack
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// Library that injects faults; without it, some attacks are skipped
    #[arg(long, value_name = "FILE")]
    injector: Option<PathBuf>,
    /// Number of kills, disk-full runs, or stored games
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Only this database, for attacks that run on both
    #[arg(long)]
    database: Option<DatabaseKind>,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the data of the services [default: /dev/shm if it exists]
    #[arg(long, value_name = "DIR", conflicts_with = "load")]
    folder: Option<PathBuf>,
    /// Measure the throughput of the service instead of attacking it
    #[arg(long, conflicts_with_all = ["names", "list"])]
    load: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.list {
        for attack in attacks::all() {
            println!("{:18} {}", attack.name, attack.about);
        }
        return ExitCode::SUCCESS;
    }
    let mut settings = Settings::new(arguments.program);
    settings.injector = arguments.injector;
    settings.count = arguments.count;
    settings.database = arguments.database;
    settings.seed = arguments.seed;
    if let Some(folder) = arguments.folder {
        settings.folder = folder;
    }
    if arguments.load {
        return match ouro_chaos::load::measure(&settings) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("failed to measure: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let attacks = match select(&arguments.names) {
        Ok(attacks) => attacks,
        Err(unknown) => {
            eprintln!("unknown attack '{unknown}'; --list shows all");
            return ExitCode::from(2);
        }
    };
    if print_table(&carry_out(&attacks, &settings)) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn select(names: &[String]) -> Result<Vec<&'static Attack>, &str> {
    if names.is_empty() {
        return Ok(attacks::all());
    }
    names.iter().map(|name| attacks::find(name).ok_or(name.as_str())).collect()
}

/// Carries out the attacks that wait for timeouts at the same time, then all others in turn. Returns the results in
/// the given order.
fn carry_out(attacks: &[&'static Attack], settings: &Settings) -> Vec<Row> {
    let rows: Mutex<Vec<Row>> = Mutex::new(Vec::new());
    let attempt = |attack: &Attack| {
        let start = Instant::now();
        let row = match attack.attempt(settings) {
            Ok(row) => row,
            Err(error) => Row::failed(attack.name, error),
        };
        print_progress(&row, start.elapsed());
        if let Ok(mut rows) = rows.lock() {
            rows.push(row);
        }
    };
    thread::scope(|scope| {
        for attack in attacks.iter().filter(|attack| attack.waits) {
            scope.spawn(|| attempt(attack));
        }
    });
    for attack in attacks.iter().filter(|attack| !attack.waits) {
        attempt(attack);
    }
    let mut rows = rows.into_inner().unwrap_or_default();
    rows.sort_by_key(|row| attacks.iter().position(|attack| attack.name == row.name));
    rows
}
