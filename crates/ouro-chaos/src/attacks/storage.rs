//! Faults of the storage: writes that fail for a while. No acknowledged event may be lost, and the service must
//! recover without a restart.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use xtask::postgres::Postgres;

use super::Attack;
use crate::faults::{ErrorCode, Injector, Namespace, fill_disk, wait_for};
use crate::http::Client;
use crate::player::{CheckError, Player, Refusal};
use crate::service::{Options, Service};
use crate::settings::DatabaseKind;
use crate::sql::Database;
use crate::trial::{ATTACKER, Trial, milliseconds};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("disk-full", "SQLite on a full disk, then space again, then kill -9", disk_full),
    Attack::new("io-error", "writes and syncs that fail with EIO, ENOSPC and EROFS", io_error),
    Attack::new("locked-file", "another process locks the SQLite file", locked_file).waiting(),
    Attack::new("postgres-restart", "PostgreSQL crashes and restarts", postgres_restart),
];

/// Events that each player plays before the fault and after the recovery.
const EVENTS: usize = 6;
/// Failed writes after which the fault ends.
const FAILURES: usize = 3;
/// Attempts to provoke them. A full disk can have room for a few more events.
const ATTEMPTS: usize = 300;
/// The time to recover in.
const RECOVERY: Duration = Duration::from_secs(15);
/// The size of the small disk. The write-ahead log grows to 4 MiB between checkpoints; on a smaller disk it would
/// be full without a fault.
const DISK_MEBIBYTES: u32 = 8;

/// Whether games can be read during a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    Work,
    Fail,
}

/// Plays before, during and after a fault, and after a kill.
fn survive(
    trial: &mut Trial<'_>,
    options: &Options,
    reads: Reads,
    inject: impl FnOnce() -> Result<(), String>,
    heal: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let service = Service::start(options)?;
    let probe = service.client(ATTACKER);
    let seed = trial.settings.seed;
    let mut players = [1, 2].map(|n| Player::new(service.client(ATTACKER), seed ^ n));
    for player in &mut players {
        play(player, EVENTS).map_err(|error| format!("a move without a fault failed: {error}"))?;
    }

    inject()?;
    let fault = play_through_fault(trial, &mut players, &probe, reads);
    heal()?;
    let slowest = fault?;

    recover(trial, &mut players, &probe);
    service.kill();
    let service = Service::start(options)?;
    for player in &mut players {
        player.reconnect(service.address());
        if let Err(error) = player.check_all() {
            trial.violation(after("kill -9", error));
        }
        if let Err(error) = play(player, 1) {
            trial.violation(format!("a move after the restart failed: {error}"));
        }
    }
    if slowest > Duration::from_secs(2) {
        trial.note(format!("slowest refusal {}", milliseconds(slowest)));
    }
    Ok(())
}

fn play(player: &mut Player, events: usize) -> Result<(), Refusal> {
    (0..events).try_for_each(|_| player.play())
}

fn after(what: &str, error: CheckError) -> String {
    match error {
        CheckError::Lost(what_is_lost) => format!("after {what}: {what_is_lost}"),
        CheckError::Unread(error) => format!("after {what}: a game cannot be read: {error}"),
    }
}

/// Plays until enough writes have failed. Returns the slowest refusal.
fn play_through_fault(
    trial: &mut Trial<'_>,
    players: &mut [Player; 2],
    probe: &Client,
    reads: Reads,
) -> Result<Duration, String> {
    let (mut failures, mut slowest) = (0, Duration::ZERO);
    let mut ready_after_failure = false;
    for attempt in 0..ATTEMPTS {
        let player = &mut players[attempt % 2];
        let start = Instant::now();
        let played = player.play();
        let elapsed = start.elapsed();
        let Err(refusal) = played else {
            ready_after_failure = false;
            continue;
        };
        failures += 1;
        slowest = slowest.max(elapsed);
        match refusal.status() {
            Some(503) => {}
            Some(status) => trial.violation(format!("a failed write returned {status}, not 503")),
            None => trial.violation(format!("a failed write broke the connection: {refusal}")),
        }
        // Ready after a failed write is wrong unless the next write succeeds.
        trial.require(!ready_after_failure, || {
            "/readyz returned 200 between failed writes".to_owned()
        });
        ready_after_failure = probe.get("/readyz").is_ok_and(|response| response.status == 200);
        if reads == Reads::Fail {
            return Ok(slowest);
        }
        match player.check() {
            Ok(()) => {}
            Err(CheckError::Lost(lost)) => trial.violation(format!("during the fault: {lost}")),
            Err(CheckError::Unread(error)) => {
                trial.violation(format!("during the fault a game cannot be read: {error}"));
            }
        }
        if failures == FAILURES {
            return Ok(slowest);
        }
    }
    Err(format!("the fault had no effect: {failures} of {ATTEMPTS} writes failed"))
}

/// Requires that the service recovers by itself and then acknowledges and keeps events again.
fn recover(trial: &mut Trial<'_>, players: &mut [Player; 2], probe: &Client) {
    let recovered = wait_for(RECOVERY, || {
        players.iter_mut().all(|player| player.check().is_ok() && player.play().is_ok())
            && probe.get("/readyz").is_ok_and(|response| response.status == 200)
    });
    match recovered {
        Some(time) if time > Duration::from_secs(1) => {
            trial.note(format!("recovered after {}", milliseconds(time)));
        }
        Some(_) => {}
        None => trial.violation("the service did not recover without a restart"),
    }
    for player in players {
        if recovered.is_some()
            && let Err(error) = play(player, EVENTS)
        {
            trial.violation(format!("a move after the recovery failed: {error}"));
        }
        if let Err(error) = player.check_all() {
            trial.violation(after("the recovery", error));
        }
    }
}

