//! Chess and self-capture chess over HTTP and WebSockets.
//!
//! A stored game is a log of events. Positions, castling rights, clocks and outcomes are derived from the log; clients
//! never send them.

mod access;
mod admission;
mod api;
mod app;
mod bad_field;
mod board_image;
mod caller;
mod compute;
mod config;
mod connections;
mod extract;
mod games;
mod guard;
mod metrics;
mod objects;
mod origin;
mod page;
mod problem;
mod puzzles;
mod reviews;
mod scheduler;
mod secret;
mod security_headers;
mod service;
mod signing;
mod storage;
mod tablebases;
mod time;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};

pub use api::tablebase::{TablebaseAnswer, TablebaseCategory, TablebaseMove, TablebaseValue};
pub use app::openapi;
pub use config::{ClientLimits, Config, SearchCaps};
pub use origin::{AllowedOrigin, Origin, ParseOriginError};
pub use scheduler::PoolSize;

use app::App;
use puzzles::stock::Stock;
use scheduler::Scheduler;
use service::due_work;
use signing::ServerKey;
use storage::{StorageError, Store};
use tablebases::Tablebases;

/// Connections that wait until the server accepts them.
const BACKLOG: u32 = 4_096;

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The database cannot be opened.
    #[error("cannot open the database {0}: {1}")]
    Database(String, String),
    /// The address is not available.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// There is not enough memory for the engines.
    #[error("there is not enough memory for {0} engines with {1} MB of hash each")]
    Memory(usize, usize),
    /// The endgame tables cannot be opened.
    #[error("cannot open the tablebases: {0}")]
    Tablebases(#[from] ouro_tablebase::FolderError),
    /// The puzzles of the program are not valid.
    #[error("cannot read the puzzles: {0}")]
    Puzzles(#[from] ouro_puzzles::CsvError),
    /// The system provides no random numbers.
    #[error("the system provides no random numbers")]
    Random,
    /// A backup was not written.
    #[error("cannot back up the database to {0}: {1}")]
    Backup(String, sqlx::Error),
}

/// A server that listens and is ready to run.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database, starts the engines and listens.
    ///
    /// # Errors
    /// If one of these fails.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let tablebases = Tablebases::open(&config.tablebase_path)?;
        let stock = Stock::embedded()?;
        let store = open(&config.database).await?;
        let engines = Scheduler::start(config.pool, tablebases.for_engines())
            .ok_or(ServeError::Memory(config.pool.engines, config.pool.hash))?;
        let listen = config.listen;
        let key = ServerKey::generate().map_err(|_| ServeError::Random)?;
        let key = store.server_key(&key).await.map_err(|error| {
            ServeError::Database(without_password(&config.database), error.to_string())
        })?;
        let app = App::new(config, engines, store, tablebases, stock, key);
        let app = Arc::new(app.map_err(|_| ServeError::Random)?);
        let failed = |error| ServeError::Listen(listen, error);
        let listener = listen_on(listen).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { app, listener, address })
    }

    /// Returns the address on which it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes, and then finishes running requests within the time that the configuration
    /// allows.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let app = self.app;
        tracing::info!(address = %self.address, engines = app.engines.slots(), "listening");
        let tasks = [
            tokio::spawn(due_work::run(Arc::clone(&app))),
            tokio::spawn(due_work::relay(Arc::clone(&app))),
            tokio::spawn(due_work::probe_storage(Arc::clone(&app))),
            tokio::spawn(delete_old_data(Arc::clone(&app))),
        ];
        let stopping = Arc::clone(&app);
        let signal = async move {
            stop.await;
            tracing::info!("shutting down");
            stopping.engines.close();
            stopping.shutdown.send_replace(true);
        };
        connections::serve(&self.listener, &app, &app::router(&app), signal).await;
        for task in tasks {
            task.abort();
        }
        let store = &app.games.store;
        if let Err(error) = store.end_leases(&app.games.process, time::now()).await {
            tracing::warn!(%error, "failed to end leases; they expire");
        }
        // Requests have been answered or cancelled by now.
        let _ = tokio::time::timeout(Duration::from_secs(2), store.close()).await;
    }
}

/// Listens with a backlog that a flood of connections does not fill between two looks at it.
fn listen_on(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Deletes old reviews once an hour, and old games if the configuration limits how long they are kept.
async fn delete_old_data(app: Arc<App>) {
    let log = |what, deleted: Result<u64, StorageError>| match deleted {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, what, "deleted old data"),
        Err(error) => tracing::error!(%error, what, "failed to delete old data"),
    };
    loop {
        let before = |days: i64| time::now() - days * 24 * 3_600_000;
        let days = i64::from(app.config.retention_days);
        if days > 0 {
            log("games", app.games.delete_finished_before(before(days)).await);
        }
        let old = before(reviews::RETENTION_DAYS);
        log("reviews", app.games.store.delete_reviews_before(old).await);
        tokio::time::sleep(Duration::from_secs(3_600)).await;
    }
}

async fn open(database: &str) -> Result<Store, ServeError> {
    Store::open(database)
        .await
        .map_err(|error| ServeError::Database(without_password(database), error.to_string()))
}

/// Returns the URL of a database without user and password.
fn without_password(database: &str) -> String {
    match database.split_once('@') {
        Some((_, host)) => format!("postgres://…@{host}"),
        None => database.to_owned(),
    }
}

/// Copies a SQLite database to a new file, also while a server uses it.
///
/// # Errors
/// If the database does not exist or the file cannot be written.
pub async fn backup(database: &str, path: &str) -> Result<(), ServeError> {
    storage::backup(database, path)
        .await
        .map_err(|error| ServeError::Backup(path.to_owned(), error))
}
