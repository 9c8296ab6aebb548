//! What the user chose, and the resources that all trials share.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use xtask::postgres::Postgres;

use crate::sql::Database;

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DatabaseKind {
    /// One file.
    Sqlite,
    /// A temporary server.
    Postgres,
}

/// The settings of a run.
pub struct Settings {
    /// The program under attack.
    pub program: PathBuf,
    /// The library for `LD_PRELOAD`. Without it, attacks that need it are skipped.
    pub injector: Option<PathBuf>,
    /// The number of repetitions, or of games, instead of the default.
    pub count: Option<usize>,
    /// Only this database, for attacks that run on both.
    pub database: Option<DatabaseKind>,
    /// The start of all random numbers.
    pub seed: u64,
    /// Where the services store their data.
    pub folder: PathBuf,
    postgres: Mutex<PostgresState>,
    databases: AtomicU32,
}

enum PostgresState {
    NotStarted,
    Missing,
    Running(Postgres),
}

impl Settings {
    /// Creates the default settings for a program.
    #[must_use]
    pub fn new(program: PathBuf) -> Settings {
        Settings {
            // Services start in other folders.
            program: std::path::absolute(&program).unwrap_or(program),
            injector: None,
            count: None,
            database: None,
            seed: 1,
            folder: memory_folder(),
            postgres: Mutex::new(PostgresState::NotStarted),
            databases: AtomicU32::new(0),
        }
    }

    /// Returns whether an attack on this database was chosen.
    #[must_use]
    pub fn includes(&self, kind: DatabaseKind) -> bool {
        self.database.is_none_or(|chosen| chosen == kind)
    }

    /// Uses the temporary PostgreSQL server, which is started first if necessary. Returns `None` if PostgreSQL is
    /// not installed.
    ///
    /// # Errors
    /// If the server does not start or the call fails.
    pub fn with_postgres<T>(
        &self,
        call: impl FnOnce(&Postgres) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let mut state = self.postgres.lock().unwrap_or_else(PoisonError::into_inner);
        if let PostgresState::NotStarted = *state {
            *state = Postgres::start()?.map_or(PostgresState::Missing, PostgresState::Running);
        }
        match &*state {
            PostgresState::Running(server) => call(server).map(Some),
            _ => Ok(None),
        }
    }

    /// Creates an empty PostgreSQL database. Returns `None` if PostgreSQL is not installed.
    ///
    /// # Errors
    /// If the server does not start or the database cannot be created.
    pub fn postgres_database(&self) -> Result<Option<String>, String> {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        self.with_postgres(|server| {
            let name = format!("chaos_{number}");
            let mut maintenance = Database::open(&format!("{}/postgres", server.url()))?;
            maintenance.execute(&format!("CREATE DATABASE {name}"))?;
            Ok(format!("{}/{name}", server.url()))
        })
    }
}

/// Returns `/dev/shm`, which is in memory, or the system's folder for temporary files if `/dev/shm` does not exist. A
/// sync of a busy disk can take seconds, which would be counted as latency of the service.
fn memory_folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}
