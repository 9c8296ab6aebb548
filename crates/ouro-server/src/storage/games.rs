//! Games: rows, logs, owners and invitations.

use std::collections::BTreeSet;

use ouro_rules::Color;

use super::due_work::schedule;
use super::event_format::{FORMAT, decode, encode};
use super::openings::count_opening;
use super::statistics::{CaptureRow, Contribution, change_counters, game_counters};
use super::{StorageError, Store, WorkKind, read, write};
use crate::games::event::{Event, LoggedEvent, Setup};
use crate::games::self_captures::SelfCapture;
use crate::games::state::{GameState, Status};

/// A game without its log.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct GameRecord {
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
}

impl GameRecord {
    pub(crate) fn owner(&self, color: Color) -> Option<&str> {
        match color {
            Color::White => self.white_owner.as_deref(),
            Color::Black => self.black_owner.as_deref(),
        }
    }

    /// Lets somebody take a side.
    pub(crate) fn take_seat(&mut self, seat: &ClaimedSeat) {
        let owner = match seat.side {
            Color::White => &mut self.white_owner,
            Color::Black => &mut self.black_owner,
        };
        *owner = Some(seat.owner.clone());
    }

    /// Returns everybody who has the game in their list.
    fn owners(&self) -> BTreeSet<&str> {
        let seats = Color::BOTH.into_iter().filter_map(|color| self.owner(color));
        seats.chain([self.creator.as_str()]).collect()
    }
}

/// An open invitation. Only the hash of its token is stored.
pub(crate) struct Invitation {
    pub(crate) hash: String,
    pub(crate) side: Color,
}

/// A game to store.
pub(crate) struct NewGame<'a> {
    pub(crate) record: &'a GameRecord,
    pub(crate) first: &'a LoggedEvent,
    pub(crate) invitation: Option<&'a Invitation>,
    /// The key with which the creator may repeat the request.
    pub(crate) idempotency_key: Option<&'a str>,
    pub(crate) due_at: Option<i64>,
}

/// A rematch: a new game, and the event in the finished one that announces it.
pub(crate) struct NewRematch<'a> {
    pub(crate) finished: &'a GameRecord,
    pub(crate) announcement: &'a LoggedEvent,
}

/// How somebody proves that they may take a side.
pub(crate) enum SeatClaim {
    /// With an invitation, of which this is the hash.
    Invitation(String),
    /// As the opponent in the game of which this is a rematch.
    Rematch,
}

/// Somebody who takes a side.
pub(crate) struct ClaimedSeat {
    pub(crate) claim: SeatClaim,
    pub(crate) owner: String,
    pub(crate) side: Color,
}

/// Events to append to a log.
pub(crate) struct Append<'a> {
    /// The game before the events.
    pub(crate) record: &'a GameRecord,
    pub(crate) events: &'a [LoggedEvent],
    /// The game after the events.
    pub(crate) after: &'a GameState,
    pub(crate) self_captures: &'a [SelfCapture],
    pub(crate) seat: Option<&'a ClaimedSeat>,
}

/// A game in a list, with its setup and the names of all players.
pub(crate) struct ListedGame {
    pub(crate) record: GameRecord,
    pub(crate) setup: Setup,
}

/// Which games of an owner to list.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) owner: String,
    pub(crate) variant: Option<String>,
    pub(crate) status: Option<Status>,
    /// Only games that come after this one in the list.
    pub(crate) after: Option<(i64, String)>,
    pub(crate) limit: i64,
}

#[derive(sqlx::FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    record: GameRecord,
    format: i64,
    event: String,
    /// The second event. Only in it can an invited player take a side.
    second_format: Option<i64>,
    second_event: Option<String>,
}

