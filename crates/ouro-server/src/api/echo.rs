//! What a call costs without its work.

use axum::body::Bytes;

use crate::problem::{Code, Problem};

/// Answers with what it was sent: for measuring the way to the service and back.
#[utoipa::path(post, path = "/echo", tag = "positions", request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = String, content_type = "application/octet-stream"),
        (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn echo(body: Bytes) -> Result<Bytes, Problem> {
    if body.is_empty() {
        return Err(Problem::new(Code::BadRequest, "there is nothing to send back"));
    }
    Ok(body)
}
