//! Work for the engines: one client must not keep another one's opponent from moving.

use std::io::Write;
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Attack;
use crate::faults::wait_for;
use crate::http::Client;
use crate::service::Service;
use crate::trial::{ATTACKER, Trial, milliseconds};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(
        "day-long-games",
        "engine games with day-long clocks, then deleted",
        day_long_games,
    ),
    Attack::new("analyses", "three analyses while another client plays the engine", analyses),
    Attack::new("abandoned", "searches whose clients disconnect", abandoned),
    Attack::new("engine-games", "engine games without cookies, as fast as possible", engine_games),
    Attack::new("reviews", "reviews without cookies, as fast as possible", reviews),
];

/// The address of the client that plays against the engine.
pub(super) const REPLY_CLIENT: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 98);
/// The delay of a reply that an attack may cause.
const DELAY: Duration = Duration::from_millis(300);
/// The time in which a short review ends while reviews of another client wait.
const LONGEST_REVIEW: Duration = Duration::from_secs(60);
/// The time after which a reply is given up.
const LONGEST_REPLY: Duration = Duration::from_secs(20);

/// Returns the time from a move to the engine's reply at a level, at most [`LONGEST_REPLY`]. A WebSocket reports
/// the reply.
pub(super) fn reply_time(client: &Client, level: u8) -> Result<Duration, String> {
    let body =
        json!({ "white": { "kind": "human" }, "black": { "kind": "engine", "level": level } });
    let created = client.post("/api/v1/games", &body).map_err(|error| error.to_string())?;
    if created.status != 201 {
        return Err(format!("a game against the engine was refused: {}", created.summary()));
    }
    let id = created.json()["game"]["id"].as_str().unwrap_or_default().to_owned();
    let mut socket = client.watch(&id)?;
    let path = format!("/api/v1/games/{id}");
    let start = Instant::now();
    let body = json!({ "uci": "e2e4", "version": 1 });
    let moved = client.post(&format!("{path}/moves"), &body).map_err(|error| error.to_string())?;
    if moved.status != 200 {
        return Err(format!("a move against the engine was refused: {}", moved.summary()));
    }
    // Every failure to read is a timeout or a lost connection: no reply in time.
    while start.elapsed() < LONGEST_REPLY {
        let timeout = LONGEST_REPLY.saturating_sub(start.elapsed()).max(Duration::from_millis(1));
        let _ = socket.get_ref().set_read_timeout(Some(timeout));
        let Ok(message) = socket.read() else { break };
        let message: Value = message
            .to_text()
            .map_or(Value::Null, |text| serde_json::from_str(text).unwrap_or_default());
        if message["version"].as_i64().is_some_and(|version| version >= 3) {
            break;
        }
    }
    let elapsed = start.elapsed();
    // The game is of no use any more; if it stays, it does no harm.
    let _ = client.post(&format!("{path}/actions"), &json!({ "action": "resign" }));
    Ok(elapsed)
}

/// Returns the median of three reply times.
fn median_reply(service: &Service, level: u8) -> Result<Duration, String> {
    let client = service.client(REPLY_CLIENT);
    let mut times = (0..3).map(|_| reply_time(&client, level)).collect::<Result<Vec<_>, _>>()?;
    times.sort_unstable();
    Ok(times[1])
}

/// Requires that replies are as fast as without the attack, up to the permitted delay.
fn require_replies(
    trial: &mut Trial<'_>,
    idle: Duration,
    busy: Result<Duration, String>,
    when: &str,
) {
    match busy {
        Ok(busy) => {
            trial.note(format!("reply {} idle, {} {when}", milliseconds(idle), milliseconds(busy)));
            trial.require(busy <= idle + DELAY, || {
                format!("the engine's reply took {} {when}", milliseconds(busy))
            });
        }
        Err(error) => trial.violation(format!("{when}: {error}")),
    }
}

fn engine_game(clock: Option<u64>) -> Value {
    let engine = json!({ "kind": "engine" });
    let clock = clock.map(|initial| json!({ "initial_ms": initial }));
    json!({ "white": engine, "black": engine, "clock": clock })
}

fn day_long_games(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let idle = median_reply(&service, 1)?;
    let games: Vec<(Client, String)> = (0..6)
        .filter_map(|_| {
            let client = service.client(ATTACKER);
            let created = client.post("/api/v1/games", &engine_game(Some(86_400_000))).ok()?;
            let id = created.json()["game"]["id"].as_str()?.to_owned();
            Some((client, id))
        })
        .collect();
    trial.note(format!("{} of 6 games accepted", games.len()));
    let busy = trial.observe(&service, || {
        // The searches have begun.
        thread::sleep(Duration::from_secs(1));
        median_reply(&service, 1)
    });
    require_replies(trial, idle, busy, "during day-long games");
    for (client, id) in &games {
        let deleted = client.send("DELETE", &format!("/api/v1/games/{id}"), &[]);
        let status = deleted.map_err(|error| error.to_string())?.status;
        trial.require(status == 204, || format!("an engine game could not be deleted: {status}"));
    }
    let after = median_reply(&service, 1);
    require_replies(trial, idle, after, "after deleting them");
    Ok(())
}

