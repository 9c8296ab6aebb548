//! The key that signs cookies, and the owners whose cookies are older than it.

use super::{StorageError, Store, read, write};
use crate::signing::ServerKey;

/// The name under which the key is stored.
const COOKIES: &str = "cookies";

impl Store {
    /// Returns the key that signs cookies. The first process on a database stores its own, and all others use that one.
    pub(crate) async fn server_key(&self, own: &ServerKey) -> Result<ServerKey, StorageError> {
        write!(self, connection => {
            let inserted = sqlx::query(
                "INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            )
            .bind(COOKIES)
            .bind(own.text())
            .execute(&mut *connection)
            .await?;
            (inserted.rows_affected() > 0).then_some(())
        })?;
        let (text,): (String,) = read!(self, pool => sqlx::query_as(
            "SELECT value FROM keys WHERE name = $1",
        )
        .bind(COOKIES)
        .fetch_one(pool)
        .await?);
        ServerKey::parse(&text)
            .ok_or_else(|| StorageError::Corrupt("the key of the server is malformed".to_owned()))
    }

    /// Returns whether anything is stored for an owner.
    pub(crate) async fn owner_exists(&self, owner: &str) -> Result<bool, StorageError> {
        let found: Option<(i64,)> = read!(self, pool => sqlx::query_as(
            "SELECT CAST(1 AS BIGINT) WHERE EXISTS (SELECT 1 FROM game_owners WHERE owner = $1) \
             OR EXISTS (SELECT 1 FROM reviews WHERE owner = $1)",
        )
        .bind(owner)
        .fetch_optional(pool)
        .await?);
        Ok(found.is_some())
    }
}
