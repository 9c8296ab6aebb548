//! Moves of clients that show them before the server answers: refused, lost, repeated and late ones.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use support::{Client, TestServer};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

async fn send(client: &Client, game: &Value, uci: &str, version: i64) -> (StatusCode, Value) {
    let path = format!("/games/{}/moves", game["id"].as_str().unwrap());
    client.call(Method::POST, &path, Some(json!({ "uci": uci, "version": version }))).await
}

fn moves(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|mv| mv["uci"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_repeated_move_succeeds_and_is_played_once() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("chess").await;
    let (status, first) = send(&client, &game, "e2e4", 1).await;
    assert_eq!((status.as_u16(), &first["version"]), (200, &json!(2)));
    let (status, again) = send(&client, &game, "e2e4", 1).await;
    assert_eq!((status.as_u16(), &again["version"]), (200, &json!(2)));
    // Also after the opponent has replied, with the reply.
    send(&client, &game, "e7e5", 2).await;
    let (status, again) = send(&client, &game, "e2e4", 1).await;
    assert_eq!((status.as_u16(), moves(&again)), (200, vec!["e2e4", "e7e5"]));

    // Another move for the same version is late, and the response says where the game is.
    let (status, late) = send(&client, &game, "d2d4", 1).await;
    assert_eq!((status.as_u16(), &late["code"]), (409, &json!("stale")));
    assert_eq!(late["more"]["version"], 3);
    assert_eq!(late["more"]["fen"], again["fen"]);
    // A spectator has not played it, and neither has a version that does not exist.
    assert_eq!(send(&server.client(), &game, "e2e4", 1).await.0, 409);
    for version in [0, -1, 99, i64::MAX] {
        assert_eq!(send(&client, &game, "e2e4", version).await.0, 409, "{version}");
    }
}

#[tokio::test]
async fn the_same_move_sent_many_times_at_once_is_played_once() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("chess").await;
    for (version, uci) in (1..).zip(["e2e4", "e7e5", "g1f3"]) {
        let requests = (0..8).map(|_| {
            let (client, game) = (client.clone(), game.clone());
            tokio::spawn(async move { send(&client, &game, uci, version).await })
        });
        for request in requests.collect::<Vec<_>>() {
            let (status, body) = request.await.unwrap();
            assert_eq!(status, 200, "{body}");
        }
    }
    let after = client.get(&format!("/games/{}", game["id"].as_str().unwrap())).await;
    assert_eq!((moves(&after), &after["version"]), (vec!["e2e4", "e7e5", "g1f3"], &json!(4)));
}

#[tokio::test]
async fn castling_in_another_spelling_is_the_same_move() {
    let server = TestServer::start().await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let new = json!({ "white": human, "black": human, "fen": fen });
    let game = client.post("/games", new).await["game"].clone();
    assert_eq!(send(&client, &game, "e1h1", 1).await.0, 200);
    let (status, again) = send(&client, &game, "e1h1", 1).await;
    assert_eq!((status.as_u16(), moves(&again)), (200, vec!["e1g1"]));
}

#[tokio::test]
async fn a_refused_move_names_its_reason_and_changes_nothing() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("selfcapture").await;
    let (status, refused) = send(&client, &game, "d1e1", 1).await;
    assert_eq!((status.as_u16(), &refused["code"]), (422, &json!("illegal_move")));
    let message = "your own king cannot be captured";
    assert_eq!(refused["more"], json!({ "code": "own_king", "params": {}, "message": message }));
    let (_, refused) = send(&client, &game, "a1a3", 1).await;
    assert_eq!(refused["more"]["params"], json!({ "square": "a2" }));
    let after = client.get(&format!("/games/{}", game["id"].as_str().unwrap())).await;
    assert_eq!((&after["version"], &after["moves"]), (&json!(1), &json!([])));
}

/// The connection breaks before the response: the client cannot know whether the move was stored, and repeats it.
#[tokio::test]
async fn a_move_whose_response_is_lost_can_be_repeated() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    let base = format!("http://{}/api/v1/games", server.address);
    let human = json!({ "kind": "human" });
    let new = json!({ "white": human, "black": human });
    let response = http.post(&base).json(&new).send().await.unwrap();
    let cookie = response.headers()[SET_COOKIE].to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap();
    let game = response.json::<Value>().await.unwrap()["game"].clone();
    let id = game["id"].as_str().unwrap();
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"];
    for (version, uci) in (1..).zip(line) {
        let body = json!({ "uci": uci, "version": version }).to_string();
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = format!(
            "POST /api/v1/games/{id}/moves HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        drop(stream);
        for _ in 0..2 {
            let request = http.post(format!("{base}/{id}/moves")).header(COOKIE, cookie);
            let request = request.header("content-type", "application/json").body(body.clone());
            assert_eq!(request.send().await.unwrap().status(), 200);
        }
    }
    let after = http.get(format!("{base}/{id}")).send().await.unwrap();
    let after = after.json::<Value>().await.unwrap();
    assert_eq!(moves(&after), line);
    assert_eq!(after["version"], line.len() as i64 + 1);
}
