//! A server on a socket of its own, and a client with cookies of its own.
#![allow(clippy::unwrap_used, dead_code, missing_docs, reason = "each test file uses a part of it")]

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ouro_server::{ClientLimits, Config, PoolSize, Server};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server with a database of its own: a SQLite file, or a new one on the PostgreSQL server that
/// `OURO_TEST_POSTGRES` names.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) database: String,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
    folder: Option<tempfile::TempDir>,
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A new, empty database.
pub(crate) async fn database() -> (String, Option<tempfile::TempDir>) {
    if let Ok(base) = std::env::var("OURO_TEST_POSTGRES") {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ouro_test_{}_{number}", std::process::id());
        let pool = sqlx::PgPool::connect(&format!("{base}/postgres")).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&pool).await.unwrap();
        pool.close().await;
        return (format!("{base}/{name}"), None);
    }
    let folder = tempfile::tempdir().unwrap();
    (format!("sqlite:{}/ouro.db", folder.path().display()), Some(folder))
}

/// Small, and without limits on rates.
pub(crate) fn config(database: &str) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.to_owned(),
        pool: PoolSize { engines: 2, hash: 1, waiting: 64, per_caller: 64 },
        clients: ClientLimits {
            requests_per_second: 0,
            engine_games_per_minute: 0,
            reviews_per_minute: 0,
            searches: 64,
            ..ClientLimits::default()
        },
        opening_book: false,
        shutdown: Duration::from_secs(5),
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) async fn start() -> TestServer {
        TestServer::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> TestServer {
        let (database, folder) = database().await;
        let mut server = TestServer::on(&database, change).await;
        server.folder = folder;
        server
    }

    /// On a database that is there already.
    pub(crate) async fn on(database: &str, change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = config(database);
        change(&mut config);
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            server
                .run(async {
                    let _ = stopped.await;
                })
                .await;
        });
        TestServer {
            address,
            database: database.to_owned(),
            stop: Some(stop),
            task: Some(task),
            folder: None,
        }
    }

    /// Shuts the server down and waits until it is.
    pub(crate) async fn stop(mut self) -> Option<tempfile::TempDir> {
        drop(self.stop.take());
        self.task.take().unwrap().await.unwrap();
        self.folder.take()
    }

    /// Waits until this many searches run.
    pub(crate) async fn until_searching(&self, count: usize) {
        let url = format!("http://{}/metrics", self.address);
        loop {
            let text = reqwest::get(&url).await.unwrap().text().await.unwrap();
            if text.lines().any(|line| line == format!("ouro_engines_busy {count}")) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) fn client(&self) -> Client {
        Client {
            http: reqwest::Client::builder().cookie_store(true).build().unwrap(),
            base: format!("http://{}/api/v1", self.address),
        }
    }
}

/// Somebody who calls the API.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) http: reqwest::Client,
    pub(crate) base: String,
}

impl Client {
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (status, value)
    }

    /// Posts something that must succeed.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call(Method::POST, path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {value}");
        value
    }

    /// Posts something that must be refused, with this status and code.
    pub(crate) async fn refused(&self, path: &str, body: Value, status: u16, code: &str) -> Value {
        let (got, value) = self.call(Method::POST, path, Some(body)).await;
        assert_eq!((got.as_u16(), value["code"].as_str()), (status, Some(code)), "{path}: {value}");
        assert_eq!(value["status"], status);
        value
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.call(Method::GET, path, None).await;
        assert!(status.is_success(), "{path}: {status} {value}");
        value
    }

    /// Sets up a game between two people, both of them this client.
    pub(crate) async fn game(&self, variant: &str) -> Value {
        let human = json!({ "kind": "human" });
        let new = json!({ "variant": variant, "white": human, "black": human });
        self.post("/games", new).await["game"].clone()
    }

    /// Plays a move in a game as it is now.
    pub(crate) async fn play(&self, game: &Value, uci: &str) -> Value {
        let path = format!("/games/{}", game["id"].as_str().unwrap());
        let version = self.get(&path).await["version"].clone();
        self.post(&format!("{path}/moves"), json!({ "uci": uci, "version": version })).await
    }

    pub(crate) async fn act(&self, game: &Value, action: &str) -> (StatusCode, Value) {
        let path = format!("/games/{}/actions", game["id"].as_str().unwrap());
        self.call(Method::POST, &path, Some(json!({ "action": action }))).await
    }

    /// Waits until a game is as it should be.
    pub(crate) async fn until(&self, game: &Value, right: impl Fn(&Value) -> bool) -> Value {
        let path = format!("/games/{}", game["id"].as_str().unwrap());
        for _ in 0..600 {
            let game = self.get(&path).await;
            if right(&game) {
                return game;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("it never came to that");
    }
}

/// The UCI texts of the legal moves of an answer.
pub(crate) fn ucis(answer: &Value, field: &str) -> Vec<String> {
    let moves = answer[field].as_array().unwrap();
    moves.iter().map(|mv| mv["uci"].as_str().unwrap().to_owned()).collect()
}

/// Returns the milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}
