//! What a call costs without its work.

use axum::body::Bytes;

/// Answers with what it was sent: for measuring the way to the service and back.
#[utoipa::path(post, path = "/echo", tag = "positions", request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = String, content_type = "application/octet-stream")))]
pub(crate) async fn echo(body: Bytes) -> Bytes {
    body
}
