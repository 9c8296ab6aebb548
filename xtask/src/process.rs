//! Child processes: cargo, the system's packages, and where output goes.

use std::cell::RefCell;
use std::env;
use std::fs::File;
use std::process::{Command, Stdio};

use crate::{Outcome, ROOT};

thread_local! {
    /// The file that collects the output of this thread's commands. Without it they write to the terminal.
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Sends the output of all further commands of this thread to a file.
pub fn log_to(file: File) {
    LOG.set(Some(file));
}

/// Prints a line, to the log if this thread has one.
pub fn say(line: &str) {
    use std::io::Write as _;
    LOG.with_borrow_mut(|log| match log {
        // A line that is missing in the log changes no result.
        Some(file) => drop(writeln!(file, "{line}")),
        None => println!("{line}"),
    });
}

/// Runs a command to its end. Fails if it does.
pub fn run(command: &mut Command) -> Outcome {
    let shown = format!("{command:?}").replace('"', "");
    say(&format!("==> {shown}"));
    let failed = |error| format!("failed to start: {shown}: {error}");
    LOG.with_borrow(|log| {
        if let Some(file) = log {
            command.stdout(file.try_clone()?).stderr(file.try_clone()?);
        }
        Ok(())
    })
    .map_err(failed)?;
    match command.status().map_err(failed)? {
        status if status.success() => Ok(()),
        status => Err(format!("{status}: {shown}")),
    }
}

/// Runs cargo in the workspace.
pub fn cargo(arguments: &[&str]) -> Outcome {
    run(&mut cargo_command(arguments))
}

/// Returns the same cargo that runs this task, with arguments, in the workspace.
///
/// Incremental compilation is off: a task compiles each crate once, and non-incremental builds take less time.
pub fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).env("CARGO_INCREMENTAL", "0").current_dir(ROOT);
    command
}

/// Returns whether a command exists and succeeds.
pub fn works(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Installs Debian packages. Returns `false` if that needs a password or another package manager.
pub fn apt_install(packages: &[&str]) -> Result<bool, String> {
    if !is_root() || !works(Command::new("apt-get").arg("--version")) {
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

/// Returns whether this process runs as root.
pub fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
