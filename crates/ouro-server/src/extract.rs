//! Extractors for bodies, query parameters and path segments that reject with problem details.

use std::error::Error;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tower_http::timeout::TimeoutError;

use crate::objects::Object;
use crate::problem::{Code, Problem};

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        match Json::<Object<T>>::from_request(request, state).await {
            Ok(Json(Object(value))) => Ok(Body(value)),
            Err(rejection) => Err(body_problem(&rejection)),
        }
    }
}

fn body_problem(rejection: &JsonRejection) -> Problem {
    let mut source = rejection.source();
    while let Some(error) = source {
        if error.is::<TimeoutError>() {
            return Problem::new(Code::Timeout, "the request body did not arrive in time");
        }
        source = error.source();
    }
    let code = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::UnsupportedMediaType,
        _ => Code::BadRequest,
    };
    Problem::new(code, rejection.body_text())
}

/// Query parameters.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Problem> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(QueryRejection::FailedToDeserializeQueryString(error)) => {
                Err(Problem::new(Code::BadRequest, error.body_text()))
            }
            Err(error) => Err(Problem::new(Code::BadRequest, error.body_text())),
        }
    }
}

/// A segment of the path.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            Err(PathRejection::FailedToDeserializePathParams(error)) => {
                Err(Problem::new(Code::NotFound, error.body_text()))
            }
            Err(error) => Err(Problem::new(Code::NotFound, error.body_text())),
        }
    }
}
