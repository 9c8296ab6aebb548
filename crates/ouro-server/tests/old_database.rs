//! A database of the previous version opens and its games continue.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::cookie::Jar;
use serde_json::{Value, json};
use std::sync::Arc;
use support::{Client, TestServer};

/// The content that the previous version has written.
const CONTENT: &str = include_str!("fixtures/database_of_version_2.sql");
/// The last migration of the previous version.
const LAST_MIGRATION: i64 = 2;
/// When the content was written, in milliseconds since 1970.
const WRITTEN_AT: i64 = 1_794_971_387_600;

const HOST: &str = "ba814c0eb508a638ef8b0a0c02f6b893";
const GUEST: &str = "9b3d49369939ae579982490cf4932e79";
const CHECKMATE: &str = "648eb63277566cba9ccdcbd867ee56da";
const WITH_CLOCK: &str = "6ebe4b4ad2b0d360730448ceb33069d5";
const WAITING: &str = "30566b38ca236ae55597df30440c5e29";
const INVITATION: &str = "794f7d5569b1c2eeda9f8018b6b27fe6";
const AGAINST_ENGINE: &str = "51d8da928e87acca9adcc5a66558c0eb";
const FINISHED_REVIEW: &str = "6093f50506ec4748ea22a0f5edca892d";
const UNFINISHED_REVIEW: &str = "00000000000000000000000000000001";

/// Creates a database as the previous version has left it, as if that had been now.
async fn old_database() -> (String, Option<tempfile::TempDir>) {
    let (url, folder) = support::database().await;
    let mut migrator = sqlx::migrate!("./migrations");
    let old = migrator.migrations.iter().filter(|migration| migration.version <= LAST_MIGRATION);
    migrator.migrations = old.cloned().collect::<Vec<_>>().into();
    let since = support::now() - WRITTEN_AT;
    let shifted = format!("{CONTENT} UPDATE events SET at = at + {since};");
    if url.starts_with("postgres") {
        let pool = sqlx::PgPool::connect(&url).await.unwrap();
        migrator.run(&pool).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(shifted)).execute(&pool).await.unwrap();
        pool.close().await;
    } else {
        let pool = sqlx::SqlitePool::connect(&format!("{url}?mode=rwc")).await.unwrap();
        migrator.run(&pool).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(shifted)).execute(&pool).await.unwrap();
        pool.close().await;
    }
    (url, folder)
}

fn client_with_cookie(server: &TestServer, cookie: &str) -> Client {
    let base = format!("http://{}/api/v1", server.address);
    let jar = Jar::default();
    jar.add_cookie_str(&format!("ouro_owner={cookie}; Path=/"), &base.parse().unwrap());
    let http = reqwest::Client::builder().cookie_provider(Arc::new(jar)).build().unwrap();
    Client { http, base }
}

fn game(id: &str) -> Value {
    json!({ "id": id })
}

#[tokio::test]
async fn games_of_the_previous_version_continue() {
    let (url, _folder) = old_database().await;
    let server = TestServer::on(&url, |_| {}).await;
    let (host, guest) = (client_with_cookie(&server, HOST), client_with_cookie(&server, GUEST));

    let over = host.get(&format!("/games/{CHECKMATE}")).await;
    assert_eq!(over["outcome"]["reason"], "checkmate");
    assert_eq!(over["moves"].as_array().unwrap().len(), 4);

    // A game with a clock, from which a move was taken back before takebacks stored clocks.
    let with_clock = host.get(&format!("/games/{WITH_CLOCK}")).await;
    assert_eq!((&with_clock["status"], &with_clock["you"]), (&json!("playing"), &json!(["white"])));
    assert_eq!(with_clock["offer"], json!({ "kind": "draw", "by": "black" }));
    assert_eq!(with_clock["clock"]["running"], "black");
    guest.play(&with_clock, "e7e6").await;
    let after = host.play(&with_clock, "e2e4").await;
    assert_eq!(after["moves"].as_array().unwrap().len(), 5);

    // An invitation of the previous version still works.
    let join = format!("/games/{WAITING}/join");
    let joined = guest.post(&join, json!({ "invitation": INVITATION })).await;
    assert_eq!((&joined["status"], &joined["you"]), (&json!("playing"), &json!(["white"])));

    // The engine still responds.
    host.play(&game(AGAINST_ENGINE), "d2d4").await;
    host.until(&game(AGAINST_ENGINE), |game| game["moves"].as_array().unwrap().len() == 4).await;
}

#[tokio::test]
async fn lists_statistics_and_reviews_of_the_previous_version_are_kept() {
    let (url, _folder) = old_database().await;
    let server = TestServer::on(&url, |_| {}).await;
    let (host, guest) = (client_with_cookie(&server, HOST), client_with_cookie(&server, GUEST));

    let listed = host.get("/games").await;
    assert_eq!(listed["games"].as_array().unwrap().len(), 6);
    let listed = host.get("/games?status=finished").await;
    assert_eq!(listed["games"].as_array().unwrap().len(), 2);
    let listed = guest.get("/games").await;
    assert_eq!(listed["games"][0]["id"], WITH_CLOCK);

    let all = guest.get("/stats/self-captures?scope=all").await;
    assert_eq!(
        all,
        json!({
            "games": 2, "games_with": 1, "by_people": 3, "by_engine": 0,
            "pieces": { "bishop": 1, "queen": 2 },
            "victims": { "pawn": 2, "queen": 1 },
            "phases": { "opening": 3 },
        })
    );
    let mine = guest.get("/stats/self-captures").await;
    assert_eq!((&mine["games"], &mine["by_people"]), (&json!(1), &json!(1)));

    let review = host.get(&format!("/review/{FINISHED_REVIEW}")).await;
    assert_eq!((&review["finished"], &review["done"]), (&json!(true), &json!(4)));
    loop {
        let review = host.get(&format!("/review/{UNFINISHED_REVIEW}")).await;
        if review["finished"] == true {
            assert_eq!(review["done"], 2);
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
