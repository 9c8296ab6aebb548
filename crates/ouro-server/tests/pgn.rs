//! Games as PGN: lenient and strict reading, bounded responses, and no delay of other clients.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::StatusCode;
use serde_json::{Value, json};
use support::TestServer;

fn sans(moves: &Value) -> Vec<&str> {
    moves.as_array().unwrap().iter().map(|node| node["san"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_game_with_null_moves_and_errors_is_kept_with_warnings_and_the_place() {
    let server = TestServer::start().await;
    let client = server.client();
    let text = "\u{FEFF}[White \"A\"]\n[Mood \"good\"]\n\n1. e4 {[%clk 0:01:02]} e5 (1... c5 2. Nf3 Z0 3. d4) \
                2. g1f3 (2. f4 Ke5) Nc6 3. Bb9 a6";
    let parsed = client.post("/pgn/parse", json!({ "pgn": text })).await;
    assert_eq!((&parsed["errors"], &parsed["next"]), (&json!([]), &Value::Null));
    let game = &parsed["games"][0];
    assert_eq!(sans(&game["moves"]), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(game["moves"][0]["comments"], json!(["[%clk 0:01:02]"]));
    // The API has no null moves: the variation ends before one.
    assert_eq!(sans(&game["moves"][1]["variations"][0]), ["c5", "Nf3"]);
    assert_eq!(sans(&game["moves"][2]["variations"][0]), ["f4"]);
    let warnings: Vec<_> = game["warnings"].as_array().unwrap().iter().collect();
    assert_eq!(warnings.len(), 6, "{warnings:?}");
    assert_eq!(warnings[0], "line 1 (byte 0): a byte order mark was skipped");
    assert_eq!(game["further_warnings"], 0);
    let error = &game["error"];
    assert_eq!(
        (&error["game"], &error["line"], &error["move_number"]),
        (&json!(1), &json!(4), &json!(3))
    );
    assert_eq!(error["at"], text.find("Bb9").unwrap());
    assert!(error["message"].as_str().unwrap().contains("Bb9"), "{error}");

    let strict = client.post("/pgn/parse", json!({ "pgn": text, "strict": true })).await;
    assert_eq!(strict["games"], json!([]));
    assert_eq!(strict["errors"][0]["line"], 4);
}

#[tokio::test]
async fn the_client_may_name_the_variant() {
    let server = TestServer::start().await;
    let client = server.client();
    let bare = json!({ "pgn": "1. Nxd2 *", "variant": "selfcapture" });
    let parsed = client.post("/pgn/parse", bare).await;
    assert_eq!(parsed["games"][0]["variant"], "selfcapture");
    assert_eq!(parsed["games"][0]["moves"][0]["self_capture"], true);
    let tagged = json!({ "pgn": "[Variant \"Capture Anything\"]\n\n1. Nxd2 *" });
    assert_eq!(client.post("/pgn/parse", tagged).await["games"][0]["variant"], "selfcapture");
    let without = client.post("/pgn/parse", json!({ "pgn": "1. Nxd2 *" })).await;
    assert_eq!(
        (without["games"].as_array().unwrap().len(), &without["errors"][0]["at"]),
        (0, &json!(3))
    );
    let unknown = json!({ "pgn": "1. e4 *", "variant": "atomic" });
    client.refused("/pgn/parse", unknown, 400, "bad_request").await;
}

#[tokio::test]
async fn a_large_text_is_returned_in_pages_of_bounded_size() {
    let server = TestServer::start().await;
    let client = server.client();
    let post = |body: Value| {
        let request = client.http.post(format!("{}/pgn/parse", client.base)).json(&body);
        async move { request.send().await.unwrap().text().await.unwrap() }
    };
    for strict in [false, true] {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(65_000);
        let text = post(json!({ "pgn": shuffle, "strict": strict })).await;
        assert!(text.len() < 5_000_000, "{} bytes", text.len());
        let parsed: Value = serde_json::from_str(&text).unwrap();
        let fault = if strict { &parsed["errors"][0] } else { &parsed["games"][0]["error"] };
        assert_eq!(fault["message"], "the game has more than 20000 moves");
    }

    // Pages by the number of games, and by the number of moves.
    for (moves, games, per_page) in [(1, 250, 100), (4_000, 12, 5)] {
        let game = |i: usize| {
            let line = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(moves);
            format!("[Round \"{i}\"]\n\n{} *\n\n", line.collect::<Vec<_>>().join(" "))
        };
        let text: String = (0..games).map(game).collect();
        let (mut after, mut rounds) = (json!(0), Vec::new());
        while !after.is_null() {
            let page: Value =
                serde_json::from_str(&post(json!({ "pgn": text, "after": after })).await).unwrap();
            let list = page["games"].as_array().unwrap();
            assert!(list.len() <= per_page);
            for game in list {
                assert_eq!(game["moves"].as_array().unwrap().len(), moves);
                assert_eq!(game["error"], Value::Null);
                rounds.push(game["tags"][0]["value"].as_str().unwrap().parse::<usize>().unwrap());
            }
            after = page["next"].clone();
        }
        assert_eq!(rounds, (0..games).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn messages_that_quote_a_huge_text_are_short() {
    let server = TestServer::start().await;
    let client = server.client();
    let huge = "x".repeat(900_000);
    for pgn in [format!("[Variant \"{huge}\"]\n\n*"), format!("[FEN \"{huge}\"]\n\n*"), huge] {
        let parsed = client.post("/pgn/parse", json!({ "pgn": pgn })).await;
        assert!(parsed["errors"][0]["message"].as_str().unwrap().len() < 2_100);
    }
}

/// Two texts with 45,000 tags each took 31 s on the threads that serve all clients. Here one thread
/// serves everybody: if it also read the games, other requests would wait for each of them.
#[tokio::test]
async fn other_clients_are_served_while_hostile_texts_are_read() {
    let server = TestServer::start().await;
    let tags: String = (0..45_000).map(|i| format!("[Tag{i} \"xxxx\"]\n")).collect();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(60_000);
    let hostile: Vec<_> = [tags.clone(), tags, shuffle.clone(), shuffle]
        .into_iter()
        .map(|pgn| {
            let client = server.client();
            tokio::spawn(async move { client.post("/pgn/parse", json!({ "pgn": pgn })).await })
        })
        .collect();
    let client = server.client();
    let mut served = 0;
    while !hostile.iter().all(tokio::task::JoinHandle::is_finished) {
        let moves = client.post("/legal-moves", json!({})).await;
        assert_eq!(moves["moves"].as_array().unwrap().len(), 20);
        served += 1;
    }
    assert!(served > 5 * hostile.len(), "{served} requests were served");
    for task in hostile {
        assert_eq!(task.await.unwrap()["games"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_client_with_too_many_large_requests_is_told_to_retry() {
    let server = TestServer::start().await;
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(10_000);
    let tasks: Vec<_> = (0..150)
        .map(|_| {
            let (client, pgn) = (server.client(), text.clone());
            tokio::spawn(async move {
                let url = format!("{}/pgn/parse", client.base);
                client.http.post(url).json(&json!({ "pgn": pgn })).send().await.unwrap()
            })
        })
        .collect();
    let mut refused = 0;
    for task in tasks {
        let response = task.await.unwrap();
        if response.status() != StatusCode::OK {
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert!(response.headers().contains_key("retry-after"));
            refused += 1;
        }
    }
    // How many are refused depends on the machine; nobody waits for long.
    assert!(refused < 150);
}
