//! The application: its state, its routes and their middleware.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, header};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa::openapi::RefOr;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::admission::Admission;
use crate::api::games::routes::IDEMPOTENCY_KEY;
use crate::board_image::ImageCache;
use crate::compute::Compute;
use crate::config::Config;
use crate::guard::REQUEST_ID;
use crate::metrics::Metrics;
use crate::problem::{Code, Problem};
use crate::puzzles::stock::Stock;
use crate::scheduler::Scheduler;
use crate::secret::RandomError;
use crate::security_headers::security_headers;
use crate::service::games::Games;
use crate::service::puzzles::Puzzles;
use crate::signing::ServerKey;
use crate::storage::Store;
use crate::tablebases::Tablebases;
use crate::{access, api, guard, metrics, origin, page, reviews};

/// Where the OpenAPI document is served.
const DOCUMENT: &str = "/api/v1/openapi.json";

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) engines: Scheduler,
    pub(crate) compute: Compute,
    pub(crate) tablebases: Tablebases,
    pub(crate) images: ImageCache,
    pub(crate) games: Arc<Games>,
    pub(crate) puzzles: Puzzles,
    pub(crate) metrics: Metrics,
    pub(crate) admission: Admission,
    /// Signs cookies.
    pub(crate) key: ServerKey,
    /// Tells tasks that the server shuts down.
    pub(crate) shutdown: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(
        config: Config,
        engines: Scheduler,
        store: Store,
        tablebases: Tablebases,
        stock: Stock,
        key: ServerKey,
    ) -> Result<App, RandomError> {
        let metrics = Metrics::new(&engines);
        let events = metrics.events.clone();
        let count = move |new: usize| {
            events.inc_by(new as u64);
        };
        let puzzles = Puzzles::new(stock, store.clone());
        let games = Arc::new(Games::new(store, config.max_games, key.clone(), count)?);
        Ok(App {
            admission: Admission::new(&config, metrics.refusals.clone()),
            config,
            engines,
            compute: Compute::for_this_machine(),
            tablebases,
            images: ImageCache::default(),
            games,
            puzzles,
            metrics,
            key,
            shutdown: watch::Sender::new(false),
        })
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ouro",
        description = "Chess and self-capture chess: rules, engine and stored games. \
            Errors are problem details (RFC 9457) with a stable code."
    ),
    components(schemas(api::engine::Analysis, api::games::socket::ServerMessage, Problem)),
    tags(
        (name = "positions", description = "Positions, legal moves, and why other moves are illegal"),
        (name = "engine", description = "Best moves, analysis and reviews"),
        (name = "pgn", description = "PGN import and export"),
        (name = "games", description = "Stored games: playing and watching"),
        (name = "puzzles", description = "Puzzles, attempts and ratings"),
        (name = "access", description = "Logging in to a server that needs a token"),
    )
)]
struct Description;

fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi()).nest(
        "/api/v1",
        OpenApiRouter::new()
            .routes(routes!(access::login))
            .routes(routes!(api::position::legal_moves))
            .routes(routes!(api::position::why_illegal))
            .routes(routes!(api::position::validate))
            .routes(routes!(api::position::setup))
            .routes(routes!(api::position::apply))
            .routes(routes!(api::board::board_svg))
            .routes(routes!(api::tablebase::tablebase))
            .routes(routes!(api::tablebase::mainline))
            .routes(routes!(api::explorer::explorer))
            .routes(routes!(api::board::board_png))
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
            .routes(routes!(api::games::statistics::self_captures))
            .routes(routes!(api::puzzles::routes::daily))
            .routes(routes!(api::puzzles::routes::next))
            .routes(routes!(api::puzzles::routes::replay))
            .routes(routes!(api::puzzles::routes::themes))
            .routes(routes!(api::puzzles::routes::mate_or_not))
            .routes(routes!(api::puzzles::routes::csv))
            .routes(routes!(api::puzzles::routes::get))
            .routes(routes!(api::puzzles::routes::solution))
            .routes(routes!(api::puzzles::attempts::create))
            .routes(routes!(api::puzzles::history::me))
            .routes(routes!(api::puzzles::history::list))
            .routes(routes!(api::puzzles::history::export)),
    )
}

/// Returns the OpenAPI document of the service.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    described(api().into_openapi())
}

