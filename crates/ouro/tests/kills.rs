//! The service is killed repeatedly during games. No acknowledged move may be lost, reordered or stored
//! in part. `cargo xtask kills` runs more iterations, with PostgreSQL too.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod support {
    pub(crate) mod service;
}

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use support::service::{free_port, serve, wait_until_ready};
use tokio::task::JoinHandle;

/// The number of kills, unless `OURO_KILLS` is set.
const KILLS: usize = 8;
const PLAYERS: usize = 6;

/// The acknowledged moves of each game.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<String>>>>;

/// Returns the number of acknowledged moves.
fn acknowledged_count(acknowledged: &Acknowledged) -> usize {
    acknowledged.lock().unwrap().values().map(Vec::len).sum()
}

async fn call(client: &reqwest::Client, url: String, body: Option<Value>) -> Option<(u16, Value)> {
    let request = match body {
        Some(body) => client.post(url).json(&body),
        None => client.get(url),
    };
    let response = request.send().await.ok()?;
    let status = response.status().as_u16();
    Some((status, response.json().await.ok()?))
}

/// Plays games of random moves until the service is killed.
async fn play(client: reqwest::Client, port: u16, acknowledged: Acknowledged, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let base = format!("http://127.0.0.1:{port}/api/v1/games");
    let human = json!({ "kind": "human" });
    loop {
        let new = json!({ "variant": "selfcapture", "white": human, "black": human });
        let Some((201, created)) = call(&client, base.clone(), Some(new)).await else { return };
        let mut game = created["game"].clone();
        let id = game["id"].as_str().unwrap().to_owned();
        acknowledged.lock().unwrap().insert(id.clone(), Vec::new());
        for _ in 0..30 {
            let legal = game["legal_moves"].as_array().unwrap();
            let Some(mv) = random.choice(legal) else { break };
            let uci = mv["uci"].as_str().unwrap().to_owned();
            let body = json!({ "uci": uci, "version": game["version"] });
            let url = format!("{base}/{id}/moves");
            let Some((status, after)) = call(&client, url, Some(body)).await else { return };
            assert_eq!(status, 200, "{after}");
            acknowledged.lock().unwrap().get_mut(&id).unwrap().push(uci);
            game = after;
        }
    }
}

#[test]
fn no_acknowledged_move_is_lost() {
    let kills = std::env::var("OURO_KILLS").map_or(KILLS, |text| text.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let database = match std::env::var("OURO_TEST_POSTGRES") {
            Ok(base) => format!("{base}/postgres"),
            Err(_) => format!("sqlite:{}/ouro.db", folder.path().display()),
        };
        let port = free_port();
        let client = reqwest::Client::builder().cookie_store(true).build().unwrap();
        let acknowledged = Acknowledged::default();
        let mut random = fastrand::Rng::with_seed(5);
        let mut server = serve(&database, port);
        // The first request sets the cookie of the player who owns all games.
        wait_until_ready(&client, port).await;
        let human = json!({ "kind": "human" });
        let first = json!({ "white": human, "black": human });
        call(&client, format!("http://127.0.0.1:{port}/api/v1/games"), Some(first)).await.unwrap();
        for kill in 0..kills {
            wait_until_ready(&client, port).await;
            let players: Vec<_> = (0..PLAYERS)
                .map(|player| {
                    let seed = (kill * PLAYERS + player) as u64;
                    tokio::spawn(play(client.clone(), port, Arc::clone(&acknowledged), seed))
                })
                .collect();
            // The kill comes at a random moment under load, however long a busy machine takes to get there.
            let before = acknowledged_count(&acknowledged);
            while acknowledged_count(&acknowledged) < before + 2 && !players.iter().all(JoinHandle::is_finished) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_millis(random.u64(0..220))).await;
            server.kill().unwrap();
            server.wait().unwrap();
            for player in players {
                player.await.unwrap();
            }
            server = serve(&database, port);
        }
        wait_until_ready(&client, port).await;
        let acknowledged = acknowledged.lock().unwrap().clone();
        let (mut moves, mut unacknowledged) = (0, 0);
        for (id, played) in &acknowledged {
            let url = format!("http://127.0.0.1:{port}/api/v1/games/{id}");
            let (status, game) = call(&client, url, None).await.unwrap();
            assert_eq!(status, 200, "{game}");
            let stored: Vec<&str> = game["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| mv["uci"].as_str().unwrap())
                .collect();
            // At most one more move is stored: the one whose response did not arrive.
            assert!(stored.len() >= played.len() && stored.len() <= played.len() + 1, "{id}");
            assert_eq!(&stored[..played.len()], played, "{id}");
            assert_eq!(game["version"].as_u64().unwrap() as usize, stored.len() + 1, "{id}");
            moves += stored.len();
            unacknowledged += stored.len() - played.len();
        }
        server.kill().unwrap();
        server.wait().unwrap();
        assert!(moves > kills, "too few moves were played");
        eprintln!(
            "{kills} kills, {} games, {moves} moves, {unacknowledged} of them stored but not acknowledged",
            acknowledged.len()
        );
    });
}
