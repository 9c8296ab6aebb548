//! What a request costs, in units of a simple one.

use axum::http::{HeaderMap, Method, header};

/// Body bytes that cost as much as a simple request.
const BYTES_PER_UNIT: usize = 4_096;

/// Returns the cost of a request by its route and the size of its body. A body of unknown size costs as much as the
/// largest.
pub(crate) fn cost(method: &Method, route: &str, headers: &HeaderMap, max_body: usize) -> f64 {
    let body = body_bytes(headers, max_body) / BYTES_PER_UNIT;
    let work = match (method.as_str(), route.strip_prefix("/api/v1").unwrap_or(route)) {
        // A guess at the token, the whole data file, or all attempts of an owner.
        ("POST", "/login") | ("GET", "/puzzles.csv" | "/puzzles/attempts.csv") => 20,
        // A transaction and its sync to disk, or up to a hundred blocks of tables to decode.
        ("POST", "/games" | "/games/{id}/rematch" | "/review") | ("GET", "/tablebase/mainline") => {
            10
        }
        // Reads many rows, parses many positions, decodes blocks of tables, draws an image or occupies an engine.
        (
            "GET",
            "/games"
            | "/tablebase"
            | "/stats/self-captures"
            | "/games/{id}/ws"
            | "/board.png"
            | "/puzzles/next"
            | "/puzzles/replay"
            | "/puzzles/me"
            | "/puzzles/attempts"
            | "/puzzles/mate-or-not",
        )
        | (
            "POST",
            "/pgn/parse" | "/pgn/render" | "/bestmove" | "/analyse" | "/puzzles/{id}/attempts",
        ) => 5,
        ("POST", "/games/{id}/moves" | "/games/{id}/actions" | "/games/{id}/join") => 2,
        _ => 1,
    };
    (work + body) as f64
}

/// Returns the number of bytes that the body of a request may have: its declared size, or the most if it declares none.
pub(crate) fn body_bytes(headers: &HeaderMap, max_body: usize) -> usize {
    if headers.contains_key(header::TRANSFER_ENCODING) {
        return max_body;
    }
    let length =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    length.unwrap_or(0).min(max_body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn large_bodies_and_expensive_routes_cost_more() {
        let mut headers = HeaderMap::new();
        let of = |method, route, headers: &HeaderMap| cost(&method, route, headers, 1 << 20);
        assert_eq!(of(Method::GET, "/api/v1/levels", &headers), 1.0);
        assert_eq!(of(Method::GET, "/api/v1/board.png", &headers), 5.0);
        assert_eq!(of(Method::POST, "/api/v1/games", &headers), 10.0);
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("81920"));
        assert_eq!(of(Method::POST, "/api/v1/pgn/parse", &headers), 25.0);
        headers.insert(header::TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
        assert_eq!(of(Method::POST, "/api/v1/apply", &headers), 257.0);
    }
}
