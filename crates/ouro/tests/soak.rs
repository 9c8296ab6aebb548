//! Many games and many sockets at once: every move is stored once, in order, and pushed to everybody who
//! watches. `cargo xtask soak` does it for ten minutes with a thousand games and measures.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod support;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::{Value, json};
use support::{free_port, serve, until_ready};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::Message;

/// How much, unless the environment says otherwise.
struct Size {
    games: usize,
    sockets_per_game: usize,
    moves_per_second: u64,
    seconds: u64,
}

impl Size {
    fn read() -> Size {
        let number = |name: &str, usual: u64| {
            std::env::var(name).map_or(usual, |text| text.parse().unwrap())
        };
        Size {
            games: number("OURO_SOAK_GAMES", 20) as usize,
            sockets_per_game: 2,
            moves_per_second: number("OURO_SOAK_RATE", 40),
            seconds: number("OURO_SOAK_SECONDS", 3),
        }
    }
}

struct Playing {
    id: String,
    version: i64,
    legal: Vec<String>,
    acknowledged: Vec<String>,
}

impl Playing {
    fn take(&mut self, game: &Value) {
        self.version = game["version"].as_i64().unwrap();
        let moves = game["legal_moves"].as_array().unwrap();
        self.legal = moves.iter().map(|mv| mv["uci"].as_str().unwrap().to_owned()).collect();
    }
}

/// What of a message matters here.
#[derive(Deserialize)]
struct Heard {
    message: String,
    version: Option<i64>,
    at: Option<i64>,
}

fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Listens to a game. Versions must follow each other; tells the last one and how late each was.
async fn listen(url: String, late: Arc<Mutex<Vec<i64>>>, last: watch::Sender<i64>) {
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut version = 1;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let heard: Heard = serde_json::from_str(&text).unwrap();
        if heard.message != "event" {
            continue;
        }
        assert_eq!(heard.version, Some(version + 1), "a message is missing or out of order");
        version += 1;
        late.lock().unwrap().push(now() - heard.at.unwrap());
        last.send_replace(version);
    }
}

/// Kibibytes of memory that a process has, where the system tells.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn many_games_lose_nothing_and_everybody_hears_of_every_move() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(soak(Size::read()));
}

async fn soak(size: Size) {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let database = format!("sqlite:{}/ouro.db", folder.path().display());
    let mut server = serve(&database, port);
    let client = reqwest::Client::builder().cookie_store(true).build().unwrap();
    let base = format!("http://127.0.0.1:{port}/api/v1/games");
    until_ready(&client, port).await;

    let human = json!({ "kind": "human" });
    let late = Arc::new(Mutex::new(Vec::new()));
    let mut games = VecDeque::new();
    let mut listeners = Vec::new();
    for _ in 0..size.games {
        let new = json!({ "variant": "selfcapture", "white": human, "black": human });
        let answer = client.post(&base).json(&new).send().await.unwrap();
        let created: Value = answer.json().await.unwrap();
        let id = created["game"]["id"].as_str().unwrap().to_owned();
        let mut game =
            Playing { id: id.clone(), version: 0, legal: Vec::new(), acknowledged: Vec::new() };
        game.take(&created["game"]);
        for _ in 0..size.sockets_per_game {
            let (send, last) = watch::channel(1);
            let url = format!("ws://127.0.0.1:{port}/api/v1/games/{id}/ws");
            tokio::spawn(listen(url, Arc::clone(&late), send));
            listeners.push((id.clone(), last));
        }
        games.push_back(game);
    }

    // Moves at a steady rate, in one game after the other.
    let (send, mut back) = tokio::sync::mpsc::unbounded_channel::<Playing>();
    let mut finished: Vec<Playing> = Vec::new();
    let mut tick = interval(Duration::from_micros(1_000_000 / size.moves_per_second));
    tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let end = Instant::now() + Duration::from_secs(size.seconds);
    let mut random = fastrand::Rng::with_seed(7);
    let (mut under_way, mut next_look, mut memories) = (0, Instant::now(), Vec::new());
    let mut stored = 0_u64;
    while Instant::now() < end {
        tick.tick().await;
        while let Ok(game) = back.try_recv() {
            under_way -= 1;
            stored += 1;
            if game.legal.is_empty() { finished.push(game) } else { games.push_back(game) }
        }
        if Instant::now() >= next_look {
            next_look += Duration::from_secs((size.seconds / 20).max(1));
            memories.extend(memory(server.id()));
        }
        let Some(mut game) = games.pop_front() else { continue };
        let uci = random.choice(&game.legal).unwrap().clone();
        let (client, send, url) =
            (client.clone(), send.clone(), format!("{base}/{}/moves", game.id));
        under_way += 1;
        tokio::spawn(async move {
            let body = json!({ "uci": uci, "version": game.version });
            let answer = client.post(url).json(&body).send().await.unwrap();
            assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
            game.acknowledged.push(uci);
            game.take(&answer.json().await.unwrap());
            send.send(game).unwrap();
        });
    }
    while under_way > 0 {
        games.push_back(back.recv().await.unwrap());
        under_way -= 1;
        stored += 1;
    }
    finished.extend(games);

    // Everybody has heard everything, and it is what was acknowledged.
    for (id, mut last) in listeners {
        let version = finished.iter().find(|game| game.id == id).unwrap().version;
        let heard = last.wait_for(|&heard| heard == version);
        tokio::time::timeout(Duration::from_secs(60), heard).await.unwrap().unwrap();
    }
    for game in &finished {
        let answer = client.get(format!("{base}/{}", game.id)).send().await.unwrap();
        let kept: Value = answer.json().await.unwrap();
        let moves: Vec<&str> = kept["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv["uci"].as_str().unwrap())
            .collect();
        assert_eq!(moves, game.acknowledged);
    }
    server.kill().unwrap();
    server.wait().unwrap();

    let mut late = late.lock().unwrap();
    late.sort_unstable();
    let at = |share: f64| late[((late.len() - 1) as f64 * share) as usize];
    assert_eq!(late.len(), stored as usize * size.sockets_per_game);
    eprintln!(
        "{} games, {} sockets, {stored} moves stored",
        size.games,
        size.games * size.sockets_per_game
    );
    eprintln!(
        "from the move to the socket: median {} ms, p99 {} ms, worst {} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    eprintln!(
        "memory of the service in MiB: {:?}",
        memories.iter().map(|kib| kib / 1024).collect::<Vec<_>>()
    );
}
