//! Budgets of addresses and owners: who uses too much is refused, and others are served.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use ouro_server::ClientLimits;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use support::{Client, TestServer};

/// A client without cookies behind a trusted proxy on 127.0.0.1.
struct Anonymous {
    http: reqwest::Client,
    base: String,
}

impl Anonymous {
    fn of(server: &TestServer) -> Anonymous {
        let base = format!("http://127.0.0.1:{}/api/v1", server.address.port());
        Anonymous { http: reqwest::Client::new(), base }
    }

    async fn post(&self, client: &str, path: &str, body: &Value) -> reqwest::Response {
        let request = self.http.post(format!("{}{path}", self.base)).json(body);
        request.header("x-forwarded-for", client).send().await.unwrap()
    }
}

fn against_engine() -> Value {
    json!({ "white": { "kind": "human" }, "black": { "kind": "engine", "level": 1 } })
}

async fn behind_proxy(change: impl FnOnce(&mut ClientLimits)) -> TestServer {
    TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        change(&mut config.clients);
    })
    .await
}

async fn metrics(server: &TestServer) -> String {
    let url = format!("http://{}/metrics", server.address);
    reqwest::get(url).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn engine_games_without_a_cookie_are_limited_by_address() {
    let server = behind_proxy(|limits| limits.engine_games_per_minute = 1).await;
    let anonymous = Anonymous::of(&server);
    let mut refused = 0;
    for _ in 0..60 {
        let response = anonymous.post("192.0.2.1", "/games", &against_engine()).await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            assert!(response.headers().contains_key("retry-after"));
            let problem: Value = response.json().await.unwrap();
            assert_eq!(problem["code"], "rate_limited", "{problem}");
            refused += 1;
        }
    }
    assert!(refused > 0);
    let line = "ouro_refusals_total{budget=\"engine_games\",scope=\"address\"}";
    assert!(metrics(&server).await.contains(line));
    // Another address is served, and so are games between people.
    let other = anonymous.post("192.0.2.2", "/games", &against_engine()).await;
    assert_eq!(other.status(), StatusCode::CREATED);
    let human = json!({ "kind": "human" });
    let people = json!({ "white": human, "black": human });
    let people = anonymous.post("192.0.2.1", "/games", &people).await;
    assert_eq!(people.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn addresses_of_one_ipv6_network_share_a_budget() {
    let server = behind_proxy(|limits| limits.engine_games_per_minute = 1).await;
    let anonymous = Anonymous::of(&server);
    let mut refused = 0;
    for host in 0..60 {
        let client = format!("2001:db8:0:1:{host:x}::{host:x}");
        let response = anonymous.post(&client, "/games", &against_engine()).await;
        refused += usize::from(response.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
    let other = anonymous.post("2001:db8:0:2::1", "/games", &against_engine()).await;
    assert_eq!(other.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn a_proxy_on_ipv4_is_trusted_by_a_server_that_listens_on_ipv6() {
    let server = TestServer::start_with(|config| {
        config.listen = "[::]:0".parse().unwrap();
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.clients.engine_games_per_minute = 1;
    })
    .await;
    let anonymous = Anonymous::of(&server);
    // One address could not create as many.
    for host in 1..=100 {
        let client = format!("192.0.2.{host}");
        let response = anonymous.post(&client, "/games", &against_engine()).await;
        assert_eq!(response.status(), StatusCode::CREATED);
    }
}

#[tokio::test]
async fn reviews_without_a_cookie_are_limited_by_address_and_by_their_size() {
    let server = behind_proxy(|limits| limits.reviews_per_minute = 1).await;
    let anonymous = Anonymous::of(&server);
    let served = async |client: &str, review: &Value| {
        let mut served = 0;
        for _ in 0..40 {
            let response = anonymous.post(client, "/review", review).await;
            if response.status() == StatusCode::TOO_MANY_REQUESTS {
                return served;
            }
            assert_eq!(response.status(), StatusCode::ACCEPTED);
            served += 1;
        }
        served
    };
    let small = json!({ "moves": [] });
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(3);
    let large = json!({ "moves": shuffle, "nodes": 500_000 });
    let few = served("192.0.2.1", &large).await;
    let many = served("192.0.2.2", &small).await;
    assert!(few < many && many < 40, "{few} large reviews, {many} small ones");
}

#[tokio::test]
async fn an_owner_that_calls_too_often_is_slowed_down_and_others_at_its_address_are_not() {
    let server = TestServer::start_with(|config| config.clients.requests_per_second = 4).await;
    let (busy, calm) = (server.client(), server.client());
    // A game sets the cookie.
    busy.game("chess").await;
    calm.game("chess").await;
    let mut refused = 0;
    for _ in 0..60 {
        let (status, problem) = busy.call(Method::GET, "/levels", None).await;
        if status == 429 {
            assert_eq!(problem["code"], "rate_limited");
            assert!(problem["detail"].as_str().unwrap().contains("retry in"), "{problem}");
            refused += 1;
        }
    }
    assert!(refused > 0);
    calm.get("/levels").await;
    let line = "ouro_refusals_total{budget=\"requests\",scope=\"owner\"}";
    assert!(metrics(&server).await.contains(line));
}

#[tokio::test]
async fn a_client_without_a_cookie_is_slowed_down_by_its_address() {
    let server = TestServer::start_with(|config| config.clients.requests_per_second = 1).await;
    let anonymous = Anonymous::of(&server);
    let mut refused = 0;
    // Each costs 257 of the 150 that an address may use at once.
    for _ in 0..3 {
        let body = json!({ "fen": "x".repeat(1_000_000) });
        let response = anonymous.post("ignored", "/validate", &body).await;
        refused += usize::from(response.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
}

#[tokio::test]
async fn thirty_players_behind_one_address_play_with_the_default_limits() {
    let server = TestServer::start_with(|config| config.clients = ClientLimits::default()).await;
    let players: Vec<Client> = (0..30).map(|_| server.client()).collect();
    let tasks = players.into_iter().map(|player| {
        tokio::spawn(async move {
            player.post("/games", against_engine()).await;
            let game = player.game("selfcapture").await;
            for uci in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"] {
                player.play(&game, uci).await;
            }
            assert_eq!(player.get("/games").await["games"].as_array().unwrap().len(), 2);
            player.post("/review", json!({ "moves": ["e2e4"], "nodes": 1_000 })).await;
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
}

#[tokio::test]
async fn searches_are_limited_by_owner_and_by_address() {
    let server = behind_proxy(|limits| limits.searches = 1).await;
    let long = json!({ "limits": { "time_ms": 20_000 } });
    let anonymous = Anonymous::of(&server);
    let mut open = Vec::new();
    for _ in 0..6 {
        let response = anonymous.post("192.0.2.1", "/analyse", &long).await;
        assert_eq!(response.status(), StatusCode::OK);
        open.push(response);
    }
    let response = anonymous.post("192.0.2.1", "/analyse", &long).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "quota");
    // An owner at another address has one search.
    let owner = server.client();
    owner.game("chess").await;
    let url = format!("{}/analyse", owner.base);
    let first = owner.http.post(&url).json(&long).send().await.unwrap();
    assert_eq!(first.status(), 200);
    assert_eq!(owner.http.post(&url).json(&long).send().await.unwrap().status(), 429);
    // A client that leaves makes room.
    drop(open.pop());
    for _ in 0..1_000 {
        let response = anonymous.post("192.0.2.1", "/analyse", &long).await;
        if response.status() == StatusCode::OK {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("a search without a client is still counted");
}

#[tokio::test]
async fn health_checks_and_metrics_are_not_limited() {
    let server = TestServer::start_with(|config| config.clients.requests_per_second = 1).await;
    let http = reqwest::Client::new();
    for path in ["healthz", "readyz", "metrics"] {
        for _ in 0..200 {
            let response = http.get(format!("http://{}/{path}", server.address)).send().await;
            assert_eq!(response.unwrap().status(), 200, "{path}");
        }
    }
}

#[tokio::test]
async fn invented_methods_and_refused_requests_do_not_grow_the_metrics() {
    let server = TestServer::start_with(|config| config.clients.requests_per_second = 1).await;
    let http = reqwest::Client::new();
    let call = async |method: &str, path: &str| {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let url = format!("http://{}{path}", server.address);
        http.request(method, url).send().await.unwrap().status().as_u16()
    };
    let mut refused = 0;
    for number in 0..3_000 {
        refused += usize::from(call(&format!("M{number}"), "/api/v1/levels").await == 429);
    }
    assert!(refused > 0);
    let metrics = metrics(&server).await;
    let counters = metrics.lines().filter(|line| line.starts_with("ouro_requests_total")).count();
    assert_eq!(counters, 1, "{metrics}");
    assert!(
        metrics.contains("method=\"other\",route=\"/api/v1/levels\",status=\"405\""),
        "{metrics}"
    );
}

#[tokio::test]
async fn the_last_successful_write_is_a_metric() {
    // A new database is written to when it is opened.
    let (database, _folder) = support::database().await;
    TestServer::on(&database, |_| {}).await.stop().await;
    let server = TestServer::on(&database, |_| {}).await;
    let last_write = async || -> i64 {
        let text = metrics(&server).await;
        let name = "ouro_last_write_timestamp_seconds ";
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
        line.parse().unwrap()
    };
    assert_eq!(last_write().await, 0);
    server.client().game("chess").await;
    assert!(last_write().await > 1_700_000_000);
}
