//! Reviews: games to analyse move by move, and the results.

use super::due_work::schedule;
use super::{StorageError, Store, WorkKind, read, write};

/// A game under review.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ReviewRecord {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) variant: String,
    pub(crate) fen: String,
    /// In UCI notation, separated by spaces.
    pub(crate) moves: String,
    /// The nodes of each search.
    pub(crate) nodes: i64,
    pub(crate) created_at: i64,
    /// 1 if all moves are reviewed.
    pub(crate) finished: i64,
}

impl Store {
    pub(crate) async fn create_review(&self, record: &ReviewRecord) -> Result<(), StorageError> {
        write!(self, connection => {
            sqlx::query(
                "INSERT INTO reviews (id, owner, variant, fen, moves, nodes, created_at, finished) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(&record.id)
            .bind(&record.owner)
            .bind(&record.variant)
            .bind(&record.fen)
            .bind(&record.moves)
            .bind(record.nodes)
            .bind(record.created_at)
            .bind(record.finished)
            .execute(&mut *connection)
            .await?;
            let due_at = (record.finished == 0).then_some(record.created_at);
            schedule!(connection, WorkKind::Review, &record.id, due_at)?;
            Some(())
        })
        .map(|_| ())
    }

    pub(crate) async fn review(&self, id: &str) -> Result<Option<ReviewRecord>, StorageError> {
        Ok(read!(self, pool => sqlx::query_as(
            "SELECT id, owner, variant, fen, moves, nodes, created_at, finished \
             FROM reviews WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(pool)
        .await?))
    }

    /// Returns the results so far, in the order of the moves.
    pub(crate) async fn reviewed_moves(&self, id: &str) -> Result<Vec<String>, StorageError> {
        let rows: Vec<(String,)> = read!(self, pool => sqlx::query_as(
            "SELECT review FROM reviewed_moves WHERE review_id = $1 ORDER BY ply",
        )
        .bind(id)
        .fetch_all(pool)
        .await?);
        Ok(rows.into_iter().map(|(text,)| text).collect())
    }

    /// Returns how many reviews of an owner are not finished.
    pub(crate) async fn open_reviews(&self, owner: &str) -> Result<i64, StorageError> {
        let (count,): (i64,) = read!(self, pool => sqlx::query_as(
            "SELECT COUNT(*) FROM reviews WHERE owner = $1 AND finished = 0",
        )
        .bind(owner)
        .fetch_one(pool)
        .await?);
        Ok(count)
    }

    /// Stores the result for a move. The last one finishes the review.
    pub(crate) async fn add_reviewed_move(
        &self,
        id: &str,
        ply: i64,
        review: &str,
        is_last: bool,
    ) -> Result<(), StorageError> {
        write!(self, connection => {
            // A process that has lost its lease may have stored the same move. The review may be deleted.
            sqlx::query(
                "INSERT INTO reviewed_moves (review_id, ply, review) \
                 SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM reviews WHERE id = $1) \
                 ON CONFLICT (review_id, ply) DO NOTHING",
            )
            .bind(id)
            .bind(ply)
            .bind(review)
            .execute(&mut *connection)
            .await?;
            if is_last {
                sqlx::query("UPDATE reviews SET finished = 1 WHERE id = $1")
                    .bind(id)
                    .execute(&mut *connection)
                    .await?;
                schedule!(connection, WorkKind::Review, id, None::<i64>)?;
            }
            Some(())
        })
        .map(|_| ())
    }

    /// Deletes reviews that were created before a time, and returns how many.
    pub(crate) async fn delete_reviews_before(&self, before: i64) -> Result<u64, StorageError> {
        let deleted = write!(self, connection => {
            sqlx::query(
                "DELETE FROM due_work WHERE kind = 'review' AND subject IN (\
                 SELECT id FROM reviews WHERE created_at < $1)",
            )
            .bind(before)
            .execute(&mut *connection)
            .await?;
            let deleted = sqlx::query("DELETE FROM reviews WHERE created_at < $1")
                .bind(before)
                .execute(&mut *connection)
                .await?;
            (deleted.rows_affected() > 0).then(|| deleted.rows_affected())
        })?;
        Ok(deleted.unwrap_or(0))
    }
}
