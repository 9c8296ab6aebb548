//! The web app, embedded in the program.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

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

/// Files in this folder have a hash of their content in their names.
const UNCHANGING: &str = "assets/";

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
    if let Some(file) = Files::get(path) {
        return answer(path, file, &headers);
    }
    // The path of a view has no extension, and browsers ask for HTML. The home page is served to every client.
    let accepted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let looks = accepted.is_some_and(|accept| accept.contains("text/html"));
    if !path.is_empty() && (path.contains('.') || !looks) {
        return nothing().into_response();
    }
    match Files::get("index.html") {
        Some(file) => answer("index.html", file, &headers),
        None => Html(MISSING).into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known =
        asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let cache = if path.starts_with(UNCHANGING) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    for (name, text) in
        [(header::ETAG, tag.as_str()), (header::CONTENT_TYPE, file.metadata.mimetype())]
    {
        if let Ok(value) = HeaderValue::from_str(text) {
            headers.insert(name, value);
        }
    }
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.data).into_response()
}
