//! Limits inside games, and limits per client that must hold without its cooperation.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Attack;
use crate::faults::wait_for;
use crate::http::Client;
use crate::service::Service;
use crate::trial::{ATTACKER, Trial, VICTIM};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("full-log-mate", "offers until the log is full, then checkmate", full_log_mate),
    Attack::new(
        "full-log-resign",
        "offers until the log is full, then resignation",
        full_log_resign,
    ),
    Attack::new("full-log-flag", "offers until the log is full, then the flag", full_log_flag)
        .waiting(),
    Attack::new("increment", "moves and take-backs that collect increments", increment),
    Attack::new("delete-running", "the creator deletes a game against a person", delete_running),
    Attack::new("rematches", "rematches that fill an opponent's list", rematches),
    Attack::new("health-checks", "health checks of a client over its rate limit", health_checks),
    Attack::new("many-games", "games without cookies, as fast as possible", many_games),
];

/// More actions than any log should accept.
const ACTIONS: usize = 4_500;

fn request(client: &Client, path: &str, body: &Value) -> Result<(u16, Value), String> {
    let response = client.post(path, body).map_err(|error| error.to_string())?;
    Ok((response.status, response.json()))
}

/// Two people with a game.
struct Table {
    white: Client,
    black: Client,
    path: String,
}

impl Table {
    /// Creates a game by White and lets Black join.
    fn new(service: &Service, game: &Value) -> Result<Table, String> {
        let (white, black) = (service.client(VICTIM), service.client(ATTACKER));
        let (status, created) = request(&white, "/api/v1/games", game)?;
        if status != 201 {
            return Err(format!("a game was refused: {created}"));
        }
        let path = format!("/api/v1/games/{}", created["game"]["id"].as_str().unwrap_or_default());
        let body = json!({ "invitation": created["invitation"] });
        let (status, joined) = request(&black, &format!("{path}/join"), &body)?;
        if status != 200 {
            return Err(format!("an invitation was refused: {joined}"));
        }
        Ok(Table { white, black, path })
    }

    fn view(&self) -> Result<Value, String> {
        Ok(self.white.get(&self.path).map_err(|error| error.to_string())?.json())
    }

    fn play(&self, client: &Client, uci: &str) -> Result<(u16, Value), String> {
        let version = self.view()?["version"].clone();
        request(client, &format!("{}/moves", self.path), &json!({ "uci": uci, "version": version }))
    }

    fn act(&self, client: &Client, action: &str) -> Result<(u16, Value), String> {
        request(client, &format!("{}/actions", self.path), &json!({ "action": action }))
    }
}

/// A position in which White mates with Ra8 after one more move of each side.
fn game_before_mate(clock: Option<u64>) -> Value {
    json!({
        "white": { "kind": "human" },
        "black": { "kind": "human" },
        "invite": "black",
        "fen": "6k1/4pppp/8/8/8/8/8/R5K1 w - - 0 1",
        "clock": clock.map(|initial| json!({ "initial_ms": initial, "increment_ms": 0 })),
    })
}

/// Sets up a game that White wins in one move, and lets Black fill its log with offers.
fn full_log(trial: &mut Trial<'_>, clock: Option<u64>) -> Result<(Service, Table), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let table = Table::new(&service, &game_before_mate(clock))?;
    for (client, uci) in [(&table.white, "g1f1"), (&table.black, "e7e6")] {
        let (status, body) = table.play(client, uci)?;
        if status != 200 {
            return Err(format!("a move was refused: {body}"));
        }
    }
    let (mut accepted, mut refused) = (0, 0);
    for action in ["offer_draw", "take_back"].into_iter().cycle().take(ACTIONS) {
        match table.act(&table.black, action)? {
            (200, _) => accepted += 1,
            (status, body) => {
                refused += 1;
                trial.require(status < 500, || format!("an offer returned {status}"));
                let over = body["code"] == "game_over";
                // Several refusals in a row: the limit is reached, or the game is over.
                if refused >= 20 || over {
                    break;
                }
            }
        }
    }
    trial.note(format!("{accepted} offers accepted"));
    Ok((service, table))
}

fn full_log_mate(trial: &mut Trial<'_>) -> Result<(), String> {
    let (_service, table) = full_log(trial, None)?;
    let (status, body) = table.play(&table.white, "a1a8")?;
    trial.require(status == 200 && body["outcome"]["reason"] == "checkmate", || {
        format!("checkmate was refused: {status} {}", body["code"])
    });
    Ok(())
}

fn full_log_resign(trial: &mut Trial<'_>) -> Result<(), String> {
    let (_service, table) = full_log(trial, None)?;
    let (status, body) = table.act(&table.white, "resign")?;
    trial.require(status == 200 && body["outcome"]["reason"] == "resignation", || {
        format!("resignation was refused: {status} {}", body["code"])
    });
    Ok(())
}

fn full_log_flag(trial: &mut Trial<'_>) -> Result<(), String> {
    let (_service, table) = full_log(trial, Some(30_000))?;
    let mut reason = Value::Null;
    let flagged = wait_for(Duration::from_secs(45), || {
        reason = table.view().unwrap_or_default()["outcome"]["reason"].clone();
        std::thread::sleep(Duration::from_millis(200));
        !reason.is_null()
    });
    trial.require(flagged.is_some() && reason == "time", || {
        format!("the flag did not fall: {reason}")
    });
    Ok(())
}

