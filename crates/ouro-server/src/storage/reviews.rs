//! Reviews: games to be looked at move by move, and what was found.

use super::{Store, with};

/// A game to be reviewed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ReviewRow {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) variant: String,
    pub(crate) fen: String,
    pub(crate) moves: String,
    pub(crate) nodes: i64,
    pub(crate) created_at: i64,
    pub(crate) finished: i64,
}

impl Store {
    pub(crate) async fn create_review(&self, row: &ReviewRow) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query(
            "INSERT INTO reviews (id, owner, variant, fen, moves, nodes, created_at, finished, \
             claimed_until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)",
        )
        .bind(&row.id)
        .bind(&row.owner)
        .bind(&row.variant)
        .bind(&row.fen)
        .bind(&row.moves)
        .bind(row.nodes)
        .bind(row.created_at)
        .bind(row.finished)
        .execute(pool)
        .await
        .map(|_| ()))
    }

    pub(crate) async fn review(&self, id: &str) -> Result<Option<ReviewRow>, sqlx::Error> {
        with!(self, pool => sqlx::query_as(
            "SELECT id, owner, variant, fen, moves, nodes, created_at, finished \
             FROM reviews WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(pool)
        .await)
    }

    /// What was found so far, in the order of the moves.
    pub(crate) async fn reviewed_moves(&self, id: &str) -> Result<Vec<String>, sqlx::Error> {
        let rows: Vec<(String,)> = with!(self, pool => sqlx::query_as(
            "SELECT review FROM reviewed_moves WHERE review_id = $1 ORDER BY ply",
        )
        .bind(id)
        .fetch_all(pool)
        .await?);
        Ok(rows.into_iter().map(|(text,)| text).collect())
    }

    /// How many reviews of an owner are not finished.
    pub(crate) async fn open_reviews(&self, owner: &str) -> Result<i64, sqlx::Error> {
        let (count,): (i64,) = with!(self, pool => sqlx::query_as(
            "SELECT COUNT(*) FROM reviews WHERE owner = $1 AND finished = 0",
        )
        .bind(owner)
        .fetch_one(pool)
        .await?);
        Ok(count)
    }

    /// Takes the oldest reviews that nobody works on, so that no other process does until `until`.
    pub(crate) async fn claim_reviews(
        &self,
        process: &str,
        now: i64,
        until: i64,
        limit: i64,
    ) -> Result<Vec<ReviewRow>, sqlx::Error> {
        with!(self, pool => sqlx::query_as(
            "UPDATE reviews SET claimed_until = $1, claimed_by = $4 WHERE id IN (SELECT id FROM reviews \
             WHERE finished = 0 AND claimed_until <= $2 ORDER BY created_at LIMIT $3) \
             AND finished = 0 AND claimed_until <= $2 \
             RETURNING id, owner, variant, fen, moves, nodes, created_at, finished",
        )
        .bind(until)
        .bind(now)
        .bind(limit)
        .bind(process)
        .fetch_all(pool)
        .await)
    }

    /// Stores what was found about a move.
    pub(crate) async fn add_reviewed_move(
        &self,
        id: &str,
        ply: i64,
        review: &str,
    ) -> Result<(), sqlx::Error> {
        // Another process may have thought that this one is dead, and have found the same.
        with!(self, pool => sqlx::query(
            "INSERT INTO reviewed_moves (review_id, ply, review) VALUES ($1, $2, $3) \
             ON CONFLICT (review_id, ply) DO NOTHING",
        )
        .bind(id)
        .bind(ply)
        .bind(review)
        .execute(pool)
        .await
        .map(|_| ()))
    }

    /// Keeps a review for longer that a process is busy with.
    pub(crate) async fn keep_review(
        &self,
        process: &str,
        id: &str,
        until: i64,
    ) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query(
            "UPDATE reviews SET claimed_until = $1 WHERE id = $2 AND claimed_by = $3",
        )
        .bind(until)
        .bind(id)
        .bind(process)
        .execute(pool)
        .await
        .map(|_| ()))
    }

    /// Leaves the reviews that a process has taken to others.
    pub(crate) async fn release_reviews(&self, process: &str) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query(
            "UPDATE reviews SET claimed_by = NULL, claimed_until = 0 WHERE claimed_by = $1",
        )
        .bind(process)
        .execute(pool)
        .await
        .map(|_| ()))
    }

    pub(crate) async fn finish_review(&self, id: &str) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query("UPDATE reviews SET finished = 1 WHERE id = $1")
            .bind(id)
            .execute(pool)
            .await
            .map(|_| ()))
    }

    /// Deletes reviews that were asked for before a time.
    pub(crate) async fn delete_old_reviews(&self, before: i64) -> Result<u64, sqlx::Error> {
        with!(self, pool => sqlx::query("DELETE FROM reviews WHERE created_at < $1")
            .bind(before)
            .execute(pool)
            .await
            .map(|done| done.rows_affected()))
    }
}
