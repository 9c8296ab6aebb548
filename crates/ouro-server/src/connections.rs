//! Connections: accepted, served, and ended when the server stops or the client does not speak.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower_service::Service;

use crate::config::Config;

/// How long the server waits when it can accept nobody, such as without free files.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until `stop` is ready, and then for as long as what is under way needs, up to a limit.
pub(crate) async fn serve(
    listener: &TcpListener,
    router: &Router,
    stop: impl Future<Output = ()>,
    config: &Config,
) {
    let connections = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(config.header_timeout);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        // Answers are whole; waiting for more to send only delays them.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            router.clone().call(request)
        });
        let connection =
            builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, %peer, "a connection has ended badly");
            }
        });
    }
    if tokio::time::timeout(config.shutdown, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way");
    }
}
