//! Tests that drive the program from Python, with packages installed under `target/`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{run, say, works};
use crate::{Outcome, ROOT};

const PACKAGES: &str = "target/python/packages";

/// The packages of `cargo xtask test`: the name for pip and the module to import.
const TESTED: [(&str, &str); 2] =
    [("chess", "chess.engine"), ("openapi-python-client", "openapi_python_client")];

/// Installs the packages of the tests. Does nothing without Python and pip.
pub(crate) fn install() -> Outcome {
    for (package, module) in TESTED {
        packages(package, module)?;
    }
    Ok(())
}

/// Plays whole games through python-chess.
pub(crate) fn play_through_python_chess(program: &str) -> Outcome {
    let (package, module) = TESTED[0];
    let Some(packages) = packages(package, module)? else {
        say("==> skipped: python-chess needs python3 with pip");
        return Ok(());
    };
    run(python(packages).args(["crates/ouro/tests/python_chess.py", program]))
}

/// Plays a game through a client generated from the OpenAPI document.
pub(crate) fn play_through_generated_client(program: &str) -> Outcome {
    const FOLDER: &str = "target/python/client/ouro_client";
    const SETTINGS: &str = "target/python/client.json";
    let (package, module) = TESTED[1];
    let Some(packages) = packages(package, module)? else {
        say("==> skipped: the client generator needs python3 with pip");
        return Ok(());
    };
    // Without its formatter, which would have to be installed too.
    fs::write(Path::new(ROOT).join(SETTINGS), "{\"post_hooks\": []}")
        .map_err(|error| format!("failed to write {SETTINGS}: {error}"))?;
    run(python(packages)
        .args(["-m", "openapi_python_client", "generate", "--path", "web/openapi.json"])
        .args(["--meta", "none", "--overwrite", "--output-path", FOLDER, "--config", SETTINGS])
        // It warns about every endpoint that it cannot generate. The game proves the ones that it needs.
        .stdout(Stdio::null())
        .stderr(Stdio::null()))?;
    let path = format!("{packages}:target/python/client");
    run(python(&path).args(["crates/ouro/tests/python_client.py", program]))
}

/// Returns Python with a path to search for modules.
pub(crate) fn python(path: &str) -> Command {
    let mut command = Command::new("python3");
    command.current_dir(ROOT).env("PYTHONPATH", path);
    command
}

/// Returns the folder that contains a package, which is installed if it is missing. Returns `None` without
/// Python and pip.
pub(crate) fn packages(package: &str, module: &str) -> Result<Option<&'static str>, String> {
    if !works(python(PACKAGES).args(["-m", "pip", "--version"])) {
        return Ok(None);
    }
    if !works(python(PACKAGES).args(["-c", &format!("import {module}")])) {
        let install = ["-m", "pip", "install", "--quiet", "--upgrade", "--target", PACKAGES];
        run(python(PACKAGES).args(install).arg(package))?;
    }
    Ok(Some(PACKAGES))
}
