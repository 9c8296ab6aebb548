//! Middleware: what every request passes before and after its handler.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};

use crate::admission::{Lease, body_bytes};
use crate::app::App;
use crate::caller::{Caller, OwnerCookie, peer};
use crate::metrics::{MethodLabel, RequestLabels};
use crate::origin::OriginTrust;
use crate::problem::{Code, Problem};
use crate::{access, page};

/// The header that identifies a request in responses and logs.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest request id that a client may choose.
const LONGEST_ID: usize = 64;
/// Bodies up to this size are not counted: connections are limited, and so is their sum.
const UNCOUNTED: usize = 16 << 10;
/// The largest part of a response body that is handed to a connection at once.
const CHUNK: usize = 32 << 10;

/// Drops a request id that could not be logged safely; the server then chooses one.
pub(crate) async fn check_request_id(mut request: Request, next: Next) -> Response {
    let valid = |id: &HeaderValue| {
        let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        (1..=LONGEST_ID).contains(&id.len()) && id.as_bytes().iter().all(allowed)
    };
    let mut ids = request.headers().get_all(&REQUEST_ID).iter();
    if !matches!((ids.next(), ids.next()), (Some(id), None) if valid(id)) {
        request.headers_mut().remove(&REQUEST_ID);
    }
    next.run(request).await
}

/// Admits a request, limits the time of its handler and counts it.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = MethodLabel::from(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let (mut parts, body) = request.into_parts();
    // Nobody is recognised inside a page of another site.
    let is_anonymous = OriginTrust::of(&parts.headers, &app.config) == OriginTrust::Anonymous;
    if is_anonymous || parts.uri.path() == page::EMBED {
        parts.headers.remove(header::COOKIE);
    }
    let caller = match admit(&app, &parts, route) {
        Ok(caller) => caller,
        // Refusals have counters of their own.
        Err(problem) => return problem.into_response(),
    };
    let mut request = Request::from_parts(parts, body);
    let handle = async {
        if !access::is_allowed(&app, route, request.headers()) {
            let detail = "this server needs a token; send it as a bearer token or log in";
            return Problem::new(Code::Unauthorized, detail).into_response();
        }
        let (caller, renewed) = match identify(&app, caller, request.headers()).await {
            Ok(identified) => identified,
            Err(problem) => return problem.into_response(),
        };
        let lease = caller.lease.clone();
        request.extensions_mut().insert(caller);
        let mut response = next.run(request).await;
        if let Some(cookie) = renewed {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        match lease {
            Some(lease) => response.map(|body| LeasedBody::wrap(body, lease)),
            None => response,
        }
    };
    let response = match tokio::time::timeout(app.config.request_timeout, handle).await {
        Ok(response) => as_problem(response),
        Err(_) => Problem::new(Code::Timeout, "the request took too long").into_response(),
    };
    let labels =
        RequestLabels { method, route: route.to_owned(), status: response.status().as_u16() };
    app.metrics.requests.get_or_create(&labels).inc();
    app.metrics.seconds.observe(begun.elapsed().as_secs_f64());
    response
}

/// Charges a request to its client. Health checks and metrics are free.
fn admit(app: &App, parts: &axum::http::request::Parts, route: &str) -> Result<Caller, Problem> {
    let peer = peer(parts);
    let address = app.admission.proxies.client(&parts.headers, peer);
    let owner = match OwnerCookie::read(&parts.headers, &app.key) {
        Some(OwnerCookie::Signed(secret)) => Some(secret),
        _ => None,
    };
    let mut caller = Caller { address, owner, lease: None };
    if !matches!(route, "/healthz" | "/readyz" | "/metrics") {
        app.admission.request(&caller, &parts.method, route, &parts.headers)?;
        caller.lease = app.admission.open_request(peer, address)?.map(Arc::new);
    }
    Ok(caller)
}

/// Recognises owners whose cookie was set before cookies were signed. Returns the signed cookie that replaces it.
async fn identify(
    app: &App,
    mut caller: Caller,
    headers: &axum::http::HeaderMap,
) -> Result<(Caller, Option<HeaderValue>), Problem> {
    let Some(OwnerCookie::Unsigned(secret)) = OwnerCookie::read(headers, &app.key) else {
        return Ok((caller, None));
    };
    if !app.games.store.owner_exists(&secret.hash()).await? {
        return Ok((caller, None));
    }
    let cookie = OwnerCookie::header(&secret, &app.key, &app.config);
    caller.owner = Some(secret);
    Ok((caller, cookie))
}

/// Counts the memory of large request and response bodies while they are buffered.
pub(crate) async fn count_bodies(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(caller) = request.extensions().get::<Caller>().cloned() else {
        return next.run(request).await;
    };
    let lease = |bytes: usize| match bytes {
        0..=UNCOUNTED => Ok(None),
        _ => app.admission.buffer(&caller, bytes).map(Some),
    };
    let received = match lease(body_bytes(request.headers(), app.config.max_body)) {
        Ok(received) => received,
        Err(problem) => return problem.into_response(),
    };
    let response = next.run(request).await;
    drop(received);
    let bytes = response.body().size_hint().lower();
    match lease(usize::try_from(bytes).unwrap_or(usize::MAX)) {
        Ok(Some(lease)) => response.map(|body| LeasedBody::wrap(body, Arc::new(lease))),
        Ok(None) => response,
        Err(problem) => problem.into_response(),
    }
}

/// A response body that keeps a lease until it is sent. It is handed over in small parts, because a connection buffers
/// what it is given.
struct LeasedBody {
    body: Body,
    rest: Bytes,
    _lease: Arc<Lease>,
}

impl LeasedBody {
    fn wrap(body: Body, lease: Arc<Lease>) -> Body {
        Body::new(LeasedBody { body, rest: Bytes::new(), _lease: lease })
    }
}

impl HttpBody for LeasedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match std::task::ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        let size = self.rest.len().min(CHUNK);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(size)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, body) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + rest);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

/// Turns error responses of the framework into problem details.
fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    // Pages say themselves that there is nothing at their address.
    let is_own = kind.is_some_and(|kind| {
        [&b"application/problem"[..], b"text/html"]
            .iter()
            .any(|own| kind.as_bytes().starts_with(own))
    });
    if is_own || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let code = match status {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Code::MethodNotAllowed,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::UnsupportedMediaType,
        status if status.is_server_error() => Code::Internal,
        _ => Code::BadRequest,
    };
    Problem::new(code, status.canonical_reason().unwrap_or("refused")).into_response()
}
