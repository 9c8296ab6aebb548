//! Many concurrent games and sockets: every move is stored once, in order, and pushed to all spectators.
//! `cargo xtask soak` measures it with a thousand games for ten minutes.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod support {
    pub(crate) mod service;
}

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::{Value, json};
use support::service::{free_port, serve, wait_until_ready};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::Message;

/// The load. Environment variables override the defaults.
struct Load {
    games: usize,
    sockets_per_game: usize,
    moves_per_second: u64,
    seconds: u64,
}

impl Load {
    fn from_env() -> Load {
        let number = |name: &str, default: u64| {
            std::env::var(name).map_or(default, |text| text.parse().unwrap())
        };
        Load {
            games: number("OURO_SOAK_GAMES", 20) as usize,
            sockets_per_game: 2,
            moves_per_second: number("OURO_SOAK_RATE", 40),
            seconds: number("OURO_SOAK_SECONDS", 3),
        }
    }
}

/// A game in progress.
struct LiveGame {
    id: String,
    version: i64,
    legal_moves: Vec<String>,
    acknowledged: Vec<String>,
}

impl LiveGame {
    /// Updates the version and the legal moves from a response.
    fn update(&mut self, game: &Value) {
        self.version = game["version"].as_i64().unwrap();
        let moves = game["legal_moves"].as_array().unwrap();
        self.legal_moves = moves.iter().map(|mv| mv["uci"].as_str().unwrap().to_owned()).collect();
    }
}

/// The fields of a socket message that the test needs.
#[derive(Deserialize)]
struct SocketMessage {
    message: String,
    version: Option<i64>,
    at: Option<i64>,
}

fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Watches a game. Checks that versions are consecutive, records the latency of each event in
/// milliseconds and publishes the last version.
async fn watch_game(url: String, latencies: Arc<Mutex<Vec<i64>>>, last: watch::Sender<i64>) {
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut version = 1;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let event: SocketMessage = serde_json::from_str(&text).unwrap();
        if event.message != "event" {
            continue;
        }
        assert_eq!(event.version, Some(version + 1), "a message is missing or out of order");
        version += 1;
        latencies.lock().unwrap().push(now() - event.at.unwrap());
        last.send_replace(version);
    }
}

/// Returns the resident memory of a process in KiB, if the system reports it.
fn resident_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn every_move_is_stored_and_pushed_to_all_spectators() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(soak(Load::from_env()));
}

async fn soak(load: Load) {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let database = format!("sqlite:{}/ouro.db", folder.path().display());
    let mut server = serve(&database, port);
    let client = reqwest::Client::builder().cookie_store(true).build().unwrap();
    let base = format!("http://127.0.0.1:{port}/api/v1/games");
    wait_until_ready(&client, port).await;

    let latencies = Arc::new(Mutex::new(Vec::new()));
    let mut games = VecDeque::new();
    let mut watchers = Vec::new();
    for _ in 0..load.games {
        let game = create_game(&client, &base).await;
        for _ in 0..load.sockets_per_game {
            let (send, last) = watch::channel(1);
            let url = format!("ws://127.0.0.1:{port}/api/v1/games/{}/ws", game.id);
            tokio::spawn(watch_game(url, Arc::clone(&latencies), send));
            watchers.push((game.id.clone(), last));
        }
        games.push_back(game);
    }
    let (games, memory) = play_games(&load, games, &client, &base, server.id()).await;

    for (id, mut last) in watchers {
        let version = games.iter().find(|game| game.id == id).unwrap().version;
        let received = last.wait_for(|&received| received == version);
        tokio::time::timeout(Duration::from_secs(60), received).await.unwrap().unwrap();
    }
    for game in &games {
        check_stored_moves(&client, &base, game).await;
    }
    server.kill().unwrap();
    server.wait().unwrap();

    let moves: usize = games.iter().map(|game| game.acknowledged.len()).sum();
    report(&load, moves, &mut latencies.lock().unwrap(), &memory);
}

async fn create_game(client: &reqwest::Client, base: &str) -> LiveGame {
    let human = json!({ "kind": "human" });
    let new = json!({ "variant": "selfcapture", "white": human, "black": human });
    let response = client.post(base).json(&new).send().await.unwrap();
    let created: Value = response.json().await.unwrap();
    let mut game = LiveGame {
        id: created["game"]["id"].as_str().unwrap().to_owned(),
        version: 0,
        legal_moves: Vec::new(),
        acknowledged: Vec::new(),
    };
    game.update(&created["game"]);
    game
}

/// Plays random moves at a steady rate, in the games in turn. Returns the games and samples of the
/// memory of the service.
async fn play_games(
    load: &Load,
    mut games: VecDeque<LiveGame>,
    client: &reqwest::Client,
    base: &str,
    process: u32,
) -> (Vec<LiveGame>, Vec<u64>) {
    let (send, mut back) = tokio::sync::mpsc::unbounded_channel::<LiveGame>();
    let mut finished: Vec<LiveGame> = Vec::new();
    let mut tick = interval(Duration::from_micros(1_000_000 / load.moves_per_second));
    tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let end = Instant::now() + Duration::from_secs(load.seconds);
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut pending, mut next_sample, mut memory) = (0, Instant::now(), Vec::new());
    while Instant::now() < end {
        tick.tick().await;
        while let Ok(game) = back.try_recv() {
            pending -= 1;
            if game.legal_moves.is_empty() { finished.push(game) } else { games.push_back(game) }
        }
        if Instant::now() >= next_sample {
            next_sample += Duration::from_secs((load.seconds / 20).max(1));
            memory.extend(resident_memory(process));
        }
        let Some(mut game) = games.pop_front() else { continue };
        let uci = rng.choice(&game.legal_moves).unwrap().clone();
        let (client, send, url) =
            (client.clone(), send.clone(), format!("{base}/{}/moves", game.id));
        pending += 1;
        tokio::spawn(async move {
            let body = json!({ "uci": uci, "version": game.version });
            let response = client.post(url).json(&body).send().await.unwrap();
            assert!(response.status().is_success(), "{}", response.text().await.unwrap());
            game.acknowledged.push(uci);
            game.update(&response.json().await.unwrap());
            send.send(game).unwrap();
        });
    }
    for _ in 0..pending {
        finished.push(back.recv().await.unwrap());
    }
    finished.extend(games);
    (finished, memory)
}

async fn check_stored_moves(client: &reqwest::Client, base: &str, game: &LiveGame) {
    let response = client.get(format!("{base}/{}", game.id)).send().await.unwrap();
    let stored: Value = response.json().await.unwrap();
    let moves: Vec<&str> =
        stored["moves"].as_array().unwrap().iter().map(|mv| mv["uci"].as_str().unwrap()).collect();
    assert_eq!(moves, game.acknowledged);
}

/// Checks the number of events and prints their latencies.
fn report(load: &Load, moves: usize, latencies: &mut [i64], memory: &[u64]) {
    latencies.sort_unstable();
    let percentile = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
    assert_eq!(latencies.len(), moves * load.sockets_per_game);
    let sockets = load.games * load.sockets_per_game;
    eprintln!("{} games, {sockets} sockets, {moves} moves stored", load.games);
    eprintln!(
        "latency from move to socket: median {} ms, p99 {} ms, max {} ms",
        percentile(0.5),
        percentile(0.99),
        percentile(1.0)
    );
    let memory: Vec<u64> = memory.iter().map(|kib| kib / 1024).collect();
    eprintln!("memory of the service in MiB: {memory:?}");
}
