//! The application: its state, its routes and what every request goes through.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa::openapi::RefOr;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::caller::{Caller, peer};
use crate::compute::Compute;
use crate::config::Config;
use crate::metrics::{Metrics, RequestLabels};
use crate::problem::{Code, Problem};
use crate::rate::RateLimit;
use crate::scheduler::Scheduler;
use crate::secret::RandomError;
use crate::service::games::Games;
use crate::storage::Store;
use crate::{api, metrics, page, reviews};

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) engines: Scheduler,
    pub(crate) games: Arc<Games>,
    pub(crate) compute: Compute,
    pub(crate) metrics: Metrics,
    pub(crate) rate: RateLimit,
    /// Tells tasks that the server shuts down.
    pub(crate) shutdown: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(
        config: Config,
        engines: Scheduler,
        store: Store,
    ) -> Result<App, RandomError> {
        let metrics = Metrics::new(&engines);
        let events = metrics.events.clone();
        let count = move |new: usize| {
            events.inc_by(new as u64);
        };
        let games = Arc::new(Games::new(store, config.max_games, count)?);
        Ok(App {
            rate: RateLimit::new(config.requests_per_second),
            config,
            engines,
            games,
            metrics,
            compute: Compute::for_this_machine(),
            shutdown: watch::Sender::new(false),
        })
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ouro",
        description = "Chess and self-capture chess: rules, engine and games that can be trusted. \
            Errors are problem details after RFC 9457 with a stable code."
    ),
    components(schemas(api::engine::Analysis, api::games::socket::ServerMessage, Problem)),
    tags(
        (name = "positions", description = "Positions and moves: what is legal, what is not and why"),
        (name = "engine", description = "Best moves and analysis"),
        (name = "pgn", description = "Games as text"),
        (name = "games", description = "Games that are kept, played and watched"),
    )
)]
struct Description;

fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi()).nest(
        "/api/v1",
        OpenApiRouter::new()
            .routes(routes!(api::echo::echo))
            .routes(routes!(api::position::legal_moves))
            .routes(routes!(api::position::why_illegal))
            .routes(routes!(api::position::validate))
            .routes(routes!(api::position::setup))
            .routes(routes!(api::position::apply))
            .routes(routes!(api::board::board_svg))
            .routes(routes!(api::pgn::parse))
            .routes(routes!(api::pgn::render))
            .routes(routes!(api::engine::best_move))
            .routes(routes!(api::engine::analyse))
            .routes(routes!(api::engine::levels))
            .routes(routes!(reviews::create))
            .routes(routes!(reviews::get))
            .routes(routes!(api::games::routes::create, api::games::routes::list))
            .routes(routes!(api::games::routes::get, api::games::routes::delete))
            .routes(routes!(api::games::routes::play))
            .routes(routes!(api::games::routes::act))
            .routes(routes!(api::games::routes::join))
            .routes(routes!(api::games::routes::rematch))
            .routes(routes!(api::games::routes::pgn))
            .routes(routes!(api::games::socket::socket))
            .routes(routes!(api::games::statistics::self_captures)),
    )
}

/// The OpenAPI document of the service.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    described(api().into_openapi())
}

/// The document with a word about every answer, which readers of such documents insist on.
fn described(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for (status, response) in &mut operation.responses.responses {
                let RefOr::T(response) = response else { continue };
                if response.description.is_empty() {
                    response.description = match status.as_str() {
                        "201" => "It was made",
                        "202" => "It is under way",
                        "204" => "It is done",
                        "4XX" => "It cannot be done, and nothing has changed",
                        "503" => "Too much is going on; try again later",
                        _ => "What was asked for",
                    }
                    .to_owned();
                }
            }
        }
    }
    document
}

