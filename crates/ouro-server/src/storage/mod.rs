//! Where games are kept: SQLite in one file, or PostgreSQL.
//!
//! Both speak the same statements. What is acknowledged has been committed: SQLite syncs its log at
//! every commit.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::games::event::Logged;

/// The channel on which processes tell each other that games have moved on.
const CHANNEL: &str = "ouro_games";

mod reviews;

pub(crate) use reviews::ReviewRow;

/// What brings either database up to date.
static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

/// A database.
#[derive(Clone)]
pub(crate) enum Store {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs the same code with either database.
macro_rules! with {
    ($store:expr, $pool:ident => $code:expr) => {
        match $store {
            Store::Sqlite($pool) => $code,
            Store::Postgres($pool) => $code,
        }
    };
}

use with;

/// A game as it is listed, without its log.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) variant: String,
    pub(crate) status: String,
    pub(crate) result: Option<String>,
    pub(crate) version: i64,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) creator: String,
    pub(crate) white_owner: Option<String>,
    pub(crate) black_owner: Option<String>,
    pub(crate) due_at: Option<i64>,
}

/// A game in a list, with the event that set it up.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ListedRow {
    #[sqlx(flatten)]
    pub(crate) game: GameRow,
    pub(crate) set_up: String,
}

/// Which games are listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub(crate) variant: Option<String>,
    pub(crate) status: Option<String>,
    /// Games that this owner set up or plays in.
    pub(crate) owner: Option<String>,
    /// Games before this one, in the order of the list.
    pub(crate) before: Option<(i64, String)>,
    pub(crate) limit: i64,
}

/// What changes in the row of a game with its log.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) status: &'static str,
    pub(crate) result: Option<String>,
    pub(crate) due_at: Option<i64>,
}

/// Somebody who takes a side with an invitation, which is used up by it.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) invitation: String,
    pub(crate) owner: String,
    pub(crate) white: bool,
}

/// A self-capture that was played.
#[derive(Clone, Debug)]
pub(crate) struct SelfCaptureRow {
    pub(crate) ply: i64,
    pub(crate) owner: Option<String>,
    pub(crate) side: String,
    pub(crate) piece: String,
    pub(crate) victim: String,
    pub(crate) pieces: i64,
}

/// How often self-captures of a kind were played.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SelfCaptureCount {
    pub(crate) by_engine: i64,
    pub(crate) piece: String,
    pub(crate) victim: String,
    pub(crate) phase: i64,
    pub(crate) count: i64,
}

