//! The web app: its dependencies, its build and its tests.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use crate::changes::is_up_to_date;
use crate::process::{apt_install, run, say};
use crate::{Outcome, ROOT, npm};

/// The oldest supported version of Node.js.
const OLDEST_NODE: u32 = 20;

/// Builds the npm package and the web app, which the program embeds. A build that is newer than all sources is kept,
/// so that the program is not rebuilt either.
pub(crate) fn build() -> Outcome {
    npm::build()?;
    install()?;
    if is_up_to_date("web/dist/index.html", &["web", npm::OUTPUT]) {
        say("==> the web app is up to date");
        return Ok(());
    }
    run(npm().args(["run", "build"]))
}

/// Checks the format and the lints, and runs the unit tests. The build checks the types.
pub(crate) fn check() -> Outcome {
    run(npm().args(["run", "check"]))?;
    run(npm().args(["run", "unit"]))
}

/// Runs the browser tests against a program that serves the web app.
pub(crate) fn end_to_end(program: &Path) -> Outcome {
    if let Some(browser) = missing_browser()
        && !apt_install(&[browser])?
    {
        say("==> skipped: Chromium is not installed");
        return Ok(());
    }
    run(npm().args(["run", "e2e"]).env("OURO_PROGRAM", program))
}

/// Returns the Debian package of Node.js if it is missing.
pub(crate) fn missing_package() -> Option<&'static str> {
    node_version().is_none().then_some("npm")
}

/// Returns the Debian package of the browser if it is missing.
pub(crate) fn missing_browser() -> Option<&'static str> {
    const BROWSERS: [&str; 2] = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
    let installed = BROWSERS.iter().any(|path| Path::new(path).exists());
    (!installed).then_some("chromium")
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.args(["--prefix", "web", "--silent"]).current_dir(ROOT);
    command
}

/// Checks the version of Node.js, which is installed if it is missing and that is possible.
pub(crate) fn check_node() -> Outcome {
    match node_version() {
        Some(version) if version >= OLDEST_NODE => Ok(()),
        Some(version) => Err(format!(
            "the web app and the npm package need Node.js {OLDEST_NODE} or newer; found version {version}"
        )),
        None if apt_install(&["npm"])? && node_version().is_some_and(|v| v >= OLDEST_NODE) => {
            Ok(())
        }
        None => Err(format!(
            "the web app and the npm package need Node.js {OLDEST_NODE} or newer, with npm"
        )),
    }
}

/// Returns whether the dependencies of a package are those of its lock file.
pub(crate) fn is_installed(package: &str) -> bool {
    let changed = |file: &str| -> io::Result<_> {
        fs::metadata(Path::new(ROOT).join(package).join(file))?.modified()
    };
    let installed = changed("node_modules/.package-lock.json");
    matches!((installed, changed("package-lock.json")), (Ok(installed), Ok(locked)) if installed >= locked)
}

/// Installs the dependencies if the lock file has changed since the last time.
fn install() -> Outcome {
    check_node()?;
    if is_installed("web") {
        return Ok(());
    }
    // Not `npm ci`: it rejects a lock file that lacks the optional packages of this platform.
    run(npm().args(["install", "--no-audit", "--no-fund"]))
}

fn node_version() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}
