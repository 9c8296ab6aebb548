//! What other sites show of a link: titles, descriptions and images, and what search engines may list.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use reqwest::Response;
use serde_json::json;
use support::TestServer;

const ORIGIN: &str = "https://chess.example.org";

/// A service that knows its public address.
async fn public_server() -> TestServer {
    TestServer::start_with(|config| config.public_url = Some(ORIGIN.parse().unwrap())).await
}

async fn get(server: &TestServer, path: &str) -> Response {
    reqwest::get(format!("http://{}{path}", server.address)).await.unwrap()
}

async fn html(server: &TestServer, path: &str) -> String {
    get(server, path).await.text().await.unwrap()
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}"));
    rest.split_once(after).unwrap().0
}

fn title(html: &str) -> &str {
    between(html, "<title>", "</title>")
}

fn meta<'a>(html: &'a str, name: &str) -> &'a str {
    between(html, &format!("=\"{name}\" content=\""), "\"")
}

/// Returns the path of the image of a page.
fn image(html: &str) -> String {
    let url = meta(html, "og:image").replace("&amp;", "&");
    url.strip_prefix(ORIGIN).unwrap().to_owned()
}

/// Returns the width and the height of a PNG image.
async fn size_of_image(server: &TestServer, path: &str) -> (u32, u32) {
    let response = get(server, path).await;
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "image/png");
    let bytes = response.bytes().await.unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn every_view_has_a_title_a_description_and_an_image() {
    let server = public_server().await;
    let views = [
        "/",
        "/learn",
        "/puzzles",
        "/puzzles/daily",
        "/puzzles/themes",
        "/puzzles/mate-or-not",
        "/puzzles/history",
        "/puzzles/replay",
        "/analysis",
        "/editor",
        "/games",
        "/statistics",
        "/login",
    ];
    let mut titles = Vec::new();
    for path in views {
        let html = html(&server, path).await;
        assert_eq!(title(&html), meta(&html, "og:title"));
        assert!(meta(&html, "description").len() > 20, "{path}");
        assert_eq!(meta(&html, "description"), meta(&html, "og:description"));
        assert_eq!(meta(&html, "og:url"), format!("{ORIGIN}{path}"));
        assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{ORIGIN}{path}\" />")));
        assert_eq!(meta(&html, "twitter:card"), "summary_large_image");
        assert_eq!(size_of_image(&server, &image(&html)).await, (1200, 630));
        titles.push(title(&html).to_owned());
    }
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), views.len());
}

#[tokio::test]
async fn a_link_to_a_position_shows_it() {
    let server = public_server().await;
    let path = "/analysis?variant=chess&moves=e2e4,e7e5,g1f3&orientation=black";
    let html = html(&server, path).await;
    assert!(meta(&html, "description").starts_with("Chess: Black to move."), "{html}");
    let image = image(&html);
    assert_eq!(
        image,
        "/api/v1/board.png?variant=chess&fen=rnbqkbnr%2Fpppp1ppp%2F8%2F4p3%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR\
         +w+KQkq+-+0+2&move=g1f3&orientation=black&layout=card"
    );
    assert_eq!(size_of_image(&server, &image).await, (1200, 630));
    // The page is one page to search engines, whatever position it shows.
    assert_eq!(meta(&html, "og:url"), format!("{ORIGIN}/analysis"));
}

#[tokio::test]
async fn nothing_of_an_address_reaches_the_page_unescaped() {
    let server = public_server().await;
    let hostile = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let plain = html(&server, "/analysis").await;
    for path in [
        format!("/analysis?fen={hostile}"),
        format!("/analysis?variant={hostile}&fen=8/8/8/8/8/8/8/K1k5+w+-+-+0+1"),
        format!("/analysis?moves={hostile}"),
        format!("/editor?fen={hostile}&orientation={hostile}"),
        format!("/game/{hostile}"),
        format!("/learn/{hostile}"),
        format!("/puzzles/{hostile}"),
    ] {
        let html = html(&server, &path).await;
        assert!(!html.contains("alert(1)"), "{path}: {html}");
        assert_eq!(html.matches("<script").count(), plain.matches("<script").count(), "{path}");
    }
}

