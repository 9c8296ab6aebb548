//! Whatever is sent, the answer is a problem in a sentence, and nothing changes.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use support::TestServer;

#[tokio::test]
async fn everything_wrong_is_refused_with_a_stable_code() {
    let server = TestServer::start_with(|config| config.max_body = 20_000).await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    let cases: Vec<(&str, Value, u16, &str)> = vec![
        ("/legal-moves", json!({ "fen": "nonsense" }), 422, "bad_fen"),
        ("/legal-moves", json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }), 422, "bad_fen"),
        ("/legal-moves", json!({ "fen": 7 }), 400, "bad_request"),
        ("/legal-moves", json!({ "variant": "checkers" }), 400, "bad_request"),
        ("/legal-moves", json!({ "moves": ["e2e5"] }), 422, "illegal_move"),
        ("/legal-moves", json!({ "moves": ["x".repeat(9_000)] }), 422, "illegal_move"),
        ("/legal-moves", json!({ "moves": vec!["e2e4"; 2_000] }), 422, "out_of_range"),
        ("/legal-moves", json!({ "fen": "x".repeat(30_000) }), 413, "too_large"),
        ("/bestmove", json!({ "level": 11 }), 422, "out_of_range"),
        ("/bestmove", json!({ "level": 300 }), 400, "bad_request"),
        ("/bestmove", json!({ "level": 3, "limits": { "depth": 3 } }), 400, "bad_request"),
        ("/bestmove", json!({ "limits": { "nodes": 0 } }), 422, "out_of_range"),
        ("/bestmove", json!({ "limits": { "time_ms": 99_999_999 } }), 422, "out_of_range"),
        ("/bestmove", json!({ "limits": { "speed": 3 } }), 400, "bad_request"),
        ("/analyse", json!({ "multipv": 500 }), 422, "out_of_range"),
        ("/apply", json!({ "move": "e1e2" }), 422, "illegal_move"),
        ("/apply", json!({ "variant": "selfcapture", "move": "d1e1" }), 422, "illegal_move"),
        ("/apply", json!({}), 400, "bad_request"),
        (
            "/setup",
            json!({ "pieces": [{ "square": "z9", "piece": "king", "side": "white" }], "turn": "white" }),
            400,
            "bad_request",
        ),
        ("/pgn/render", json!({ "result": "2-0" }), 400, "bad_request"),
        ("/games", json!({ "white": human }), 400, "bad_request"),
        (
            "/games",
            json!({ "variant": "chess960", "white": human, "black": human }),
            422,
            "bad_variant",
        ),
        (
            "/games",
            json!({ "white": human, "black": { "kind": "engine", "level": 0 } }),
            422,
            "out_of_range",
        ),
        (
            "/games",
            json!({ "white": human, "black": human, "clock": { "initial_ms": 1 } }),
            422,
            "out_of_range",
        ),
        (
            "/games",
            json!({ "white": human, "black": { "kind": "engine" }, "invite": "black" }),
            400,
            "bad_request",
        ),
        ("/games/none/moves", json!({ "uci": "e2e4", "version": 1 }), 404, "not_found"),
        ("/games/../../etc/passwd", json!({}), 404, "not_found"),
        ("/games/%2e%2e%2f/moves", json!({ "uci": "e2e4", "version": 1 }), 404, "not_found"),
        ("/nothing", json!({}), 404, "not_found"),
        ("/levels", json!({}), 405, "method_not_allowed"),
    ];
    for (path, body, status, code) in cases {
        let problem = client.refused(path, body, status, code).await;
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        assert!(problem["type"].as_str().unwrap().ends_with(code));
    }
    assert_eq!(client.get("/games").await["games"], json!([]));
}

