//! The npm package in `npm/ouro-chess`: its WebAssembly modules, its build and its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::changes::is_up_to_date;
use crate::process::{apt_install, cargo, cargo_command, run, say};
use crate::{Outcome, ROOT, web};

const WASM: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "npm/ouro-chess";

/// The file that a build writes last.
pub(crate) const OUTPUT: &str = "npm/ouro-chess/dist/ouro.js";

/// What the package is built from.
const SOURCES: [&str; 11] = [
    "Cargo.lock",
    "Cargo.toml",
    "rust-toolchain.toml",
    "crates/ouro-bindgen",
    "crates/ouro-engine",
    "crates/ouro-rules",
    "crates/ouro-uci",
    "crates/ouro-wasm",
    "nets/chess.nn",
    "nets/selfcapture.nn",
    PACKAGE,
];

/// Positions of each variant that the tests compare with the native rules.
const COMPARED_POSITIONS: &str = "20000";

/// Builds the package. A build that is newer than all sources is kept.
pub(crate) fn build() -> Outcome {
    install()?;
    if is_up_to_date(OUTPUT, &SOURCES) {
        say("==> the npm package is up to date");
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", WASM]).current_dir(ROOT))?;
    // Not `dev`: clippy holds the lock of its folder while `cargo xtask test` builds the package.
    cargo(&["build", "--profile", "ci", "--package", "ouro-bindgen"])?;
    let build = Path::new(ROOT).join(PACKAGE).join("build");
    fs::create_dir_all(&build)
        .map_err(|error| format!("failed to create {}: {error}", build.display()))?;
    for module in ["rules", "engine"] {
        run(cargo_command(&["build", "--profile", "wasm", "--package", "ouro-wasm", "--lib"])
            .args(["--target", WASM, "--no-default-features", "--features", module])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128"))?;
        let input = target().join(WASM).join("wasm/ouro_wasm.wasm");
        let bindgen = target().join("ci/ouro-bindgen");
        run(Command::new(bindgen).arg(input).arg(module).arg(&build).current_dir(ROOT))?;
    }
    run(npm().args(["run", "build"]))
}

/// Checks the format and the lints, and runs the tests in Node.js and in Chromium.
pub(crate) fn test() -> Outcome {
    run(npm().args(["run", "check"]))?;
    let positions = target().join("random-games.txt");
    let file = fs::File::create(&positions)
        .map_err(|error| format!("failed to create {}: {error}", positions.display()))?;
    let example = ["run", "--quiet", "--package", "ouro-wasm", "--example", "random_games", "--"];
    // Not through `run`, which would send the output to the log.
    let mut games = cargo_command(&example);
    let status = games.arg(COMPARED_POSITIONS).stdout(file).stderr(Stdio::inherit()).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("failed to print random games".to_owned());
    }
    if let Some(browser) = web::missing_browser()
        && !apt_install(&[browser])?
    {
        say("==> skipped in the browser: Chromium is not installed");
    }
    run(npm().args(["run", "test"]).env("OURO_RANDOM_GAMES", positions))
}

/// Installs the dependencies if the lock file has changed since the last time.
fn install() -> Outcome {
    web::check_node()?;
    if web::is_installed(PACKAGE) {
        return Ok(());
    }
    run(npm().args(["install", "--no-audit", "--no-fund"]))
}

/// Returns the folder of cargo's output.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(ROOT).join("target"), |folder| Path::new(ROOT).join(folder))
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.args(["--prefix", PACKAGE, "--silent"]).current_dir(ROOT);
    command
}
