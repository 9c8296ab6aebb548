//! What the server counts, for Prometheus.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::app::App;
use crate::problem::Problem;
use crate::scheduler::{PerClass, Scheduler};

/// A kind of request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct RequestLabels {
    pub(crate) method: String,
    /// The route, never the path, so that there are only so many of them.
    pub(crate) route: String,
    pub(crate) status: u16,
}

/// The counters.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) requests: Family<RequestLabels, Counter>,
    pub(crate) seconds: Histogram,
    pub(crate) games: Counter,
    pub(crate) events: Counter,
    engines_busy: Gauge,
    searches_waiting: Gauge,
    sockets: Gauge,
    last_write: Gauge,
}

impl Metrics {
    pub(crate) fn new(engines: &Scheduler) -> Metrics {
        let mut registry = Registry::with_prefix("ouro");
        let requests = Family::default();
        let seconds = Histogram::new(exponential_buckets(0.000_5, 2.0, 16));
        let [games, events] = [(); 2].map(|()| Counter::default());
        let [engines_busy, searches_waiting, sockets, last_write] =
            [(); 4].map(|()| Gauge::default());
        registry.register("requests", "Requests by route and status", requests.clone());
        registry.register("request_seconds", "Time to answer", seconds.clone());
        registry.register("games_created", "Games set up", games.clone());
        registry.register("events", "Events written to logs", events.clone());
        registry.register("engines_busy", "Engines at work", engines_busy.clone());
        registry.register("searches_waiting", "Searches waiting", searches_waiting.clone());
        registry.register("sockets", "Open game sockets", sockets.clone());
        registry.register(
            "last_write_timestamp_seconds",
            "When a write to the database last succeeded",
            last_write.clone(),
        );
        engines.register(&mut registry);
        Metrics {
            registry,
            requests,
            seconds,
            games,
            events,
            engines_busy,
            searches_waiting,
            sockets,
            last_write,
        }
    }
}

/// The counters in Prometheus' text format.
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
