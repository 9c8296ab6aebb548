//! The web app, embedded in the program.

mod files;

use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::{Code, Problem};

/// The output of `npm run build` in `web/`. It may be missing: the service works without the web app.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// The page that is served if the web app was not built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><title>Ouro</title><h1>Ouro</h1>\
    <p>The service runs, but it was built without the web app; \
    <code>cargo xtask play</code> builds both. The API is documented at <a href=\"/docs\">/docs</a>.";

/// Serves a file of the web app, or its page for every path that is one of its views.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let nothing = || Problem::new(Code::NotFound, "there is no such resource");
    if path.starts_with("api/") {
        return nothing().into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        let detail = "this resource does not support the method";
        return Problem::new(Code::MethodNotAllowed, detail).into_response();
    }
    if let Some(response) = files::response::<Files>(path, &headers) {
        return response;
    }
    // The path of a view has no extension, and browsers ask for HTML. The home page is served to every client.
    let accepted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let looks = accepted.is_some_and(|accept| accept.contains("text/html"));
    if !path.is_empty() && (path.contains('.') || !looks) {
        return nothing().into_response();
    }
    files::response::<Files>("index.html", &headers)
        .unwrap_or_else(|| Html(MISSING).into_response())
}
