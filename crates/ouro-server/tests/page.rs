//! The web app as the service sends it: its pages, their headers, and what other sites may do with them.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::Response;
use reqwest::header::{ACCEPT, HeaderMap};
use support::TestServer;

async fn get(server: &TestServer, path: &str) -> Response {
    let url = format!("http://{}{path}", server.address);
    reqwest::Client::new().get(url).header(ACCEPT, "text/html").send().await.unwrap()
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

#[tokio::test]
async fn views_are_there_for_everybody() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    for (path, accept, status) in [
        ("/", "*/*", 200),
        ("/", "text/html", 200),
        ("/learn", "text/html", 200),
        ("/learn", "*/*", 200),
        ("/learn/3", "text/html", 200),
        ("/puzzles", "text/html", 200),
        ("/puzzles/mate-or-not", "*/*", 200),
    ] {
        let url = format!("http://{}{path}", server.address);
        let response = http.get(url).header(ACCEPT, accept).send().await.unwrap();
        assert_eq!(response.status(), status, "{path} for {accept}");
        assert!(text(response.headers(), "content-type").starts_with("text/html"), "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found_and_browsers_get_a_page() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    for (path, accept, kind) in [
        ("/nothing", "text/html", "text/html; charset=utf-8"),
        ("/learning", "text/html", "text/html; charset=utf-8"),
        ("/game/", "text/html", "text/html; charset=utf-8"),
        ("/nothing", "*/*", "application/problem+json"),
        ("/nothing.js", "text/html", "application/problem+json"),
        ("/index.html", "text/html", "application/problem+json"),
        ("/api/v1/nothing", "text/html", "application/problem+json"),
    ] {
        let url = format!("http://{}{path}", server.address);
        let response = http.get(url).header(ACCEPT, accept).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path} for {accept}");
        assert_eq!(text(response.headers(), "content-type"), kind, "{path} for {accept}");
    }
    let page = get(&server, "/nothing").await;
    assert_eq!(text(page.headers(), "x-robots-tag"), "noindex");
}

#[tokio::test]
async fn pages_and_scripts_are_isolated_from_other_origins() {
    let server = TestServer::start().await;
    // A missing script has the headers of one that exists.
    for path in ["/", "/learn", "/assets/worker.js", "/docs/", "/api/v1/levels"] {
        let headers = get(&server, path).await.headers().clone();
        assert_eq!(text(&headers, "cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(text(&headers, "cross-origin-embedder-policy"), "require-corp", "{path}");
        assert_eq!(text(&headers, "cross-origin-resource-policy"), "same-origin", "{path}");
        assert_eq!(text(&headers, "x-frame-options"), "DENY", "{path}");
        assert_eq!(text(&headers, "x-content-type-options"), "nosniff", "{path}");
        assert!(text(&headers, "content-security-policy").contains("frame-ancestors 'none'"));
    }
}

#[tokio::test]
async fn scripts_may_compile_webassembly_but_not_evaluate_text() {
    let server = TestServer::start().await;
    for path in ["/", "/analysis", "/assets/worker.js", "/embed"] {
        let headers = get(&server, path).await.headers().clone();
        let policy = text(&headers, "content-security-policy");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{path}: {policy}");
        assert!(!policy.contains("'unsafe-eval'"), "{path}: {policy}");
        assert!(!policy.contains("'unsafe-inline'"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn other_sites_may_show_images_of_boards() {
    let server = TestServer::start().await;
    for (path, kind) in [("/board.svg", "image/svg+xml"), ("/board.png", "image/png")] {
        let image = get(&server, &format!("/api/v1{path}")).await;
        assert_eq!(image.status(), 200);
        assert_eq!(text(image.headers(), "content-type"), kind);
        assert_eq!(text(image.headers(), "cross-origin-resource-policy"), "cross-origin");
    }
}

#[tokio::test]
async fn the_documentation_of_the_api_is_complete_under_its_policy() {
    let server = TestServer::start().await;
    let page = get(&server, "/docs/").await;
    assert_eq!(page.status(), 200);
    let policy = text(page.headers(), "content-security-policy").to_owned();
    let html = page.text().await.unwrap();
    // Inline scripts would need another policy than this one.
    assert!(policy.starts_with("default-src 'self';"), "{policy}");
    let scripts: Vec<&str> =
        html.split("<script").skip(1).map(|rest| rest.split('>').next().unwrap()).collect();
    assert!(!scripts.is_empty());
    for script in scripts {
        let source = script.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
        let source = source.unwrap_or_else(|| panic!("an inline script: {script}"));
        let path = format!("/docs/{}", source.trim_start_matches("./"));
        let file = get(&server, &path).await;
        assert_eq!(file.status(), 200, "{path}");
        assert!(text(file.headers(), "content-type").contains("javascript"), "{path}");
    }
}

#[tokio::test]
async fn the_embeddable_page_may_be_framed_anywhere_and_sets_no_cookie() {
    let server = TestServer::start().await;
    let page = get(&server, "/embed?fen=8/8/8/8/8/8/8/K1k5+w+-+-+0+1").await;
    assert_eq!(page.status(), 200);
    let headers = page.headers();
    assert!(text(headers, "content-security-policy").contains("frame-ancestors *;"));
    assert!(!headers.contains_key("x-frame-options"));
    assert!(!headers.contains_key("set-cookie"));
    // Both, so that isolated pages may frame it too.
    assert_eq!(text(headers, "cross-origin-embedder-policy"), "require-corp");
    assert_eq!(text(headers, "cross-origin-resource-policy"), "cross-origin");
}