/// No message of a deserialiser reaches a user.
#[tokio::test]
async fn bad_bodies_get_one_plain_sentence_that_names_the_field() {
    let server = TestServer::start().await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    let cases: Vec<(&str, Value, &str)> = vec![
        ("/legal-moves", json!([]), "the body must be an object"),
        ("/legal-moves", json!({ "fen": 7 }), "the field 'fen' must be a text"),
        ("/legal-moves", json!({ "moves": "e2e4" }), "the field 'moves' must be a list"),
        ("/legal-moves", json!({ "moves": ["e2e4", 7] }), "the field 'moves[1]' must be a text"),
        (
            "/legal-moves",
            json!({ "variant": "checkers" }),
            "the field 'variant' must be one of: chess, chess960, selfcapture",
        ),
        ("/apply", json!({}), "the field 'move' is missing"),
        ("/apply", json!({ "move": "e2e4", "speed": 1 }), "the field 'speed' is unknown"),
        (
            "/bestmove",
            json!({ "level": 300 }),
            "the field 'level' must be a whole number from 0 to 255",
        ),
        ("/bestmove", json!({ "limits": { "speed": 3 } }), "the field 'limits.speed' is unknown"),
        (
            "/bestmove",
            json!({ "limits": { "nodes": -1 } }),
            "the field 'limits.nodes' must be a whole number and not negative",
        ),
        ("/games", json!({ "white": human }), "the field 'black' is missing"),
        (
            "/games",
            json!({ "white": human, "black": "human" }),
            "the field 'black' must be an object",
        ),
        ("/games", json!({ "white": human, "black": {} }), "the field 'black.kind' is missing"),
        (
            "/games",
            json!({ "white": human, "black": { "kind": "robot" } }),
            "the field 'black.kind' must be one of: human, engine",
        ),
        (
            "/games",
            json!({ "white": human, "black": { "kind": "human", "age": 7 } }),
            "the field 'black.age' is unknown",
        ),
        (
            "/games",
            json!({ "white": human, "black": human, "clock": {} }),
            "the field 'clock.initial_ms' is missing",
        ),
        (
            "/games",
            json!({ "white": human, "black": human, "invite": "red" }),
            "the field 'invite' must be one of: white, black",
        ),
        ("/games/x/moves", json!({ "uci": "e2e4" }), "the field 'version' is missing"),
        (
            "/games/x/moves",
            json!({ "uci": "e2e4", "version": "1" }),
            "the field 'version' must be a whole number",
        ),
        ("/games/x/join", json!({ "invitation": null }), "the field 'invitation' must be a text"),
    ];
    for (path, body, detail) in cases {
        let problem = client.refused(path, body, 400, "bad_request").await;
        assert_eq!(problem["detail"], detail, "{path}");
    }
    let actions = json!({ "action": "dance" });
    let problem = client.refused("/games/x/actions", actions, 400, "bad_request").await;
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("the field 'action' must be one of: resign, abort,"), "{detail}");
    for (query, detail) in [
        ("limit=many", "the parameter 'limit' is not valid"),
        ("colour=red", "the parameter 'colour' is unknown"),
        ("status=done", "the parameter 'status' must be one of: waiting, playing, finished"),
    ] {
        let (status, problem) = client.call(Method::GET, &format!("/games?{query}"), None).await;
        assert_eq!((status.as_u16(), problem["detail"].as_str()), (400, Some(detail)));
    }
}

#[tokio::test]
async fn bodies_that_are_not_json_are_refused() {
    let server = TestServer::start().await;
    let client = server.client();
    let send = async |kind: &str, body: Vec<u8>| {
        let url = format!("{}/legal-moves", client.base);
        let request = client.http.request(Method::POST, url).header(CONTENT_TYPE, kind).body(body);
        let response = request.send().await.unwrap();
        let kind = response.headers()[CONTENT_TYPE].to_str().unwrap().to_owned();
        assert_eq!(kind, "application/problem+json");
        response.status().as_u16()
    };
    assert_eq!(send("text/plain", b"{}".to_vec()).await, 415);
    assert_eq!(send("application/json", b"{".to_vec()).await, 400);
    assert_eq!(send("application/json", vec![b'"', 0xff, 0xfe, b'"']).await, 400);
    assert_eq!(send("application/json", Vec::new()).await, 400);
    assert_eq!(send("application/json", "[".repeat(100_000).into_bytes()).await, 400);
}

