//! Chess and self-capture chess over HTTP and WebSockets.
//!
//! A game lives as the log of what has happened in it. Positions, rights, outcomes and statistics
//! are derived from it; no client ever sends one.

mod api;
mod app;
mod caller;
mod config;
mod connections;
mod extract;
mod games;
mod metrics;
mod objects;
mod page;
mod problem;
mod rate;
mod scheduler;
mod storage;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

pub use app::openapi;
pub use config::{Config, SearchCaps};
pub use scheduler::PoolSize;

use app::App;
use scheduler::Scheduler;
use storage::Store;

/// Why the server did not start or had to stop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The database cannot be opened.
    #[error("the database {0} cannot be opened: {1}")]
    Database(String, sqlx::Error),
    /// The address cannot be listened at.
    #[error("{0} cannot be listened at: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// There is not enough memory for the engines.
    #[error("there is not enough memory for {0} engines with {1} MB of hash each")]
    Memory(usize, usize),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    Random,
    /// A backup was not written.
    #[error("the backup {0} cannot be written: {1}")]
    Backup(String, sqlx::Error),
}

/// A server that is ready to serve.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database, starts the engines and listens.
    ///
    /// # Errors
    /// If one of these cannot be done.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let store = open(&config.database).await?;
        let engines = Scheduler::start(config.pool)
            .ok_or(ServeError::Memory(config.pool.engines, config.pool.hash))?;
        let listen = config.listen;
        let app = Arc::new(App::new(config, engines, store).map_err(|_| ServeError::Random)?);
        let failed = |error| ServeError::Listen(listen, error);
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { app, listener, address })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is ready, and then for as long as what is under way needs, but not longer
    /// than the configuration allows.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let app = self.app;
        tracing::info!(address = %self.address, engines = app.engines.slots(), "listening");
        let driver = tokio::spawn(games::driver::drive(Arc::clone(&app)));
        let listener = tokio::spawn(games::driver::listen(Arc::clone(&app)));
        let reviewer = tokio::spawn(api::review::work(Arc::clone(&app)));
        let sweeper = tokio::spawn(sweep(Arc::clone(&app)));
        let stopping = Arc::clone(&app);
        let signal = async move {
            stop.await;
            tracing::info!("shutting down");
            stopping.engines.close();
            stopping.shutdown.send_replace(true);
        };
        connections::serve(&self.listener, &app::router(&app), signal, &app.config).await;
        for task in [driver, listener, reviewer, sweeper] {
            task.abort();
        }
        if let Err(error) = app.store.release_reviews(&app.process).await {
            tracing::warn!(%error, "reviews under way go on only after a while");
        }
        // What waits for the database has been answered or given up.
        let _ = tokio::time::timeout(Duration::from_secs(2), app.store.close()).await;
    }
}

/// Deletes old reviews once an hour, and old games if they are not to be kept.
async fn sweep(app: Arc<App>) {
    let tell = |what, deleted: Result<u64, sqlx::Error>| match deleted {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, what, "old ones were deleted"),
        Err(error) => tracing::error!(%error, what, "old ones could not be deleted"),
    };
    loop {
        let before = |days: i64| games::service::now() - days * 24 * 3_600_000;
        let days = i64::from(app.config.retention_days);
        if days > 0 {
            tell("games", app.store.delete_old(before(days)).await);
        }
        let old = before(api::review::KEPT_DAYS);
        tell("reviews", app.store.delete_old_reviews(old).await);
        tokio::time::sleep(Duration::from_secs(3_600)).await;
    }
}

async fn open(database: &str) -> Result<Store, ServeError> {
    // The password of a database is nobody's business.
    let shown = match database.split_once('@') {
        Some((_, host)) => format!("postgres://…@{host}"),
        None => database.to_owned(),
    };
    Store::open(database).await.map_err(|error| ServeError::Database(shown, error))
}

/// Writes a copy of a SQLite database to a file, also while a server uses it.
///
/// # Errors
/// If the database cannot be opened or the file cannot be written.
pub async fn backup(database: &str, path: &str) -> Result<(), ServeError> {
    let store = open(database).await?;
    let written = store.backup(path).await;
    store.close().await;
    written.map_err(|error| ServeError::Backup(path.to_owned(), error))
}
