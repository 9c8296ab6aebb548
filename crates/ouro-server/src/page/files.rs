//! Embedded files: encodings, types and caching.

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

/// Files in this folder have a hash of their content in their names.
const HASHED: &str = "assets/";

/// The encodings that the build of the web app stores beside a file, best first.
const ENCODINGS: [Encoding; 2] =
    [Encoding { name: "br", extension: ".br" }, Encoding { name: "gzip", extension: ".gz" }];

struct Encoding {
    name: &'static str,
    extension: &'static str,
}

/// Returns a file in the best encoding that the client accepts, or `None` if there is no such file.
pub(super) fn response<Files: RustEmbed>(path: &str, request: &HeaderMap) -> Option<Response> {
    if ENCODINGS.iter().any(|encoding| path.ends_with(encoding.extension)) {
        return None;
    }
    let file = Files::get(path)?;
    let tag = entity_tag(&file.metadata.sha256_hash());
    let mut headers = HeaderMap::new();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control(path)));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(value) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, value);
    }
    if is_known(request, &tag) {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let kind = file.metadata.mimetype();
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    if let Ok(value) = HeaderValue::from_str(&format!("{kind}{charset}")) {
        headers.insert(CONTENT_TYPE, value);
    }
    let encoded = ENCODINGS.iter().filter(|encoding| accepts(request, encoding.name));
    for encoding in encoded {
        if let Some(file) = Files::get(&format!("{path}{}", encoding.extension)) {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name));
            return Some((headers, file.data).into_response());
        }
    }
    Some((headers, file.data).into_response())
}

/// Returns a page that is not a file.
pub(super) fn generated_page(html: String, request: &HeaderMap) -> Response {
    let tag = entity_tag(&Sha256::digest(&html).into());
    let mut headers = HeaderMap::new();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(value) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, value);
    }
    if is_known(request, &tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Html(html)).into_response()
}

/// Returns how long a file may be used without asking for it again. Pages name the files that belong together, so only
/// pages and scripts without a hash are asked for every time.
fn cache_control(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    match extension {
        _ if path.starts_with(HASHED) => "public, max-age=31536000, immutable",
        Some("svg" | "png" | "ico" | "woff2" | "mp3" | "ogg") => "public, max-age=86400",
        _ => "no-cache",
    }
}

/// Returns the tag of a content by its hash. It is weak, because it is that of all encodings.
fn entity_tag(hash: &[u8; 32]) -> String {
    let digits: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

/// Returns whether the client has what the tag stands for.
fn is_known(request: &HeaderMap, tag: &str) -> bool {
    listed(request, &IF_NONE_MATCH).any(|known| known == tag || known == "*")
}

/// Returns whether the client accepts an encoding.
fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    listed(request, &ACCEPT_ENCODING).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|digits| digits.parse().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_some_and(|weight: f32| weight > 0.0)
    })
}

/// Returns the entries of a header that is a list.
fn listed<'a>(
    request: &'a HeaderMap,
    name: &axum::http::HeaderName,
) -> impl Iterator<Item = &'a str> {
    let lines = request.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use axum::http::HeaderName;

    #[derive(RustEmbed)]
    #[folder = "tests/fixtures/web"]
    struct Fixture;

    fn ask(path: &str, request: &[(HeaderName, &'static str)]) -> Option<Response> {
        let pairs =
            request.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        response::<Fixture>(path, &pairs.collect())
    }

    fn header(response: &Response, name: &HeaderName) -> Option<String> {
        response.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
    }

    async fn body(response: Response) -> Vec<u8> {
        to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn a_client_gets_the_best_encoding_that_it_accepts() {
        for (accepted, encoding, sent) in [
            ("gzip, deflate, br, zstd", Some("br"), "the brotli form\n"),
            ("BR", Some("br"), "the brotli form\n"),
            ("gzip", Some("gzip"), "the gzip form\n"),
            ("br;q=0, gzip;q=0.5", Some("gzip"), "the gzip form\n"),
            ("br;q=0.0", None, "console.log('plain');\n"),
            ("identity", None, "console.log('plain');\n"),
            ("", None, "console.log('plain');\n"),
            ("br;quality", None, "console.log('plain');\n"),
        ] {
            let response = ask("assets/app-1a2b3c.js", &[(ACCEPT_ENCODING, accepted)]).unwrap();
            assert_eq!(header(&response, &CONTENT_ENCODING).as_deref(), encoding, "{accepted}");
            assert_eq!(header(&response, &VARY).as_deref(), Some("accept-encoding"));
            let kind = header(&response, &CONTENT_TYPE);
            assert_eq!(kind.as_deref(), Some("text/javascript; charset=utf-8"));
            assert_eq!(body(response).await, sent.as_bytes(), "{accepted}");
        }
    }

    #[test]
    fn encoded_forms_are_no_files_of_their_own() {
        assert!(ask("assets/app-1a2b3c.js.br", &[]).is_none());
        assert!(ask("assets/app-1a2b3c.js.gz", &[]).is_none());
        assert!(ask("assets/missing.js", &[]).is_none());
    }

    #[test]
    fn hashed_files_never_change_and_pages_are_asked_for_every_time() {
        for (path, cache, kind) in [
            (
                "assets/app-1a2b3c.js",
                "public, max-age=31536000, immutable",
                "text/javascript; charset=utf-8",
            ),
            ("assets/rules-4d5e6f.wasm", "public, max-age=31536000, immutable", "application/wasm"),
            ("index.html", "no-cache", "text/html; charset=utf-8"),
            ("icon.svg", "public, max-age=86400", "image/svg+xml"),
        ] {
            let response = ask(path, &[]).unwrap();
            assert_eq!(header(&response, &CACHE_CONTROL).as_deref(), Some(cache), "{path}");
            assert_eq!(header(&response, &CONTENT_TYPE).as_deref(), Some(kind), "{path}");
        }
    }

    #[tokio::test]
    async fn a_known_file_is_not_sent_again() {
        let first = ask("index.html", &[]).unwrap();
        let tag: &'static str = header(&first, &ETAG).unwrap().leak();
        for known in [tag, "*", format!("\"other\", {tag}").leak()] {
            let again = ask("index.html", &[(IF_NONE_MATCH, known)]).unwrap();
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(header(&again, &ETAG).as_deref(), Some(tag));
            assert_eq!(header(&again, &CACHE_CONTROL).as_deref(), Some("no-cache"));
            assert!(body(again).await.is_empty());
        }
        let other = ask("index.html", &[(IF_NONE_MATCH, "\"other\"")]).unwrap();
        assert_eq!(other.status(), StatusCode::OK);
    }
}
