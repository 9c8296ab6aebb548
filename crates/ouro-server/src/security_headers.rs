//! Security headers: what a browser may do with a response.
//!
//! Pages of the web app are cross-origin isolated, so that the engine in the page can use shared memory: the page and
//! every script of a worker say `Cross-Origin-Embedder-Policy: require-corp`.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::page::EMBED;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What a response is, by the path of its request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The web app with its files, and the API.
    App,
    /// The documentation of the API, whose pages have inline styles.
    Documentation,
    /// The page for frames of other sites.
    Embed,
    /// An image for pages of other sites.
    Image,
}

impl Kind {
    fn of(path: &str) -> Kind {
        match path {
            EMBED => Kind::Embed,
            "/api/v1/board.svg" | "/api/v1/board.png" => Kind::Image,
            _ if path == "/docs" || path.starts_with("/docs/") => Kind::Documentation,
            _ => Kind::App,
        }
    }

    /// Returns the content security policy. WebAssembly needs `'wasm-unsafe-eval'`, which does not allow `eval`.
    /// Exported images are drawn from `data:` and `blob:` addresses.
    fn content_policy(self) -> &'static str {
        match self {
            Kind::Documentation => {
                "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                 frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
            }
            Kind::Embed => {
                "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
                 frame-ancestors *; base-uri 'none'; form-action 'none'; object-src 'none'"
            }
            Kind::App | Kind::Image => {
                "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
                 frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
            }
        }
    }

    /// Returns which sites may load the response.
    fn resource_policy(self) -> &'static str {
        match self {
            Kind::Embed | Kind::Image => "cross-origin",
            Kind::App | Kind::Documentation => "same-origin",
        }
    }
}

/// Forbids browsers to frame pages, to guess content types and to load anything from elsewhere.
pub(crate) async fn security_headers(request: Request, next: Next) -> Response {
    let kind = Kind::of(request.uri().path());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, kind.content_policy()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (OPENER_POLICY, "same-origin"),
        (EMBEDDER_POLICY, "require-corp"),
        (RESOURCE_POLICY, kind.resource_policy()),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if kind != Kind::Embed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    response
}
