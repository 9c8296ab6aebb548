//! Direct access to a database, beside the service.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};
use std::str::FromStr;
use std::time::Duration;
use tokio::runtime::Runtime;

enum Kind {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// One connection. Statements are written by this crate, never by others.
pub struct Database {
    runtime: Runtime,
    connection: Kind,
}

fn failed(error: impl std::fmt::Display) -> String {
    format!("failed to use the database: {error}")
}

impl Database {
    /// Opens `sqlite:FILE` or `postgres://…`.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(url: &str) -> Result<Database, String> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let connection = if url.starts_with("sqlite:") {
            let options = SqliteConnectOptions::from_str(url)
                .map_err(failed)?
                .foreign_keys(false)
                .busy_timeout(Duration::from_secs(5));
            let opened = runtime.block_on(SqliteConnection::connect_with(&options));
            Kind::Sqlite(opened.map_err(failed)?)
        } else {
            Kind::Postgres(runtime.block_on(PgConnection::connect(url)).map_err(failed)?)
        };
        Ok(Database { runtime, connection })
    }

    /// Executes statements.
    ///
    /// # Errors
    /// If one fails.
    pub fn execute(&mut self, statements: &str) -> Result<(), String> {
        let query = sqlx::raw_sql(AssertSqlSafe(statements.to_owned()));
        let done = match &mut self.connection {
            Kind::Sqlite(connection) => {
                self.runtime.block_on(query.execute(connection)).map(|_| ())
            }
            Kind::Postgres(connection) => {
                self.runtime.block_on(query.execute(connection)).map(|_| ())
            }
        };
        done.map_err(failed)
    }

    /// Returns the first column of the result of a query on SQLite, as text.
    ///
    /// # Errors
    /// If the query fails.
    pub fn texts(&mut self, query: &str) -> Result<Vec<String>, String> {
        let Kind::Sqlite(connection) = &mut self.connection else {
            return Err("only SQLite is supported".to_owned());
        };
        let query = sqlx::raw_sql(AssertSqlSafe(query.to_owned()));
        let rows = self.runtime.block_on(query.fetch_all(connection)).map_err(failed)?;
        rows.iter().map(|row| row.try_get(0).map_err(failed)).collect()
    }
}
