//! Mistakes of operators: two processes on one file, backups of nothing, files that cannot be written.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::Attack;
use crate::faults::{Namespace, wait_for};
use crate::player::Player;
use crate::service::{Options, Service};
use crate::trial::{ATTACKER, Trial};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("second-process", "a second process on the same SQLite file", second_process),
    Attack::new("backup", "a backup of a missing file, and of a file in use", backup),
    Attack::new("read-only-file", "a start on a database that cannot be written", read_only_file),
    Attack::new("any-origin", "--allow-origin '*'", any_origin),
];

/// The time in which a wrong command line is refused.
const REFUSAL: Duration = Duration::from_secs(15);

/// Returns whether the service refuses to start, and never becomes ready.
fn is_refused(options: &Options) -> Result<bool, String> {
    match Service::spawn(options) {
        Err(_) => Ok(true),
        Ok(mut service) => {
            let client = service.client(ATTACKER);
            let ready = || client.get("/readyz").is_ok_and(|response| response.status == 200);
            if ready() {
                return Ok(false);
            }
            let ended = wait_for(REFUSAL, || service.ended().is_some() || ready());
            Ok(ended.is_none() || service.ended().is_some_and(|status| !status.success()))
        }
    }
}

fn second_process(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let options = trial.options();
    let refused = trial.observe(&service, || is_refused(&options))?;
    trial.require(refused, || "a second process on the same file started".to_owned());
    service.kill();
    // A lock must not outlive a killed process.
    trial.serve(&[]).map(|_| ())
}

fn backup(trial: &mut Trial<'_>) -> Result<(), String> {
    let run = |database: &str, copy: &str| {
        Command::new(&trial.settings.program)
            .args(["serve", "--database", database, "--backup", copy])
            .current_dir(trial.folder())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| format!("failed to start a backup: {error}"))
    };
    let status = run("sqlite:missing.db", "copy.db")?;
    let service = trial.serve(&["--rate-limit", "0"])?;
    let mut player = Player::new(service.client(ATTACKER), trial.settings.seed);
    for _ in 0..10 {
        player.play().map_err(|error| format!("a move failed: {error}"))?;
    }
    let in_use = run("sqlite:ouro.db", "used.db")?;
    service.kill();
    let path = |name: &str| trial.folder().join(name);
    let (copy, missing, used) = (path("copy.db"), path("missing.db"), path("used.db"));
    trial.require(!status.success(), || "a backup of a missing file exits with 0".to_owned());
    trial.require(!copy.exists(), || "a backup of a missing file writes a copy".to_owned());
    trial.require(!missing.exists(), || "a backup creates a missing database".to_owned());
    trial.require(in_use.success(), || "a backup of a file in use fails".to_owned());
    let url = format!("sqlite:{}", used.display());
    let service = Service::start(&Options::new(&trial.settings.program, &url, trial.folder()))?;
    player.reconnect(service.address());
    let checked = player.check_all();
    trial.require(checked.is_ok(), || format!("the backup is not complete: {checked:?}"));
    Ok(())
}

fn read_only_file(trial: &mut Trial<'_>) -> Result<(), String> {
    trial.serve(&[])?.kill();
    let namespace = match Namespace::with_read_only(trial.folder()) {
        Ok(namespace) => namespace,
        Err(reason) => {
            trial.skip(reason);
            return Ok(());
        }
    };
    let refused = is_refused(&trial.options().through(&namespace.wrapper()))?;
    trial.require(refused, || "the service is ready on a read-only database".to_owned());
    drop(namespace);
    trial.serve(&[]).map(|_| ())
}

fn any_origin(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--allow-origin", "*"])?;
    let client = service.client(ATTACKER).with_header("origin", "https://other.example");
    let response = client.get("/api/v1/levels").map_err(|error| error.to_string())?;
    let allowed = response.header("access-control-allow-origin");
    trial.require(allowed == Some("*"), || format!("the allowed origin is {allowed:?}"));
    let credentials = response.header("access-control-allow-credentials");
    trial.require(credentials.is_none(), || "any origin may use cookies".to_owned());
    Ok(())
}
