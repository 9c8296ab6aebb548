//! Write transactions that never leave a connection in an unknown state.
//!
//! SQLite may roll back on its own when a disk is full, and a client may disappear in the middle of a transaction.
//! A connection therefore returns to the pool only after a commit or rollback that succeeded. In all other cases it
//! is closed, which also ends its transaction.

use sqlx::pool::PoolConnection;
use sqlx::{Database, Executor, Pool};

use super::StorageError;

/// A write transaction.
pub(super) struct Transaction<DB: Database> {
    connection: PoolConnection<DB>,
    is_open: bool,
}

impl<DB: Database> Transaction<DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    /// Starts a transaction with the statement `begin`.
    pub(super) async fn begin(
        pool: &Pool<DB>,
        begin: &'static str,
    ) -> Result<Transaction<DB>, StorageError> {
        let connection = pool.acquire().await?;
        // Open before the statement is sent: it may be executed although this future is dropped.
        let mut transaction = Transaction { connection, is_open: true };
        (&mut *transaction.connection).execute(begin).await?;
        Ok(transaction)
    }

    pub(super) fn connection(&mut self) -> &mut DB::Connection {
        &mut self.connection
    }

    /// Commits. Events are acknowledged only after this has returned.
    pub(super) async fn commit(mut self) -> Result<(), StorageError> {
        (&mut *self.connection).execute("COMMIT").await.map_err(StorageError::UnknownOutcome)?;
        self.is_open = false;
        Ok(())
    }

    pub(super) async fn rollback(mut self) -> Result<(), StorageError> {
        (&mut *self.connection).execute("ROLLBACK").await?;
        self.is_open = false;
        Ok(())
    }
}

impl<DB: Database> Drop for Transaction<DB> {
    fn drop(&mut self) {
        if self.is_open {
            self.connection.close_on_drop();
        }
    }
}
