//! The page, for browsers and for programs that ask without saying what they want to see.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use support::TestServer;

#[tokio::test]
async fn the_first_page_is_there_for_everybody_and_views_for_browsers() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    for (path, accept, status) in [
        ("/", "*/*", 200),
        ("/", "text/html", 200),
        ("/learn", "text/html", 200),
        ("/learn", "*/*", 404),
        ("/nothing.js", "text/html", 404),
    ] {
        let url = format!("http://{}{path}", server.address);
        let answer = http.get(url).header(ACCEPT, accept).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path} for {accept}");
        let kind = answer.headers()[CONTENT_TYPE].to_str().unwrap();
        assert_eq!(kind.starts_with("text/html"), status == 200, "{path}: {kind}");
    }
}