impl Store {
    /// Opens a database, makes it if it is a file that is not there, and brings it up to date.
    pub(crate) async fn open(url: &str) -> Result<Store, sqlx::Error> {
        if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let pool = PgPoolOptions::new()
                .max_connections(16)
                .acquire_timeout(Duration::from_secs(10))
                .connect(url)
                .await?;
            MIGRATIONS.run(&pool).await?;
            return Ok(Store::Postgres(pool));
        }
        let options = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        // In memory, every connection would be a database of its own.
        let connections = if url.contains(":memory:") { 1 } else { 8 };
        let pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        MIGRATIONS.run(&pool).await?;
        Ok(Store::Sqlite(pool))
    }

    /// Whether the database answers.
    pub(crate) async fn ping(&self) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query("SELECT 1").execute(pool).await.map(|_| ()))
    }

    pub(crate) async fn close(&self) {
        with!(self, pool => pool.close().await);
    }

    /// Writes a copy of a SQLite database to a file while it is in use.
    pub(crate) async fn backup(&self, path: &str) -> Result<(), sqlx::Error> {
        match self {
            Store::Sqlite(pool) => {
                sqlx::query("VACUUM INTO $1").bind(path).execute(pool).await.map(|_| ())
            }
            Store::Postgres(_) => Err(sqlx::Error::Configuration(
                "PostgreSQL has pg_dump for backups".to_owned().into(),
            )),
        }
    }

    /// Stores a new game with the first events of its log and its invitations.
    pub(crate) async fn create(
        &self,
        row: &GameRow,
        log: &[Logged],
        invitations: &[(String, &'static str)],
    ) -> Result<(), sqlx::Error> {
        with!(self, pool => {
            let mut transaction = pool.begin().await?;
            sqlx::query(
                "INSERT INTO games (id, variant, status, result, version, created_at, updated_at, \
                 creator, white_owner, black_owner, due_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            )
            .bind(&row.id)
            .bind(&row.variant)
            .bind(&row.status)
            .bind(&row.result)
            .bind(row.version)
            .bind(row.created_at)
            .bind(row.updated_at)
            .bind(&row.creator)
            .bind(&row.white_owner)
            .bind(&row.black_owner)
            .bind(row.due_at)
            .execute(&mut *transaction)
            .await?;
            for logged in log {
                sqlx::query("INSERT INTO events (game_id, version, at, event) VALUES ($1, $2, $3, $4)")
                    .bind(&row.id)
                    .bind(logged.version)
                    .bind(logged.at)
                    .bind(event_text(logged)?)
                    .execute(&mut *transaction)
                    .await?;
            }
            for (hash, side) in invitations {
                sqlx::query("INSERT INTO invitations (hash, game_id, side) VALUES ($1, $2, $3)")
                    .bind(hash)
                    .bind(&row.id)
                    .bind(*side)
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await
        })
    }

    /// Adds events to a log that ends with `seen`. Tells whether it did; if not, somebody else was
    /// faster, and nothing has changed.
    pub(crate) async fn append(
        &self,
        id: &str,
        seen: i64,
        log: &[Logged],
        summary: &Summary,
        captures: &[SelfCaptureRow],
        seat: Option<&Seat>,
    ) -> Result<bool, sqlx::Error> {
        let Some(last) = log.last() else { return Ok(true) };
        with!(self, pool => {
            let mut transaction = pool.begin().await?;
            // This decides the race: the row is locked until the events are there.
            let updated = sqlx::query(
                "UPDATE games SET version = $1, updated_at = $2, status = $3, result = $4, due_at = $5, \
                 claimed_by = NULL, claimed_until = NULL WHERE id = $6 AND version = $7",
            )
            .bind(last.version)
            .bind(last.at)
            .bind(summary.status)
            .bind(&summary.result)
            .bind(summary.due_at)
            .bind(id)
            .bind(seen)
            .execute(&mut *transaction)
            .await?;
            if updated.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(false);
            }
            for logged in log {
                sqlx::query("INSERT INTO events (game_id, version, at, event) VALUES ($1, $2, $3, $4)")
                    .bind(id)
                    .bind(logged.version)
                    .bind(logged.at)
                    .bind(event_text(logged)?)
                    .execute(&mut *transaction)
                    .await?;
            }
            if let Some(seat) = seat {
                let used = sqlx::query("DELETE FROM invitations WHERE hash = $1 AND game_id = $2")
                    .bind(&seat.invitation)
                    .bind(id)
                    .execute(&mut *transaction)
                    .await?;
                if used.rows_affected() == 0 {
                    transaction.rollback().await?;
                    return Ok(false);
                }
                let take = if seat.white {
                    "UPDATE games SET white_owner = $1 WHERE id = $2"
                } else {
                    "UPDATE games SET black_owner = $1 WHERE id = $2"
                };
                sqlx::query(take).bind(&seat.owner).bind(id).execute(&mut *transaction).await?;
            }
            for capture in captures {
                sqlx::query(
                    "INSERT INTO self_captures (game_id, ply, owner, side, piece, victim, pieces) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game_id, ply) DO UPDATE SET \
                     owner = excluded.owner, side = excluded.side, piece = excluded.piece, \
                     victim = excluded.victim, pieces = excluded.pieces",
                )
                .bind(id)
                .bind(capture.ply)
                .bind(&capture.owner)
                .bind(&capture.side)
                .bind(&capture.piece)
                .bind(&capture.victim)
                .bind(capture.pieces)
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            Ok(true)
        })
    }

    /// Forgets self-captures that were taken back.
    pub(crate) async fn forget_captures(&self, id: &str, from_ply: i64) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query("DELETE FROM self_captures WHERE game_id = $1 AND ply >= $2")
            .bind(id)
            .bind(from_ply)
            .execute(pool)
            .await
            .map(|_| ()))
    }

    /// Tells other processes that a game has moved on.
    pub(crate) async fn notify(&self, message: &str) -> Result<(), sqlx::Error> {
        match self {
            Store::Sqlite(_) => Ok(()),
            Store::Postgres(pool) => sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(message)
                .execute(pool)
                .await
                .map(|_| ()),
        }
    }

    /// What other processes tell, if there can be any.
    pub(crate) async fn listen(&self) -> Result<Option<PgListener>, sqlx::Error> {
        match self {
            Store::Sqlite(_) => Ok(None),
            Store::Postgres(pool) => {
                let mut listener = PgListener::connect_with(pool).await?;
                listener.listen(CHANNEL).await?;
                Ok(Some(listener))
            }
        }
    }

    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRow>, sqlx::Error> {
        with!(self, pool => sqlx::query_as(
            "SELECT id, variant, status, result, version, created_at, updated_at, creator, \
             white_owner, black_owner, due_at FROM games WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(pool)
        .await)
    }

    /// The events of a log behind a version.
    pub(crate) async fn events(&self, id: &str, after: i64) -> Result<Vec<Logged>, sqlx::Error> {
        let rows: Vec<(i64, i64, String)> = with!(self, pool => sqlx::query_as(
            "SELECT version, at, event FROM events WHERE game_id = $1 AND version > $2 ORDER BY version",
        )
        .bind(id)
        .bind(after)
        .fetch_all(pool)
        .await?);
        rows.into_iter()
            .map(|(version, at, text)| {
                let event = serde_json::from_str(&text)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?;
                Ok(Logged { version, at, event })
            })
            .collect()
    }

    pub(crate) async fn list(&self, filter: &Filter) -> Result<Vec<ListedRow>, sqlx::Error> {
        let (before_at, before_id) = filter.before.clone().unzip();
        with!(self, pool => sqlx::query_as(
            "SELECT id, variant, status, result, games.version, created_at, updated_at, creator, \
             white_owner, black_owner, due_at, event AS set_up FROM games \
             JOIN events ON events.game_id = games.id AND events.version = 1 \
             WHERE (CAST($1 AS TEXT) IS NULL OR variant = $1) \
             AND (CAST($2 AS TEXT) IS NULL OR status = $2) \
             AND (CAST($3 AS TEXT) IS NULL OR creator = $3 OR white_owner = $3 OR black_owner = $3) \
             AND (CAST($4 AS BIGINT) IS NULL OR created_at < $4 OR (created_at = $4 AND id < $5)) \
             ORDER BY created_at DESC, id DESC LIMIT $6",
        )
        .bind(&filter.variant)
        .bind(&filter.status)
        .bind(&filter.owner)
        .bind(before_at)
        .bind(&before_id)
        .bind(filter.limit)
        .fetch_all(pool)
        .await)
    }

    /// How many games of an owner are not over.
    pub(crate) async fn open_games(&self, owner: &str) -> Result<i64, sqlx::Error> {
        let (count,): (i64,) = with!(self, pool => sqlx::query_as(
            "SELECT COUNT(*) FROM games WHERE creator = $1 AND status <> 'finished'",
        )
        .bind(owner)
        .fetch_one(pool)
        .await?);
        Ok(count)
    }

    pub(crate) async fn delete(&self, id: &str) -> Result<bool, sqlx::Error> {
        with!(self, pool => sqlx::query("DELETE FROM games WHERE id = $1")
            .bind(id)
            .execute(pool)
            .await
            .map(|done| done.rows_affected() > 0))
    }

    /// Deletes games that were finished before a time.
    pub(crate) async fn delete_old(&self, before: i64) -> Result<u64, sqlx::Error> {
        with!(self, pool => sqlx::query(
            "DELETE FROM games WHERE status = 'finished' AND updated_at < $1",
        )
        .bind(before)
        .execute(pool)
        .await
        .map(|done| done.rows_affected()))
    }

    /// The side that an invitation to a game is for, if it is good.
    pub(crate) async fn invitation(
        &self,
        id: &str,
        hash: &str,
    ) -> Result<Option<String>, sqlx::Error> {
        let side: Option<(String,)> = with!(self, pool => sqlx::query_as(
            "SELECT side FROM invitations WHERE hash = $1 AND game_id = $2",
        )
        .bind(hash)
        .bind(id)
        .fetch_optional(pool)
        .await?);
        Ok(side.map(|(side,)| side))
    }

    /// Takes games in which something is due, so that no other process does it until `until`.
    pub(crate) async fn claim_due(
        &self,
        process: &str,
        now: i64,
        until: i64,
        limit: i64,
    ) -> Result<Vec<String>, sqlx::Error> {
        let rows: Vec<(String,)> = with!(self, pool => sqlx::query_as(
            "UPDATE games SET claimed_by = $1, claimed_until = $2 WHERE id IN (\
                 SELECT id FROM games WHERE due_at <= $3 \
                 AND (claimed_until IS NULL OR claimed_until <= $3) ORDER BY due_at LIMIT $4) \
             AND due_at <= $3 AND (claimed_until IS NULL OR claimed_until <= $3) RETURNING id",
        )
        .bind(process)
        .bind(until)
        .bind(now)
        .bind(limit)
        .fetch_all(pool)
        .await?);
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Keeps games for longer that a process is still busy with.
    pub(crate) async fn extend_claim(
        &self,
        process: &str,
        id: &str,
        until: i64,
    ) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query(
            "UPDATE games SET claimed_until = $1 WHERE id = $2 AND claimed_by = $3",
        )
        .bind(until)
        .bind(id)
        .bind(process)
        .execute(pool)
        .await
        .map(|_| ()))
    }

    /// Gives a game back, so that somebody looks at it again when something is due.
    pub(crate) async fn release(
        &self,
        process: &str,
        id: &str,
        due_at: Option<i64>,
    ) -> Result<(), sqlx::Error> {
        with!(self, pool => sqlx::query(
            "UPDATE games SET claimed_by = NULL, claimed_until = NULL, due_at = $1 \
             WHERE id = $2 AND claimed_by = $3",
        )
        .bind(due_at)
        .bind(id)
        .bind(process)
        .execute(pool)
        .await
        .map(|_| ()))
    }

    /// When the next thing is due that nobody has taken.
    pub(crate) async fn next_due(&self, now: i64) -> Result<Option<i64>, sqlx::Error> {
        let (due,): (Option<i64>,) = with!(self, pool => sqlx::query_as(
            "SELECT MIN(CASE WHEN claimed_until > $1 THEN claimed_until ELSE due_at END) \
             FROM games WHERE due_at IS NOT NULL",
        )
        .bind(now)
        .fetch_one(pool)
        .await?);
        Ok(due)
    }

    /// Self-captures by kind, of one owner or of all; the phases are 0 for ten pieces and more, 1 for
    /// five to nine, 2 for fewer.
    pub(crate) async fn self_captures(
        &self,
        owner: Option<&str>,
    ) -> Result<Vec<SelfCaptureCount>, sqlx::Error> {
        with!(self, pool => sqlx::query_as(
            "SELECT CAST(CASE WHEN owner IS NULL THEN 1 ELSE 0 END AS BIGINT) AS by_engine, \
             piece, victim, CAST(CASE WHEN pieces >= 10 THEN 0 WHEN pieces >= 5 THEN 1 ELSE 2 \
             END AS BIGINT) AS phase, \
             COUNT(*) AS count FROM self_captures \
             WHERE (CAST($1 AS TEXT) IS NULL OR owner = $1) GROUP BY 1, 2, 3, 4",
        )
        .bind(owner)
        .fetch_all(pool)
        .await)
    }

    /// Games of self-capture chess, all and those with a self-capture, of one owner or of all.
    pub(crate) async fn self_capture_games(
        &self,
        owner: Option<&str>,
    ) -> Result<(i64, i64), sqlx::Error> {
        with!(self, pool => sqlx::query_as(
            "SELECT COUNT(*), COUNT(CASE WHEN EXISTS (SELECT 1 FROM self_captures c WHERE \
             c.game_id = games.id AND (CAST($1 AS TEXT) IS NULL OR c.owner = $1)) THEN 1 END) \
             FROM games WHERE variant = 'selfcapture' AND (CAST($1 AS TEXT) IS NULL \
             OR white_owner = $1 OR black_owner = $1)",
        )
        .bind(owner)
        .fetch_one(pool)
        .await)
    }
}

fn event_text(logged: &Logged) -> Result<String, sqlx::Error> {
    serde_json::to_string(&logged.event).map_err(|error| sqlx::Error::Encode(error.into()))
}
