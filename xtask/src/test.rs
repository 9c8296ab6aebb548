//! `cargo xtask test`: everything that must hold for a commit, as a list of named steps.
//!
//! Steps of one phase that do not need each other run at the same time, in lanes. A phase begins when all
//! lanes of the phase before it have ended. docs/testing.md says what each step proves and how long it takes.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{apt_install, cargo, cargo_command, log_to, run, say, works};
use crate::{Outcome, ROOT, npm, postgres, python, web};

/// A named part of the test command.
struct Step {
    name: &'static str,
    run: fn() -> Outcome,
}

/// Steps that run one after another.
type Lane = &'static [Step];

const fn step(name: &'static str, run: fn() -> Outcome) -> Step {
    Step { name, run }
}

/// The program that browsers and Python start, built with the profile `ci`.
const PROGRAM: &str = "target/ci/ouro";

const PHASES: &[&[Lane]] = &[
    // Downloads wait for the network while clippy compiles.
    &[
        &[step("rustfmt", format), step("clippy", clippy)],
        &[
            step("install packages", install),
            step("build npm package", npm::build),
            step("build web app", web::build),
        ],
    ],
    // The last crates of each build leave a core idle.
    &[
        &[step("build tests", build_tests)],
        &[
            step("build program", build_program),
            step("perft at full depth", perft),
            step("check web app", web::check),
        ],
    ],
    &[&[step("tests", tests)]],
    // The browser waits more than it computes.
    &[
        &[step("browser tests", browser), step("Python tests", python_tests)],
        &[
            step("doctests", doctests),
            step("npm package", npm::test),
            step("tests of the tuner", tuner),
            step("tests without PEXT", portable),
            step("service on PostgreSQL", server_on_postgres),
            step("documentation", documentation),
        ],
    ],
];

/// Runs all steps, stops after the first phase with a failure, and prints how long each step took.
pub(crate) fn test() -> Outcome {
    let start = Instant::now();
    let mut report = Vec::new();
    let mut outcome = Ok(());
    for lanes in PHASES {
        outcome = phase(lanes, &mut report);
        if outcome.is_err() {
            break;
        }
    }
    println!();
    report.push(("total (lanes overlap)", start.elapsed()));
    for (name, time) in report {
        let seconds = time.as_secs();
        println!("{name:24} {:3}:{:02}", seconds / 60, seconds % 60);
    }
    outcome
}

/// Runs lanes at the same time: the first on the terminal, the others with output to files.
fn phase(lanes: &[Lane], report: &mut Vec<(&'static str, Duration)>) -> Outcome {
    let Some((first, others)) = lanes.split_first() else { return Ok(()) };
    let (mut outcome, ended) = thread::scope(|scope| {
        let others: Vec<_> =
            others.iter().map(|lane| scope.spawn(|| in_background(lane))).collect();
        let outcome = in_turn(first, report);
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        (outcome, others.into_iter().map(join).collect::<Vec<_>>())
    });
    for (result, times) in ended {
        report.extend(times);
        outcome = outcome.and(result);
    }
    outcome
}

/// Runs the steps of a lane until one fails.
fn in_turn(lane: Lane, report: &mut Vec<(&'static str, Duration)>) -> Outcome {
    for step in lane {
        say(&format!("\n=== {} ===", step.name));
        let start = Instant::now();
        let outcome = (step.run)();
        report.push((step.name, start.elapsed()));
        outcome.map_err(|error| format!("{}: {error}", step.name))?;
    }
    Ok(())
}

/// Runs a lane without the terminal. If a step fails, its output is printed.
fn in_background(lane: Lane) -> (Outcome, Vec<(&'static str, Duration)>) {
    let mut report = Vec::new();
    let name = lane.first().map_or("empty", |step| step.name).replace(' ', "-");
    let path = Path::new(ROOT).join(format!("target/xtask-{name}.log"));
    let outcome = File::create(&path)
        .map_err(|error| format!("failed to create {}: {error}", path.display()))
        .and_then(|file| {
            log_to(file);
            in_turn(lane, &mut report)
        });
    if outcome.is_err() {
        print!("{}", fs::read_to_string(&path).unwrap_or_default());
    }
    (outcome, report)
}

fn format() -> Outcome {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"])
}

fn clippy() -> Outcome {
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    let tune = ["clippy", "--package", "ouro", "--package", "ouro-lab", "--all-targets"];
    run(cargo_command(&tune).args(["--features", "ouro/tune", "--", "--deny", "warnings"]))
}

/// Installs what the tests use beyond Rust and Node.js, where that is possible without asking.
fn install() -> Outcome {
    let missing: Vec<&str> =
        [web::missing_package(), web::missing_browser(), postgres::missing_package()]
            .into_iter()
            .flatten()
            .collect();
    if !missing.is_empty() {
        apt_install(&missing)?;
    }
    python::install()
}

/// Compiles all tests without running them.
fn build_tests() -> Outcome {
    cargo(&["test", "--workspace", "--no-run"])
}

/// Runs all tests, with every invariant checked after every move.
fn tests() -> Outcome {
    run(&mut test_command(&["--workspace"]))
}

/// Runs the examples of the documentation, which nextest does not know.
fn doctests() -> Outcome {
    if has_nextest() { cargo(&["test", "--workspace", "--doc"]) } else { Ok(()) }
}

/// Tests `ouro tune` with the feature that makes the constants of the search variable.
fn tuner() -> Outcome {
    cargo(&["test", "--package", "ouro-lab", "--features", "tune", "--lib", "tune"])
}

/// Returns `cargo nextest run` if it is installed, which keeps all cores busy across test binaries, and
/// `cargo test` otherwise. Both run all tests in spite of failures.
fn test_command(arguments: &[&str]) -> Command {
    let mut command = if has_nextest() {
        cargo_command(&["nextest", "run", "--no-fail-fast", "--status-level", "slow"])
    } else {
        cargo_command(&["test", "--no-fail-fast"])
    };
    command.args(arguments);
    command
}

fn has_nextest() -> bool {
    works(&mut cargo_command(&["nextest", "--version"]))
}

fn build_program() -> Outcome {
    cargo(&["build", "--profile", "ci", "--package", "ouro"])
}

/// Counts the perft tables at full depth, which needs full speed.
fn perft() -> Outcome {
    cargo(&["test", "--profile", "ci", "--package", "ouro-rules", "--test", "perft"])
}

/// Tests the rules without PEXT, as on processors that lack it.
fn portable() -> Outcome {
    run(cargo_command(&["test", "--package", "ouro-rules", "--lib", "--test", "perft"])
        .env("RUSTFLAGS", "-C target-cpu=x86-64")
        .env("CARGO_TARGET_DIR", "target/portable"))
}

/// Repeats the tests of the service on a PostgreSQL server.
pub(crate) fn server_on_postgres() -> Outcome {
    let Some(server) = postgres::Postgres::start()? else {
        say("==> skipped: PostgreSQL is not installed");
        return Ok(());
    };
    // Selected by name from the whole workspace, so that the same test binaries are used again.
    let tests = ["games", "review", "castling_rights", "bad_input"].map(|name| ["--test", name]);
    run(test_command(&["--workspace"])
        .args(tests.as_flattened())
        .env("OURO_TEST_POSTGRES", server.url()))
}

fn browser() -> Outcome {
    web::end_to_end(&Path::new(ROOT).join(PROGRAM))
}

fn python_tests() -> Outcome {
    python::play_through_python_chess(PROGRAM)?;
    python::play_through_generated_client(PROGRAM)
}

fn documentation() -> Outcome {
    run(cargo_command(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}
