//! The opening explorer over HTTP, and the opening book in games.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use std::collections::HashSet;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use support::{Client, TestServer};

async fn explore(client: &Client, query: &str) -> Value {
    client.get(&format!("/explorer?{query}")).await
}

#[tokio::test]
async fn the_book_answers_in_the_format_of_lichess_for_both_variants() {
    let server = TestServer::start().await;
    let client = server.client();
    for (variant, moves) in [("chess", 20), ("selfcapture", 39)] {
        let answer = explore(&client, &format!("variant={variant}")).await;
        let listed = answer["moves"].as_array().unwrap();
        assert_eq!(listed.len(), moves, "{variant}");
        let score = |mv: &Value| mv["book"]["evaluation"]["cp"].as_i64().unwrap();
        assert!(listed.is_sorted_by_key(|mv| -score(mv)));
        assert_eq!(score(&listed[0]), score(&answer));
        let fields = ["uci", "san", "white", "draws", "black", "averageRating", "selfCaptures"];
        for field in fields {
            assert!(listed[0].get(field).is_some(), "{field}");
        }
        assert_eq!([&answer["topGames"], &answer["recentGames"]], [&json!([]), &json!([])]);
        let line = explore(&client, &format!("variant={variant}&play=e2e4,e7e5")).await;
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let url = format!("variant={variant}&fen={}", after.replace(' ', "%20"));
        assert_eq!(line, explore(&client, &url).await);
        assert_eq!(line["opening"], json!({ "eco": "C20", "name": "King's Pawn Game" }));
    }
}

#[tokio::test]
async fn requests_of_clients_of_lichess_are_answered() {
    let server = TestServer::start().await;
    let client = server.client();
    let all = explore(&client, "variant=chess&play=d2d4,d7d5,e2e3").await;
    let query = "variant=standard&play=d2d4,d7d5,e2e3&speeds=blitz,rapid&ratings=2000,2200&modes=rated\
                 &since=2020-01&until=2024-12&moves=3&topGames=0&recentGames=4";
    let mut few = explore(&client, query).await;
    let moves = all["moves"].as_array().unwrap();
    assert!(moves.len() > 3);
    assert_eq!(few["moves"].as_array().unwrap()[..], moves[..3]);
    few["moves"] = all["moves"].clone();
    assert_eq!(few, all, "the counts of the position are those of all moves");
    // The name is that of the last position that has one.
    assert_eq!(all["opening"]["name"], "Queen's Pawn Game");
    let start = explore(&client, "variant=standard&moves=0").await;
    assert_eq!((&start["opening"], &start["moves"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn unknown_positions_have_no_evaluation_and_bad_input_a_reason() {
    let server = TestServer::start().await;
    let client = server.client();
    let answer = explore(&client, "fen=4k3/8/8/8/8/8/8/K6R%20w%20-%20-%200%201").await;
    assert_eq!((&answer["book"], &answer["moves"]), (&Value::Null, &json!([])));
    let empty = explore(&client, "variant=chess960").await;
    assert_eq!(empty["book"], Value::Null);
    for (query, code) in [
        ("play=e2e5", "illegal_move"),
        ("fen=nonsense", "bad_fen"),
        ("source=masters", "bad_request"),
        ("moves=many", "bad_request"),
        ("speed=blitz", "bad_request"),
    ] {
        let path = format!("/explorer?{query}");
        let (status, problem) = client.call(Method::GET, &path, None).await;
        assert!(status.is_client_error(), "{query}: {problem}");
        assert_eq!(problem["code"], code, "{query}");
    }
}

/// Plays a game with these moves, after which the side to move resigns.
async fn play(client: &Client, variant: &str, moves: &[&str]) {
    let game = client.game(variant).await;
    for uci in moves {
        client.play(&game, uci).await;
    }
    let (status, answer) = client.act(&game, "resign").await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

#[tokio::test]
async fn finished_games_count_for_everybody_and_for_their_players() {
    let server = TestServer::start().await;
    let (one, other) = (server.client(), server.client());
    play(&one, "selfcapture", &["e2e4", "e7e5", "e1f2"]).await;
    play(&one, "selfcapture", &["e2e4", "c7c5"]).await;
    play(&other, "selfcapture", &["d2d4", "g8f6"]).await;
    play(&other, "chess", &["e2e4"]).await;
    let games = |of: &Value| -> u64 {
        ["white", "draws", "black"].iter().map(|field| of[field].as_u64().unwrap()).sum()
    };
    let counts = |answer: &Value| {
        let moves = answer["moves"].as_array().unwrap().iter();
        let played = moves.map(|mv| (mv["san"].as_str().unwrap().to_owned(), games(mv)));
        let mut counts: Vec<_> = played.filter(|&(_, games)| games > 0).collect();
        counts.sort();
        counts
    };
    let pair = |san: &str, games| (san.to_owned(), games);
    let all = explore(&one, "variant=selfcapture&source=all").await;
    assert_eq!(counts(&all), [pair("d4", 1), pair("e4", 2)]);
    assert_eq!((games(&all), &all["selfCaptures"]), (3, &json!(1)));
    let mine = explore(&other, "variant=selfcapture&source=mine").await;
    assert_eq!(counts(&mine), [pair("d4", 1)]);
    let nobody = explore(&server.client(), "variant=selfcapture&source=mine").await;
    assert_eq!(counts(&nobody), []);
    let after = explore(&one, "variant=selfcapture&source=mine&play=e2e4,e7e5").await;
    assert_eq!(counts(&after), [pair("Kxf2", 1)]);
    let chess = explore(&one, "variant=chess&source=all").await;
    assert_eq!(counts(&chess), [pair("e4", 1)]);
}

#[tokio::test]
async fn levels_vary_their_openings_and_play_moves_of_the_book() {
    let server = TestServer::start_with(|config| config.opening_book = true).await;
    let client = server.client();
    let book = explore(&client, "variant=selfcapture").await;
    let best = book["moves"][0]["book"]["evaluation"]["cp"].as_i64().unwrap();
    let mut played = HashSet::new();
    for _ in 0..20 {
        let engine = json!({ "kind": "engine", "level": 3 });
        let body =
            json!({ "variant": "selfcapture", "white": engine, "black": { "kind": "human" } });
        let game = client.post("/games", body).await["game"].clone();
        let game = client.until(&game, |game| !game["moves"].as_array().unwrap().is_empty()).await;
        let first = game["moves"][0]["uci"].as_str().unwrap().to_owned();
        played.insert(first);
    }
    for uci in &played {
        let moves = book["moves"].as_array().unwrap();
        let known = moves.iter().find(|mv| mv["uci"] == uci.as_str()).unwrap();
        assert!(best - known["book"]["evaluation"]["cp"].as_i64().unwrap() <= 38, "{known}");
    }
    assert!(played.len() >= 2, "{played:?}");
}
