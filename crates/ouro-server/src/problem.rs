//! Error responses: problem details as in RFC 9457.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A problem with a stable code for programs and a sentence for people.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// `urn:ouro:problem:` followed by the code.
    #[serde(rename = "type")]
    #[schema(example = "urn:ouro:problem:bad_fen")]
    kind: String,
    /// A summary that depends only on the code.
    #[schema(example = "The position is not playable")]
    title: &'static str,
    /// The HTTP status.
    #[schema(example = 422)]
    status: u16,
    /// What is wrong with this request.
    detail: String,
    /// A stable name of the problem.
    code: Code,
    /// Details that depend on the code: the reason of an illegal move, the errors of a FEN, the current version of a
    /// game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    more: Option<serde_json::Value>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

/// The code of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub(crate) enum Code {
    /// The body or a parameter is malformed.
    BadRequest,
    /// The FEN is malformed, or its position is not playable.
    BadFen,
    /// The move is illegal.
    IllegalMove,
    /// The endpoint does not support the variant.
    BadVariant,
    /// A value is out of range.
    OutOfRange,
    /// The game is over.
    GameOver,
    /// The game has a newer version than the one in the request.
    Stale,
    /// The state of the game does not allow it.
    NotNow,
    /// The caller does not own the game or the side.
    NotYours,
    /// The server needs a token, and the request has none or a wrong one.
    Unauthorized,
    /// The resource does not exist.
    NotFound,
    /// The resource does not support the method.
    MethodNotAllowed,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// The client is over a budget that refills with time.
    RateLimited,
    /// The client keeps or runs too much at once.
    Quota,
    /// The service has no capacity at the moment.
    Busy,
    /// The database cannot be read or written.
    StorageUnavailable,
    /// The request took too long.
    Timeout,
    /// The server failed.
    Internal,
}

impl Code {
    const fn status(self) -> StatusCode {
        match self {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::BadFen | Code::IllegalMove | Code::BadVariant | Code::OutOfRange => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Code::GameOver | Code::Stale | Code::NotNow => StatusCode::CONFLICT,
            Code::NotYours => StatusCode::FORBIDDEN,
            Code::Unauthorized => StatusCode::UNAUTHORIZED,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code::RateLimited | Code::Quota => StatusCode::TOO_MANY_REQUESTS,
            Code::Busy | Code::StorageUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Code::Timeout => StatusCode::REQUEST_TIMEOUT,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Code::BadRequest => "The request is malformed",
            Code::BadFen => "The position is not playable",
            Code::IllegalMove => "The move is illegal",
            Code::BadVariant => "The variant is not supported",
            Code::OutOfRange => "A value is out of range",
            Code::GameOver => "The game is over",
            Code::Stale => "The game has a newer version",
            Code::NotNow => "The state of the game does not allow this",
            Code::NotYours => "Not permitted",
            Code::Unauthorized => "A token is required",
            Code::NotFound => "Not found",
            Code::MethodNotAllowed => "Method not allowed",
            Code::TooLarge => "The body is too large",
            Code::UnsupportedMediaType => "The body is not JSON",
            Code::RateLimited => "Too many requests",
            Code::Quota => "Too many at once",
            Code::Busy => "The service is busy",
            Code::StorageUnavailable => "The database is not available",
            Code::Timeout => "The request took too long",
            Code::Internal => "Internal server error",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Code::BadRequest => "bad_request",
            Code::BadFen => "bad_fen",
            Code::IllegalMove => "illegal_move",
            Code::BadVariant => "bad_variant",
            Code::OutOfRange => "out_of_range",
            Code::GameOver => "game_over",
            Code::Stale => "stale",
            Code::NotNow => "not_now",
            Code::NotYours => "not_yours",
            Code::Unauthorized => "unauthorized",
            Code::NotFound => "not_found",
            Code::MethodNotAllowed => "method_not_allowed",
            Code::TooLarge => "too_large",
            Code::UnsupportedMediaType => "unsupported_media_type",
            Code::RateLimited => "rate_limited",
            Code::Quota => "quota",
            Code::Busy => "busy",
            Code::StorageUnavailable => "storage_unavailable",
            Code::Timeout => "timeout",
            Code::Internal => "internal",
        }
    }
}

impl Problem {
    /// Creates a problem with a description of what is wrong.
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Problem {
        Problem {
            kind: format!("urn:ouro:problem:{}", code.name()),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.into(),
            code,
            more: None,
            retry_after: matches!(code, Code::Busy | Code::RateLimited | Code::StorageUnavailable)
                .then_some(1),
        }
    }

    /// Adds details for programs.
    pub(crate) fn with(mut self, more: impl Serialize) -> Problem {
        self.more = serde_json::to_value(more).ok();
        self
    }

    /// Sets the seconds after which a retry can succeed.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// Logs an error of the server, and creates a problem that does not reveal it.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Problem {
        tracing::error!(%error, "internal error");
        Problem::new(
            Code::Internal,
            "the server failed to handle the request; the error was logged",
        )
    }

    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    #[cfg(test)]
    pub(crate) const fn code(&self) -> Code {
        self.code
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        const TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");
        let status = self.code.status();
        let retry_after = self.retry_after;
        let mut response = (status, [(header::CONTENT_TYPE, TYPE)], Json(self)).into_response();
        // `Json` sets `application/json`.
        response.headers_mut().insert(header::CONTENT_TYPE, TYPE);
        if status == StatusCode::UNAUTHORIZED {
            const SCHEME: HeaderValue = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, SCHEME);
        }
        if let Some(seconds) = retry_after {
            const NAME: HeaderName = header::RETRY_AFTER;
            response.headers_mut().insert(NAME, HeaderValue::from(seconds));
        }
        response
    }
}
