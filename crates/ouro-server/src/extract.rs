//! Extractors for bodies, query parameters and path segments that reject with problem details.

use std::error::Error;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tower_http::timeout::TimeoutError;

use crate::bad_field::Part;
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
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            return Problem::new(Code::TooLarge, "the body is too large");
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            let detail = "the body must be JSON, with the content type application/json";
            return Problem::new(Code::UnsupportedMediaType, detail);
        }
        _ => {}
    }
    let detail = match rejection {
        JsonRejection::JsonDataError(error) => Part::Field.sentence(error),
        JsonRejection::JsonSyntaxError(_) => Some("the body is not valid JSON".to_owned()),
        _ => None,
    };
    Problem::new(Code::BadRequest, detail.unwrap_or_else(|| "the body cannot be read".to_owned()))
}

/// Query parameters.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Problem> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(error) => {
                let detail = Part::Parameter.sentence(&error);
                let detail = detail.unwrap_or_else(|| "the query cannot be read".to_owned());
                Err(Problem::new(Code::BadRequest, detail))
            }
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
            Err(_) => Err(Problem::new(Code::NotFound, "there is nothing at this address")),
        }
    }
}