/// Sends a request and returns the open connection.
fn open_request(client: &Client, path: &str, body: &Value) -> Option<TcpStream> {
    let mut stream = client.connect().ok()?;
    let request = client.request_bytes("POST", path, body.to_string().as_bytes());
    stream.write_all(&request).ok()?;
    Some(stream)
}

fn analyses(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let idle = median_reply(&service, 3)?;
    let body = json!({ "limits": { "time_ms": 30_000 }, "multipv": 3 });
    let client = service.client(ATTACKER);
    let open: Vec<_> =
        (0..3).filter_map(|_| open_request(&client, "/api/v1/analyse", &body)).collect();
    let busy = trial.observe(&service, || {
        thread::sleep(Duration::from_secs(1));
        median_reply(&service, 3)
    });
    require_replies(trial, idle, busy, "during three analyses");
    drop(open);
    let after = median_reply(&service, 3);
    require_replies(trial, idle, after, "after the clients left");
    Ok(())
}

fn abandoned(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let idle = median_reply(&service, 1)?;
    let client = service.client(ATTACKER);
    let busy = trial.observe(&service, || {
        for path in ["/api/v1/bestmove", "/api/v1/analyse"].into_iter().cycle().take(40) {
            let body = json!({ "limits": { "time_ms": 30_000 } });
            let stream = open_request(&client, path, &body);
            // Long enough for the search to begin.
            thread::sleep(Duration::from_millis(20));
            drop(stream);
        }
        median_reply(&service, 1)
    });
    require_replies(trial, idle, busy, "after 40 clients left");
    Ok(())
}

/// Sends requests from eight threads until the end. Returns the number of accepted ones.
fn flood(service: &Service, path: &str, body: &Value, end: &AtomicBool) -> usize {
    let accepted = AtomicUsize::new(0);
    let client = service.client(ATTACKER).without_cookies();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !end.load(Ordering::Relaxed) {
                    match client.post(path, body) {
                        Ok(response) if response.status < 300 => {
                            accepted.fetch_add(1, Ordering::Relaxed);
                        }
                        // An attacker without a response tries again.
                        _ => thread::sleep(Duration::from_millis(1)),
                    }
                }
            });
        }
    });
    accepted.into_inner()
}

/// Floods the service with requests while other clients play. Afterwards `check` can require more of the service,
/// which still does the accepted work.
fn under_flood(
    trial: &mut Trial<'_>,
    path: &str,
    body: &Value,
    check: impl FnOnce(&Service) -> Result<(), String>,
) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let idle = median_reply(&service, 1)?;
    let end = AtomicBool::new(false);
    let (busy, accepted) = trial.observe(&service, || {
        thread::scope(|scope| {
            let flood = scope.spawn(|| flood(&service, path, body, &end));
            thread::sleep(Duration::from_secs(3));
            let busy = median_reply(&service, 1);
            thread::sleep(Duration::from_secs(2));
            end.store(true, Ordering::Relaxed);
            (busy, flood.join().unwrap_or(0))
        })
    });
    trial.note(format!("{accepted} accepted"));
    require_replies(trial, idle, busy, "during the flood");
    let after = median_reply(&service, 1);
    require_replies(trial, idle, after, "after it");
    check(&service)
}

fn engine_games(trial: &mut Trial<'_>) -> Result<(), String> {
    under_flood(trial, "/api/v1/games", &engine_game(None), |_| Ok(()))
}

fn reviews(trial: &mut Trial<'_>) -> Result<(), String> {
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(14).collect();
    let body = json!({ "moves": moves, "nodes": 500_000 });
    under_flood(trial, "/api/v1/review", &body, require_review)
}

/// Requires that the short review of another client ends although many others wait.
fn require_review(service: &Service) -> Result<(), String> {
    let client = service.client(REPLY_CLIENT);
    let body = json!({ "moves": ["e2e4", "e7e5"], "nodes": 1_000 });
    let created = client.post("/api/v1/review", &body).map_err(|error| error.to_string())?;
    let created_view = created.json();
    let Some(id) = created_view["id"].as_str() else {
        return Err(format!("another client's review was refused: {}", created.summary()));
    };
    let path = format!("/api/v1/review/{id}");
    let ended = wait_for(LONGEST_REVIEW, || {
        thread::sleep(Duration::from_millis(190));
        client.get(&path).is_ok_and(|response| response.json()["done"] == 2)
    });
    match ended {
        Some(_) => Ok(()),
        None => Err(format!("another client's review did not end in {LONGEST_REVIEW:?}")),
    }
}
