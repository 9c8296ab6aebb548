//! Counters of self-captures, maintained in the transaction of the event that changes them.
//!
//! A game contributes to the counters of everybody and of its owners. A transaction writes the difference between the
//! contributions before and after it, so taking back, joining and deleting need no code of their own.

use std::collections::BTreeMap;

use super::games::{GameRecord, side_name};
use super::{StorageError, Store, read};
use crate::games::self_captures::{Phase, SelfCapture};
use crate::games::state::GameState;

/// The shards of the counters of everybody.
const SHARDS: u64 = 16;
/// The owner under which everybody is counted.
pub(super) const EVERYBODY: &str = "";

/// A self-capture in a game.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct CaptureRow {
    pub(super) ply: i64,
    /// The person who played it, or `None` for the engine.
    pub(super) owner: Option<String>,
    pub(super) side: String,
    pub(super) piece: String,
    pub(super) victim: String,
    pub(super) pieces: i64,
}

impl CaptureRow {
    pub(super) fn new(capture: &SelfCapture, record: &GameRecord, state: &GameState) -> CaptureRow {
        let is_engine = state.player(capture.side).is_engine();
        CaptureRow {
            ply: capture.ply as i64,
            owner: record.owner(capture.side).filter(|_| !is_engine).map(str::to_owned),
            side: side_name(capture.side).to_owned(),
            piece: capture.piece.to_string(),
            victim: capture.victim.to_string(),
            pieces: i64::from(capture.pieces),
        }
    }
}

/// Counters by owner and name.
pub(super) type Contribution = BTreeMap<(String, String), i64>;

/// Returns what a game contributes to the counters.
pub(super) fn game_counters(record: &GameRecord, captures: &[CaptureRow]) -> Contribution {
    let mut counters = Contribution::new();
    if record.variant != "selfcapture" {
        return counters;
    }
    let mut set = |owner: &str, name: String, change: i64| {
        *counters.entry((owner.to_owned(), name)).or_default() += change;
    };
    let seats = [&record.white_owner, &record.black_owner];
    let mut players: Vec<&str> = seats.into_iter().flatten().map(String::as_str).collect();
    players.dedup();
    for owner in players.into_iter().chain([EVERYBODY]) {
        set(owner, "games".to_owned(), 1);
        let is_own = |row: &&CaptureRow| owner == EVERYBODY || row.owner.as_deref() == Some(owner);
        let mut own = captures.iter().filter(is_own).peekable();
        if own.peek().is_some() {
            set(owner, "games_with".to_owned(), 1);
        }
        for row in own {
            let by = if row.owner.is_some() { "by_people" } else { "by_engine" };
            set(owner, by.to_owned(), 1);
            set(owner, format!("piece:{}", row.piece), 1);
            set(owner, format!("victim:{}", row.victim), 1);
            let pieces = u32::try_from(row.pieces).unwrap_or(0);
            set(owner, format!("phase:{}", phase_name(Phase::from_pieces(pieces))), 1);
        }
    }
    counters
}

const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middlegame => "middlegame",
        Phase::Endgame => "endgame",
    }
}

/// Returns the shard of a game in the counters of an owner.
pub(super) fn shard(owner: &str, game: &str) -> i64 {
    if owner != EVERYBODY {
        return 0;
    }
    let hash = game.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(31) + u64::from(byte));
    i64::try_from(hash % SHARDS).unwrap_or(0)
}

/// Returns the changes from one contribution to another, in the order in which every transaction locks the rows.
pub(super) fn difference(before: &Contribution, after: &Contribution) -> Contribution {
    let mut changes = after.clone();
    for (counter, value) in before {
        *changes.entry(counter.clone()).or_default() -= value;
    }
    changes.retain(|_, change| *change != 0);
    changes
}

/// Replaces the contribution of a game within a transaction.
macro_rules! change_counters {
    ($connection:expr, $game:expr, $before:expr, $after:expr) => {
        for ((owner, name), change) in $crate::storage::statistics::difference($before, $after) {
            sqlx::query(
                "INSERT INTO self_capture_counters (owner, shard, name, value) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (owner, shard, name) DO UPDATE \
                 SET value = self_capture_counters.value + excluded.value",
            )
            .bind(&owner)
            .bind($crate::storage::statistics::shard(&owner, $game))
            .bind(&name)
            .bind(change)
            .execute(&mut *$connection)
            .await?;
        }
    };
}
pub(super) use change_counters;

/// Counters by name, such as `games`, `by_people` or `piece:queen`.
type Counters = BTreeMap<String, i64>;

impl Store {
    /// Returns the counters of an owner, or of everybody.
    pub(crate) async fn self_capture_counters(
        &self,
        owner: Option<&str>,
    ) -> Result<Counters, StorageError> {
        let rows: Vec<(String, i64)> = read!(self, pool => sqlx::query_as(
            "SELECT name, CAST(SUM(value) AS BIGINT) FROM self_capture_counters \
             WHERE owner = $1 GROUP BY name",
        )
        .bind(owner.unwrap_or(EVERYBODY))
        .fetch_all(pool)
        .await?);
        Ok(rows.into_iter().filter(|(_, value)| *value != 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(white: Option<&str>, black: Option<&str>) -> GameRecord {
        GameRecord {
            id: "id".to_owned(),
            variant: "selfcapture".to_owned(),
            status: "playing".to_owned(),
            result: None,
            version: 1,
            created_at: 0,
            updated_at: 0,
            creator: "a".to_owned(),
            white_owner: white.map(str::to_owned),
            black_owner: black.map(str::to_owned),
        }
    }

    fn capture(ply: i64, owner: Option<&str>) -> CaptureRow {
        CaptureRow {
            ply,
            owner: owner.map(str::to_owned),
            side: "white".to_owned(),
            piece: "queen".to_owned(),
            victim: "pawn".to_owned(),
            pieces: 14,
        }
    }

    #[test]
    fn a_game_of_one_player_against_the_engine_counts_for_both_scopes() {
        let record = record(Some("a"), None);
        let counters = game_counters(&record, &[capture(0, Some("a")), capture(1, None)]);
        let value = |owner: &str, name: &str| {
            counters.get(&(owner.to_owned(), name.to_owned())).copied().unwrap_or(0)
        };
        assert_eq!(
            (value("a", "games"), value("a", "by_people"), value("a", "by_engine")),
            (1, 1, 0)
        );
        assert_eq!((value("", "games"), value("", "by_people"), value("", "by_engine")), (1, 1, 1));
        assert_eq!((value("", "piece:queen"), value("a", "piece:queen")), (2, 1));
    }

    #[test]
    fn undoing_a_change_restores_the_counters() {
        let record = record(Some("a"), Some("b"));
        let (before, after) =
            (game_counters(&record, &[]), game_counters(&record, &[capture(0, Some("b"))]));
        let there = difference(&before, &after);
        let back = difference(&after, &before);
        assert!(!there.is_empty());
        for (counter, change) in &there {
            assert_eq!(back.get(counter), Some(&-change));
        }
    }
}
