//! The bug report about illegal castling, as calls: castling is offered exactly while the right to it
//! is there, whatever a client claims.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use serde_json::{Value, json};
use support::{Client, TestServer, ucis};

async fn legal(client: &Client, body: Value) -> (Vec<String>, Value) {
    let answer = client.post("/legal-moves", body).await;
    (ucis(&answer, "moves"), answer)
}

#[tokio::test]
async fn a_right_without_its_rook_is_dropped_with_a_warning_and_never_offered() {
    let server = TestServer::start().await;
    let client = server.client();
    for variant in ["chess", "selfcapture"] {
        let fen = "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1";
        let (moves, answer) = legal(&client, json!({ "variant": variant, "fen": fen })).await;
        assert!(moves.contains(&"e8c8".to_owned()), "{moves:?}");
        assert!(!moves.contains(&"e8g8".to_owned()), "{moves:?}");
        assert_eq!(answer["fen"], "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
        assert_eq!(answer["warnings"].as_array().unwrap().len(), 1, "{answer}");

        let why = json!({ "variant": variant, "fen": fen, "move": "e8g8" });
        let answer = client.post("/why-illegal", why).await;
        assert_eq!(answer["reason"]["code"], "no_castling_right", "{answer}");
        let best = json!({ "variant": variant, "fen": fen, "limits": { "nodes": 5_000 } });
        let answer = client.post("/bestmove", best).await;
        assert!(moves.contains(&answer["move"].as_str().unwrap().to_owned()));
        assert_eq!(answer["warnings"].as_array().unwrap().len(), 1);
    }
}

/// Moves after which a right is gone, and the castling move that must not be offered.
const LOST: [(&str, &str, &[&str], &str); 4] = [
    // The rook on h8 is taken.
    ("chess", "r3k2r/8/6N1/8/8/8/8/R3K2R w KQkq - 0 1", &["g6h8"], "e8g8"),
    // The rook moves and comes back.
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["a1b1", "a8b8", "b1a1", "b8a8"], "e1c1"),
    // The king moves and comes back.
    (
        "selfcapture",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        &["e1e2", "e8e7", "e2e1", "e7e8"],
        "e1g1",
    ),
    // The rook is taken by its own side.
    (
        "selfcapture",
        "4k3/8/8/8/8/6N1/8/R3K2R w KQ - 0 1",
        &["g3h1", "e8e7", "h1g3", "e7e8"],
        "e1g1",
    ),
];

#[tokio::test]
async fn rights_follow_from_the_moves() {
    let server = TestServer::start().await;
    let client = server.client();
    for (variant, fen, moves, castling) in LOST {
        let body = json!({ "variant": variant, "fen": fen, "moves": moves });
        let (offered, answer) = legal(&client, body).await;
        assert!(!offered.contains(&castling.to_owned()), "{fen} {moves:?}: {answer}");
        let why = json!({ "variant": variant, "fen": fen, "moves": moves, "move": castling });
        let answer = client.post("/why-illegal", why).await;
        assert_eq!(answer["reason"]["code"], "no_castling_right", "{fen} {moves:?}: {answer}");
        let apply = json!({ "variant": variant, "fen": fen, "moves": moves, "move": castling });
        client.refused("/apply", apply, 422, "illegal_move").await;
    }
    // The reason names the move on which it was lost.
    let why = json!({
        "fen": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "moves": ["a1b1", "a8b8", "b1a1", "b8a8"],
        "move": "e1c1",
    });
    let answer = client.post("/why-illegal", why).await;
    let sentence = answer["reason"]["message"].as_str().unwrap();
    assert!(sentence.contains("rook on a1 moved on move 1"), "{sentence}");
}

#[tokio::test]
async fn lines_of_the_engine_are_legal_and_never_go_in_circles() {
    let server = TestServer::start().await;
    let client = server.client();
    for variant in ["chess", "selfcapture"] {
        for fen in [
            "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1",
            "8/8/8/3k4/8/8/1Q6/4K3 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            let body = json!({ "variant": variant, "fen": fen, "limits": { "nodes": 30_000 } });
            let answer = client.post("/bestmove", body).await;
            let pv: Vec<&str> =
                answer["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
            assert_eq!(pv[0], answer["move"].as_str().unwrap());
            // Every move of it can be played from the one before.
            let moves = json!({ "variant": variant, "fen": fen, "moves": pv });
            let end = client.post("/legal-moves", moves).await;
            assert_ne!(end["fen"], fen, "the line returns to its first position");
        }
    }
}

#[tokio::test]
async fn the_evaluation_is_that_of_the_move_at_weak_levels_too() {
    let server = TestServer::start().await;
    let client = server.client();
    // White threatens mate on f7; a weak player may overlook it.
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let mut weaker = 0;
    for seed in 0..24 {
        let body = json!({ "fen": fen, "level": 1, "seed": seed });
        let answer = client.post("/bestmove", body).await;
        let mv = answer["move"].as_str().unwrap();
        // A search of this move alone thinks the same of it.
        let analysis = json!({ "fen": fen, "moves": [mv], "limits": { "nodes": 20_000 } });
        let judged = client.post("/bestmove", analysis).await;
        let expected = |answer: &Value| {
            let [win, draw] = [0, 1].map(|i| answer["evaluation"]["wdl"][i].as_f64().unwrap());
            (win + draw / 2.0) / 1_000.0
        };
        let (reported, found) = (expected(&answer), 1.0 - expected(&judged));
        assert!((reported - found).abs() <= 0.15, "{mv}: reported {reported}, found {found}");
        weaker += i32::from(answer["evaluation"]["mate"] == -1);
    }
    assert!(weaker > 0, "a beginner overlooks something now and then");
}

#[tokio::test]
async fn finished_games_have_an_outcome_and_no_move() {
    let server = TestServer::start().await;
    let client = server.client();
    let body = json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "limits": { "depth": 3 } });
    let answer = client.post("/bestmove", body).await;
    assert_eq!(answer["move"], Value::Null);
    assert_eq!(answer["outcome"]["reason"], "checkmate");
    assert_eq!(answer["outcome"]["winner"], "black");
}
