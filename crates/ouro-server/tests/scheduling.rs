//! Engine time among clients: who goes first, who waits and who frees an engine.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::{Client, TestServer};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// Longer than any test.
const ENDLESS_MS: u64 = 3_600_000;
const DAY_MS: u64 = 86_400_000;

async fn server(engines: usize) -> TestServer {
    TestServer::start_with(|config| {
        config.pool.engines = engines;
        config.search.time_ms = ENDLESS_MS;
        config.search.nodes = u64::MAX;
        config.search.engine_game_ms = ENDLESS_MS;
    })
    .await
}

async fn metrics(server: &TestServer) -> String {
    let response = reqwest::get(format!("http://{}/metrics", server.address)).await.unwrap();
    response.text().await.unwrap()
}

/// Waits until a class has these numbers of running, parked and queued searches.
async fn until_searches(server: &TestServer, class: &str, counts: [usize; 3]) {
    let states = ["running", "parked", "waiting"].into_iter().zip(counts);
    let lines: Vec<String> = states
        .map(|(state, count)| {
            format!("ouro_searches{{class=\"{class}\",state=\"{state}\"}} {count}\n")
        })
        .collect();
    for _ in 0..6_000 {
        let metrics = metrics(server).await;
        if lines.iter().all(|line| metrics.contains(line)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the metrics never were {lines:?}");
}

/// Opens an analysis and returns its events when it ends.
fn analyse(client: &Client) -> JoinHandle<String> {
    let request = client.http.post(format!("{}/analyse", client.base)).json(&json!({}));
    tokio::spawn(async move { request.send().await.unwrap().text().await.unwrap() })
}

/// The analysis in the last event, `done`, of a stream that ends.
async fn last_event(analysis: JoinHandle<String>) -> Value {
    let events = tokio::time::timeout(Duration::from_secs(30), analysis).await.unwrap().unwrap();
    let (_, last) = events.rsplit_once("event: done\ndata: ").unwrap();
    serde_json::from_str(last.trim()).unwrap()
}

/// Sends a request for a best move that is never found, and reads no response.
async fn endless_best_move(server: &TestServer) -> TcpStream {
    let body = format!("{{\"limits\":{{\"time_ms\":{ENDLESS_MS}}}}}");
    let head =
        "POST /api/v1/bestmove HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json";
    let request = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Plays a move against the engine and waits for its reply.
async fn reply_of_level(client: &Client, level: u8) -> Value {
    let engine = json!({ "kind": "engine", "level": level });
    let new = json!({ "white": { "kind": "human" }, "black": engine });
    let game = client.post("/games", new).await["game"].clone();
    client.play(&game, "e2e4").await;
    client.until(&game, |game| game["moves"].as_array().unwrap().len() == 2).await
}

#[tokio::test]
async fn a_game_move_does_not_wait_for_open_analyses() {
    let server = server(2).await;
    let client = server.client();
    let analyses = [(); 3].map(|()| analyse(&client));
    until_searches(&server, "analysis", [2, 0, 1]).await;
    reply_of_level(&server.client(), 3).await;
    // The reply took the core of an analysis, which has it back.
    until_searches(&server, "analysis", [2, 0, 1]).await;
    let metrics = metrics(&server).await;
    assert!(!metrics.contains("ouro_search_parks_total{class=\"analysis\"} 0"), "{metrics}");
    assert!(metrics.contains("ouro_search_parks_total{class=\"game_move\"} 0"), "{metrics}");
    assert!(metrics.contains("ouro_search_wait_seconds_count{class=\"game_move\"} 1"), "{metrics}");
    assert!(analyses.iter().all(|analysis| !analysis.is_finished()));
}

#[tokio::test]
async fn a_best_move_does_not_wait_for_open_analyses() {
    let server = server(1).await;
    let client = server.client();
    let _analysis = analyse(&client);
    until_searches(&server, "analysis", [1, 0, 0]).await;
    client.post("/bestmove", json!({ "limits": { "depth": 4 } })).await;
    until_searches(&server, "analysis", [1, 0, 0]).await;
}

#[tokio::test]
async fn games_between_engines_do_not_delay_a_game_with_a_person() {
    let server = server(2).await;
    let engine = json!({ "kind": "engine" });
    let clock = json!({ "initial_ms": DAY_MS, "increment_ms": 0 });
    let new = json!({ "white": engine, "black": engine, "clock": clock });
    for _ in 0..3 {
        server.client().post("/games", new.clone()).await;
    }
    until_searches(&server, "background", [2, 0, 1]).await;
    reply_of_level(&server.client(), 1).await;
}

#[tokio::test]
async fn engines_move_within_the_greatest_time_however_much_is_on_the_clock() {
    let server = TestServer::start_with(|config| {
        config.search.engine_game_ms = 20;
        config.search.game_ms = 20;
    })
    .await;
    let client = server.client();
    let engine = json!({ "kind": "engine" });
    let clock = json!({ "initial_ms": DAY_MS, "increment_ms": 0 });
    let new = json!({ "white": engine, "black": engine, "clock": clock });
    let game = client.post("/games", new).await["game"].clone();
    client.until(&game, |game| game["moves"].as_array().unwrap().len() >= 4).await;
    let new = json!({ "white": engine, "black": { "kind": "human" }, "clock": clock });
    let game = client.post("/games", new).await["game"].clone();
    client.until(&game, |game| game["moves"].as_array().unwrap().len() == 1).await;
}

#[tokio::test]
async fn clients_that_disconnect_free_their_engines_and_places() {
    let server = server(2).await;
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(endless_best_move(&server).await);
    }
    until_searches(&server, "best_move", [2, 0, 2]).await;
    drop(clients);
    until_searches(&server, "best_move", [0, 0, 0]).await;

    let client = server.client();
    let analyses = [(); 3].map(|()| analyse(&client));
    until_searches(&server, "analysis", [2, 0, 1]).await;
    for analysis in analyses {
        analysis.abort();
    }
    until_searches(&server, "analysis", [0, 0, 0]).await;
}

#[tokio::test]
async fn every_analysis_ends_with_done_when_the_server_shuts_down() {
    let server = server(1).await;
    let client = server.client();
    let running = analyse(&client);
    until_searches(&server, "analysis", [1, 0, 0]).await;
    let waiting = analyse(&client);
    until_searches(&server, "analysis", [1, 0, 1]).await;
    server.stop().await;
    assert_eq!(last_event(running).await["lines"].as_array().unwrap().len(), 1);
    assert!(last_event(waiting).await["lines"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_best_move_that_waits_is_refused_when_the_server_shuts_down() {
    let server = TestServer::start_with(|config| {
        config.pool.engines = 1;
        config.search.time_ms = ENDLESS_MS;
        config.shutdown = Duration::from_millis(500);
    })
    .await;
    let _running = endless_best_move(&server).await;
    until_searches(&server, "best_move", [1, 0, 0]).await;
    let client = server.client();
    let waiting =
        tokio::spawn(async move { client.refused("/bestmove", json!({}), 503, "busy").await });
    until_searches(&server, "best_move", [1, 0, 1]).await;
    server.stop().await;
    waiting.await.unwrap();
}