#[tokio::test]
async fn a_link_to_a_game_shows_it_and_is_not_listed() {
    let server = public_server().await;
    let client = server.client();
    let game = client.game("selfcapture").await;
    for uci in ["e2e4", "e7e5", "d1h5", "e8d7"] {
        client.play(&game, uci).await;
    }
    let path = format!("/game/{}", game["id"].as_str().unwrap());
    let response = get(&server, &path).await;
    assert_eq!(response.headers()["x-robots-tag"], "noindex");
    let html = response.text().await.unwrap();
    assert_eq!(meta(&html, "robots"), "noindex");
    assert_eq!(title(&html), "Anonymous vs Anonymous • Ouro");
    let description = "Self-capture chess. In progress after 2 moves.";
    assert_eq!(meta(&html, "description"), description);
    assert!(image(&html).contains("move=e8d7"), "{html}");
    assert_eq!(size_of_image(&server, &image(&html)).await, (1200, 630));

    client.play(&game, "h5e5").await;
    client.act(&game, "resign").await;
    let html = self::html(&server, &path).await;
    assert!(meta(&html, "description").contains("wins by resignation after 3 moves."), "{html}");

    let white = json!({ "kind": "human", "name": "</title>&" });
    let new = json!({ "white": white, "black": { "kind": "engine", "level": 3 } });
    let named = client.post("/games", new).await["game"].clone();
    let path = format!("/game/{}", named["id"].as_str().unwrap());
    let html = get(&server, &path).await.text().await.unwrap();
    assert_eq!(title(&html), "&lt;/title&gt;&amp; vs Ouro (level 3) • Ouro");
}

#[tokio::test]
async fn a_game_that_does_not_exist_is_not_found() {
    let server = public_server().await;
    let response = get(&server, "/game/nothing").await;
    assert_eq!(response.status(), 404);
    assert_eq!(response.headers()["x-robots-tag"], "noindex");
}

#[tokio::test]
async fn a_server_with_a_token_tells_nothing_about_its_games() {
    let server = TestServer::start_with(|config| {
        config.public_url = Some(ORIGIN.parse().unwrap());
        config.api_token = Some("secret".to_owned());
    })
    .await;
    let client = server.client();
    client.post("/login", json!({ "token": "secret" })).await;
    let game = client.game("chess").await;
    client.play(&game, "e2e4").await;
    let known = html(&server, &format!("/game/{}", game["id"].as_str().unwrap())).await;
    let unknown = html(&server, "/game/nothing").await;
    assert_eq!(title(&known), title(&unknown));
    assert_eq!(image(&known), image(&unknown));
    assert_eq!(get(&server, "/").await.headers()["x-robots-tag"], "noindex");
    assert!(html(&server, "/robots.txt").await.contains("\nDisallow: /\n"));
    assert_eq!(get(&server, "/sitemap.xml").await.status(), 404);
}

#[tokio::test]
async fn search_engines_find_the_public_pages_and_previews_their_images() {
    let server = public_server().await;
    let robots = html(&server, "/robots.txt").await;
    assert!(robots.contains("Allow: /api/v1/board.png\nDisallow: /api/\n"), "{robots}");
    assert!(robots.contains("Sitemap: https://chess.example.org/sitemap.xml\n"), "{robots}");
    let response = get(&server, "/sitemap.xml").await;
    assert_eq!(response.headers()["content-type"], "application/xml; charset=utf-8");
    let map = response.text().await.unwrap();
    let listed: Vec<&str> =
        map.split("<loc>").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert!(listed.contains(&"https://chess.example.org/learn"), "{map}");
    for url in listed {
        let response = get(&server, url.strip_prefix(ORIGIN).unwrap()).await;
        assert_eq!(response.status(), 200, "{url}");
        assert!(!response.headers().contains_key("x-robots-tag"), "{url}");
    }
    for path in ["/games", "/login", "/puzzles/history", "/puzzles/replay"] {
        assert_eq!(get(&server, path).await.headers()["x-robots-tag"], "noindex", "{path}");
    }
}