/// Inserts an event within a transaction.
macro_rules! insert_event {
    ($connection:expr, $game:expr, $logged:expr) => {
        sqlx::query(
            "INSERT INTO events (game_id, version, at, format, event) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind($game)
        .bind($logged.version)
        .bind($logged.at)
        .bind(FORMAT)
        .bind(encode(&$logged.event)?)
        .execute(&mut *$connection)
        .await
    };
}

/// Adds a game to the list of an owner within a transaction.
macro_rules! insert_owner {
    ($connection:expr, $record:expr, $owner:expr, $status:expr) => {
        sqlx::query(
            "INSERT INTO game_owners (owner, game_id, created_at, variant, status) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (owner, game_id) DO NOTHING",
        )
        .bind($owner)
        .bind(&$record.id)
        .bind($record.created_at)
        .bind(&$record.variant)
        .bind($status)
        .execute(&mut *$connection)
        .await
    };
}

/// Updates and locks the row of a game, unless it has a newer version. Returns whether it did.
macro_rules! advance {
    ($connection:expr, $record:expr, $last:expr, $status:expr, $result:expr) => {
        sqlx::query(
            "UPDATE games SET version = $1, updated_at = $2, status = $3, result = $4 \
             WHERE id = $5 AND version = $6",
        )
        .bind($last.version)
        .bind($last.at)
        .bind($status)
        .bind($result)
        .bind(&$record.id)
        .bind($record.version)
        .execute(&mut *$connection)
        .await
        .map(|updated| updated.rows_affected() > 0)
    };
}

/// Reads the self-captures of a game within a transaction.
macro_rules! captures {
    ($connection:expr, $game:expr) => {
        sqlx::query_as::<_, CaptureRow>(
            "SELECT ply, owner, side, piece, victim, pieces FROM self_captures WHERE game_id = $1",
        )
        .bind($game)
        .fetch_all(&mut *$connection)
        .await
    };
}

/// Returns the statement that lists games of an owner. Row values and a fixed order let an index find the page.
macro_rules! list_statement {
    ($conditions:literal) => {
        concat!(
            "SELECT g.id, g.variant, g.status, g.result, g.version, g.created_at, g.updated_at, \
             g.creator, g.white_owner, g.black_owner, e.format, e.event, \
             s.format AS second_format, s.event AS second_event FROM game_owners o \
             JOIN games g ON g.id = o.game_id \
             JOIN events e ON e.game_id = o.game_id AND e.version = 1 \
             LEFT JOIN events s ON s.game_id = o.game_id AND s.version = 2 \
             WHERE o.owner = $1 AND (o.created_at, o.game_id) < ($2, $3) ",
            $conditions,
            " ORDER BY o.created_at DESC, o.game_id DESC LIMIT $4"
        )
    };
}
impl Store {
    /// Stores a new game. Returns `false`, and changes nothing, if its idempotency key was used before or the
    /// finished game has changed.
    pub(crate) async fn create_game(
        &self,
        new: &NewGame<'_>,
        rematch: Option<&NewRematch<'_>>,
    ) -> Result<bool, StorageError> {
        let record = new.record;
        let created = write!(self, connection => {
            sqlx::query(
                "INSERT INTO games (id, variant, status, result, version, created_at, updated_at, \
                 creator, white_owner, black_owner) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            )
            .bind(&record.id)
            .bind(&record.variant)
            .bind(&record.status)
            .bind(&record.result)
            .bind(record.version)
            .bind(record.created_at)
            .bind(record.updated_at)
            .bind(&record.creator)
            .bind(&record.white_owner)
            .bind(&record.black_owner)
            .execute(&mut *connection)
            .await?;
            insert_event!(connection, &record.id, new.first)?;
            for owner in record.owners() {
                insert_owner!(connection, record, owner, &record.status)?;
            }
            if let Some(invitation) = new.invitation {
                sqlx::query("INSERT INTO invitations (hash, game_id, side) VALUES ($1, $2, $3)")
                    .bind(&invitation.hash)
                    .bind(&record.id)
                    .bind(side_name(invitation.side))
                    .execute(&mut *connection)
                    .await?;
            }
            schedule!(connection, WorkKind::Game, &record.id, new.due_at)?;
            let key_is_new = match new.idempotency_key {
                None => true,
                Some(key) => {
                    sqlx::query(
                        "INSERT INTO idempotency_keys (owner, request_key, game_id) \
                         VALUES ($1, $2, $3) ON CONFLICT (owner, request_key) DO NOTHING",
                    )
                    .bind(&record.creator)
                    .bind(key)
                    .bind(&record.id)
                    .execute(&mut *connection)
                    .await?
                    .rows_affected()
                        > 0
                }
            };
            let announced = match rematch {
                None => true,
                Some(NewRematch { finished, announcement }) => {
                    insert_event!(connection, &finished.id, announcement)?;
                    advance!(connection, finished, announcement, &finished.status, &finished.result)?
                }
            };
            change_counters!(connection, &record.id, &Contribution::new(), &game_counters(record, &[]));
            (key_is_new && announced).then_some(())
        });
        // Two announcements of a rematch with the same version also collide in the log.
        match created {
            Err(StorageError::Unavailable(error)) if is_unique_violation(&error) => Ok(false),
            created => Ok(created?.is_some()),
        }
    }

    /// Returns the game that an owner has created with an idempotency key.
    pub(crate) async fn game_by_key(
        &self,
        owner: &str,
        key: &str,
    ) -> Result<Option<String>, StorageError> {
        let id: Option<(String,)> = read!(self, pool => sqlx::query_as(
            "SELECT game_id FROM idempotency_keys WHERE owner = $1 AND request_key = $2",
        )
        .bind(owner)
        .bind(key)
        .fetch_optional(pool)
        .await?);
        Ok(id.map(|(id,)| id))
    }

    /// Appends events to the log of a game. Returns `false`, and changes nothing, if the game has a newer version or
    /// the claim to a seat is not valid any more.
    pub(crate) async fn append(&self, append: &Append<'_>) -> Result<bool, StorageError> {
        let Append { record, events, after, self_captures, seat } = append;
        let Some(last) = events.last() else { return Ok(true) };
        let status = status_name(after.status());
        let result = after.ending.map(|ending| ending.result().to_owned());
        let taken_back =
            events.iter().any(|logged| matches!(logged.event, Event::TakenBack { .. }));
        let appended = write!(self, connection => {
            if advance!(connection, record, last, status, &result)? {
                for logged in *events {
                    insert_event!(connection, &record.id, logged)?;
                }
                let mut seated = true;
                let mut after_record = (*record).clone();
                if let Some(seat) = seat {
                    seated = match &seat.claim {
                        SeatClaim::Rematch => true,
                        SeatClaim::Invitation(hash) => {
                            sqlx::query("DELETE FROM invitations WHERE hash = $1 AND game_id = $2")
                                .bind(hash)
                                .bind(&record.id)
                                .execute(&mut *connection)
                                .await?
                                .rows_affected()
                                > 0
                        }
                    };
                    let take_seat = match seat.side {
                        Color::White => "UPDATE games SET white_owner = $1 WHERE id = $2",
                        Color::Black => "UPDATE games SET black_owner = $1 WHERE id = $2",
                    };
                    sqlx::query(take_seat)
                        .bind(&seat.owner)
                        .bind(&record.id)
                        .execute(&mut *connection)
                        .await?;
                    insert_owner!(connection, record, &seat.owner, status)?;
                    after_record.take_seat(seat);
                }
                if status != record.status {
                    sqlx::query("UPDATE game_owners SET status = $1 WHERE game_id = $2")
                        .bind(status)
                        .bind(&record.id)
                        .execute(&mut *connection)
                        .await?;
                }
                if !self_captures.is_empty() || taken_back || seat.is_some() {
                    let before = captures!(connection, &record.id)?;
                    if taken_back {
                        sqlx::query("DELETE FROM self_captures WHERE game_id = $1 AND ply >= $2")
                            .bind(&record.id)
                            .bind(after.game.moves().len() as i64)
                            .execute(&mut *connection)
                            .await?;
                    }
                    for capture in *self_captures {
                        let row = CaptureRow::new(capture, &after_record, after);
                        sqlx::query(
                            "INSERT INTO self_captures (game_id, ply, owner, side, piece, victim, pieces) \
                             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game_id, ply) DO UPDATE SET \
                             owner = excluded.owner, side = excluded.side, piece = excluded.piece, \
                             victim = excluded.victim, pieces = excluded.pieces",
                        )
                        .bind(&record.id)
                        .bind(row.ply)
                        .bind(&row.owner)
                        .bind(&row.side)
                        .bind(&row.piece)
                        .bind(&row.victim)
                        .bind(row.pieces)
                        .execute(&mut *connection)
                        .await?;
                    }
                    let now = captures!(connection, &record.id)?;
                    change_counters!(
                        connection,
                        &record.id,
                        &game_counters(record, &before),
                        &game_counters(&after_record, &now)
                    );
                }
                count_opening!(connection, &after_record, after);
                schedule!(connection, WorkKind::Game, &record.id, after.due_at())?;
                seated.then_some(())
            } else {
                None
            }
        })?;
        Ok(appended.is_some())
    }

    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRecord>, StorageError> {
        Ok(read!(self, pool => sqlx::query_as(
            "SELECT id, variant, status, result, version, created_at, updated_at, creator, \
             white_owner, black_owner FROM games WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(pool)
        .await?))
    }

    /// Returns the log of a game.
    pub(crate) async fn events(&self, id: &str) -> Result<Vec<LoggedEvent>, StorageError> {
        let rows: Vec<(i64, i64, i64, String)> = read!(self, pool => sqlx::query_as(
            "SELECT version, at, format, event FROM events WHERE game_id = $1 ORDER BY version",
        )
        .bind(id)
        .fetch_all(pool)
        .await?);
        rows.into_iter()
            .map(|(version, at, format, text)| {
                Ok(LoggedEvent { version, at, event: decode(format, &text)? })
            })
            .collect()
    }

    /// Returns games of an owner, newest first.
    pub(crate) async fn list(&self, filter: &Filter) -> Result<Vec<ListedGame>, StorageError> {
        let (after_at, after_id) = filter.after.clone().unwrap_or((i64::MAX, String::new()));
        let status = filter.status.map(status_name);
        // Each combination of filters has an index of its own.
        let statement = match (&filter.variant, status) {
            (None, None) => list_statement!(""),
            (Some(_), None) => list_statement!("AND o.variant = $5"),
            (None, Some(_)) => list_statement!("AND o.status = $5"),
            (Some(_), Some(_)) => list_statement!("AND o.variant = $5 AND o.status = $6"),
        };
        let rows: Vec<ListedRow> = read!(self, pool => {
            let mut query = sqlx::query_as(statement)
                .bind(&filter.owner)
                .bind(after_at)
                .bind(&after_id)
                .bind(filter.limit);
            for value in filter.variant.as_deref().into_iter().chain(status) {
                query = query.bind(value);
            }
            query.fetch_all(pool).await?
        });
        rows.into_iter()
            .map(|row| {
                let Event::Created(mut setup) = decode(row.format, &row.event)? else {
                    let reason = format!("game {} has no setup", row.record.id);
                    return Err(StorageError::Corrupt(reason));
                };
                if let (Some(format), Some(event)) = (row.second_format, &row.second_event)
                    && let Event::Joined { side, name: Some(name) } = decode(format, event)?
                {
                    setup.names[side.index()] = Some(name);
                }
                Ok(ListedGame { record: row.record, setup })
            })
            .collect()
    }

    /// Returns how many games of a creator are not finished.
    pub(crate) async fn open_games(&self, creator: &str) -> Result<i64, StorageError> {
        let (count,): (i64,) = read!(self, pool => sqlx::query_as(
            "SELECT COUNT(*) FROM games WHERE creator = $1 AND status <> 'finished'",
        )
        .bind(creator)
        .fetch_one(pool)
        .await?);
        Ok(count)
    }

    /// Deletes a game that has this version. Returns whether it did.
    pub(crate) async fn delete_game(&self, record: &GameRecord) -> Result<bool, StorageError> {
        let deleted = write!(self, connection => {
            // Locks the row, so that no event comes between reading and deleting.
            let locked = sqlx::query("UPDATE games SET version = version WHERE id = $1 AND version = $2")
                .bind(&record.id)
                .bind(record.version)
                .execute(&mut *connection)
                .await?;
            if locked.rows_affected() > 0 {
                let captures = captures!(connection, &record.id)?;
                let before = game_counters(record, &captures);
                change_counters!(connection, &record.id, &before, &Contribution::new());
                schedule!(connection, WorkKind::Game, &record.id, None::<i64>)?;
                sqlx::query("DELETE FROM games WHERE id = $1")
                    .bind(&record.id)
                    .execute(&mut *connection)
                    .await?;
                Some(())
            } else {
                None
            }
        })?;
        Ok(deleted.is_some())
    }

    /// Returns games that were finished before a time.
    pub(crate) async fn games_finished_before(
        &self,
        before: i64,
        limit: i64,
    ) -> Result<Vec<GameRecord>, StorageError> {
        Ok(read!(self, pool => sqlx::query_as(
            "SELECT id, variant, status, result, version, created_at, updated_at, creator, \
             white_owner, black_owner FROM games WHERE status = 'finished' AND updated_at < $1 \
             ORDER BY updated_at LIMIT $2",
        )
        .bind(before)
        .bind(limit)
        .fetch_all(pool)
        .await?))
    }

    /// Returns the side of an open invitation.
    pub(crate) async fn invited_side(
        &self,
        id: &str,
        hash: &str,
    ) -> Result<Option<Color>, StorageError> {
        let side: Option<(String,)> = read!(self, pool => sqlx::query_as(
            "SELECT side FROM invitations WHERE hash = $1 AND game_id = $2",
        )
        .bind(hash)
        .bind(id)
        .fetch_optional(pool)
        .await?);
        Ok(side.and_then(|(side,)| Color::BOTH.into_iter().find(|&color| side_name(color) == side)))
    }
}

pub(super) const fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the stored name of a status.
pub(crate) const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Finished => "finished",
    }
}

fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
