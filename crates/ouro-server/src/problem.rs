//! What callers are told when something cannot be done: problem details after RFC 9457.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A problem, with a code that programs can rely on and a sentence for people.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Always `urn:ouro:problem:` and the code.
    #[serde(rename = "type")]
    #[schema(example = "urn:ouro:problem:bad_fen")]
    kind: String,
    /// What kind of problem it is, the same for each code.
    #[schema(example = "The FEN is not a position that can be played")]
    title: &'static str,
    /// The HTTP status.
    #[schema(example = 422)]
    status: u16,
    /// What is wrong this time.
    detail: String,
    /// A stable name.
    code: Code,
    /// More about it, by code: the reason of an illegal move, the problems of a FEN, the current
    /// state of a game that has moved on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    more: Option<serde_json::Value>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub(crate) enum Code {
    /// The body or a parameter cannot be read.
    BadRequest,
    /// A FEN that is none, or a position that cannot be played.
    BadFen,
    /// A move that is not legal.
    IllegalMove,
    /// The game of chess is not one that this call can do.
    BadVariant,
    /// A number outside its limits.
    OutOfRange,
    /// The game is over.
    GameOver,
    /// The game has moved on since the caller looked.
    Stale,
    /// It cannot be done in this state of the game.
    NotNow,
    /// The caller does not play in this game, or not this side.
    NotYours,
    /// The caller has not shown the token that this server asks for.
    Unauthorized,
    /// There is no such thing.
    NotFound,
    /// There is such a thing, but not to be used like that.
    MethodNotAllowed,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// Too many requests from one caller.
    RateLimited,
    /// A limit of what one caller may keep or run at once.
    Quota,
    /// All engines are busy and the queue is full.
    Busy,
    /// The database cannot be read or written.
    StorageUnavailable,
    /// The request took too long.
    Timeout,
    /// A fault of the server.
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
            Code::BadRequest => "The request cannot be read",
            Code::BadFen => "The FEN is not a position that can be played",
            Code::IllegalMove => "The move is not legal",
            Code::BadVariant => "This does not exist in that game",
            Code::OutOfRange => "A value is outside its limits",
            Code::GameOver => "The game is over",
            Code::Stale => "The game has moved on",
            Code::NotNow => "This cannot be done now",
            Code::NotYours => "This is not yours to do",
            Code::Unauthorized => "A token is needed",
            Code::NotFound => "There is no such thing",
            Code::MethodNotAllowed => "This cannot be done here",
            Code::TooLarge => "The body is too large",
            Code::UnsupportedMediaType => "The body is not JSON",
            Code::RateLimited => "Too many requests",
            Code::Quota => "Too many at once",
            Code::Busy => "All engines are busy",
            Code::StorageUnavailable => "The database is not available",
            Code::Timeout => "The request took too long",
            Code::Internal => "The server has failed",
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
    /// A problem with a sentence about it.
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

    /// With more about it for programs.
    pub(crate) fn with(mut self, more: impl Serialize) -> Problem {
        self.more = serde_json::to_value(more).ok();
        self
    }

    /// With the seconds after which it is worth another try.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// A fault of the server, which is written to the log and not told.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Problem {
        tracing::error!(%error, "internal error");
        Problem::new(Code::Internal, "something went wrong here; it has been noted")
    }

    #[cfg(test)]
    pub(crate) const fn code(&self) -> Code {
        self.code
    }

    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        const TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");
        let status = self.code.status();
        let retry_after = self.retry_after;
        let mut response = (status, [(header::CONTENT_TYPE, TYPE)], Json(self)).into_response();
        // The body of `Json` says `application/json` otherwise.
        response.headers_mut().insert(header::CONTENT_TYPE, TYPE);
        if let Some(seconds) = retry_after {
            const NAME: HeaderName = header::RETRY_AFTER;
            response.headers_mut().insert(NAME, HeaderValue::from(seconds));
        }
        response
    }
}