#[tokio::test]
async fn a_link_to_a_puzzle_shows_it_without_its_solution() {
    let server = public_server().await;
    let client = server.client();
    let daily = client.get("/puzzles/daily").await["puzzle"].clone();
    let id = daily["id"].as_str().unwrap();
    let solution = client.get(&format!("/puzzles/{id}/solution")).await;
    let first = solution["moves"][0].as_str().unwrap();
    for (path, robots) in [("/puzzles/daily", None), (&*format!("/puzzles/{id}"), Some("noindex"))]
    {
        let response = get(&server, path).await;
        assert_eq!(response.status(), 200);
        let listed = response.headers().get("x-robots-tag").map(|value| value.to_str().unwrap());
        assert_eq!(listed, robots, "{path}");
        let html = response.text().await.unwrap();
        assert_eq!(meta(&html, "og:url"), format!("{ORIGIN}{path}"));
        let image = image(&html);
        assert!(image.contains(&format!("&move={}", daily["move"].as_str().unwrap())), "{image}");
        assert_eq!(image.contains("&orientation=black"), daily["solver"] == "black");
        assert!(!image.contains(&format!("={first}")), "{image}");
        assert_eq!(size_of_image(&server, &image).await, (1200, 630));
    }
    assert_eq!(
        title(&html(&server, &format!("/puzzles/{id}")).await),
        format!("Puzzle {id} • Ouro")
    );
    for path in ["/puzzles/00000000", "/puzzles/daily/1"] {
        let url = format!("http://{}{path}", server.address);
        let request = reqwest::Client::new().get(url).header("accept", "text/html");
        assert_eq!(request.send().await.unwrap().status(), 404, "{path}");
    }
}

#[tokio::test]
async fn without_a_public_address_there_are_no_absolute_ones() {
    let server = TestServer::start().await;
    let html = html(&server, "/").await;
    assert!(!html.contains("og:image") && !html.contains("canonical"), "{html}");
    assert_eq!(get(&server, "/sitemap.xml").await.status(), 404);
    assert!(!self::html(&server, "/robots.txt").await.contains("Sitemap"));
}

#[tokio::test]
async fn images_have_the_size_that_was_asked_for_within_limits() {
    let server = public_server().await;
    assert_eq!(size_of_image(&server, "/api/v1/board.png").await, (512, 512));
    assert_eq!(size_of_image(&server, "/api/v1/board.png?size=64").await, (64, 64));
    for (query, code) in [
        ("size=63", "out_of_range"),
        ("size=1025", "out_of_range"),
        ("size=-1", "bad_request"),
        ("layout=poster", "bad_request"),
        ("fen=nothing", "bad_fen"),
        ("move=e2e5", "illegal_move"),
        ("colour=red", "bad_request"),
    ] {
        let response = get(&server, &format!("/api/v1/board.png?{query}")).await;
        assert!(response.status().is_client_error(), "{query}");
        let problem: serde_json::Value = response.json().await.unwrap();
        assert_eq!(problem["code"], code, "{query}");
    }
}

#[tokio::test]
async fn the_page_is_sent_again_only_if_it_has_changed() {
    let server = public_server().await;
    let first = get(&server, "/learn").await;
    assert_eq!(first.headers()["cache-control"], "no-cache");
    let tag = first.headers()["etag"].clone();
    let http = reqwest::Client::new();
    let again = |path: &str| {
        let url = format!("http://{}{path}", server.address);
        http.get(url).header("if-none-match", tag.clone()).send()
    };
    assert_eq!(again("/learn").await.unwrap().status(), 304);
    // Another view has another head.
    assert_eq!(again("/editor").await.unwrap().status(), 200);
}