fn increment(trial: &mut Trial<'_>) -> Result<(), String> {
    const INITIAL: u64 = 60_000;
    const INCREMENT: u64 = 600_000;
    let service = trial.serve(&["--rate-limit", "0"])?;
    let client = service.client(ATTACKER);
    let body = json!({
        "white": { "kind": "human" },
        "black": { "kind": "engine", "level": 1 },
        "clock": { "initial_ms": INITIAL, "increment_ms": INCREMENT },
    });
    let (status, created) = request(&client, "/api/v1/games", &body)?;
    if status != 201 {
        return Err(format!("a game was refused: {created}"));
    }
    let path = format!("/api/v1/games/{}", created["game"]["id"].as_str().unwrap_or_default());
    let view = || client.get(&path).map(|response| response.json()).unwrap_or_default();
    let mut rounds = 0;
    for round in 0..12 {
        let uci = if round == 0 { "e2e4" } else { "d2d4" };
        let version = view()["version"].clone();
        let moved =
            request(&client, &format!("{path}/moves"), &json!({ "uci": uci, "version": version }))?;
        if moved.0 != 200 {
            break;
        }
        // The engine replies.
        wait_for(Duration::from_secs(20), || view()["turn"] == "white");
        // The first pair of moves stays, so that the clocks run.
        if round > 0
            && request(&client, &format!("{path}/actions"), &json!({ "action": "take_back" }))?.0
                != 200
        {
            break;
        }
        rounds += 1;
    }
    let left = view()["clock"]["white_ms"].as_u64().unwrap_or(0);
    trial.note(format!("{rounds} rounds, {} s on the clock", left / 1_000));
    // The kept move has an increment, and a taken-back one may.
    trial.require(left <= INITIAL + 2 * INCREMENT, || {
        format!("60 s became {} s by taking back", left / 1_000)
    });
    Ok(())
}

fn delete_running(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let human = json!({ "kind": "human" });
    let game = json!({ "white": human, "black": human, "invite": "black" });
    let table = Table::new(&service, &game)?;
    for (client, uci) in [(&table.white, "e2e4"), (&table.black, "e7e5")] {
        table.play(client, uci)?;
    }
    let deleted =
        table.white.send("DELETE", &table.path, &[]).map_err(|error| error.to_string())?;
    let still_there = table.black.get(&table.path).map_err(|error| error.to_string())?.status;
    trial.require(deleted.status == 409 || deleted.status == 403, || {
        format!("deleting a running game returned {}", deleted.status)
    });
    trial
        .require(still_there == 200, || "a running game was deleted under its opponent".to_owned());
    deleted_message(trial, &service)
}

/// A spectator of a deleted game receives the message `deleted`.
fn deleted_message(trial: &mut Trial<'_>, service: &Service) -> Result<(), String> {
    let client = service.client(VICTIM);
    let human = json!({ "kind": "human" });
    let (_, created) =
        request(&client, "/api/v1/games", &json!({ "white": human, "black": human }))?;
    let id = created["game"]["id"].as_str().unwrap_or_default().to_owned();
    let mut socket = client.watch(&id)?;
    let timeout = Some(Duration::from_secs(5));
    socket.get_ref().set_read_timeout(timeout).map_err(|error| error.to_string())?;
    let path = format!("/api/v1/games/{id}");
    let deleted = client.send("DELETE", &path, &[]).map_err(|error| error.to_string())?;
    trial.require(deleted.status == 204, || format!("deleting a game returned {}", deleted.status));
    let message = socket.read();
    let is_deleted = message
        .as_ref()
        .is_ok_and(|message| message.to_text().is_ok_and(|text| text.contains("\"deleted\"")));
    trial.require(is_deleted, || "spectators got no message that a game was deleted".to_owned());
    Ok(())
}

fn rematches(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&["--rate-limit", "0"])?;
    let human = json!({ "kind": "human" });
    let game = json!({ "white": human, "black": human, "invite": "black" });
    let table = Table::new(&service, &game)?;
    table.act(&table.black, "resign")?;
    let mut accepted = 0;
    for _ in 0..100 {
        let (status, _) = request(&table.black, &format!("{}/rematch", table.path), &json!({}))?;
        accepted += u32::from(status == 201);
    }
    let listed = table.white.get("/api/v1/games?limit=100").map_err(|error| error.to_string())?;
    let games = listed.json()["games"].as_array().map_or(0, Vec::len);
    trial.note(format!("{accepted} rematches accepted"));
    trial.require(games <= 2, || format!("the opponent's list has {games} games"));
    Ok(())
}

fn health_checks(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let client = service.client(ATTACKER);
    let is_limited = |_| client.get("/api/v1/games").is_ok_and(|response| response.status == 429);
    let limited = (0..4_000).any(is_limited);
    trial.require(limited, || "4,000 requests were not limited".to_owned());
    for path in ["/healthz", "/readyz"] {
        let status = client.get(path).map_err(|error| error.to_string())?.status;
        trial.require(status == 200, || format!("{path} returned {status} over the rate limit"));
    }
    Ok(())
}

fn many_games(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let client = service.client(ATTACKER).without_cookies();
    let human = json!({ "kind": "human" });
    let game = json!({ "white": human, "black": human });
    let deadline = Instant::now() + Duration::from_secs(10);
    let accepted = trial.observe(&service, || {
        let mut accepted = 0;
        while Instant::now() < deadline {
            match client.post("/api/v1/games", &game) {
                Ok(response) if response.status == 201 => accepted += 1,
                _ => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        accepted
    });
    trial.note(format!("{accepted} games accepted in 10 s"));
    Ok(())
}
