//! Players: their names, how they find each other, and the answers to their offers.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use futures_util::StreamExt;
use serde_json::{Value, json};
use support::{Client, TestServer};

fn path(game: &Value) -> String {
    format!("/games/{}", game["id"].as_str().unwrap())
}

async fn invite(host: &Client, name: Option<&str>) -> Value {
    let mut white = json!({ "kind": "human" });
    if let Some(name) = name {
        white["name"] = json!(name);
    }
    let new = json!({ "white": white, "black": { "kind": "human" }, "invite": "black" });
    host.post("/games", new).await
}

async fn join(guest: &Client, created: &Value, name: Option<&str>) -> Value {
    let body = json!({ "invitation": created["invitation"], "name": name });
    guest.post(&format!("{}/join", path(&created["game"])), body).await
}

#[tokio::test]
async fn players_are_shown_with_the_names_that_they_have_chosen() {
    let server = TestServer::start().await;
    let (host, guest) = (server.client(), server.client());
    let created = invite(&host, Some("  Anna  Maria ")).await;
    assert_eq!(created["game"]["white"], json!({ "kind": "human", "name": "Anna Maria" }));
    assert_eq!(created["game"]["black"], json!({ "kind": "human" }));
    let game = join(&guest, &created, Some("José \"Pepe\"")).await;
    assert_eq!(game["black"], json!({ "kind": "human", "name": "José \"Pepe\"" }));

    // In lists, in PGN, after a restart and in the rematch with colours reversed.
    let listed = guest.get("/games").await["games"][0].clone();
    assert_eq!((&listed["white"], &listed["black"]), (&game["white"], &game["black"]));
    let pgn = host.get(&format!("{}/pgn", path(&game))).await;
    let pgn = pgn.as_str().unwrap();
    assert!(pgn.contains("[White \"Anna Maria\"]"), "{pgn}");
    assert!(pgn.contains(r#"[Black "José \"Pepe\""]"#), "{pgn}");
    host.act(&game, "resign").await;
    let rematch = guest.post(&format!("{}/rematch", path(&game)), json!({})).await;
    assert_eq!(rematch["game"]["white"], game["black"]);
    host.post(&format!("{}/rematch", path(&game)), json!({})).await;
    let both = host.get(&path(&rematch["game"])).await;
    assert_eq!((&both["white"], &both["black"]), (&game["black"], &game["white"]));

    let database = server.database.clone();
    let _folder = server.stop().await;
    let server = TestServer::on(&database, |_| {}).await;
    let again = server.client().get(&path(&game)).await;
    assert_eq!((&again["white"], &again["black"]), (&game["white"], &game["black"]));
}

#[tokio::test]
async fn names_that_nobody_can_read_are_refused() {
    let server = TestServer::start().await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    for (name, detail) in [
        ("  ", "a name has at least one character"),
        ("123456789012345678901", "a name has at most 20 characters"),
        ("\u{202e}evil", "the character U+202E cannot be part of a name"),
        ("a\u{0}b", "the character U+0000 cannot be part of a name"),
    ] {
        let white = json!({ "kind": "human", "name": name });
        let new = json!({ "white": white, "black": human });
        let problem = client.refused("/games", new, 400, "bad_request").await;
        assert_eq!(problem["detail"], detail);
    }
    let named = json!({ "kind": "human", "name": "Anna" });
    let new = json!({ "white": human, "black": named, "invite": "black" });
    let problem = client.refused("/games", new, 400, "bad_request").await;
    assert_eq!(problem["detail"], "an invited player chooses their own name");
    // Without a name there is none.
    let game = client.game("chess").await;
    assert_eq!(game["white"], json!({ "kind": "human" }));
    let created = invite(&client, None).await;
    let guest = server.client();
    let body = json!({ "invitation": created["invitation"], "name": "\u{200b}" });
    guest.refused(&format!("{}/join", path(&created["game"])), body, 400, "bad_request").await;
    assert_eq!(join(&guest, &created, None).await["black"], json!({ "kind": "human" }));
}

#[tokio::test]
async fn the_creator_finds_the_invitation_again_until_it_is_used() {
    let server = TestServer::start().await;
    let (host, guest) = (server.client(), server.client());
    let created = invite(&host, None).await;
    let token = &created["invitation"];
    assert_eq!(token.as_str().map(str::len), Some(32));
    assert_eq!(&created["game"]["invitation"], token);
    let game = path(&created["game"]);
    assert_eq!(&host.get(&game).await["invitation"], token);
    // Nobody else sees it.
    assert_eq!(guest.get(&game).await["invitation"], Value::Null);
    let url = format!("ws://{}/api/v1{game}/ws", server.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let state: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(state["game"]["invitation"], Value::Null);
    let joined = join(&guest, &created, None).await;
    assert_eq!(joined["invitation"], Value::Null);
    assert_eq!(host.get(&game).await["invitation"], Value::Null);
    // Another game has another invitation.
    assert_ne!(&invite(&host, None).await["invitation"], token);
}

#[tokio::test]
async fn two_players_who_ask_for_a_rematch_at_once_land_in_one_game() {
    let server = TestServer::start().await;
    let (host, guest) = (server.client(), server.client());
    for _ in 0..5 {
        let created = invite(&host, None).await;
        let game = join(&guest, &created, None).await;
        host.act(&game, "resign").await;
        let rematch = format!("{}/rematch", path(&game));
        let (mine, yours) =
            tokio::join!(host.post(&rematch, json!({})), guest.post(&rematch, json!({})));
        assert_eq!(mine["game"]["id"], yours["game"]["id"]);
        let both = host.until(&mine["game"], |game| game["status"] == "playing").await;
        assert_eq!(both["you"], json!(["black"]));
        assert_eq!(guest.get(&path(&both)).await["you"], json!(["white"]));
        // The player who waits there hears that the other one has come.
        let events = format!("{}/ws?from=1", path(&both));
        let url = format!("ws://{}/api/v1{events}", server.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let event: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(event["type"], "joined");
        host.act(&both, "abort").await;
    }
}

#[tokio::test]
async fn a_declined_offer_is_shown_to_both_players() {
    let server = TestServer::start().await;
    let (host, guest) = (server.client(), server.client());
    let created = invite(&host, None).await;
    let game = join(&guest, &created, None).await;
    host.act(&game, "offer_draw").await;
    guest.act(&game, "decline_draw").await;
    let declined = json!({ "kind": "draw", "by": "white", "state": "declined", "version": 4 });
    for client in [&host, &guest] {
        assert_eq!(client.get(&path(&game)).await["last_offer"], declined);
    }
    host.play(&game, "e2e4").await;
    guest.play(&game, "e7e5").await;
    host.act(&game, "take_back").await;
    let taken = guest.act(&game, "accept_takeback").await.1;
    assert_eq!(taken["last_offer"]["kind"], "takeback");
    assert_eq!(taken["last_offer"]["state"], "accepted");
}

#[tokio::test]
async fn engines_play_each_other_at_a_pace_that_can_be_followed() {
    let server = TestServer::start().await;
    let client = server.client();
    let engine = json!({ "kind": "engine", "level": 1 });
    let new = json!({ "white": engine, "black": engine });
    let game = client.post("/games", new).await["game"].clone();
    assert_eq!(game["delay_ms"], 1_000);
    client.act(&game, "pause").await;
    let new = json!({ "white": engine, "black": engine, "delay_ms": 60_000 });
    let slow = client.post("/games", new).await["game"].clone();
    assert_eq!(slow["delay_ms"], 60_000);
    // With a clock, the engines pace themselves.
    let clock = json!({ "initial_ms": 60_000 });
    let new = json!({ "white": engine, "black": engine, "clock": clock });
    let game = client.post("/games", new).await["game"].clone();
    assert_eq!(game["delay_ms"], 0);
    client.act(&game, "pause").await;
    let new = json!({ "white": engine, "black": engine, "delay_ms": 60_001 });
    client.refused("/games", new, 422, "out_of_range").await;
    let new = json!({ "white": engine, "black": { "kind": "human" }, "delay_ms": 5 });
    client.refused("/games", new, 400, "bad_request").await;
}
