//! Set-up and orchestration: `cargo xtask play`, `cargo xtask test` and the long suites.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to a person")]

mod cross;
mod load;
mod postgres;
mod web;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

const HELP: &str = "\
cargo xtask play       set up, build and start the service with its page
cargo xtask test       set up and run every test
cargo xtask perft      count the perft tables a ply deeper: chess to depth 6 (minutes)
cargo xtask fuzz [S]   run every fuzz target for S seconds, 60 by default (nightly toolchain)
cargo xtask postgres   run the service's tests with a PostgreSQL server of their own
cargo xtask kills      kill the service 100 times under load with each database: nothing is lost
cargo xtask load       measure what calls of the service cost, idle and busy
cargo xtask soak [S]   a thousand games and two thousand sockets for S seconds, 600 by default
cargo xtask schema     try thousands of requests made from the service's OpenAPI document
cargo xtask cross      build and test the engine for 64-bit ARM (under QEMU) and WebAssembly (in Node.js)
cargo xtask coverage   measure the line coverage of the rules";

/// The workspace, wherever the task was called from.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The program as it is shipped.
const PROGRAM: &str = "target/release/ouro";

/// A step that did not succeed, in one sentence.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["play"] => play(),
        ["test"] => test(),
        ["perft"] => deep_perft(),
        ["fuzz"] => fuzz(60),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz(seconds),
            Err(_) => {
                eprintln!("xtask: '{seconds}' is not a number of seconds");
                return ExitCode::from(2);
            }
        },
        ["postgres"] => server_on_postgres(),
        ["kills"] => kills(),
        ["load"] => load::load(),
        ["soak"] => soak("600"),
        ["soak", seconds] => soak(seconds),
        ["schema"] => schema(),
        ["cross"] => cross::cross(),
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

/// Builds everything and starts the service.
fn play() -> Outcome {
    web::build()?;
    cargo(&["build", "--release", "--package", "ouro"])?;
    cargo(&["run", "--release", "--quiet", "--package", "ouro", "--", "serve"])
}

