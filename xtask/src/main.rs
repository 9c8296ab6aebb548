//! Development tasks: `cargo xtask play`, `cargo xtask test` and the long test suites.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it writes to a terminal")]

mod changes;
mod chaos;
mod cross;
mod npm;
mod python;
mod test;
mod web;

use std::env;
use std::process::{Command, ExitCode, Stdio};

use xtask::process::{cargo, cargo_command, run, works};
use xtask::{Outcome, ROOT, postgres, process};

const HELP: &str = "\
cargo xtask play       build everything and start the service with the web app
cargo xtask test       run every test that a commit must pass
cargo xtask perft      count the perft tables one ply deeper: chess to depth 6 (minutes)
cargo xtask mates      check 20,000 announced mates of self-capture chess and 5,000 of chess
cargo xtask tablebases compare tables of four men with a slow solver and with committed counts
cargo xtask fuzz [S]   run every fuzz target for S seconds, default 60 (nightly toolchain)
cargo xtask postgres   run the tests of the service on a temporary PostgreSQL server
cargo xtask chaos      attack the service and inject faults; --help shows the options, --list the attacks
cargo xtask kills      kill the service 100 times under load on each database; no data may be lost
cargo xtask load       measure requests, created games and stored moves per second, and latency
cargo xtask soak [S]   run 1,000 games and 2,000 sockets for S seconds, default 600
cargo xtask schema     send thousands of requests generated from the OpenAPI document
cargo xtask cross      build and test the engine for 64-bit ARM (QEMU) and WebAssembly (Node.js)
cargo xtask npm        build the npm package ouro-chess
cargo xtask npm-test   build it, test it in Node.js, Chromium and Firefox, and install it into empty projects
cargo xtask coverage   measure the line coverage of the rules";

/// The release build of the program.
const PROGRAM: &str = "target/release/ouro";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["play"] => play(),
        ["test"] => test::test(),
        ["perft"] => deep_perft(),
        ["mates"] => mates(),
        ["tablebases"] => tablebases(),
        ["fuzz"] => fuzz(60),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz(seconds),
            Err(_) => {
                eprintln!("xtask: '{seconds}' is not a number of seconds");
                return ExitCode::from(2);
            }
        },
        ["postgres"] => test::server_on_postgres(),
        ["chaos", ref arguments @ ..] => chaos::chaos(arguments),
        ["kills"] => chaos::chaos(&["kills", "--count", "100"]),
        ["load"] => chaos::chaos(&["--load"]),
        ["soak"] => soak("600"),
        ["soak", seconds] => soak(seconds),
        ["schema"] => schema(),
        ["cross"] => cross::cross(),
        ["npm"] => npm::build(),
        ["npm-test"] => npm::build().and_then(|()| npm::test()),
        ["coverage"] => coverage(),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("xtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the web app and the program and starts the service.
fn play() -> Outcome {
    web::build()?;
    cargo(&["build", "--release", "--package", "ouro"])?;
    cargo(&["run", "--release", "--quiet", "--package", "ouro", "--", "serve"])
}

/// Plays self-play games until enough mates were announced; each must be delivered in time.
fn mates() -> Outcome {
    for (variant, count) in [("in_self_capture_chess", "20000"), ("in_chess", "5000")] {
        let test = ["test", "--release", "--package", "ouro-engine", "--test", "mate_scores"];
        run(cargo_command(&test).args(["--", "--nocapture", variant]).env("OURO_MATES", count))?;
    }
    Ok(())
}

/// Compares tables of four men with a slow, independent solver and with committed counts.
fn tablebases() -> Outcome {
    let test = ["test", "--release", "--package", "ouro-tablebase"];
    let tests = ["--test", "simple_solver", "--test", "counts", "--", "--nocapture"];
    run(cargo_command(&test).args(tests).args(["--test-threads", "1"]).env("OURO_TABLEBASES", "1"))
}

/// Runs many games and sockets for a long time and prints the measurements.
fn soak(seconds: &str) -> Outcome {
    let test = ["test", "--release", "--package", "ouro", "--test", "soak", "--", "--nocapture"];
    run(cargo_command(&test)
        .env("OURO_SOAK_GAMES", "1000")
        .env("OURO_SOAK_RATE", "200")
        .env("OURO_SOAK_SECONDS", seconds))
}

/// Sends requests that Schemathesis generates from the OpenAPI document. Fails on a 5xx response and on any
/// response that contradicts the document.
fn schema() -> Outcome {
    const ADDRESS: &str = "127.0.0.1:8788";
    let Some(packages) = python::packages("schemathesis", "schemathesis")? else {
        return Err("Schemathesis needs python3 with pip".to_owned());
    };
    cargo(&["build", "--release", "--package", "ouro"])?;
    // Short searches: the schema of the response is the same.
    let options = ["--database", "sqlite::memory:", "--rate-limit", "0", "--max-search-ms", "200"];
    let mut server = Command::new(PROGRAM)
        .args(["serve", "--listen", ADDRESS, "--searches-per-client", "64"])
        .args(["--engine-games-per-minute", "0", "--reviews-per-minute", "0"])
        .args(options)
        .current_dir(ROOT)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("failed to start the service: {error}"))?;
    let document = format!("http://{ADDRESS}/api/v1/openapi.json");
    // A well-formed move can be illegal, so a 4xx response to valid data is no failure. Schemathesis waits until the
    // service listens.
    let checks = ["--exclude-checks", "positive_data_acceptance", "--wait-for-schema", "10"];
    let outcome = run(python::python(packages)
        .args(["-m", "schemathesis.cli", "run", &document, "--max-examples", "100"])
        .args(checks));
    // Its database is in memory, so a hard stop loses nothing.
    let _ = server.kill();
    let _ = server.wait();
    outcome
}

/// Counts the perft tables one ply deeper.
fn deep_perft() -> Outcome {
    run(cargo_command(&["test", "--release", "--package", "ouro-rules", "--test", "perft"])
        .env("OURO_LONG_PERFT", "1"))
}

/// Runs every fuzz target.
fn fuzz(seconds: u32) -> Outcome {
    if !works(&mut cargo_command(&["fuzz", "--version"])) {
        cargo(&["install", "--locked", "cargo-fuzz"])?;
    }
    for target in ["fen", "moves_are_legal", "make_unmake", "san", "pgn"] {
        let limit = format!("-max_total_time={seconds}");
        let mut fuzz = Command::new("cargo");
        fuzz.args(["+nightly", "fuzz", "run", target, "--", &limit]);
        run(fuzz.current_dir(ROOT))?;
    }
    Ok(())
}

/// Measures the line coverage of the rules.
fn coverage() -> Outcome {
    if !works(&mut cargo_command(&["tarpaulin", "--version"])) {
        cargo(&["install", "--locked", "cargo-tarpaulin"])?;
    }
    cargo(&[
        "tarpaulin",
        "--package",
        "ouro-rules",
        "--engine",
        "llvm",
        "--include-files",
        "crates/ouro-rules/src/*",
        "--target-dir",
        "target/coverage",
        "--skip-clean",
        "--timeout",
        "1800",
    ])
}
