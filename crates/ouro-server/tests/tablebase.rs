//! Endgame tablebases over HTTP.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use ouro_rules::Variant;
use ouro_server::{ServeError, Server};
use ouro_tablebase::Generator;
use reqwest::StatusCode;
use serde_json::{Value, json};
use support::TestServer;

/// King and pawn against king: White wins.
const PAWN: &str = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1";

async fn get(server: &TestServer, path: &str, variant: &str, fen: &str) -> (StatusCode, Value) {
    let url = format!("http://{}/api/v1/{path}", server.address);
    let query = [("variant", variant), ("fen", fen)];
    let url = reqwest::Url::parse_with_params(&url, query).unwrap();
    let response = reqwest::get(url).await.unwrap();
    (response.status(), response.json().await.unwrap())
}

#[tokio::test]
async fn the_built_in_tables_answer_in_the_format_of_lichess() {
    let server = TestServer::start().await;
    let (status, answer) = get(&server, "tablebase", "selfcapture", PAWN).await;
    assert_eq!(status, 200, "{answer}");
    let fields = ["category", "dtz", "precise_dtz", "dtm", "checkmate", "stalemate"];
    let values: Vec<_> = fields.iter().map(|field| answer[field].clone()).collect();
    assert_eq!(json!(values), json!(["win", 13, 13, 45, false, false]));
    assert_eq!(answer["insufficient_material"], false);
    let best = &answer["moves"][0];
    assert_eq!((&best["uci"], &best["san"]), (&json!("e1f2"), &json!("Kf2")));
    assert_eq!((&best["category"], &best["dtm"]), (&json!("loss"), &json!(-44)));
    assert_eq!(best["zeroing"], false);

    let mate = "1k6/8/1K6/8/8/8/8/3R4 w - - 0 1";
    let (_, answer) = get(&server, "tablebase", "selfcapture", mate).await;
    assert_eq!(answer["moves"][0]["san"], "Rd8#");
    assert_eq!(answer["moves"][0]["checkmate"], true);
    let capture = "8/8/8/8/8/8/1k1p4/4K3 w - - 0 1";
    let (_, answer) = get(&server, "tablebase", "selfcapture", capture).await;
    assert_eq!(answer["moves"][0]["insufficient_material"], true);
}

#[tokio::test]
async fn the_main_line_ends_with_mate_after_as_many_plies_as_the_distance_says() {
    let server = TestServer::start().await;
    let (status, line) = get(&server, "tablebase/mainline", "selfcapture", PAWN).await;
    assert_eq!((status, &line["winner"], &line["dtz"]), (StatusCode::OK, &json!("w"), &json!(13)));
    let moves = line["mainline"].as_array().unwrap();
    assert_eq!(moves.len(), 45);
    assert!(moves[44]["san"].as_str().unwrap().ends_with('#'));
    let draw = "8/8/8/8/8/2k5/8/4K1N1 w - - 0 1";
    let (_, line) = get(&server, "tablebase/mainline", "selfcapture", draw).await;
    assert_eq!((&line["winner"], &line["mainline"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn tables_of_a_folder_are_served_and_other_positions_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let materials = ["KRvK".parse().unwrap()];
    Generator::new(Variant::Chess).run(&materials, &path, &mut |_| {}).unwrap();
    let server = TestServer::start_with(|config| config.tablebase_path = vec![path]).await;
    let rook = "8/8/8/8/8/2k5/8/R3K3 w - - 0 1";
    for variant in ["chess", "chess960", "selfcapture"] {
        let (status, answer) = get(&server, "tablebase", variant, rook).await;
        assert_eq!((status.as_u16(), &answer["dtm"]), (200, &json!(21)), "{variant}");
    }
    for (variant, fen, detail) in [
        ("chess", PAWN, "the table KPvK is missing"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling rights"),
        ("selfcapture", "4k3/8/8/8/8/8/3R4/4K2R w - - 0 1", "the table KRRvK is missing"),
        ("selfcapture", "4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1", "at most 5"),
    ] {
        let (status, problem) = get(&server, "tablebase", variant, fen).await;
        assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("not_found")), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(detail), "{problem}");
    }
    let (status, problem) = get(&server, "tablebase", "chess", "nonsense").await;
    assert_eq!((status.as_u16(), &problem["code"]), (422, &json!("bad_fen")));
}

#[tokio::test]
async fn the_engines_play_with_the_tables_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let materials = ["KRvK".parse().unwrap()];
    Generator::new(Variant::Chess).run(&materials, &path, &mut |_| {}).unwrap();
    let with = TestServer::start_with(|config| config.tablebase_path = vec![path]).await;
    let without = TestServer::start().await;
    let fen = "8/8/8/8/8/2k5/8/R3K3 w - - 0 1";
    let body = json!({ "variant": "chess", "fen": fen, "limits": { "nodes": 100 } });
    let with = with.client().post("/bestmove", body.clone()).await;
    let without = without.client().post("/bestmove", body).await;
    // A tablebase win.
    assert_eq!(with["evaluation"]["cp"], 20_000);
    assert!(without["evaluation"]["cp"].as_i64().unwrap() < 10_000, "{without}");
}

#[tokio::test]
async fn without_tables_of_chess_there_is_nothing_to_find() {
    let server = TestServer::start().await;
    let (status, problem) = get(&server, "tablebase", "chess", PAWN).await;
    assert_eq!(status, 404);
    assert_eq!(problem["detail"], "there are no tablebases of chess");
}

#[tokio::test]
async fn a_server_does_not_start_with_a_missing_or_damaged_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("KRvK.otb"), b"something else").unwrap();
    let missing = folder.path().join("missing");
    for (path, reason) in [(missing, "No such file"), (folder.path().to_owned(), "not a tablebase")]
    {
        let mut config = support::config("sqlite::memory:");
        config.tablebase_path = vec![path];
        let error = Server::bind(config).await.err().unwrap();
        assert!(matches!(error, ServeError::Tablebases(_)), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
    }
}
