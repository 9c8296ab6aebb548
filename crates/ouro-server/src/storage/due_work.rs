//! The queue of work that is due without a request, with leases so that only one process does it.

use super::{StorageError, Store, read, write};

/// What a piece of work is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WorkKind {
    /// A move of the engine, a flag or the expiry of a game.
    Game,
    /// A review of a game.
    Review,
}

impl WorkKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            WorkKind::Game => "game",
            WorkKind::Review => "review",
        }
    }
}

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Work {
    pub(crate) kind: WorkKind,
    /// The id of the game or review.
    pub(crate) subject: String,
    /// The lease under which a process does it: the name of the process, a colon and a number.
    pub(crate) lease: String,
}

/// Queues work within a transaction, or removes it if it has no time. Ends any lease.
macro_rules! schedule {
    ($connection:expr, $kind:expr, $subject:expr, $due_at:expr) => {
        match $due_at {
            Some(at) => sqlx::query(
                "INSERT INTO due_work (kind, subject, available_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (kind, subject) DO UPDATE SET available_at = excluded.available_at, \
                 leased_by = NULL",
            )
            .bind($kind.name())
            .bind($subject)
            .bind(at)
            .execute(&mut *$connection)
            .await
            .map(|_| ()),
            None => sqlx::query("DELETE FROM due_work WHERE kind = $1 AND subject = $2")
                .bind($kind.name())
                .bind($subject)
                .execute(&mut *$connection)
                .await
                .map(|_| ()),
        }
    };
}
pub(super) use schedule;

impl Store {
    /// Leases work that is due at `now` until `until`. Returns what it is about.
    pub(crate) async fn lease_work(
        &self,
        kind: WorkKind,
        lease: &str,
        now: i64,
        until: i64,
        limit: i64,
    ) -> Result<Vec<Work>, StorageError> {
        let subjects = write!(self, connection => {
            let rows: Vec<(String,)> = sqlx::query_as(
                "UPDATE due_work SET leased_by = $1, available_at = $2 WHERE kind = $5 AND subject IN (\
                     SELECT subject FROM due_work WHERE kind = $5 AND available_at <= $3 \
                     ORDER BY available_at LIMIT $4) \
                 AND available_at <= $3 RETURNING subject",
            )
            .bind(lease)
            .bind(until)
            .bind(now)
            .bind(limit)
            .bind(kind.name())
            .fetch_all(&mut *connection)
            .await?;
            (!rows.is_empty()).then_some(rows)
        })?;
        let subjects = subjects.unwrap_or_default().into_iter();
        Ok(subjects.map(|(subject,)| Work { kind, subject, lease: lease.to_owned() }).collect())
    }

    /// Extends the lease of work, unless it was rescheduled meanwhile.
    pub(crate) async fn extend_lease(&self, work: &Work, until: i64) -> Result<(), StorageError> {
        write!(self, connection => {
            let updated = sqlx::query(
                "UPDATE due_work SET available_at = $1 \
                 WHERE kind = $2 AND subject = $3 AND leased_by = $4",
            )
            .bind(until)
            .bind(work.kind.name())
            .bind(&work.subject)
            .bind(&work.lease)
            .execute(&mut *connection)
            .await?;
            (updated.rows_affected() > 0).then_some(())
        })
        .map(|_| ())
    }

    /// Ends the lease of work and sets when it is due next, unless it was rescheduled meanwhile.
    pub(crate) async fn end_lease(
        &self,
        work: &Work,
        due_at: Option<i64>,
    ) -> Result<(), StorageError> {
        write!(self, connection => {
            let changed = match due_at {
                Some(at) => {
                    sqlx::query(
                        "UPDATE due_work SET available_at = $1, leased_by = NULL \
                         WHERE kind = $2 AND subject = $3 AND leased_by = $4",
                    )
                    .bind(at)
                    .bind(work.kind.name())
                    .bind(&work.subject)
                    .bind(&work.lease)
                    .execute(&mut *connection)
                    .await?
                    .rows_affected()
                }
                None => {
                    sqlx::query(
                        "DELETE FROM due_work WHERE kind = $1 AND subject = $2 AND leased_by = $3",
                    )
                    .bind(work.kind.name())
                    .bind(&work.subject)
                    .bind(&work.lease)
                    .execute(&mut *connection)
                    .await?
                    .rows_affected()
                }
            };
            (changed > 0).then_some(())
        })
        .map(|_| ())
    }

    /// Ends all leases of a process that shuts down.
    pub(crate) async fn end_leases(&self, process: &str, now: i64) -> Result<(), StorageError> {
        write!(self, connection => {
            let updated = sqlx::query(
                "UPDATE due_work SET available_at = $1, leased_by = NULL WHERE leased_by LIKE $2",
            )
            .bind(now)
            .bind(format!("{process}:%"))
            .execute(&mut *connection)
            .await?;
            (updated.rows_affected() > 0).then_some(())
        })
        .map(|_| ())
    }

    /// Returns when the next work of a kind is due or the next lease ends.
    pub(crate) async fn next_work_at(&self, kind: WorkKind) -> Result<Option<i64>, StorageError> {
        let (next,): (Option<i64>,) = read!(self, pool => sqlx::query_as(
            "SELECT MIN(available_at) FROM due_work WHERE kind = $1",
        )
        .bind(kind.name())
        .fetch_one(pool)
        .await?);
        Ok(next)
    }
}
