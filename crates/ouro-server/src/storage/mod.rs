//! Storage of games, reviews and attempts at puzzles: SQLite in one file, or PostgreSQL.
//!
//! Both databases run the same statements. An event is acknowledged only after its commit has returned; SQLite syncs
//! its log at every commit. A statement that fails closes its connection, so a failure never outlives its cause.

mod due_work;
mod event_format;
mod games;
mod health;
mod keys;
mod openings;
mod puzzles;
mod reviews;
mod statistics;
#[cfg(test)]
mod tests;
mod transaction;

use std::fs::{File, TryLockError};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

pub(crate) use due_work::{Work, WorkKind};
pub(crate) use games::{
    Append, ClaimedSeat, Filter, GameRecord, Invitation, ListedGame, NewGame, NewRematch,
    SeatClaim, status_name,
};
pub(crate) use openings::OpeningResults;
pub(crate) use puzzles::{AttemptFilter, AttemptRecord, NewAttempt, PuzzleRecord, StoredAttempt};
pub(crate) use reviews::ReviewRecord;

use health::Health;

/// The PostgreSQL channel on which processes announce changes of games.
const CHANNEL: &str = "ouro_games";
/// How long a write waits for its turn and for locks of other processes.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// Connections that read a SQLite file at the same time.
const SQLITE_READERS: u32 = 8;
const POSTGRES_CONNECTIONS: u32 = 16;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

/// Why something was not stored or read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StorageError {
    /// The database did not do it. A write has changed nothing.
    #[error("the database is not available: {0}")]
    Unavailable(sqlx::Error),
    /// The commit failed, and the write may or may not be stored.
    #[error("the outcome of a commit is unknown: {0}")]
    UnknownOutcome(sqlx::Error),
    /// A row cannot be read.
    #[error("the database contains data that cannot be read: {0}")]
    Corrupt(String),
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> StorageError {
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                StorageError::Corrupt(error.to_string())
            }
            error => StorageError::Unavailable(error),
        }
    }
}

/// Why a database was not opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("another process uses it")]
    InUse,
    #[error("its lock file cannot be created: {0}")]
    LockFile(std::io::Error),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The connections to a database.
enum Pools {
    /// One connection writes, so writers wait for each other in order instead of polling a lock.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
    Postgres(PgPool),
}

struct Inner {
    pools: Pools,
    health: Health,
    /// Locked while a process uses a SQLite file.
    _lock: Option<File>,
}

/// A database.
#[derive(Clone)]
pub(crate) struct Store(Arc<Inner>);

/// Runs a query on a pool that reads.
macro_rules! read {
    ($store:expr, $pool:ident => $query:expr) => {
        match &$store.0.pools {
            $crate::storage::Pools::Sqlite { readers: $pool, .. } => $query,
            $crate::storage::Pools::Postgres($pool) => $query,
        }
    };
}

/// Runs statements in a write transaction. The code returns `Ok(None)` to roll back.
macro_rules! write {
    ($store:expr, $connection:ident => $code:block) => {{
        let result = match &$store.0.pools {
            $crate::storage::Pools::Sqlite { writer, .. } => {
                $crate::storage::write!(@run writer, "BEGIN IMMEDIATE", $connection, $code)
            }
            $crate::storage::Pools::Postgres(pool) => {
                $crate::storage::write!(@run pool, "BEGIN", $connection, $code)
            }
        };
        $store.0.health.record(&result);
        result
    }};
    (@run $pool:expr, $begin:literal, $connection:ident, $code:block) => {
        async {
            let mut transaction =
                $crate::storage::transaction::Transaction::begin($pool, $begin).await?;
            let $connection = transaction.connection();
            let value: Option<_> =
                async { Ok::<_, $crate::storage::StorageError>($code) }.await?;
            match value {
                Some(_) => transaction.commit().await?,
                None => transaction.rollback().await?,
            }
            Ok::<_, $crate::storage::StorageError>(value)
        }
        .await
    };
}

use {read, write};

impl Store {
    /// Opens a database, creates a SQLite file that does not exist, and applies migrations.
    pub(crate) async fn open(url: &str) -> Result<Store, OpenError> {
        if is_postgres(url) {
            let pool = PgPoolOptions::new()
                .max_connections(POSTGRES_CONNECTIONS)
                .acquire_timeout(WRITE_TIMEOUT)
                .connect(url)
                .await?;
            MIGRATIONS.run(&pool).await.map_err(sqlx::Error::from)?;
            return Ok(Store::new(Pools::Postgres(pool), None));
        }
        let options = SqliteConnectOptions::from_str(url)?.busy_timeout(WRITE_TIMEOUT);
        if url.contains(":memory:") {
            // Every connection would open a database of its own.
            let pool = sqlite_pool(options, 1).await?;
            MIGRATIONS.run(&pool).await.map_err(sqlx::Error::from)?;
            let readers = pool.clone();
            return Ok(Store::new(Pools::Sqlite { readers, writer: pool }, None));
        }
        Store::open_file(options.create_if_missing(true)).await
    }

    async fn open_file(options: SqliteConnectOptions) -> Result<Store, OpenError> {
        let lock = lock(options.get_filename())?;
        let writer = sqlite_pool(options.clone(), 1).await?;
        MIGRATIONS.run(&writer).await.map_err(sqlx::Error::from)?;
        let readers = sqlite_pool(options, SQLITE_READERS).await?;
        Ok(Store::new(Pools::Sqlite { readers, writer }, Some(lock)))
    }

    fn new(pools: Pools, lock: Option<File>) -> Store {
        Store(Arc::new(Inner { pools, health: Health::default(), _lock: lock }))
    }

    pub(crate) async fn close(&self) {
        match &self.0.pools {
            Pools::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }

    /// Announces a change of a game to other processes.
    pub(crate) async fn notify(&self, message: &str) -> Result<(), StorageError> {
        if let Pools::Postgres(pool) = &self.0.pools {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(message)
                .execute(pool)
                .await?;
        }
        Ok(())
    }

    /// Listens to other processes, if the database can be shared.
    pub(crate) async fn listen(&self) -> Result<Option<PgListener>, StorageError> {
        match &self.0.pools {
            Pools::Sqlite { .. } => Ok(None),
            Pools::Postgres(pool) => {
                let mut listener = PgListener::connect_with(pool).await?;
                listener.listen(CHANNEL).await?;
                Ok(Some(listener))
            }
        }
    }
}

async fn sqlite_pool(
    options: SqliteConnectOptions,
    connections: u32,
) -> Result<SqlitePool, sqlx::Error> {
    let options = options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true);
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(WRITE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

/// Locks a SQLite file for this process. A second process would not see the events of the first one in time.
fn lock(path: &Path) -> Result<File, OpenError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let options = File::options().create(true).truncate(false).write(true).open(name);
    let file = options.map_err(OpenError::LockFile)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse),
        Err(TryLockError::Error(error)) => Err(OpenError::LockFile(error)),
    }
}

/// Copies a SQLite database to a new file, also while a server uses it.
pub(crate) async fn backup(url: &str, path: &str) -> Result<(), sqlx::Error> {
    if is_postgres(url) {
        return Err(sqlx::Error::Configuration("use pg_dump to back up PostgreSQL".into()));
    }
    let options = SqliteConnectOptions::from_str(url)?.create_if_missing(false);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(&pool).await;
    pool.close().await;
    copied.map(|_| ())
}