/// Options without rate limits, which these tests would exceed.
fn unlimited(options: Options) -> Options {
    options.with(&["--rate-limit", "0", "--hash", "1", "--engines", "1"])
}

fn disk_full(trial: &mut Trial<'_>) -> Result<(), String> {
    let count = trial.settings.count.unwrap_or(3);
    let mut injected = 0;
    for run in 0..count {
        let disk = trial.folder().join(format!("disk-{run}"));
        fs::create_dir(&disk).map_err(|error| format!("failed to create a folder: {error}"))?;
        match Namespace::with_small_disk(&disk, DISK_MEBIBYTES) {
            Ok(namespace) => full_disk(trial, &disk, &namespace)?,
            Err(error) => {
                if injected == 0 {
                    trial.note(format!("{error}: ENOSPC is injected instead"));
                }
                injected += 1;
                fail_writes_in(trial, &disk, ErrorCode::NoSpace)?;
            }
        }
        report_progress(run, count);
    }
    trial.note(format!("{count} runs"));
    Ok(())
}

#[allow(clippy::print_stderr, reason = "long runs show how far they are")]
fn report_progress(run: usize, count: usize) {
    if (run + 1).is_multiple_of(50) {
        eprintln!("{} of {count}", run + 1);
    }
}

fn full_disk(trial: &mut Trial<'_>, disk: &Path, namespace: &Namespace) -> Result<(), String> {
    let database = format!("sqlite:{}/ouro.db", disk.display());
    let options = Options::new(&trial.settings.program, &database, trial.folder());
    let options = unlimited(options).through(&namespace.wrapper());
    let filler = namespace.outside(disk).join("filler");
    survive(
        trial,
        &options,
        Reads::Work,
        || fill_disk(&filler),
        || fs::remove_file(&filler).map_err(|error| format!("failed to free the disk: {error}")),
    )
}

fn fail_writes_in(trial: &mut Trial<'_>, folder: &Path, error: ErrorCode) -> Result<(), String> {
    survive_injected(trial, folder, |injector, fails| injector.fail_writes(fails.then_some(error)))
}

/// Plays on SQLite in a folder while a fault is injected and removed.
fn survive_injected(
    trial: &mut Trial<'_>,
    folder: &Path,
    inject: impl Fn(&Injector, bool) -> Result<(), String>,
) -> Result<(), String> {
    let Some(injector) = trial.injector(folder)? else { return Ok(()) };
    let database = format!("sqlite:{}/ouro.db", folder.display());
    let options = Options::new(&trial.settings.program, &database, trial.folder());
    let options = injector.inject(unlimited(options));
    survive(trial, &options, Reads::Work, || inject(&injector, true), || inject(&injector, false))
}

fn io_error(trial: &mut Trial<'_>) -> Result<(), String> {
    let count = trial.settings.count.unwrap_or(1);
    let new_folder = |trial: &Trial<'_>, name: String| {
        let folder = trial.folder().join(name);
        fs::create_dir(&folder).map_err(|error| format!("failed to create a folder: {error}"))?;
        Ok::<_, String>(folder)
    };
    for run in 0..count {
        for error in [ErrorCode::Io, ErrorCode::NoSpace, ErrorCode::ReadOnly] {
            let folder = new_folder(trial, format!("{error:?}-{run}"))?;
            fail_writes_in(trial, &folder, error)?;
        }
        let folder = new_folder(trial, format!("sync-{run}"))?;
        survive_injected(trial, &folder, |injector, fails| {
            injector.fail_syncs(fails.then_some(ErrorCode::Io))
        })?;
    }
    trial.note(format!("{} runs", count * 4));
    Ok(())
}

fn locked_file(trial: &mut Trial<'_>) -> Result<(), String> {
    let options = unlimited(trial.options());
    let url = format!("sqlite:{}", trial.database_file().display());
    let other = RefCell::new(None);
    // A service that holds the lock itself cannot be locked out.
    {
        let service = Service::start(&options)?;
        let mut database = Database::open(&url)?;
        if database.execute("BEGIN EXCLUSIVE").is_err() {
            trial.note("the service keeps the file locked for itself");
            return Ok(());
        }
        service.kill();
    }
    survive(
        trial,
        &options,
        Reads::Work,
        || {
            let mut database = Database::open(&url)?;
            database.execute("BEGIN EXCLUSIVE")?;
            other.replace(Some(database));
            Ok(())
        },
        || other.take().map_or(Ok(()), |mut database| database.execute("ROLLBACK")),
    )
}

fn postgres_restart(trial: &mut Trial<'_>) -> Result<(), String> {
    if !trial.settings.includes(DatabaseKind::Postgres) {
        return Ok(());
    }
    let Some(url) = trial.settings.postgres_database()? else {
        trial.skip("PostgreSQL is not installed");
        return Ok(());
    };
    let options = unlimited(Options::new(&trial.settings.program, &url, trial.folder()));
    let settings = trial.settings;
    survive(
        trial,
        &options,
        Reads::Fail,
        || settings.with_postgres(Postgres::interrupt).map(|_| ()),
        || settings.with_postgres(Postgres::resume).map(|_| ()),
    )
}
