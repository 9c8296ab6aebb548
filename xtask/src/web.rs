//! The page: installing what it is made with, building it, and its tests.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use crate::{Outcome, ROOT, apt_install, run};

/// The oldest Node.js that the tools of the page run with.
const OLDEST_NODE: u32 = 20;

/// Builds the page, which then is part of the program.
pub(crate) fn build() -> Outcome {
    install()?;
    run(npm().args(["run", "build"]))
}

/// Style, types and logic of the page.
pub(crate) fn check() -> Outcome {
    run(npm().args(["run", "check"]))?;
    run(npm().args(["run", "unit"]))
}

/// The page in a real browser, with the program that serves it.
pub(crate) fn end_to_end(program: &Path) -> Outcome {
    const BROWSERS: [&str; 2] = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
    let there = || BROWSERS.iter().any(|path| Path::new(path).exists());
    if !there() && !apt_install(&["chromium"])? {
        println!("==> Chromium is not installed, so the page is not tried in a browser");
        return Ok(());
    }
    run(npm().args(["run", "e2e"]).env("OURO_PROGRAM", program))
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.args(["--prefix", "web", "--silent"]).current_dir(ROOT);
    command
}

/// What the lock file names, if it has changed since it was installed.
fn install() -> Outcome {
    match node_version() {
        Some(version) if version >= OLDEST_NODE => {}
        Some(version) => {
            return Err(format!(
                "the page needs Node.js {OLDEST_NODE} or newer, and this is {version}"
            ));
        }
        None if apt_install(&["npm"])? && node_version().is_some_and(|v| v >= OLDEST_NODE) => {}
        None => return Err(format!("the page needs Node.js {OLDEST_NODE} or newer, with npm")),
    }
    let changed = |file: &str| -> io::Result<_> {
        fs::metadata(Path::new(ROOT).join("web").join(file))?.modified()
    };
    let installed = changed("node_modules/.package-lock.json");
    if let (Ok(installed), Ok(locked)) = (installed, changed("package-lock.json"))
        && installed >= locked
    {
        return Ok(());
    }
    // Not `npm ci`, which refuses a lock file that was made on one platform and lacks programs for others.
    run(npm().args(["install", "--no-audit", "--no-fund"]))
}

fn node_version() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}
