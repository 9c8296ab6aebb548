//! The web app, embedded in the program.

mod crawlers;
mod files;
mod head;
mod puzzles;
mod view;

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::app::App;
use crate::problem::{Code, Problem};
use view::View;

/// The output of `npm run build` in `web/`. It may be missing: the service works without the web app.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// The page that is served if the web app was not built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><!-- head --><title>Ouro</title><!-- /head --><h1>Ouro</h1>\
    <p>The service runs, but it was built without the web app; \
    <code>cargo xtask play</code> builds both. The API is documented at <a href=\"/docs\">/docs</a>.";

/// The page that other sites may frame.
pub(crate) const EMBED: &str = "/embed";

const ROBOTS: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));

/// Serves a file of the web app, or its page for every path that is one of its views.
pub(crate) async fn serve(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    if path.starts_with("/api/") {
        return nothing();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        let detail = "this resource does not support the method";
        return Problem::new(Code::MethodNotAllowed, detail).into_response();
    }
    match path {
        EMBED => ([ROBOTS], file_or_missing("embed.html", &headers)).into_response(),
        "/robots.txt" => crawlers::robots(&app.config).into_response(),
        "/sitemap.xml" => crawlers::sitemap(&app.config).unwrap_or_else(nothing),
        _ => match View::of(path) {
            Some(view) => view_page(&app, view, &uri, &headers).await,
            None => other(&app, path, &headers),
        },
    }
}

fn nothing() -> Response {
    Problem::new(Code::NotFound, "there is no such resource").into_response()
}

/// Serves the page of a view, with what links to it show.
async fn view_page(app: &App, view: View<'_>, uri: &Uri, request: &HeaderMap) -> Response {
    let head = view.head(app, uri.query().unwrap_or_default()).await;
    page(app, &head, request)
}

/// Serves a file. Browsers get a page that says that there is nothing at a path.
fn other(app: &App, path: &str, request: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    let is_page = path.ends_with(".html");
    if !is_page && let Some(response) = files::response::<Files>(path, request) {
        return response;
    }
    let accepted = request.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let is_browser = accepted.is_some_and(|accept| accept.contains("text/html"));
    if path.contains('.') || !is_browser {
        return nothing();
    }
    page(app, &head::Head::not_found(), request)
}

/// Serves the page of the web app with a head of its own.
fn page(app: &App, head: &head::Head, request: &HeaderMap) -> Response {
    let file = Files::get("index.html");
    let html = file.as_ref().map_or(MISSING.into(), |file| String::from_utf8_lossy(&file.data));
    let html = head.insert_into(&html, app.config.public_url.as_ref());
    let mut response = files::generated_page(html, request);
    if !head.indexed {
        let (name, value) = ROBOTS;
        response.headers_mut().insert(name, value);
    }
    if head.missing && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

fn file_or_missing(path: &str, request: &HeaderMap) -> Response {
    files::response::<Files>(path, request).unwrap_or_else(|| Html(MISSING).into_response())
}
