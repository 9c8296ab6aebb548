//! The web page, which is part of the program.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::{Code, Problem};

/// What `npm run build` makes of `web/`. It may be missing: the service works without its page.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown where the page was not built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><title>Ouro</title><h1>Ouro</h1>\
    <p>The service is running, but it was built without its page; \
    <code>cargo xtask play</code> builds both. The API is described at <a href=\"/docs\">/docs</a>.";

/// Names that begin like this have a hash of the content in them.
const UNCHANGING: &str = "assets/";

/// A file of the page; the page itself for every address that is one of its views.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let nothing = || Problem::new(Code::NotFound, "there is nothing at this address");
    if path.starts_with("api/") {
        return nothing().into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        let detail = "this address is not to be used like that";
        return Problem::new(Code::MethodNotAllowed, detail).into_response();
    }
    if let Some(file) = Files::get(path) {
        return answer(path, file, &headers);
    }
    // A view has no ending and is asked for by somebody who wants to look at it; the first page is there
    // for everybody.
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
