//! Many stored games: no request may get slower because of other people's games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Attack;
use crate::http::Client;
use crate::player::Player;
use crate::service::Service;
use crate::sql::Database;
use crate::trial::{ATTACKER, Trial, VICTIM, milliseconds, percentile};

pub(super) const ATTACKS: &[Attack] = &[Attack::new(
    "scale",
    "listings, statistics and moves with 300,000 stored games (--count N)",
    scale,
)];

const DEFAULT_GAMES: usize = 300_000;
/// Stored moves from which the percentile is computed.
const MOVES: usize = 1_000;
/// The slowest listing at the 90th percentile.
const LISTING: Duration = Duration::from_millis(20);
/// The time after which a slow listing is not repeated.
const LONGEST_MEASUREMENT: Duration = Duration::from_secs(3);
/// One of this many games belongs to the client whose listings are measured.
const SHARE: usize = 100;

fn scale(trial: &mut Trial<'_>) -> Result<(), String> {
    let games = trial.settings.count.unwrap_or(DEFAULT_GAMES);
    let options = ["--rate-limit", "0"];
    let service = trial.serve(&options)?;
    let owner = service.client(VICTIM);
    let template = template_game(&owner)?;
    let empty = stored_moves(&service)?;
    service.kill();

    let start = Instant::now();
    copy_games(trial, &template, games)?;
    trial.note(format!("{games} games inserted in {} s", start.elapsed().as_secs()));

    let service = trial.serve(&options)?;
    let full = stored_moves(&service)?;
    let (before, after) = (percentile(&empty, 0.99), percentile(&full, 0.99));
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    trial.note(format!(
        "p99 of a move {} empty, {} full",
        milliseconds(before),
        milliseconds(after)
    ));
    trial.require(after <= before * 2, || {
        let ratio = after.as_secs_f64() / before.as_secs_f64();
        format!("p99 of a stored move is {ratio:.1} times that of an empty database")
    });
    let owner = owner.at(service.address());
    measure_listings(trial, &owner)?;
    listing_attack(trial, &service, &owner);
    Ok(())
}

/// Plays and finishes a short game with a self-capture. Returns its id.
fn template_game(client: &Client) -> Result<String, String> {
    let human = json!({ "kind": "human" });
    let body = json!({ "variant": "selfcapture", "white": human, "black": human });
    let created = client.post("/api/v1/games", &body).map_err(|error| error.to_string())?.json();
    let id = created["game"]["id"].as_str().ok_or("a game was refused")?.to_owned();
    for (version, uci) in [(1, "b1d2"), (2, "e7e5")] {
        let body = json!({ "uci": uci, "version": version });
        client
            .post(&format!("/api/v1/games/{id}/moves"), &body)
            .map_err(|error| error.to_string())?;
    }
    let body = json!({ "action": "resign" });
    let ended = client
        .post(&format!("/api/v1/games/{id}/actions"), &body)
        .map_err(|error| error.to_string())?;
    if ended.status == 200 {
        Ok(id)
    } else {
        Err(format!("a game did not end: {}", ended.summary()))
    }
}

/// Returns the sorted latencies of stored moves.
fn stored_moves(service: &Service) -> Result<Vec<Duration>, String> {
    let mut player = Player::new(service.client(ATTACKER), 3);
    let mut latencies = Vec::with_capacity(MOVES);
    for _ in 0..MOVES {
        let start = Instant::now();
        player.play().map_err(|error| format!("a move failed: {error}"))?;
        latencies.push(start.elapsed());
    }
    latencies.sort_unstable();
    Ok(latencies)
}

/// Copies all rows of a game, in whichever tables and columns the schema has, with new ids, owners and times.
fn copy_games(trial: &Trial<'_>, template: &str, games: usize) -> Result<(), String> {
    let mut database = Database::open(&format!("sqlite:{}", trial.database_file().display()))?;
    database.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144")?;
    let tables = database.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    for table in tables {
        let columns = database.texts(&format!("SELECT name FROM pragma_table_info('{table}')"))?;
        let key = if table == "games" { "id" } else { "game_id" };
        if !columns.iter().any(|column| column == key) {
            continue;
        }
        let values: Vec<String> = columns.iter().map(|column| copied_value(column, key)).collect();
        database.execute(&format!(
            "INSERT INTO {table} ({}) WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL \
             SELECT n + 1 FROM numbers WHERE n < {games}) \
             SELECT {} FROM numbers CROSS JOIN {table} AS t WHERE t.{key} = '{template}'",
            columns.join(", "),
            values.join(", "),
        ))?;
    }
    database.execute("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
}

/// Returns the expression of a column of the copy with number `n`.
fn copied_value(column: &str, key: &str) -> String {
    if column == key {
        return "printf('%032x', n)".to_owned();
    }
    match column {
        "creator" | "owner" | "white_owner" | "black_owner" => format!(
            "CASE WHEN t.{column} IS NULL OR n % {SHARE} = 0 THEN t.{column} \
             ELSE printf('%064x', n / 50) END"
        ),
        "created_at" | "updated_at" => format!("t.{column} - n * 100"),
        _ => format!("t.{column}"),
    }
}

const LISTINGS: [&str; 7] = [
    "/api/v1/games",
    "/api/v1/games?limit=100",
    "/api/v1/games?status=finished&variant=selfcapture",
    "/api/v1/games?status=playing",
    "/api/v1/games?variant=chess",
    "/api/v1/stats/self-captures?scope=all",
    "/api/v1/stats/self-captures?scope=mine",
];

/// Requires that all listings are fast: of a client with many games, with other people's games around, and of a new
/// one.
fn measure_listings(trial: &mut Trial<'_>, owner: &Client) -> Result<(), String> {
    let mut slowest: (Duration, &str) = (Duration::ZERO, "");
    for path in LISTINGS {
        let mut times = Vec::new();
        let deadline = Instant::now() + LONGEST_MEASUREMENT;
        while times.len() < 20 && Instant::now() < deadline {
            let start = Instant::now();
            let response = owner.get(path).map_err(|error| error.to_string())?;
            times.push(start.elapsed());
            if response.status != 200 {
                return Err(format!("{path} returned {}", response.summary()));
            }
        }
        times.sort_unstable();
        let time = percentile(&times, 0.9).unwrap_or_default();
        slowest = slowest.max((time, path));
        trial.require(time < LISTING, || format!("{path} takes {}", milliseconds(time)));
    }
    trial.note(format!("slowest listing {} ({})", milliseconds(slowest.0), slowest.1));
    Ok(())
}

/// Four clients list games and statistics as fast as they can.
fn listing_attack(trial: &mut Trial<'_>, service: &Service, owner: &Client) {
    let end = AtomicBool::new(false);
    let stranger = service.client(ATTACKER);
    trial.observe(service, || {
        thread::scope(|scope| {
            for client in [owner, &stranger, owner, &stranger] {
                let end = &end;
                scope.spawn(move || {
                    for path in LISTINGS.into_iter().cycle() {
                        if end.load(Ordering::Relaxed) {
                            break;
                        }
                        // Only the other client's moves are measured.
                        let _ = client.get(path);
                    }
                });
            }
            thread::sleep(Duration::from_secs(5));
            end.store(true, Ordering::Relaxed);
        });
    });
}