/// All routes, and what every request goes through.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let (routes, description) = api().split_for_parts();
    let description = described(description);
    let id = HeaderName::from_static("x-request-id");
    let mut router = routes
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics::show))
        .with_state(Arc::clone(app))
        .merge(SwaggerUi::new("/docs").url("/api/v1/openapi.json", description))
        .fallback(page::serve)
        .method_not_allowed_fallback(|| async {
            Problem::new(Code::MethodNotAllowed, "this address is not to be used like that")
        })
        // Streams of events and small answers are left as they are.
        .layer(CompressionLayer::new())
        .layer(RequestBodyLimitLayer::new(app.config.max_body))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::internal("a request has panicked").into_response()
        }));
    if !app.config.allowed_origins.is_empty() {
        let origins = app.config.allowed_origins.iter();
        let origins = origins.filter_map(|origin| HeaderValue::from_str(origin).ok());
        router = router.layer(
            CorsLayer::new()
                .allow_origin(AllowOrigin::list(origins))
                .allow_methods([Method::GET, Method::POST, Method::DELETE])
                .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION])
                .allow_credentials(true),
        );
    }
    router
        .layer(middleware::from_fn(security_headers))
        .layer(PropagateRequestIdLayer::new(id.clone()))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request| {
            let id = request.headers().get("x-request-id");
            tracing::info_span!(
                "request",
                method = %request.method(),
                path = request.uri().path(),
                id = id.and_then(|id| id.to_str().ok()).unwrap_or_default(),
            )
        }))
        .layer(SetRequestIdLayer::new(id, MakeRequestUuid))
}

/// Reports whether the service can store moves: not from a failed write until a write succeeds.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if app.games.store.is_writable() {
        Ok("ready\n")
    } else {
        Err(Problem::new(Code::StorageUnavailable, "the database cannot be written to"))
    }
}

/// Limits, the token, the time a request may take, and the counters.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().to_string();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let (parts, body) = request.into_parts();
    let caller = Caller::of(&parts.headers, peer(&parts), &app.config.trusted_proxies);
    let response = if let Err(wait) = app.rate.take(caller.name(), begun) {
        let detail = format!("more than {} requests a second", app.config.requests_per_second);
        Problem::new(Code::RateLimited, detail).retry_after(wait.as_secs() + 1).into_response()
    } else if !is_allowed(&app, &parts, &route) {
        Problem::new(Code::Unauthorized, "this server asks programs for a token").into_response()
    } else {
        let limit = app.config.request_timeout;
        match tokio::time::timeout(limit, next.run(Request::from_parts(parts, body))).await {
            Ok(response) => response,
            Err(_) => Problem::new(Code::Timeout, "the request took too long").into_response(),
        }
    };
    let status = response.status().as_u16();
    app.metrics.requests.get_or_create(&RequestLabels { method, route, status }).inc();
    app.metrics.seconds.observe(begun.elapsed().as_secs_f64());
    as_problem(response)
}

/// Whether a request to the API has the token that is asked for, or comes from the server's own page.
fn is_allowed(app: &App, parts: &axum::http::request::Parts, route: &str) -> bool {
    let Some(token) = &app.config.api_token else { return true };
    if !route.starts_with("/api/") {
        return true;
    }
    let text = |name: HeaderName| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let shown = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    // Browsers tell where a request comes from, and pages cannot make them lie.
    let own_page = text(HeaderName::from_static("sec-fetch-site")) == Some("same-origin");
    own_page || shown.is_some_and(|shown| same(shown.as_bytes(), token.as_bytes()))
}

/// Compares in a time that does not tell how much of it is right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Refusals of the framework as problems, like all others.
fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let told = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/problem"));
    if told || !(status.is_client_error() || status.is_server_error()) {
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

/// Nothing here is to be framed, sniffed or fetched from elsewhere.
async fn security_headers(request: Request, next: Next) -> Response {
    // The pages of the API's documentation style themselves.
    let documentation = request.uri().path().starts_with("/docs");
    let policy = if documentation {
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         frame-ancestors 'none'; base-uri 'none'"
    } else {
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    };
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