/// Adds descriptions to responses that have none; OpenAPI requires them.
fn described(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for (status, response) in &mut operation.responses.responses {
                let RefOr::T(response) = response else { continue };
                if response.description.is_empty() {
                    response.description = match status.as_str() {
                        "201" => "Created",
                        "202" => "Accepted",
                        "204" => "Done",
                        "4XX" => "The request failed and changed nothing",
                        "503" => "The service is busy; retry later",
                        _ => "Success",
                    }
                    .to_owned();
                }
            }
        }
    }
    document
}

/// Returns the router of the service.
pub(crate) fn router(app: &Arc<App>) -> Router {
    with_middleware(app, routes(app))
}

/// All routes.
fn routes(app: &Arc<App>) -> Router {
    let (mut routes, document) = api().split_for_parts();
    // Written once: it is large, and anyone may ask for it.
    let text = Bytes::from(described(document).to_json().unwrap_or_default());
    if app.config.measure_overhead {
        routes = routes.route("/api/v1/echo", post(api::echo::echo));
    }
    routes
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics::show))
        .route(
            DOCUMENT,
            get(move || async { ([(header::CONTENT_TYPE, "application/json")], text) }),
        )
        .merge(SwaggerUi::new("/docs").config(utoipa_swagger_ui::Config::from(DOCUMENT)))
        .fallback(page::serve)
        .with_state(Arc::clone(app))
        .method_not_allowed_fallback(|| async {
            Problem::new(Code::MethodNotAllowed, "this resource does not support the method")
        })
}

/// Adds what every request passes, from the handler outwards.
fn with_middleware(app: &Arc<App>, routes: Router) -> Router {
    let config = &app.config;
    let mut router = routes
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::count_bodies))
        // Streams of events, images, fonts and small responses are not compressed.
        .layer(
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(NotForContentType::const_new("font/"))),
        )
        .layer(RequestBodyTimeoutLayer::new(config.body_timeout))
        // Extractors have a limit of their own, which would cap the configured one.
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(config.max_body))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::internal("a request handler panicked").into_response()
        }))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard));
    if !config.allowed_origins.is_empty() {
        let cors = CorsLayer::new()
            .allow_methods([Method::GET, Method::POST, Method::DELETE])
            .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION, IDEMPOTENCY_KEY]);
        router = router.layer(match origin::listed(&config.allowed_origins) {
            Some(origins) => cors.allow_origin(AllowOrigin::list(origins)).allow_credentials(true),
            None => cors.allow_origin(AllowOrigin::any()),
        });
    }
    router
        .layer(middleware::from_fn(security_headers))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request| {
            let id = request.headers().get(REQUEST_ID);
            tracing::info_span!(
                "request",
                method = %request.method(),
                path = request.uri().path(),
                id = id.and_then(|id| id.to_str().ok()).unwrap_or_default(),
            )
        }))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        .layer(middleware::from_fn(guard::check_request_id))
}

/// Reports whether the service can store moves: not from a failed write until a write succeeds.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if app.games.store.is_writable() {
        Ok("ready\n")
    } else {
        Err(Problem::new(Code::StorageUnavailable, "the database cannot be written to"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections;
    use std::net::Ipv4Addr;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn a_panicking_request_fails_with_its_id_and_others_are_served() {
        let config = Config {
            database: "sqlite::memory:".to_owned(),
            pool: crate::PoolSize { engines: 1, hash: 1, waiting: 1, per_caller: 1 },
            ..Config::default()
        };
        let engines = Scheduler::start(config.pool, Vec::new()).unwrap();
        let store = Store::open(&config.database).await.unwrap();
        let key = ServerKey::generate().unwrap();
        let tablebases = Tablebases::open(&[]).unwrap();
        let stock = Stock::embedded().unwrap();
        let app = Arc::new(App::new(config, engines, store, tablebases, stock, key).unwrap());
        // A route that exists in this test only.
        async fn panics() -> &'static str {
            panic!("this test panics on purpose")
        }
        let router = with_middleware(&app, routes(&app).route("/api/v1/panic", get(panics)));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            connections::serve(&listener, &app, &router, stop).await;
        });

        let http = reqwest::Client::new();
        for _ in 0..3 {
            let request = http.get(format!("{base}/api/v1/panic")).header(REQUEST_ID, "panic-7");
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), 500);
            assert_eq!(response.headers()[REQUEST_ID], "panic-7");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
            let problem: serde_json::Value = response.json().await.unwrap();
            assert_eq!(problem["code"], "internal");
            let other = http.get(format!("{base}/api/v1/levels")).send().await.unwrap();
            assert_eq!(other.status(), 200);
        }
        drop(stop);
        serving.await.unwrap();
    }
}
