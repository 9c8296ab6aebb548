//! Sudden ends and clock jumps: kill -9 at random moments under load, and a wall clock that jumps.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Attack, engines};
use crate::player::{CheckError, Player};
use crate::service::{Options, Service};
use crate::settings::DatabaseKind;
use crate::trial::{ATTACKER, Trial};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("kills", "kill -9 at random moments while six players move", kills),
    Attack::new("clock-jump", "the wall clock jumps forward and back by an hour", clock_jump),
];

const PLAYERS: u64 = 6;
/// Events that are acknowledged before a kill.
const LOAD: usize = 4;
/// The longest random delay before a kill.
const LONGEST_DELAY: u64 = 220;

fn kills(trial: &mut Trial<'_>) -> Result<(), String> {
    let count = trial.settings.count.unwrap_or(10);
    if trial.settings.includes(DatabaseKind::Sqlite) {
        let options = trial.options();
        kill_repeatedly(trial, &options, count, "SQLite")?;
    }
    if trial.settings.includes(DatabaseKind::Postgres) {
        let Some(url) = trial.settings.postgres_database()? else {
            trial.note("PostgreSQL is not installed");
            return Ok(());
        };
        let options = Options::new(&trial.settings.program, &url, trial.folder());
        kill_repeatedly(trial, &options, count, "PostgreSQL")?;
    }
    Ok(())
}

#[allow(clippy::print_stderr, reason = "long runs show how far they are")]
fn kill_repeatedly(
    trial: &mut Trial<'_>,
    options: &Options,
    count: usize,
    database: &str,
) -> Result<(), String> {
    let options = options.clone().with(&["--rate-limit", "0", "--hash", "1", "--engines", "1"]);
    let mut random = fastrand::Rng::with_seed(trial.settings.seed);
    let mut service = Service::start(&options)?;
    let mut players: Vec<Player> =
        (0..PLAYERS).map(|_| Player::new(service.client(ATTACKER), random.u64(..))).collect();
    for kill in 0..count {
        service = kill_once(trial, service, &options, &mut players, &mut random)?;
        if (kill + 1).is_multiple_of(100) {
            eprintln!("{database}: {} of {count} kills", kill + 1);
        }
    }
    for player in &mut players {
        check(trial, player.check_all());
    }
    service.kill();
    let events: usize = players.iter().map(Player::events).sum();
    trial.note(format!("{database}: {count} kills, {events} acknowledged events"));
    trial.require(events > count, || format!("too few events were played: {events}"));
    Ok(())
}

/// Plays with all players at the same time, kills the service, starts it again and checks all games in progress.
fn kill_once(
    trial: &mut Trial<'_>,
    service: Service,
    options: &Options,
    players: &mut [Player],
    random: &mut fastrand::Rng,
) -> Result<Service, String> {
    let delay = Duration::from_millis(random.u64(0..LONGEST_DELAY));
    let before: usize = players.iter().map(Player::events).sum();
    let acknowledged = std::sync::atomic::AtomicUsize::new(before);
    let refusals: Vec<String> = thread::scope(|scope| {
        let acknowledged = &acknowledged;
        let threads: Vec<_> = players
            .iter_mut()
            .map(|player| {
                scope.spawn(move || {
                    loop {
                        match player.play() {
                            Ok(()) => {
                                acknowledged.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                            }
                            // Until the kill, every event must be acknowledged.
                            Err(refusal) => return refusal.status().map(|_| refusal.to_string()),
                        }
                    }
                })
            })
            .collect();
        let deadline = Instant::now() + Duration::from_secs(30);
        while acknowledged.load(std::sync::atomic::Ordering::Relaxed) < before + LOAD
            && Instant::now() < deadline
            && !threads.iter().all(thread::ScopedJoinHandle::is_finished)
        {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(delay);
        service.kill();
        threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect()
    });
    for refusal in refusals {
        trial.violation(format!("a move was refused: {refusal}"));
    }
    let service = Service::start(options)?;
    for player in players {
        player.reconnect(service.address());
        check(trial, player.check());
    }
    Ok(service)
}

fn check(trial: &mut Trial<'_>, checked: Result<(), CheckError>) {
    match checked {
        Ok(()) => {}
        Err(CheckError::Lost(lost)) => trial.violation(lost),
        Err(CheckError::Unread(error)) => {
            trial.violation(format!("a game cannot be read: {error}"));
        }
    }
}

fn clock_jump(trial: &mut Trial<'_>) -> Result<(), String> {
    const HOUR: i64 = 3_600;
    const INITIAL: u64 = 600_000;
    let folder = trial.folder().to_owned();
    let Some(injector) = trial.injector(&folder)? else { return Ok(()) };
    let service = Service::start(&injector.inject(trial.options()).with(&["--rate-limit", "0"]))?;
    let client = service.client(ATTACKER);
    let human = json!({ "kind": "human" });
    let clock = json!({ "initial_ms": INITIAL });
    let body = json!({ "white": human, "black": human, "clock": clock });
    let mut game =
        client.post("/api/v1/games", &body).map_err(|e| e.to_string())?.json()["game"].take();
    let mut player = Player::new(service.client(ATTACKER), trial.settings.seed);
    let path = format!("/api/v1/games/{}/moves", game["id"].as_str().unwrap_or_default());
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    for (pair, offset) in moves.chunks(2).zip([0, HOUR, -HOUR, 0]) {
        injector.move_clock(offset)?;
        for uci in pair {
            let body = json!({ "uci": uci, "version": game["version"] });
            let response = client.post(&path, &body).map_err(|error| error.to_string())?;
            let view = response.json();
            if response.status != 200 {
                return Err(format!(
                    "a move failed after a jump of {offset} s: {}",
                    response.summary()
                ));
            }
            if !view["outcome"].is_null() {
                let reason = view["outcome"]["reason"].as_str().unwrap_or_default();
                return Err(format!("a game ended after a jump of {offset} s: {reason}"));
            }
            for side in ["white_ms", "black_ms"] {
                let left = view["clock"][side].as_u64().unwrap_or(INITIAL);
                trial.require((INITIAL - 60_000..=INITIAL).contains(&left), || {
                    format!("a clock of 600 s shows {} s after a jump of {offset} s", left / 1_000)
                });
            }
            game = view;
        }
        let reply = engines::reply_time(&service.client(engines::REPLY_CLIENT), 1)?;
        trial.require(reply < Duration::from_secs(5), || {
            format!("the engine did not reply within 5 s after a jump of {offset} s")
        });
        for _ in 0..5 {
            let start = Instant::now();
            player.play().map_err(|error| format!("a move after a jump failed: {error}"))?;
            trial.add_latencies([start.elapsed()]);
        }
        check(trial, player.check_all());
    }
    service.kill();
    injector.move_clock(-HOUR)?;
    let service = Service::start(&injector.inject(trial.options()))?;
    player.reconnect(service.address());
    check(trial, player.check_all());
    Ok(())
}