/// Everything that must be true of a commit.
fn test() -> Outcome {
    web::build()?;
    web::check()?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    // With every invariant checked after every move.
    cargo(&["test", "--workspace"])?;
    // At full depth, which needs full speed.
    cargo(&["test", "--release", "--package", "ouro-rules", "--test", "perft"])?;
    // Without PEXT, as on machines that do not have it.
    run(cargo_command(&["test", "--package", "ouro-rules", "--lib", "--test", "perft"])
        .env("RUSTFLAGS", "-C target-cpu=x86-64")
        .env("CARGO_TARGET_DIR", "target/portable"))?;
    server_on_postgres()?;
    cargo(&["build", "--release", "--package", "ouro"])?;
    web::end_to_end(&Path::new(ROOT).join(PROGRAM))?;
    python_chess()?;
    python_client()?;
    run(cargo_command(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The service's tests once more, with a real PostgreSQL server behind it.
fn server_on_postgres() -> Outcome {
    let Some(server) = postgres::Postgres::start()? else {
        println!("==> PostgreSQL is not installed, so the service is not tested with it");
        return Ok(());
    };
    // Chosen by name from the whole workspace, which is built already.
    let tests = ["games", "review", "castling_rights", "bad_input"].map(|name| ["--test", name]);
    run(cargo_command(&["test", "--workspace"])
        .args(tests.as_flattened())
        .env("OURO_TEST_POSTGRES", server.url()))
}

/// Kills the service under load, with either database.
fn kills() -> Outcome {
    let hundred = || {
        let test =
            ["test", "--release", "--package", "ouro", "--test", "kills", "--", "--nocapture"];
        let mut command = cargo_command(&test);
        command.env("OURO_KILLS", "100");
        command
    };
    run(&mut hundred())?;
    match postgres::Postgres::start()? {
        Some(server) => run(hundred().env("OURO_TEST_POSTGRES", server.url())),
        None => {
            println!("==> PostgreSQL is not installed, so it is not tried");
            Ok(())
        }
    }
}

/// Many games and sockets for a long time, with the figures.
fn soak(seconds: &str) -> Outcome {
    let test = ["test", "--release", "--package", "ouro", "--test", "soak", "--", "--nocapture"];
    run(cargo_command(&test)
        .env("OURO_SOAK_GAMES", "1000")
        .env("OURO_SOAK_RATE", "200")
        .env("OURO_SOAK_SECONDS", seconds))
}

/// Requests that Schemathesis makes up from the OpenAPI document: no 5xx, no answer that is not as the
/// document says.
fn schema() -> Outcome {
    const ADDRESS: &str = "127.0.0.1:8788";
    let Some(packages) = python_packages("schemathesis", "schemathesis")? else {
        return Err("Schemathesis needs python3 with pip".to_owned());
    };
    cargo(&["build", "--release", "--package", "ouro"])?;
    // A short search is as good as a long one here.
    let options = ["--database", "sqlite::memory:", "--rate-limit", "0", "--max-search-ms", "200"];
    let mut server = Command::new(PROGRAM)
        .args(["serve", "--listen", ADDRESS, "--searches-per-client", "64"])
        .args(options)
        .current_dir(ROOT)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("the service cannot be started: {error}"))?;
    // It listens within a moment; Schemathesis waits for it.
    let document = format!("http://{ADDRESS}/api/v1/openapi.json");
    // What is well formed can still be an illegal move, so it need not be accepted.
    let checks = ["--exclude-checks", "positive_data_acceptance", "--wait-for-schema", "10"];
    let outcome = run(python(packages)
        .args(["-m", "schemathesis.cli", "run", &document, "--max-examples", "100"])
        .args(checks));
    // It has nothing to lose.
    let _ = server.kill();
    let _ = server.wait();
    outcome
}

/// Whole games through python-chess, where there is a Python to run it.
fn python_chess() -> Outcome {
    let Some(packages) = python_packages("chess", "chess.engine")? else {
        println!("==> python3 with pip is not installed, so python-chess does not play");
        return Ok(());
    };
    run(python(packages).args(["crates/ouro/tests/python_chess.py", PROGRAM]))
}

/// A game through a client that is generated from the service's document, where there is a Python.
fn python_client() -> Outcome {
    const FOLDER: &str = "target/python/client/ouro_client";
    const SETTINGS: &str = "target/python/client.json";
    let Some(packages) = python_packages("openapi-python-client", "openapi_python_client")? else {
        println!("==> python3 with pip is not installed, so no client is generated");
        return Ok(());
    };
    // It would like to format what nobody reads.
    fs::write(Path::new(ROOT).join(SETTINGS), "{\"post_hooks\": []}")
        .map_err(|error| format!("{SETTINGS} cannot be written: {error}"))?;
    run(python(packages)
        .args(["-m", "openapi_python_client", "generate", "--path", "web/openapi.json"])
        .args(["--meta", "none", "--overwrite", "--output-path", FOLDER, "--config", SETTINGS])
        // What it cannot generate is told at length; what the game needs is checked by playing it.
        .stdout(Stdio::null())
        .stderr(Stdio::null()))?;
    let path = format!("{packages}:target/python/client");
    run(python(&path).args(["crates/ouro/tests/python_client.py", PROGRAM]))
}

fn python(path: &str) -> Command {
    let mut command = Command::new("python3");
    command.current_dir(ROOT).env("PYTHONPATH", path);
    command
}

/// A folder with a package in it, installed if it is not there yet; none without Python and pip.
fn python_packages(package: &str, module: &str) -> Result<Option<&'static str>, String> {
    const PACKAGES: &str = "target/python/packages";
    let works = |arguments: &[&str]| {
        python(PACKAGES).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    if !works(&["-m", "pip", "--version"]) {
        return Ok(None);
    }
    if !works(&["-c", &format!("import {module}")]) {
        let install = ["-m", "pip", "install", "--quiet", "--upgrade", "--target", PACKAGES];
        run(python(PACKAGES).args(install).arg(package))?;
    }
    Ok(Some(PACKAGES))
}

fn deep_perft() -> Outcome {
    run(cargo_command(&["test", "--release", "--package", "ouro-rules", "--test", "perft"])
        .env("OURO_LONG_PERFT", "1"))
}

fn fuzz(seconds: u32) -> Outcome {
    if cargo_command(&["fuzz", "--version"]).output().is_ok_and(|output| !output.status.success()) {
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

fn coverage() -> Outcome {
    if cargo_command(&["tarpaulin", "--version"])
        .output()
        .is_ok_and(|output| !output.status.success())
    {
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

/// Installs packages of Debian or one of its children, where that can be done without asking.
fn apt_install(packages: &[&str]) -> Result<bool, String> {
    let apt = Command::new("apt-get").arg("--version").output();
    if !is_root() || !apt.is_ok_and(|output| output.status.success()) {
        return Ok(false);
    }
    let none: &[&str] = &[];
    for (verb, packages) in [("update", none), ("install", packages)] {
        run(Command::new("apt-get")
            .args([verb, "--yes", "--quiet"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null()))?;
    }
    Ok(true)
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn cargo(arguments: &[&str]) -> Outcome {
    run(&mut cargo_command(arguments))
}

fn cargo_command(arguments: &[&str]) -> Command {
    // The cargo that runs this task.
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(ROOT);
    command
}

fn run(command: &mut Command) -> Outcome {
    let shown = format!("{command:?}").replace('"', "");
    println!("==> {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("this failed: {shown}")),
        Err(error) => Err(format!("this cannot be started: {shown}: {error}")),
    }
}
