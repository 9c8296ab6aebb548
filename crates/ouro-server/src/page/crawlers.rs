//! What search engines may read: `robots.txt` and `sitemap.xml`.

use std::fmt::Write as _;

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::view::PUBLIC_PATHS;
use crate::config::Config;

/// Returns `robots.txt`. Images of boards are excepted from the API, because previews of links show them. Pages of games
/// say themselves that they are not to be indexed, which a crawler has to read.
pub(super) fn robots(config: &Config) -> impl IntoResponse + use<> {
    let mut text = "User-agent: *\n".to_owned();
    if config.api_token.is_some() {
        text.push_str("Disallow: /\n");
    } else {
        text.push_str("Allow: /api/v1/board.png\nDisallow: /api/\n");
        if let Some(origin) = &config.public_url {
            let _ = writeln!(text, "Sitemap: {origin}/sitemap.xml");
        }
    }
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text)
}

/// Returns the map of all public pages, or `None` if the address of the service is unknown or it is not public.
pub(super) fn sitemap(config: &Config) -> Option<Response> {
    let origin = config.public_url.as_ref().filter(|_| config.api_token.is_none())?;
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for path in PUBLIC_PATHS {
        let _ = writeln!(text, "  <url><loc>{origin}{path}</loc></url>");
    }
    text.push_str("</urlset>\n");
    Some(([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], text).into_response())
}
