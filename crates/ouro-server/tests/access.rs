//! Tokens, sessions, owner cookies, origins and request ids.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use futures_util::StreamExt;
use reqwest::header::{COOKIE, HeaderMap, SET_COOKIE};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use support::TestServer;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Sends a request without a cookie store.
async fn send(
    server: &TestServer,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<Value>,
) -> Response {
    let url = format!("http://{}{path}", server.address);
    let mut request = reqwest::Client::new().request(method, url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    if let Some(body) = body {
        request = request.json(&body);
    }
    request.send().await.unwrap()
}

fn set_cookie(headers: &HeaderMap) -> Option<String> {
    headers.get(SET_COOKIE).map(|value| value.to_str().unwrap().to_owned())
}

/// The `name=value` of a `Set-Cookie` header.
fn pair(set_cookie: &str) -> &str {
    set_cookie.split(';').next().unwrap()
}

/// Opens the WebSocket of a game and returns its first message.
async fn watch(server: &TestServer, id: &str, headers: &[(&'static str, &str)]) -> Option<Value> {
    let url = format!("ws://{}/api/v1/games/{id}/ws", server.address);
    let mut request = url.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
    let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

fn new_game() -> Option<Value> {
    let human = json!({ "kind": "human" });
    Some(json!({ "white": human, "black": human }))
}

#[tokio::test]
async fn a_server_with_a_token_answers_only_clients_that_know_it() {
    let server = TestServer::start_with(|config| config.api_token = Some("secret".into())).await;
    let get = async |path: &str, headers: &[(&str, &str)]| {
        send(&server, Method::GET, path, headers, None).await.status().as_u16()
    };
    for path in ["/api/v1/levels", "/api/v1/openapi.json", "/metrics"] {
        assert_eq!(get(path, &[]).await, 401, "{path}");
        assert_eq!(get(path, &[("authorization", "Bearer secreT")]).await, 401, "{path}");
        // A header that any program can send proves nothing.
        assert_eq!(get(path, &[("sec-fetch-site", "same-origin")]).await, 401, "{path}");
        assert_eq!(get(path, &[("cookie", "ouro_session=9999999999999.00")]).await, 401, "{path}");
        assert_eq!(get(path, &[("authorization", "Bearer secret")]).await, 200, "{path}");
    }
    let refused = send(&server, Method::GET, "/api/v1/levels", &[], None).await;
    assert_eq!(refused.headers()["www-authenticate"], "Bearer");
    // The web app loads and asks for the token, and health checks need none.
    for path in ["/", "/healthz", "/readyz"] {
        assert_eq!(get(path, &[]).await, 200, "{path}");
    }
}

#[tokio::test]
async fn a_browser_logs_in_once_and_keeps_a_cookie_that_scripts_cannot_read() {
    let server = TestServer::start_with(|config| config.api_token = Some("secret".into())).await;
    let login = async |server: &TestServer, token: &str| {
        let body = Some(json!({ "token": token }));
        send(server, Method::POST, "/api/v1/login", &[], body).await
    };
    let wrong = login(&server, "guess").await;
    assert_eq!((wrong.status().as_u16(), set_cookie(wrong.headers())), (401, None));
    let right = login(&server, "secret").await;
    assert_eq!(right.status(), StatusCode::NO_CONTENT);
    let cookie = set_cookie(right.headers()).unwrap();
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains("secret"), "{cookie}");
    let session = pair(&cookie);
    let get = async |server: &TestServer, path: &str, cookie: &str| {
        let headers = [(COOKIE.as_str(), cookie)];
        send(server, Method::GET, path, &headers, None).await.status().as_u16()
    };
    assert_eq!(get(&server, "/api/v1/levels", session).await, 200);
    assert_eq!(get(&server, "/metrics", session).await, 200);
    assert_eq!(get(&server, "/api/v1/levels", &session.replacen('.', "0.", 1)).await, 401);
    // WebSockets use the same cookie.
    let headers = [("cookie", session)];
    let created = send(&server, Method::POST, "/api/v1/games", &headers, new_game()).await;
    let created: Value = created.json().await.unwrap();
    let id = created["game"]["id"].as_str().unwrap();
    assert!(watch(&server, id, &[]).await.is_none());
    assert!(watch(&server, id, &[("cookie", session)]).await.is_some());
    // A new token ends the sessions of the old one; other processes on the database accept them.
    let database = server.database.clone();
    let folder = server.stop().await;
    let restart = async |token: &str| {
        TestServer::on(&database, |config| config.api_token = Some(token.to_owned())).await
    };
    let again = restart("secret").await;
    assert_eq!(get(&again, "/api/v1/levels", session).await, 200);
    again.stop().await;
    let changed = restart("changed").await;
    assert_eq!(get(&changed, "/api/v1/levels", session).await, 401);
    drop(folder);
}

#[tokio::test]
async fn a_server_without_a_token_has_nothing_to_log_in_to() {
    let server = TestServer::start().await;
    server.client().refused("/login", json!({ "token": "any" }), 404, "not_found").await;
}

#[tokio::test]
async fn a_forged_owner_cookie_counts_as_none() {
    let server = TestServer::start().await;
    let created = send(&server, Method::POST, "/api/v1/games", &[], new_game()).await;
    let owner = set_cookie(created.headers()).unwrap();
    let created: Value = created.json().await.unwrap();
    let path = format!("/api/v1/games/{}", created["game"]["id"].as_str().unwrap());
    let you = async |cookie: &str| {
        let response = send(&server, Method::GET, &path, &[("cookie", cookie)], None).await;
        response.json::<Value>().await.unwrap()["you"].clone()
    };
    assert_eq!(you(pair(&owner)).await, json!(["white", "black"]));
    let (secret, signature) = pair(&owner).split_once('.').unwrap();
    let invented = "ouro_owner=0123456789abcdef0123456789abcdef";
    for forged in [invented.to_owned(), format!("{invented}.{signature}"), format!("{secret}.00")] {
        assert_eq!(you(&forged).await, json!([]), "{forged}");
        let headers = [("cookie", forged.as_str())];
        let response = send(&server, Method::POST, "/api/v1/games", &headers, new_game()).await;
        let replaced = set_cookie(response.headers()).unwrap();
        assert!(!replaced.contains("0123456789abcdef0123456789abcdef"), "{replaced}");
    }
}

#[tokio::test]
async fn an_old_cookie_keeps_its_games_and_is_replaced_by_a_signed_one() {
    let server = TestServer::start().await;
    let created = send(&server, Method::POST, "/api/v1/games", &[], new_game()).await;
    let signed = set_cookie(created.headers()).unwrap();
    // Cookies were the bare secret before they were signed.
    let (old, _) = pair(&signed).split_once('.').unwrap();
    let response = send(&server, Method::GET, "/api/v1/games", &[("cookie", old)], None).await;
    let replaced = set_cookie(response.headers()).unwrap();
    assert_eq!(pair(&replaced), pair(&signed));
    let list: Value = response.json().await.unwrap();
    assert_eq!(list["games"].as_array().unwrap().len(), 1);
    // A signed cookie is not set again.
    let headers = [("cookie", pair(&signed))];
    let response = send(&server, Method::GET, "/api/v1/games", &headers, None).await;
    assert_eq!(set_cookie(response.headers()), None);
}

#[tokio::test]
async fn cookies_are_secure_if_the_public_url_is() {
    for (url, secure) in [("https://chess.example.org", true), ("http://chess.example.org", false)]
    {
        let server = TestServer::start_with(|config| {
            config.public_url = Some(url.parse().unwrap());
            config.api_token = Some("secret".into());
        })
        .await;
        let body = Some(json!({ "token": "secret" }));
        let login = send(&server, Method::POST, "/api/v1/login", &[], body).await;
        let session = set_cookie(login.headers()).unwrap();
        let headers = [("authorization", "Bearer secret")];
        let created = send(&server, Method::POST, "/api/v1/games", &headers, new_game()).await;
        let owner = set_cookie(created.headers()).unwrap();
        for cookie in [session, owner] {
            assert_eq!(cookie.contains("; Secure"), secure, "{url}: {cookie}");
        }
    }
}

#[tokio::test]
async fn any_origin_may_be_allowed_and_then_its_pages_have_no_cookies() {
    let foreign = ("origin", "https://example.org");
    let any = TestServer::start_with(|config| {
        config.allowed_origins = vec!["*".parse().unwrap()];
    })
    .await;
    let created = send(&any, Method::POST, "/api/v1/games", &[foreign], new_game()).await;
    assert_eq!(created.headers()["access-control-allow-origin"], "*");
    assert!(!created.headers().contains_key("access-control-allow-credentials"));
    let cookie = set_cookie(created.headers()).unwrap();
    let created: Value = created.json().await.unwrap();
    let id = created["game"]["id"].as_str().unwrap();
    let cookie = ("cookie", pair(&cookie));
    let own = watch(&any, id, &[cookie]).await.unwrap();
    assert_eq!(own["game"]["you"], json!(["white", "black"]));
    let spectator = watch(&any, id, &[foreign, cookie]).await.unwrap();
    assert_eq!(spectator["game"]["you"], json!([]));
}

#[tokio::test]
async fn only_listed_origins_and_the_public_one_may_call_with_cookies() {
    let server = TestServer::start_with(|config| {
        config.allowed_origins = vec!["https://friend.example".parse().unwrap()];
        config.public_url = Some("https://chess.example.org".parse().unwrap());
    })
    .await;
    let created = send(&server, Method::POST, "/api/v1/games", &[], new_game()).await;
    let created: Value = created.json().await.unwrap();
    let id = created["game"]["id"].as_str().unwrap();
    for (origin, opens, shares) in [
        ("https://friend.example", true, true),
        ("https://chess.example.org", true, false),
        ("https://example.org", false, false),
    ] {
        let headers = [("origin", origin)];
        assert_eq!(watch(&server, id, &headers).await.is_some(), opens, "{origin}");
        let response = send(&server, Method::GET, "/api/v1/levels", &headers, None).await;
        let allowed = response.headers().get("access-control-allow-origin");
        assert_eq!(allowed.is_some_and(|allowed| allowed == origin), shares, "{origin}");
    }
}

#[tokio::test]
async fn only_short_and_plain_request_ids_are_taken_over() {
    let server = TestServer::start().await;
    let id = async |sent: &str| {
        let headers = [("x-request-id", sent)];
        let response = send(&server, Method::GET, "/healthz", &headers, None).await;
        response.headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    let fine = ["a", "Trace-7_b.c", &"x".repeat(64)];
    for sent in fine {
        assert_eq!(id(sent).await, sent);
    }
    for sent in ["", "a b", "a;b=c", "<script>", &"x".repeat(65), &"x".repeat(3_000)] {
        let chosen = id(sent).await;
        assert!(chosen != sent && chosen.len() == 36, "{sent}: {chosen}");
    }
}
