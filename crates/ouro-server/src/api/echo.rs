//! A route that does no work, for measuring the overhead of a request.

use axum::body::Bytes;

/// Responds with the body of the request.
pub(crate) async fn echo(body: Bytes) -> Bytes {
    body
}