#[tokio::test]
async fn fens_are_judged_with_every_problem_and_its_place() {
    let server = TestServer::start().await;
    let client = server.client();
    let bad = "rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1";
    let answer = client.post("/validate", json!({ "fen": bad })).await;
    assert_eq!(answer["playable"], false);
    let problems = answer["problems"].as_array().unwrap();
    assert!(problems.iter().any(|problem| problem["at"] == 13), "{answer}");

    let pieces = json!([
        { "square": "e1", "piece": "king", "side": "white" },
        { "square": "e8", "piece": "king", "side": "black" },
        { "square": "h1", "piece": "rook", "side": "white" },
    ]);
    let setup = json!({ "pieces": pieces, "turn": "white", "castling_rooks": ["h1"] });
    let answer = client.post("/setup", setup).await;
    assert_eq!(answer["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let setup = json!({ "pieces": pieces, "turn": "white", "castling_rooks": ["a1"] });
    let answer = client.post("/setup", setup).await;
    assert_eq!(
        (&answer["playable"], &answer["problems"][0]["squares"]),
        (&json!(false), &json!(["a1"]))
    );
}

#[tokio::test]
async fn busy_engines_are_told_and_a_client_that_leaves_frees_its_engine() {
    let server = TestServer::start_with(|config| {
        config.pool.engines = 1;
        config.pool.waiting = 1;
    })
    .await;
    let client = server.client();
    let long = json!({ "limits": { "time_ms": 20_000 } });
    let first = client.http.post(format!("{}/analyse", client.base)).json(&long);
    let first = first.send().await.unwrap();
    until_metrics(&server, "ouro_engines_busy 1").await;
    let waiting = {
        let client = client.clone();
        tokio::spawn(
            async move { client.post("/analyse", json!({ "limits": { "depth": 2 } })).await },
        )
    };
    until_metrics(&server, "ouro_searches_waiting 1").await;
    let url = format!("{}/analyse", client.base);
    let refused = client.http.post(url).json(&json!({ "limits": { "depth": 2 } }));
    let refused = refused.send().await.unwrap();
    assert_eq!(refused.status(), 503);
    assert!(refused.headers().contains_key("retry-after"));
    // The client leaves, and the one that waits gets the engine long before the twenty seconds.
    drop(first);
    let answer = tokio::time::timeout(std::time::Duration::from_secs(15), waiting).await;
    assert!(answer.unwrap().unwrap().as_str().unwrap().contains("event: done"));
}

/// Waits until the server counts something.
async fn until_metrics(server: &TestServer, line: &str) {
    for _ in 0..400 {
        let metrics = reqwest::get(format!("http://{}/metrics", server.address)).await.unwrap();
        if metrics.text().await.unwrap().contains(line) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{line} was never counted");
}

#[tokio::test]
async fn arrays_are_not_taken_for_objects() {
    let server = TestServer::start().await;
    let client = server.client();
    let human = json!({ "kind": "human" });
    for (path, body) in [
        ("/legal-moves", json!([])),
        ("/validate", json!(["chess", "8/8/8/8/8/8/8/8 w - - 0 1"])),
        ("/bestmove", json!({ "limits": [1, 1, 1] })),
        ("/analyse", json!({ "limits": [] })),
        ("/games", json!({ "white": human, "black": human, "clock": [60_000, 0] })),
        ("/games", json!({ "white": ["human"], "black": human })),
        ("/games", json!({ "white": human, "black": ["engine", { "level": 3 }] })),
        ("/setup", json!({ "pieces": [["e1", "king", "white"]], "turn": "white" })),
    ] {
        let (status, problem) = client.call(Method::POST, path, Some(body)).await;
        assert_eq!((status.as_u16(), &problem["code"]), (400, &json!("bad_request")), "{path}");
    }
}
