//! Games over HTTP and WebSockets.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use std::time::Duration;

use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use support::{TestServer, ucis};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

fn path(game: &Value) -> String {
    format!("/games/{}", game["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_game_against_the_engine_goes_to_its_end() {
    let server = TestServer::start().await;
    let client = server.client();
    for variant in ["chess", "selfcapture"] {
        let new = json!({
            "variant": variant,
            "white": { "kind": "engine", "level": 3 },
            "black": { "kind": "human" },
        });
        let mut game = client.post("/games", new).await["game"].clone();
        assert_eq!(game["you"], json!(["black"]));
        for ply in 0..30 {
            game = client
                .until(&game, |game| game["turn"] == "black" || game["status"] == "finished")
                .await;
            if game["status"] == "finished" {
                break;
            }
            let moves = ucis(&game, "legal_moves");
            game = client.play(&game, &moves[ply * 7 % moves.len()]).await;
        }
        if game["status"] != "finished" {
            game = client.act(&game, "resign").await.1;
        }
        assert_eq!(game["status"], "finished");
        assert!(game["outcome"]["text"].as_str().is_some());
        assert_eq!(game["legal_moves"], json!([]));
        let (status, pgn) = client.call(Method::GET, &format!("{}/pgn", path(&game)), None).await;
        assert!(status.is_success());
        let parsed = client.post("/pgn/parse", json!({ "pgn": pgn })).await;
        let moves = parsed["games"][0]["moves"].as_array().unwrap().len();
        assert_eq!(moves, game["moves"].as_array().unwrap().len());
    }
}

#[tokio::test]
async fn engines_play_each_other_and_can_be_stopped() {
    let server = TestServer::start().await;
    let client = server.client();
    let engine = json!({ "kind": "engine", "level": 1 });
    let new = json!({
        "variant": "selfcapture", "white": engine, "black": engine, "delay_ms": 0,
    });
    let game = client.post("/games", new).await["game"].clone();
    client.until(&game, |game| game["moves"].as_array().unwrap().len() >= 4).await;
    let paused = client.act(&game, "pause").await.1;
    assert_eq!(paused["paused"], true);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let still = client.get(&path(&game)).await;
    assert_eq!(still["moves"], paused["moves"]);
    // Somebody else cannot direct it.
    let (status, _) = server.client().act(&game, "resume").await;
    assert_eq!(status, 403);
    client.act(&game, "resume").await;
    let end = client.until(&game, |game| game["status"] == "finished").await;
    assert!(end["outcome"]["reason"].as_str().is_some());
}

#[tokio::test]
async fn a_move_for_a_game_that_has_moved_on_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("chess").await;
    client.play(&game, "e2e4").await;
    let moves = format!("{}/moves", path(&game));
    let stale = client.refused(&moves, json!({ "uci": "e7e5", "version": 1 }), 409, "stale").await;
    assert_eq!(stale["more"]["version"], 2);
    let illegal = json!({ "uci": "a8a4", "version": 2 });
    let refused = client.refused(&moves, illegal, 422, "illegal_move").await;
    assert_eq!(refused["more"]["code"], "blocked", "{refused}");
    assert_eq!(client.get(&path(&game)).await["version"], 2);

    // Of many who answer at once, one is first.
    let replies = ["a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6", "g7g6", "h7h6", "b8c6", "g8f6"];
    let answers = replies.map(|uci| {
        let (client, moves) = (client.clone(), moves.clone());
        tokio::spawn(async move {
            let body = json!({ "uci": uci, "version": 2 });
            client.call(Method::POST, &moves, Some(body)).await.0.as_u16()
        })
    });
    let mut statuses = Vec::new();
    for answer in answers {
        statuses.push(answer.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!(statuses[1..].iter().all(|&status| status == 409), "{statuses:?}");
    assert_eq!(client.get(&path(&game)).await["moves"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_invitation_claims_a_side_once_and_spectators_only_watch() {
    let server = TestServer::start().await;
    let (host, guest, other) = (server.client(), server.client(), server.client());
    let human = json!({ "kind": "human" });
    let new =
        json!({ "variant": "selfcapture", "white": human, "black": human, "invite": "black" });
    let created = host.post("/games", new).await;
    let game = &created["game"];
    assert_eq!((&game["status"], &game["you"]), (&json!("waiting"), &json!(["white"])));
    let moves = format!("{}/moves", path(game));
    host.refused(&moves, json!({ "uci": "e2e4", "version": 1 }), 409, "not_now").await;

    let join = format!("{}/join", path(game));
    let invitation = json!({ "invitation": created["invitation"] });
    other.refused(&join, json!({ "invitation": "guessed" }), 403, "not_yours").await;
    let joined = guest.post(&join, invitation.clone()).await;
    assert_eq!((&joined["status"], &joined["you"]), (&json!("playing"), &json!(["black"])));
    other.refused(&join, invitation, 403, "not_yours").await;

    assert_eq!(other.get(&path(game)).await["you"], json!([]));
    other.refused(&moves, json!({ "uci": "e2e4", "version": 2 }), 403, "not_yours").await;
    guest.refused(&moves, json!({ "uci": "e2e4", "version": 2 }), 422, "illegal_move").await;
    host.play(game, "e2e4").await;
    guest.play(game, "e7e5").await;

    // Nobody takes back alone.
    let offered = host.act(game, "take_back").await.1;
    assert_eq!(offered["offer"], json!({ "kind": "takeback", "by": "white" }));
    assert_eq!(host.act(game, "accept_takeback").await.0, 409);
    let taken = guest.act(game, "accept_takeback").await.1;
    assert_eq!(taken["moves"], json!([]));
    // A draw is offered, declined and agreed.
    host.act(game, "offer_draw").await;
    assert_eq!(guest.act(game, "decline_draw").await.1["offer"], Value::Null);
    guest.act(game, "offer_draw").await;
    let drawn = host.act(game, "accept_draw").await.1;
    assert_eq!(drawn["outcome"]["reason"], "agreement");
}

#[tokio::test]
async fn a_rematch_brings_both_players_into_one_game_with_colours_reversed() {
    let server = TestServer::start().await;
    let (host, guest, other) = (server.client(), server.client(), server.client());
    let game = two_players(&host, &guest).await;
    let rematch = format!("{}/rematch", path(&game));
    guest.refused(&rematch, json!({}), 409, "not_now").await;
    host.act(&game, "resign").await;
    other.refused(&rematch, json!({}), 403, "not_yours").await;

    let url = format!("ws://{}/api/v1{}/ws", server.address, path(&game));
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    socket.next().await.unwrap().unwrap();
    let offered = guest.post(&rematch, json!({})).await["game"].clone();
    let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let event: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&event["type"], &event["rematch"]), (&json!("rematch_offered"), &offered["id"]));
    assert_eq!(event["game"]["rematch"]["game"], offered["id"]);
    assert_eq!((&offered["status"], &offered["you"]), (&json!("waiting"), &json!(["white"])));
    // The opponent hears of it in the finished game, and does not get it into their list unasked.
    let finished = host.get(&path(&game)).await;
    assert_eq!(finished["rematch"], json!({ "by": "black", "game": offered["id"] }));
    assert_eq!(host.get("/games").await["games"].as_array().unwrap().len(), 1);
    // Asking twice does not create a second game.
    assert_eq!(guest.post(&rematch, json!({})).await["game"]["id"], offered["id"]);

    let accepted = host.post(&rematch, json!({})).await["game"].clone();
    assert_eq!((&accepted["id"], &accepted["you"]), (&offered["id"], &json!(["black"])));
    assert_eq!(accepted["status"], "playing");
    assert_eq!(host.get("/games").await["games"].as_array().unwrap().len(), 2);
    guest.play(&offered, "e2e4").await;
    host.play(&offered, "e7e5").await;
}

#[tokio::test]
async fn a_rematch_against_the_engine_starts_at_once() {
    let server = TestServer::start().await;
    let client = server.client();
    let new = json!({ "white": { "kind": "human" }, "black": { "kind": "engine", "level": 1 } });
    let game = client.post("/games", new).await["game"].clone();
    client.act(&game, "resign").await;
    let again = client.post(&format!("{}/rematch", path(&game)), json!({})).await["game"].clone();
    assert_eq!((&again["status"], &again["you"]), (&json!("playing"), &json!(["black"])));
    client.until(&again, |game| game["turn"] == "black").await;
}

/// Creates a game between two people.
async fn two_players(white: &support::Client, black: &support::Client) -> Value {
    let human = json!({ "kind": "human" });
    let new = json!({ "white": human, "black": human, "invite": "black" });
    let created = white.post("/games", new).await;
    let join = format!("{}/join", path(&created["game"]));
    black.post(&join, json!({ "invitation": created["invitation"] })).await
}

#[tokio::test]
async fn taking_back_adds_no_time() {
    let server = TestServer::start().await;
    let client = server.client();
    let new = json!({
        "white": { "kind": "human" },
        "black": { "kind": "engine", "level": 1 },
        "clock": { "initial_ms": 60_000, "increment_ms": 600_000 },
    });
    let game = client.post("/games", new).await["game"].clone();
    client.play(&game, "e2e4").await;
    client.until(&game, |game| game["turn"] == "white").await;
    for _ in 0..5 {
        client.play(&game, "d2d4").await;
        client.until(&game, |game| game["turn"] == "white").await;
        let (status, after) = client.act(&game, "take_back").await;
        assert_eq!(status, 200, "{after}");
        assert!(after["clock"]["white_ms"].as_u64().unwrap() <= 60_000, "{}", after["clock"]);
        // The engine has the increment of its first move only.
        assert!(after["clock"]["black_ms"].as_u64().unwrap() <= 660_000, "{}", after["clock"]);
    }
}

#[tokio::test]
async fn offers_cannot_be_repeated_without_moves_and_the_game_still_ends() {
    let server = TestServer::start().await;
    let (white, black) = (server.client(), server.client());
    let game = two_players(&white, &black).await;
    for uci in ["f2f3", "g2g4"] {
        white.play(&game, uci).await;
        if uci == "f2f3" {
            black.play(&game, "e7e5").await;
        }
    }
    let mut refused = 0;
    for _ in 0..10 {
        for action in ["offer_draw", "take_back"] {
            refused += usize::from(white.act(&game, action).await.0 == 409);
        }
    }
    assert_eq!(refused, 18);
    let over = black.play(&game, "d8h4").await;
    assert_eq!(over["outcome"]["reason"], "checkmate");
}

#[tokio::test]
async fn a_draw_offer_that_the_engine_cannot_consider_changes_nothing() {
    let server = TestServer::start_with(|config| config.pool.per_caller = 0).await;
    let client = server.client();
    let new = json!({ "white": { "kind": "human" }, "black": { "kind": "engine", "level": 1 } });
    let game = client.post("/games", new).await["game"].clone();
    let (status, problem) = client.act(&game, "offer_draw").await;
    assert_eq!((status.as_u16(), &problem["code"]), (429, &json!("quota")), "{problem}");
    let after = client.get(&path(&game)).await;
    assert_eq!((&after["version"], &after["offer"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn the_engine_responds_to_a_draw_offer_at_once() {
    let server = TestServer::start().await;
    let client = server.client();
    let new = json!({ "white": { "kind": "human" }, "black": { "kind": "engine", "level": 1 } });
    let game = client.post("/games", new).await["game"].clone();
    let (status, after) = client.act(&game, "offer_draw").await;
    // It declines: the game has just started.
    assert_eq!(
        (status.as_u16(), &after["version"], &after["offer"]),
        (200, &json!(3), &Value::Null)
    );
    let declined = json!({ "kind": "draw", "by": "white", "state": "declined", "version": 3 });
    assert_eq!(after["last_offer"], declined);
    let moved = client.play(&game, "e2e4").await;
    assert_eq!(moved["last_offer"], Value::Null);
}

#[tokio::test]
async fn a_running_game_against_a_person_cannot_be_deleted() {
    let server = TestServer::start().await;
    let (white, black) = (server.client(), server.client());
    let game = two_players(&white, &black).await;
    let (status, problem) = white.call(Method::DELETE, &path(&game), None).await;
    assert_eq!((status.as_u16(), &problem["code"]), (409, &json!("not_now")));
    black.act(&game, "resign").await;
    assert_eq!(white.call(Method::DELETE, &path(&game), None).await.0, 204);
}

#[tokio::test]
async fn spectators_hear_that_a_game_was_deleted() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("chess").await;
    let url = format!("ws://{}/api/v1{}/ws", server.address, path(&game));
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    socket.next().await.unwrap().unwrap();
    assert_eq!(client.call(Method::DELETE, &path(&game), None).await.0, 204);
    let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!({ "message": "deleted" }));
}

#[tokio::test]
async fn deleting_or_pausing_a_game_frees_its_engine() {
    let server = TestServer::start_with(|config| {
        config.pool.engines = 1;
        config.search.engine_game_ms = 600_000;
    })
    .await;
    let client = server.client();
    let engine = json!({ "kind": "engine" });
    let clock = json!({ "initial_ms": 86_400_000, "increment_ms": 0 });
    let new = json!({ "white": engine, "black": engine, "clock": clock });
    let level_1 = json!({ "level": 1 });
    for action in ["pause", "delete"] {
        let game = client.post("/games", new.clone()).await["game"].clone();
        server.until_searching(1).await;
        match action {
            "pause" => assert_eq!(client.act(&game, "pause").await.0, 200),
            _ => assert_eq!(client.call(Method::DELETE, &path(&game), None).await.0, 204),
        }
        server.until_searching(0).await;
        client.post("/bestmove", level_1.clone()).await;
    }
}

#[tokio::test]
async fn a_request_with_an_idempotency_key_creates_one_game() {
    let server = TestServer::start().await;
    let client = server.client();
    client.game("chess").await;
    let human = json!({ "kind": "human" });
    let new = json!({ "white": human, "black": human, "invite": "black" });
    let create = async |key: &str| {
        let request = client.http.post(format!("{}/games", client.base));
        let response = request.header("idempotency-key", key).json(&new).send().await.unwrap();
        (response.status().as_u16(), response.json::<Value>().await.unwrap())
    };
    let (status, first) = create("a").await;
    assert_eq!(status, 201);
    let (status, again) = create("a").await;
    assert_eq!((status, &again["game"]["id"]), (201, &first["game"]["id"]));
    assert_ne!(create("b").await.1["game"]["id"], first["game"]["id"]);
    assert_eq!(client.get("/games").await["games"].as_array().unwrap().len(), 3);
    // Both responses have the same invitation.
    assert_eq!(again["invitation"], first["invitation"]);
    let join = format!("{}/join", path(&first["game"]));
    server.client().post(&join, json!({ "invitation": again["invitation"] })).await;
    assert_eq!(create(&"x".repeat(65)).await.0, 400);
}

#[tokio::test]
async fn a_cursor_that_was_never_given_out_is_a_bad_request() {
    let server = TestServer::start().await;
    for cursor in ["5-%00", "5", "x-00000000000000000000000000000000", "5-%27"] {
        let (status, problem) =
            server.client().call(Method::GET, &format!("/games?after={cursor}"), None).await;
        assert_eq!((status.as_u16(), &problem["code"]), (400, &json!("bad_request")), "{cursor}");
    }
}

#[tokio::test]
async fn a_second_server_on_the_same_file_does_not_start() {
    if std::env::var("OURO_TEST_POSTGRES").is_ok() {
        // Several servers share a PostgreSQL database.
        return;
    }
    let server = TestServer::start().await;
    let second = ouro_server::Server::bind(support::config(&server.database)).await;
    let error = second.err().unwrap().to_string();
    assert!(error.ends_with("another process uses it"), "{error}");
    // After the first one has stopped, it does.
    let (database, _folder) = (server.database.clone(), server.stop().await);
    TestServer::on(&database, |_| {}).await;
}

#[tokio::test]
async fn a_backup_of_a_missing_database_fails_and_creates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, copy) = (folder.path().join("missing.db"), folder.path().join("copy.db"));
    let url = format!("sqlite:{}", missing.display());
    assert!(ouro_server::backup(&url, copy.to_str().unwrap()).await.is_err());
    assert!(!missing.exists() && !copy.exists());
}

#[tokio::test]
async fn a_flag_falls_with_nobody_there_and_after_a_restart() {
    let server = TestServer::start().await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    let clock = json!({ "initial_ms": 1_000 });
    let new =
        |fen: Option<&str>| json!({ "white": human, "black": human, "clock": clock, "fen": fen });
    let game = client.post("/games", new(None)).await["game"].clone();
    let bare = "8/8/4k3/8/8/4K3/4p3/8 w - - 0 1";
    let cannot_mate = client.post("/games", new(Some(bare))).await["game"].clone();
    client.play(&game, "e2e4").await;
    client.play(&cannot_mate, "e3e2").await;
    let database = server.database.clone();
    let _folder = server.stop().await;
    tokio::time::sleep(Duration::from_millis(1_200)).await;

    let server = TestServer::on(&database, |_| {}).await;
    let client = support::Client { base: server.client().base, ..client };
    let over = client.until(&game, |game| game["status"] == "finished").await;
    assert_eq!(over["outcome"]["reason"], "time");
    assert_eq!(over["outcome"]["winner"], "white");
    // White has only a king left.
    let drawn = client.until(&cannot_mate, |game| game["status"] == "finished").await;
    assert_eq!(drawn["outcome"]["result"], "1/2-1/2", "{}", drawn["outcome"]);
}

#[tokio::test]
async fn the_clock_counts_the_time_between_moves_and_adds_the_increment() {
    let server = TestServer::start().await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    let clock = json!({ "initial_ms": 60_000, "increment_ms": 5_000 });
    let new = json!({ "white": human, "black": human, "clock": clock });
    let game = client.post("/games", new).await["game"].clone();
    let after = client.play(&game, "e2e4").await;
    // No clock runs before White has moved.
    assert_eq!(after["clock"]["white_ms"], 60_000);
    assert_eq!(after["clock"]["running"], "black");
    tokio::time::sleep(Duration::from_millis(300)).await;
    let after = client.play(&game, "e7e5").await;
    let left = after["clock"]["black_ms"].as_i64().unwrap();
    assert!(left <= 64_700 && left > 60_000, "{left}");
    assert_eq!(after["moves"][1]["clock_ms"], left);
}

#[tokio::test]
async fn games_survive_a_restart_and_lists_are_paged() {
    let server = TestServer::start().await;
    let client = server.client();
    let mut ids = Vec::new();
    for i in 0..5 {
        let variant = if i % 2 == 0 { "chess" } else { "selfcapture" };
        let game = client.game(variant).await;
        client.play(&game, "e2e4").await;
        ids.push(game["id"].clone());
    }
    let database = server.database.clone();
    let _folder = server.stop().await;
    let server = TestServer::on(&database, |_| {}).await;
    let client = support::Client { base: server.client().base, ..client };
    let mut seen = Vec::new();
    let mut after = String::new();
    loop {
        let page = client.get(&format!("/games?limit=2{after}")).await;
        for game in page["games"].as_array().unwrap() {
            assert_eq!(game["you"], json!(["white", "black"]));
            seen.push(game["id"].clone());
        }
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    seen.reverse();
    ids.sort_by_key(ToString::to_string);
    seen.sort_by_key(ToString::to_string);
    assert_eq!(seen, ids);
    let filtered = client.get("/games?variant=selfcapture&status=playing").await;
    assert_eq!(filtered["games"].as_array().unwrap().len(), 2);
    // Others see none of them in their list, and cannot delete them.
    let stranger = server.client();
    assert_eq!(stranger.get("/games").await["games"], json!([]));
    let one = format!("/games/{}", ids[0].as_str().unwrap());
    assert_eq!(stranger.call(Method::DELETE, &one, None).await.0, 403);
    assert_eq!(client.call(Method::DELETE, &one, None).await.0, 204);
    assert_eq!(client.call(Method::GET, &one, None).await.0, 404);
}

#[tokio::test]
async fn self_captures_are_counted_for_whoever_played_them() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("selfcapture").await;
    let after = client.play(&game, "d1d2").await;
    let played = &after["moves"][0];
    assert_eq!(played["self_capture"], true);
    assert_eq!(played["captured"], json!({ "piece": "pawn", "side": "white", "square": "d2" }));
    client.play(&game, "e7e5").await;
    client.play(&game, "b1d2").await;
    let mine = client.get("/stats/self-captures").await;
    assert_eq!(
        (&mine["games"], &mine["games_with"], &mine["by_people"]),
        (&json!(1), &json!(1), &json!(2))
    );
    assert_eq!(mine["victims"], json!({ "pawn": 1, "queen": 1 }));
    // What is taken back has not happened.
    client.act(&game, "take_back").await;
    assert_eq!(client.get("/stats/self-captures").await["by_people"], 1);
    assert_eq!(server.client().get("/stats/self-captures").await["games"], 0);
    assert_eq!(server.client().get("/stats/self-captures?scope=all").await["by_people"], 1);
}

#[tokio::test]
async fn sockets_tell_what_happens_and_resume_where_they_were() {
    let server = TestServer::start().await;
    let client = server.client();
    let game = client.game("chess").await;
    let url = format!("ws://{}/api/v1{}/ws", server.address, path(&game));
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    let next = async |socket: &mut tokio_tungstenite::WebSocketStream<_>| -> Value {
        loop {
            if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    };
    let first = next(&mut socket).await;
    assert_eq!((&first["message"], &first["game"]["version"]), (&json!("state"), &json!(1)));
    for (uci, version) in [("e2e4", 2), ("e7e5", 3), ("g1f3", 4)] {
        client.play(&game, uci).await;
        let event = next(&mut socket).await;
        assert_eq!((&event["message"], &event["type"]), (&json!("event"), &json!("moved")));
        assert_eq!((&event["version"], &event["uci"]), (&json!(version), &json!(uci)));
        // Only what the client does not know yet.
        assert_eq!(event["moves_before"], version - 2);
        assert_eq!(event["game"]["moves"].as_array().unwrap().len(), 1);
        assert_eq!(event["game"]["moves"][0]["uci"], uci);
    }
    client.act(&game, "take_back").await;
    let event = next(&mut socket).await;
    assert_eq!((&event["version"], &event["moves_before"]), (&json!(5), &json!(2)));
    assert_eq!(event["game"]["moves"], json!([]));
    drop(socket);
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("{url}?from=2")).await.unwrap();
    for (version, moves_before) in [(3, 1), (4, 2), (5, 2)] {
        let event = next(&mut socket).await;
        assert_eq!((&event["message"], &event["version"]), (&json!("event"), &json!(version)));
        assert_eq!(event["moves_before"], moves_before);
    }
    // Pages of other sites do not get in.
    let mut foreign = url.into_client_request().unwrap();
    foreign.headers_mut().insert("Origin", "https://example.org".parse().unwrap());
    assert!(tokio_tungstenite::connect_async(foreign).await.is_err());
}

#[tokio::test]
async fn two_servers_on_one_database_share_their_games() {
    if std::env::var("OURO_TEST_POSTGRES").is_err() {
        // A SQLite file belongs to one server.
        return;
    }
    let one = TestServer::start().await;
    let two = TestServer::on(&one.database, |_| {}).await;
    let client = one.client();
    let at_two = support::Client { base: two.client().base, ..client.clone() };
    let human = json!({ "kind": "human" });
    let new = json!({ "white": human, "black": { "kind": "engine", "level": 1 } });
    let game = client.post("/games", new).await["game"].clone();
    let url = format!("ws://{}/api/v1{}/ws", two.address, path(&game));
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    socket.next().await.unwrap().unwrap();
    // A move made at one server is pushed to sockets of the other.
    client.play(&game, "e2e4").await;
    let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(text.contains("e2e4"), "{text}");
    // The engine answers once, whichever server lets it think.
    let answered = at_two.until(&game, |game| game["turn"] == "white").await;
    assert_eq!(answered["moves"].as_array().unwrap().len(), 2);
    // What one process leaves behind, the other takes over.
    one.stop().await;
    let after = at_two.play(&game, "d2d3").await;
    assert_eq!(after["moves"].as_array().unwrap().len(), 3);
    at_two.until(&game, |game| game["moves"].as_array().unwrap().len() == 4).await;
}
