//! Whole games, reviewed.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use support::{Client, TestServer};

async fn finished(client: &Client, review: &Value) -> Value {
    let path = format!("/review/{}", review["id"].as_str().unwrap());
    loop {
        let (status, review) = client.call(Method::GET, &path, None).await;
        assert!(status.is_success(), "{review}");
        if review["finished"] == true {
            return review;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_game_is_reviewed_move_by_move() {
    let server = TestServer::start().await;
    let client = server.client();
    // The fool's mate.
    let game = json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "nodes": 5_000 });
    let (status, begun) = client.call(Method::POST, "/review", Some(game)).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let review = finished(&client, &begun).await;
    let moves = review["reviewed"].as_array().unwrap();
    assert_eq!((review["done"].as_u64(), moves.len()), (Some(4), 4));
    assert_eq!(moves[2]["judgement"], "blunder");
    assert_eq!(moves[2]["played"]["evaluation"]["mate"], -1);
    assert_eq!(moves[3]["judgement"], Value::Null);
    assert_eq!(moves[3]["best"]["uci"], "d8h4");
    let places =
        moves.iter().map(|mv| (mv["number"].as_u64().unwrap(), mv["side"].as_str().unwrap()));
    let expected = [(1, "white"), (1, "black"), (2, "white"), (2, "black")];
    assert_eq!(places.collect::<Vec<_>>(), expected);
    assert!(moves[2]["loss"].as_f64().unwrap() > 20.0);
    assert_eq!(moves[3]["loss"], 0.0);
    assert_eq!(moves[3]["best"]["pv_san"], json!(["Qh4#"]));
    // White gave away more than Black.
    assert!(review["loss"][0].as_f64() > review["loss"][1].as_f64());
}

#[tokio::test]
async fn moments_of_self_capture_are_named_in_words() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = json!({
        "variant": "selfcapture",
        "fen": "3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R b - - 0 1",
        "moves": ["a7a6", "d2c4"],
    });
    let begun = client.call(Method::POST, "/review", Some(game)).await.1;
    let review = finished(&client, &begun).await;
    let moments: Vec<&Value> =
        review["reviewed"].as_array().unwrap().iter().map(|mv| &mv["moment"]).collect();
    assert_eq!(moments[0]["kind"], "refutation");
    assert_eq!(moments[1]["kind"], "missed");
    for moment in moments {
        assert_eq!((moment["uci"].as_str(), moment["san"].as_str()), (Some("h1h6"), Some("Rxh6#")));
        assert!(moment["text"].as_str().unwrap().contains("mates by force"), "{moment}");
        let params = json!({ "san": "Rxh6#", "piece": "rook", "victim": "pawn", "square": "h6" });
        assert_eq!(moment["params"], params);
        let codes = moment["themes"].as_array().unwrap().iter().map(|theme| &theme["code"]);
        let codes: Vec<&Value> = codes.collect();
        assert!(
            codes.contains(&&json!("line_opened")) && codes.contains(&&json!("mates")),
            "{moment}"
        );
    }
}

#[tokio::test]
async fn a_review_goes_on_after_a_restart() {
    let server = TestServer::start().await;
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    let game = json!({ "moves": moves, "nodes": 100_000 });
    let begun = server.client().call(Method::POST, "/review", Some(game)).await.1;
    let database = server.database.clone();
    let folder = server.stop().await;
    let server = TestServer::on(&database, |_| {}).await;
    // What the first process had claimed is free again after a while.
    let review = finished(&server.client(), &begun).await;
    assert_eq!(review["reviewed"].as_array().unwrap().len(), moves.len());
    drop((server, folder));
}

#[tokio::test]
async fn reviews_that_cannot_be_are_refused() {
    let server = TestServer::start().await;
    let client = server.client();
    for (game, code) in [
        (json!({ "moves": ["e2e5"] }), "illegal_move"),
        (json!({ "nodes": 10 }), "out_of_range"),
        (json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }), "bad_fen"),
    ] {
        let (status, problem) = client.call(Method::POST, "/review", Some(game)).await;
        assert!(status.is_client_error());
        assert_eq!(problem["code"], code);
    }
    let unknown = format!("/review/{}", "0".repeat(32));
    for path in ["/review/none", &unknown] {
        assert_eq!(client.call(Method::GET, path, None).await.0, StatusCode::NOT_FOUND);
    }
}
