//! The token that `--api-token` asks for: as a bearer token, or as a session cookie after logging in.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::caller::{cookies, set_cookie};
use crate::extract::Body;
use crate::problem::{Code, Problem};
use crate::signing::Purpose;
use crate::time::now;

/// The route that needs no token, because it checks one.
pub(crate) const LOGIN: &str = "/api/v1/login";
const COOKIE: &str = "ouro_session";
/// How long a session lasts, in seconds: 30 days.
const SESSION: u32 = 30 * 24 * 3_600;

/// Returns whether a request to a route may proceed. The API and the metrics need the token; the web app and health
/// checks do not.
pub(crate) fn is_allowed(app: &App, route: &str, headers: &HeaderMap) -> bool {
    let Some(token) = &app.config.api_token else { return true };
    let protected = (route.starts_with("/api/") && route != LOGIN) || route == "/metrics";
    if !protected {
        return true;
    }
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = authorization.and_then(|value| value.strip_prefix("Bearer "));
    bearer.is_some_and(|shown| app.key.same(shown, token))
        || cookies(headers, COOKIE).any(|session| is_session(app, token, session))
}

/// Returns whether a session is signed, not expired, and was opened with the current token.
fn is_session(app: &App, token: &str, session: &str) -> bool {
    let Some((expires, signature)) = session.split_once('.') else { return false };
    let current = expires.parse().is_ok_and(|expires: i64| now() < expires);
    current && app.key.verify(Purpose::Session, &signed_text(expires, token), signature)
}

fn signed_text(expires: &str, token: &str) -> String {
    format!("{expires} {token}")
}

/// The token of the server.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginRequest {
    token: String,
}

/// Opens a session with the token and sets a cookie, so that a browser need not keep the token.
#[utoipa::path(post, path = "/login", operation_id = "login", tag = "access", request_body = LoginRequest,
    responses((status = 204), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    Body(input): Body<LoginRequest>,
) -> Result<impl IntoResponse, Problem> {
    let Some(token) = &app.config.api_token else {
        return Err(Problem::new(Code::NotFound, "this server needs no token"));
    };
    if !app.key.same(&input.token, token) {
        return Err(Problem::new(Code::Unauthorized, "the token is not valid"));
    }
    let expires = (now() + i64::from(SESSION) * 1_000).to_string();
    let signature = app.key.sign(Purpose::Session, &signed_text(&expires, token));
    let session = format!("{expires}.{signature}");
    let cookie = set_cookie(COOKIE, &session, SESSION, "Strict", &app.config);
    let cookie = cookie.ok_or_else(|| Problem::internal("a cookie that is not a header value"))?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, cookie)])))
}
