//! Results of finished games by opening position and move.
//!
//! A game is counted in the transaction that finishes it, for everybody and for its players. The counts have no
//! names of games, so they stay when a game is deleted.

use std::collections::BTreeSet;

use ouro_rules::{Color, Move, Position, Variant};

use super::games::GameRecord;
use super::statistics::EVERYBODY;
use super::{StorageError, Store, read};
use crate::games::state::GameState;

/// The plies of a game that are counted.
const PLIES: usize = 20;

/// Results of games in which a move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpeningResults {
    pub(crate) mv: Move,
    /// Games that White won.
    pub(crate) white: u64,
    /// Games that were drawn.
    pub(crate) draws: u64,
    /// Games that Black won.
    pub(crate) black: u64,
    /// Games with a self-capture.
    pub(crate) self_captures: u64,
}

impl OpeningResults {
    /// Returns the number of games.
    pub(crate) const fn games(&self) -> u64 {
        self.white + self.draws + self.black
    }
}

/// What a finished game adds to the counts.
pub(super) struct FinishedGame {
    /// Owners with positions and moves, in the order in which every transaction locks the rows.
    pub(super) rows: BTreeSet<(String, i64, i64)>,
    /// Wins of White, draws and wins of Black.
    pub(super) result: [i64; 3],
    pub(super) self_captures: i64,
}

impl FinishedGame {
    /// Returns what a game adds that has just ended with a result.
    pub(super) fn new(record: &GameRecord, after: &GameState) -> Option<FinishedGame> {
        let ending = after.ending.filter(|ending| ending.is_result())?;
        if record.status == "finished" || after.game.variant() == Variant::Chess960 {
            return None;
        }
        let result = match ending.winner() {
            Some(Color::White) => [1, 0, 0],
            None => [0, 1, 0],
            Some(Color::Black) => [0, 0, 1],
        };
        let players = [&record.white_owner, &record.black_owner].into_iter().flatten();
        let owners: Vec<&str> = players.map(String::as_str).chain([EVERYBODY]).collect();
        let rows = after.game.plies().take(PLIES).flat_map(|(position, mv)| {
            let (key, mv) = (position.key().cast_signed(), i64::from(mv.bits()));
            owners.iter().map(move |&owner| (owner.to_owned(), key, mv))
        });
        let self_captures = i64::from(after.game.self_captures().next().is_some());
        Some(FinishedGame { rows: rows.collect(), result, self_captures })
    }
}

/// Adds a finished game to the counts within a transaction.
macro_rules! count_opening {
    ($connection:expr, $record:expr, $after:expr) => {
        if let Some(finished) = $crate::storage::openings::FinishedGame::new($record, $after) {
            let [white, draws, black] = finished.result;
            for (owner, position, mv) in &finished.rows {
                sqlx::query(
                    "INSERT INTO opening_results \
                     (owner, variant, position, move, shard, white, draws, black, self_captures) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                     ON CONFLICT (owner, variant, position, move, shard) DO UPDATE SET \
                     white = opening_results.white + excluded.white, \
                     draws = opening_results.draws + excluded.draws, \
                     black = opening_results.black + excluded.black, \
                     self_captures = opening_results.self_captures + excluded.self_captures",
                )
                .bind(owner)
                .bind(&$record.variant)
                .bind(position)
                .bind(mv)
                .bind($crate::storage::statistics::shard(owner, &$record.id))
                .bind(white)
                .bind(draws)
                .bind(black)
                .bind(finished.self_captures)
                .execute(&mut *$connection)
                .await?;
            }
        }
    };
}
pub(super) use count_opening;

impl Store {
    /// Returns the results of the moves of a position in the games of an owner, or of everybody.
    pub(crate) async fn opening_results(
        &self,
        owner: Option<&str>,
        position: &Position,
    ) -> Result<Vec<OpeningResults>, StorageError> {
        let rows: Vec<(i64, i64, i64, i64, i64)> = read!(self, pool => sqlx::query_as(
            "SELECT move, CAST(SUM(white) AS BIGINT), CAST(SUM(draws) AS BIGINT), \
             CAST(SUM(black) AS BIGINT), CAST(SUM(self_captures) AS BIGINT) FROM opening_results \
             WHERE owner = $1 AND variant = $2 AND position = $3 GROUP BY move",
        )
        .bind(owner.unwrap_or(EVERYBODY))
        .bind(position.variant().name())
        .bind(position.key().cast_signed())
        .fetch_all(pool)
        .await?);
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        let results = rows.into_iter().filter_map(|(mv, white, draws, black, self_captures)| {
            Some(OpeningResults {
                mv: Move::from_bits(u16::try_from(mv).ok()?),
                white: count(white),
                draws: count(draws),
                black: count(black),
                self_captures: count(self_captures),
            })
        });
        Ok(results.collect())
    }
}
