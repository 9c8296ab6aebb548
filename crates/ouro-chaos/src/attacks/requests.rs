//! Hostile requests: bodies that are expensive to read or to answer, and headers that are stored or repeated.

use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::Attack;
use crate::http::{Client, Response};
use crate::service::{Options, Service, resident_memory};
use crate::settings::DatabaseKind;
use crate::trial::{ATTACKER, Trial};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new("pgn-tags", "four PGN bodies of 0.9 MB that consist of tags", pgn_tags),
    Attack::new("pgn-moves", "a PGN body of 1 MB with 250,000 moves", pgn_moves),
    Attack::new(
        "pgn-nesting",
        "PGN bodies of nested variations, comments and garbage",
        pgn_nesting,
    ),
    Attack::new(
        "large-bodies",
        "bodies of 1 MiB on every endpoint, and endless ones",
        large_bodies,
    ),
    Attack::new("methods", "3,000 requests with random methods", methods),
    Attack::new("request-id", "a request id of 3,000 bytes", request_id),
    Attack::new("nul-bytes", "NUL bytes in cursors, ids and texts, on both databases", nul_bytes),
];

const MEBIBYTE: usize = 1 << 20;
/// The largest response to a body of 1 MB.
const LARGEST_RESPONSE: usize = 8 * MEBIBYTE;

fn parse(client: &Client, pgn: &str) -> Option<Response> {
    client.post("/api/v1/pgn/parse", &json!({ "pgn": pgn })).ok()
}

fn pgn_tags(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let tags: String = (0..65_000).map(|n| format!("[T{n} \"v\"]\n")).collect();
    let client = service.client(ATTACKER);
    let statuses: Vec<Option<u16>> = trial.observe(&service, || {
        thread::scope(|scope| {
            let parse = || parse(&client, &tags).map(|response| response.status);
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(parse)).collect();
            threads.into_iter().map(|thread| thread.join().ok().flatten()).collect()
        })
    });
    require_no_5xx(trial, &statuses);
    Ok(())
}

/// A refusal with 503 is a valid response to an attack; another 5xx or no response is not.
fn require_no_5xx(trial: &mut Trial<'_>, statuses: &[Option<u16>]) {
    for status in statuses {
        match status {
            Some(503) => {}
            Some(status @ 500..) => trial.violation(format!("a response was {status}")),
            Some(_) => {}
            None => trial.violation("a request had no response"),
        }
    }
}

fn pgn_moves(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(62_000);
    let client = service.client(ATTACKER);
    let response = trial.observe(&service, || parse(&client, &moves));
    let response = response.ok_or("the request had no response")?;
    let size = response.body.len();
    trial.note(format!("{} with {} KiB", response.status, size / 1024));
    trial.require(size <= LARGEST_RESPONSE, || format!("the response has {} MiB", size / MEBIBYTE));
    Ok(())
}

fn pgn_nesting(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let client = service.client(ATTACKER);
    let size = 900_000;
    let bodies = [
        "(".repeat(size),
        "e4 (d4 ".repeat(size / 7),
        format!("1. e4 {}", "(1. d4) ".repeat(size / 8)),
        "{".repeat(size),
        "{}".repeat(size / 2),
        "1. e4 e5 *\n".repeat(size / 11),
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n".repeat(size / 40),
        "$1 ".repeat(size / 3),
        "Z0 ".repeat(size / 3),
        "\u{feff}".repeat(size / 3),
        format!("1. {}", "e".repeat(size)),
    ];
    let responses: Vec<Option<Response>> =
        trial.observe(&service, || bodies.iter().map(|body| parse(&client, body)).collect());
    let statuses: Vec<_> = responses.iter().map(|found| Some(found.as_ref()?.status)).collect();
    require_no_5xx(trial, &statuses);
    let largest = responses.iter().flatten().map(|response| response.body.len()).max();
    let largest = largest.unwrap_or(0);
    trial.note(format!("largest response {} KiB", largest / 1024));
    trial.require(largest <= LARGEST_RESPONSE, || {
        format!("a response has {} MiB", largest / MEBIBYTE)
    });
    Ok(())
}

fn large_bodies(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let client = service.client(ATTACKER).without_cookies();
    let moves: Vec<&str> =
        ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(130_000).collect();
    let body = json!({ "moves": moves }).to_string();
    let fen = json!({ "fen": "8/".repeat(500_000) }).to_string();
    let deep = format!("{}{}", "[".repeat(500_000), "]".repeat(500_000));
    let statuses = trial.observe(&service, || {
        let mut statuses = Vec::new();
        for path in ["legal-moves", "apply", "validate", "setup", "bestmove", "analyse", "review", "games"] {
            for body in [&body, &fen, &deep] {
                let response = client.send("POST", &format!("/api/v1/{path}"), body.as_bytes());
                statuses.push(response.ok().map(|response| response.status));
            }
        }
        // 100 bodies of 1 MiB at the same time, of which only the last byte is missing.
        let almost = vec![b' '; MEBIBYTE - 1];
        let open: Vec<_> = (0..100)
            .filter_map(|_| {
                let mut stream = client.connect().ok()?;
                stream.set_write_timeout(Some(Duration::from_secs(2))).ok()?;
                let head = format!("POST /api/v1/legal-moves HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {MEBIBYTE}\r\n\r\n");
                stream.write_all(head.as_bytes()).ok()?;
                // The service may refuse to read it.
                let _ = stream.write_all(&almost);
                Some(stream)
            })
            .collect();
        thread::sleep(Duration::from_secs(1));
        drop(open);
        statuses
    });
    require_no_5xx(trial, &statuses);
    let endless = endless_body(&service);
    trial.require(endless == Some(413), || format!("an endless body returned {endless:?}"));
    Ok(())
}

