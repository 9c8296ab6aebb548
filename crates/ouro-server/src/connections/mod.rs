//! Connections: accepted within limits, served over HTTP/1, and closed when the client stalls or the server stops.

mod write_timeout;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_service::Service;

use crate::admission::Lease;
use crate::app::App;
use write_timeout::WriteTimeout;

/// Pause after a failed accept, such as when the process has no free file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The most that one connection buffers in each direction, and the limit of a request's headers.
const BUFFER: usize = 32 << 10;

/// A connection that is counted until it is dropped. An upgraded connection outlives its HTTP task, so this belongs to
/// the stream.
struct Counted {
    open: Gauge,
    _lease: Option<Lease>,
}

impl Counted {
    fn new(open: Gauge, lease: Option<Lease>) -> Counted {
        open.inc();
        Counted { open, _lease: lease }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.open.dec();
    }
}

/// Serves until `stop` completes, then waits for running requests up to the configured limit.
pub(crate) async fn serve(
    listener: &TcpListener,
    app: &Arc<App>,
    router: &Router,
    stop: impl Future<Output = ()>,
) {
    let config = &app.config;
    let closing = watch::Sender::new(false);
    // The header timeout also closes connections that are silent from the start or idle between requests.
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(config.header_timeout)
        .max_buf_size(BUFFER);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "failed to accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let lease = match app.admission.connection(peer.ip()) {
            Ok(lease) => lease,
            Err(problem) => {
                tracing::debug!(%peer, ?problem, "refused a connection");
                continue;
            }
        };
        // Responses are written whole; waiting for more data only delays them.
        let _ = stream.set_nodelay(true);
        let counted = Counted::new(app.metrics.connections.clone(), lease);
        let stream = WriteTimeout::new(stream, config.write_timeout, counted);
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            router.clone().call(request)
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut closing = closing.subscribe();
        tokio::spawn(async move {
            tokio::pin!(connection);
            let result = tokio::select! {
                result = connection.as_mut() => result,
                _ = closing.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = result {
                tracing::debug!(%error, %peer, "connection failed");
            }
        });
    }
    closing.send_replace(true);
    // Every open connection has a receiver.
    if tokio::time::timeout(config.shutdown, closing.closed()).await.is_err() {
        tracing::warn!("closed connections with unfinished requests");
    }
}
