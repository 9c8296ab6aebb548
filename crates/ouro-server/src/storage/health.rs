//! Whether the database can be written to.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use super::{StorageError, Store, write};
use crate::time::now;

/// The result of the last writes.
pub(super) struct Health {
    is_writable: AtomicBool,
    /// When this process last wrote, in milliseconds since 1970; 0 before its first write.
    last_write: AtomicI64,
}

impl Default for Health {
    fn default() -> Health {
        Health { is_writable: AtomicBool::new(true), last_write: AtomicI64::new(0) }
    }
}

impl Health {
    /// Takes note of the result of a transaction. One that was rolled back or changed nothing proves nothing.
    pub(super) fn record<T>(&self, result: &Result<Option<T>, StorageError>) {
        match result {
            Ok(Some(_)) => {
                self.last_write.store(now(), Ordering::Relaxed);
                if !self.is_writable.swap(true, Ordering::Relaxed) {
                    tracing::info!("the database is writable again");
                }
            }
            Err(error @ (StorageError::Unavailable(_) | StorageError::UnknownOutcome(_))) => {
                tracing::error!(%error, "failed to write to the database");
                self.is_writable.store(false, Ordering::Relaxed);
            }
            Ok(None) | Err(StorageError::Corrupt(_)) => {}
        }
    }
}

impl Store {
    /// Returns `false` from a failed write until a write succeeds.
    pub(crate) fn is_writable(&self) -> bool {
        self.0.health.is_writable.load(Ordering::Relaxed)
    }

    /// Returns when this process last wrote, in milliseconds since 1970, or 0.
    pub(crate) fn last_write(&self) -> i64 {
        self.0.health.last_write.load(Ordering::Relaxed)
    }

    /// Writes a row to find out whether the database works.
    pub(crate) async fn probe_write(&self) -> Result<(), StorageError> {
        write!(self, connection => {
            sqlx::query(
                "INSERT INTO write_probe (id, written_at) VALUES (1, $1) \
                 ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at",
            )
            .bind(now())
            .execute(&mut *connection)
            .await?;
            Some(())
        })
        .map(|_| ())
    }
}