/// Sends a chunked body until the service refuses it, at most 64 MiB.
fn endless_body(service: &Service) -> Option<u16> {
    let mut stream = service.client(ATTACKER).connect().ok()?;
    stream.set_write_timeout(Some(Duration::from_secs(5))).ok()?;
    let head = "POST /api/v1/legal-moves HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).ok()?;
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..1_000 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    Response::read(&stream).ok().map(|response| response.status)
}

fn methods(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let client = service.client(ATTACKER);
    let metrics = |client: &Client| {
        client.get("/metrics").map(|response| response.body.len()).map_err(|e| e.to_string())
    };
    let observer = service.client(std::net::Ipv4Addr::LOCALHOST);
    let (size, memory) = (metrics(&observer)?, resident_memory(service.id()));
    let mut random = fastrand::Rng::with_seed(trial.settings.seed);
    trial.observe(&service, || {
        for _ in 0..3_000 {
            let method: String = (0..1_000).map(|_| random.uppercase()).collect();
            // Most are refused.
            let _ = client.send(&method, "/api/v1/games", &[]);
        }
    });
    let grown = metrics(&observer)?.saturating_sub(size);
    let memory = resident_memory(service.id()).saturating_sub(memory);
    trial.note(format!("metrics grew by {} KiB, memory by {memory} MiB", grown / 1024));
    trial.require(grown < 64 * 1024, || format!("metrics grew by {} KiB", grown / 1024));
    trial.require(memory < 40, || format!("memory grew by {memory} MiB"));
    Ok(())
}

fn request_id(trial: &mut Trial<'_>) -> Result<(), String> {
    let service = trial.serve(&[])?;
    let long = "x".repeat(3_000);
    let client = service.client(ATTACKER).with_header("x-request-id", &long);
    let response = client.get("/healthz").map_err(|error| error.to_string())?;
    let echoed = response.header("x-request-id").unwrap_or_default().len();
    trial.require(echoed <= 200, || format!("the response repeats {echoed} bytes"));
    let client = service.client(ATTACKER).with_header("x-request-id", "trace-42");
    let response = client.get("/healthz").map_err(|error| error.to_string())?;
    let kept = response.header("x-request-id") == Some("trace-42");
    trial.require(kept, || "a short request id is not kept".to_owned());
    Ok(())
}

fn nul_bytes(trial: &mut Trial<'_>) -> Result<(), String> {
    if trial.settings.includes(DatabaseKind::Sqlite) {
        let service = trial.serve(&[])?;
        send_nul_bytes(trial, &service, "SQLite");
    }
    if trial.settings.includes(DatabaseKind::Postgres) {
        let Some(url) = trial.settings.postgres_database()? else {
            trial.note("PostgreSQL is not installed");
            return Ok(());
        };
        let options = Options::new(&trial.settings.program, &url, trial.folder());
        let service = Service::start(&options)?;
        send_nul_bytes(trial, &service, "PostgreSQL");
    }
    Ok(())
}

fn send_nul_bytes(trial: &mut Trial<'_>, service: &Service, database: &str) {
    let client = service.client(ATTACKER);
    let human = json!({ "kind": "human" });
    let game = json!({ "white": human, "black": human });
    // The first response sets a cookie.
    let created = client.post("/api/v1/games", &game).map(|response| response.json());
    let created = created.unwrap_or(Value::Null);
    let id = created["game"]["id"].as_str().unwrap_or("none").to_owned();
    let paths = [
        "/api/v1/games?after=5-%00".to_owned(),
        "/api/v1/games?after=5-a%00b&limit=1".to_owned(),
        "/api/v1/games?after=99999999999999999999-x".to_owned(),
        "/api/v1/games/%00".to_owned(),
        "/api/v1/games/a%00/pgn".to_owned(),
        "/api/v1/review/%00".to_owned(),
        "/api/v1/puzzles/%00".to_owned(),
        "/api/v1/puzzles/next?theme=%00".to_owned(),
        "/api/v1/puzzles/attempts?after=%00".to_owned(),
        format!("/api/v1/games/{id}%00"),
        "/%00".to_owned(),
    ];
    let mut responses: Vec<(String, Option<u16>)> = Vec::new();
    for path in paths {
        let status = client.get(&path).ok().map(|response| response.status);
        responses.push((path, status));
    }
    for (path, body) in [
        (format!("/api/v1/games/{id}/join"), json!({ "invitation": "\0" })),
        (format!("/api/v1/games/{id}/moves"), json!({ "uci": "e2\0", "version": 1 })),
        ("/api/v1/games".to_owned(), json!({ "fen": "\0", "white": human, "black": human })),
        ("/api/v1/puzzles/%00/attempts".to_owned(), json!({ "moves": ["\0"] })),
        ("/api/v1/pgn/parse".to_owned(), json!({ "pgn": "[A \"\0\"] 1. e4 \0 *" })),
    ] {
        let status = client.post(&path, &body).ok().map(|response| response.status);
        responses.push((path, status));
    }
    for (path, status) in responses {
        trial.require(status.is_some_and(|status| status < 500), || {
            let status = status.map_or("no response".to_owned(), |status| status.to_string());
            format!("{database}: {status} for {path}")
        });
    }
}
