//! Metrics for Prometheus.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, header};
use axum::response::IntoResponse;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::admission::Refusals;
use crate::app::App;
use crate::problem::Problem;
use crate::scheduler::{PerClass, Scheduler};

/// A kind of request. Each label has a fixed set of values, so clients cannot create new ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct RequestLabels {
    pub(crate) method: MethodLabel,
    /// The route as it is declared, or `none`.
    pub(crate) route: String,
    pub(crate) status: u16,
}

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[expect(clippy::upper_case_acronyms, non_camel_case_types, reason = "the values of the label")]
pub(crate) enum MethodLabel {
    GET,
    POST,
    DELETE,
    HEAD,
    OPTIONS,
    other,
}

impl From<&Method> for MethodLabel {
    fn from(method: &Method) -> MethodLabel {
        match *method {
            Method::GET => MethodLabel::GET,
            Method::POST => MethodLabel::POST,
            Method::DELETE => MethodLabel::DELETE,
            Method::HEAD => MethodLabel::HEAD,
            Method::OPTIONS => MethodLabel::OPTIONS,
            _ => MethodLabel::other,
        }
    }
}

/// The metrics of this process.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) requests: Family<RequestLabels, Counter>,
    pub(crate) refusals: Refusals,
    pub(crate) seconds: Histogram,
    pub(crate) games: Counter,
    pub(crate) events: Counter,
    pub(crate) puzzle_attempts: Counter,
    last_write: Gauge,
    pub(crate) connections: Gauge,
    engines_busy: Gauge,
    searches_waiting: Gauge,
    sockets: Gauge,
}

impl Metrics {
    pub(crate) fn new(engines: &Scheduler) -> Metrics {
        let mut registry = Registry::with_prefix("ouro");
        let requests = Family::default();
        let refusals = Refusals::default();
        let seconds = Histogram::new(exponential_buckets(0.000_5, 2.0, 16));
        let [games, events, puzzle_attempts] = [(); 3].map(|()| Counter::default());
        let [last_write, connections, engines_busy, searches_waiting, sockets] =
            [(); 5].map(|()| Gauge::default());
        registry.register("requests", "Requests by method, route and status", requests.clone());
        registry.register(
            "refusals",
            "Requests and connections over budget, by budget and scope",
            refusals.clone(),
        );
        registry.register("request_seconds", "Time to respond", seconds.clone());
        registry.register("games_created", "Created games", games.clone());
        registry.register("events", "Stored events", events.clone());
        registry.register("puzzle_attempts", "Stored attempts at puzzles", puzzle_attempts.clone());
        registry.register(
            "last_write_timestamp_seconds",
            "Unix time of the last successful write of this process",
            last_write.clone(),
        );
        registry.register("connections", "Open connections", connections.clone());
        registry.register("engines_busy", "Searching engines", engines_busy.clone());
        registry.register("searches_waiting", "Queued searches", searches_waiting.clone());
        registry.register("sockets", "Open WebSockets", sockets.clone());
        engines.register(&mut registry);
        Metrics {
            registry,
            requests,
            refusals,
            seconds,
            games,
            events,
            puzzle_attempts,
            last_write,
            connections,
            engines_busy,
            searches_waiting,
            sockets,
        }
    }
}

/// Writes the metrics in the OpenMetrics text format.
pub(crate) async fn show(State(app): State<Arc<App>>) -> Result<impl IntoResponse, Problem> {
    app.engines.update_metrics();
    let load = app.engines.load();
    let running = PerClass::from_fn(|class| load[class].running).sum();
    let waiting = PerClass::from_fn(|class| load[class].waiting).sum();
    app.metrics.engines_busy.set(running as i64);
    app.metrics.searches_waiting.set(waiting as i64);
    app.metrics.sockets.set(app.games.hub.listeners() as i64);
    app.metrics.last_write.set(app.games.store.last_write() / 1_000);
    let mut text = String::new();
    prometheus_client::encoding::text::encode(&mut text, &app.metrics.registry)
        .map_err(Problem::internal)?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text))
}
