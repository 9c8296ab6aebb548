//! Puzzles: their ratings, their solvers and the attempts.

use super::{StorageError, Store, read, write};
use crate::puzzles::attempt::Answer;
use crate::puzzles::daily::Day;
use crate::puzzles::progress::{Attempt, DailyStreak, Progress};
use crate::puzzles::rating::Rating;

/// The rating of a puzzle that somebody has attempted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PuzzleRecord {
    pub(crate) rating: Rating,
    /// Owners who have attempted it.
    pub(crate) plays: i64,
}

/// An attempt as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct AttemptRecord {
    /// Consecutive for each owner, from 1.
    pub(crate) number: i64,
    pub(crate) puzzle: String,
    pub(crate) at: i64,
    /// In UCI notation, separated by spaces.
    pub(crate) moves: String,
    pub(crate) hints: i64,
    /// 1 if the moves solve the puzzle.
    pub(crate) solved: i64,
    /// 1 if the attempt has changed ratings.
    pub(crate) rated: i64,
    pub(crate) rating_before: f64,
    pub(crate) deviation_before: f64,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) puzzle_rating: f64,
    pub(crate) puzzle_deviation: f64,
    pub(crate) streak: i64,
    pub(crate) daily_streak: i64,
}

impl AttemptRecord {
    fn is_same(&self, answer: &Answer) -> bool {
        self.moves == answer.moves && self.hints == i64::from(answer.hints)
    }
}

/// An attempt to store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewAttempt<'a> {
    pub(crate) owner: &'a str,
    pub(crate) puzzle: &'a str,
    /// The puzzle as in the data file, in case nobody has attempted it.
    pub(crate) unplayed: PuzzleRecord,
    pub(crate) answer: &'a Answer,
    pub(crate) at: i64,
    /// The day whose puzzle it is.
    pub(crate) daily: Option<Day>,
    /// The key with which the owner may repeat the request.
    pub(crate) key: Option<&'a str>,
}

/// An attempt that was stored now, or found because the request is a repetition.
#[derive(Clone, Debug)]
pub(crate) struct StoredAttempt {
    pub(crate) attempt: AttemptRecord,
    pub(crate) is_new: bool,
}

/// Which attempts of an owner to list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttemptFilter<'a> {
    pub(crate) owner: &'a str,
    pub(crate) only_failed: bool,
    /// Only attempts with smaller numbers.
    pub(crate) before: i64,
    pub(crate) limit: i64,
}

#[derive(sqlx::FromRow)]
struct RatingRow {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Rating {
        Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility }
    }
}

#[derive(sqlx::FromRow)]
struct SolverRow {
    #[sqlx(flatten)]
    rating: RatingRow,
    attempts: i64,
    solved: i64,
    streak: i64,
    best_streak: i64,
    daily_streak: i64,
    best_daily_streak: i64,
    last_daily: Option<i64>,
}

impl From<SolverRow> for Progress {
    fn from(row: SolverRow) -> Progress {
        Progress {
            rating: row.rating.into(),
            attempts: row.attempts,
            solved: row.solved,
            streak: row.streak,
            best_streak: row.best_streak,
            daily: DailyStreak {
                days: row.daily_streak,
                best: row.best_daily_streak,
                last: row.last_daily.map(Day),
            },
        }
    }
}

#[derive(sqlx::FromRow)]
struct PuzzleRow {
    #[sqlx(flatten)]
    rating: RatingRow,
    plays: i64,
}

impl From<PuzzleRow> for PuzzleRecord {
    fn from(row: PuzzleRow) -> PuzzleRecord {
        PuzzleRecord { rating: row.rating.into(), plays: row.plays }
    }
}

/// Returns the statement that reads attempts.
macro_rules! attempts_statement {
    ($conditions:literal) => {
        concat!(
            "SELECT number, puzzle, at, moves, hints, solved, rated, rating_before, \
             deviation_before, rating, deviation, puzzle_rating, puzzle_deviation, streak, \
             daily_streak FROM puzzle_attempts WHERE ",
            $conditions
        )
    };
}

impl Store {
    /// Stores an attempt with what it changes, once. With a key, the same key for the same puzzle is the same attempt;
    /// without one, the moves and hints of the owner's last attempt at the puzzle are.
    pub(crate) async fn store_attempt(
        &self,
        new: &NewAttempt<'_>,
    ) -> Result<StoredAttempt, StorageError> {
        let NewAttempt { owner, puzzle, unplayed, answer, .. } = *new;
        let stored = write!(self, connection => {
            // Locks the row of the solver, so that the attempts of an owner come one after the other.
            let solver: SolverRow = sqlx::query_as(
                "INSERT INTO puzzle_solvers (owner, rating, deviation, volatility, attempts, solved, \
                 streak, best_streak, daily_streak, best_daily_streak) \
                 VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0, 0) \
                 ON CONFLICT (owner) DO UPDATE SET attempts = puzzle_solvers.attempts \
                 RETURNING rating, deviation, volatility, attempts, solved, streak, best_streak, \
                 daily_streak, best_daily_streak, last_daily",
            )
            .bind(owner)
            .bind(Progress::NEW.rating.value)
            .bind(Progress::NEW.rating.deviation)
            .bind(Progress::NEW.rating.volatility)
            .fetch_one(&mut *connection)
            .await?;
            let last: Option<AttemptRecord> = sqlx::query_as(
                attempts_statement!("owner = $1 AND puzzle = $2 AND latest = 1"),
            )
            .bind(owner)
            .bind(puzzle)
            .fetch_optional(&mut *connection)
            .await?;
            let is_first = last.is_none();
            let repeated: Option<AttemptRecord> = match new.key {
                None => last.filter(|last| last.is_same(answer)),
                Some(key) => {
                    sqlx::query_as(
                        attempts_statement!("owner = $1 AND puzzle = $2 AND request_key = $3"),
                    )
                    .bind(owner)
                    .bind(puzzle)
                    .bind(key)
                    .fetch_optional(&mut *connection)
                    .await?
                }
            };
            if let Some(attempt) = repeated {
                Some(StoredAttempt { attempt, is_new: false })
            } else {
                let before: RatingRow = if is_first {
                    // Locks the row of the puzzle until the commit, because its rating will change.
                    sqlx::query_as(
                        "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, plays) \
                         VALUES ($1, $2, $3, $4, $5 + 1) \
                         ON CONFLICT (puzzle) DO UPDATE SET plays = puzzle_ratings.plays + 1 \
                         RETURNING rating, deviation, volatility",
                    )
                    .bind(puzzle)
                    .bind(unplayed.rating.value)
                    .bind(unplayed.rating.deviation)
                    .bind(unplayed.rating.volatility)
                    .bind(unplayed.plays)
                    .fetch_one(&mut *connection)
                    .await?
                } else {
                    sqlx::query(
                        "UPDATE puzzle_attempts SET latest = 0 \
                         WHERE owner = $1 AND puzzle = $2 AND latest = 1",
                    )
                    .bind(owner)
                    .bind(puzzle)
                    .execute(&mut *connection)
                    .await?;
                    sqlx::query_as(
                        "SELECT rating, deviation, volatility FROM puzzle_ratings \
                         WHERE puzzle = $1",
                    )
                    .bind(puzzle)
                    .fetch_one(&mut *connection)
                    .await?
                };
                let attempt = Attempt { answer, is_first, daily: new.daily };
                let solver = Progress::from(solver);
                let (after, rating) = solver.after(before.into(), attempt);
                if attempt.is_rated() {
                    sqlx::query(
                        "UPDATE puzzle_ratings SET rating = $1, deviation = $2, volatility = $3 \
                         WHERE puzzle = $4",
                    )
                    .bind(rating.value)
                    .bind(rating.deviation)
                    .bind(rating.volatility)
                    .bind(puzzle)
                    .execute(&mut *connection)
                    .await?;
                }
                sqlx::query(
                    "UPDATE puzzle_solvers SET rating = $1, deviation = $2, volatility = $3, \
                     attempts = $4, solved = $5, streak = $6, best_streak = $7, daily_streak = $8, \
                     best_daily_streak = $9, last_daily = $10 WHERE owner = $11",
                )
                .bind(after.rating.value)
                .bind(after.rating.deviation)
                .bind(after.rating.volatility)
                .bind(after.attempts)
                .bind(after.solved)
                .bind(after.streak)
                .bind(after.best_streak)
                .bind(after.daily.days)
                .bind(after.daily.best)
                .bind(after.daily.last.map(|Day(day)| day))
                .bind(owner)
                .execute(&mut *connection)
                .await?;
                let record = AttemptRecord {
                    number: after.attempts,
                    puzzle: puzzle.to_owned(),
                    at: new.at,
                    moves: answer.moves.clone(),
                    hints: i64::from(answer.hints),
                    solved: i64::from(answer.solved),
                    rated: i64::from(attempt.is_rated()),
                    rating_before: solver.rating.value,
                    deviation_before: solver.rating.deviation,
                    rating: after.rating.value,
                    deviation: after.rating.deviation,
                    puzzle_rating: rating.value,
                    puzzle_deviation: rating.deviation,
                    streak: after.streak,
                    daily_streak: after.daily.on(Day::at(new.at)),
                };
                sqlx::query(
                    "INSERT INTO puzzle_attempts (owner, number, puzzle, at, moves, hints, solved, \
                     rated, latest, rating_before, deviation_before, rating, deviation, \
                     puzzle_rating, puzzle_deviation, streak, daily_streak, request_key) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $11, $12, $13, $14, $15, \
                     $16, $17)",
                )
                .bind(owner)
                .bind(record.number)
                .bind(puzzle)
                .bind(record.at)
                .bind(&record.moves)
                .bind(record.hints)
                .bind(record.solved)
                .bind(record.rated)
                .bind(record.rating_before)
                .bind(record.deviation_before)
                .bind(record.rating)
                .bind(record.deviation)
                .bind(record.puzzle_rating)
                .bind(record.puzzle_deviation)
                .bind(record.streak)
                .bind(record.daily_streak)
                .bind(new.key)
                .execute(&mut *connection)
                .await?;
                Some(StoredAttempt { attempt: record, is_new: true })
            }
        })?;
        stored.ok_or_else(|| StorageError::Corrupt("an attempt was rolled back".to_owned()))
    }

    /// Returns the rating of a puzzle, or `None` if nobody has attempted it.
    pub(crate) async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRecord>, StorageError> {
        let row: Option<PuzzleRow> = read!(self, pool => sqlx::query_as(
            "SELECT rating, deviation, volatility, plays FROM puzzle_ratings WHERE puzzle = $1",
        )
        .bind(id)
        .fetch_optional(pool)
        .await?);
        Ok(row.map(PuzzleRecord::from))
    }

    /// Returns all puzzles that somebody has attempted.
    pub(crate) async fn played_puzzles(&self) -> Result<Vec<(String, PuzzleRecord)>, StorageError> {
        let rows: Vec<(String, f64, f64, f64, i64)> = read!(self, pool => sqlx::query_as(
            "SELECT puzzle, rating, deviation, volatility, plays FROM puzzle_ratings",
        )
        .fetch_all(pool)
        .await?);
        let record = |(id, value, deviation, volatility, plays)| {
            (id, PuzzleRecord { rating: Rating { value, deviation, volatility }, plays })
        };
        Ok(rows.into_iter().map(record).collect())
    }

    /// Returns the progress of an owner.
    pub(crate) async fn progress(&self, owner: &str) -> Result<Progress, StorageError> {
        let row: Option<SolverRow> = read!(self, pool => sqlx::query_as(
            "SELECT rating, deviation, volatility, attempts, solved, streak, best_streak, \
             daily_streak, best_daily_streak, last_daily FROM puzzle_solvers WHERE owner = $1",
        )
        .bind(owner)
        .fetch_optional(pool)
        .await?);
        Ok(row.map_or(Progress::NEW, Progress::from))
    }

    /// Returns the puzzles that an owner has attempted.
    pub(crate) async fn attempted_puzzles(&self, owner: &str) -> Result<Vec<String>, StorageError> {
        let rows: Vec<(String,)> = read!(self, pool => sqlx::query_as(
            "SELECT puzzle FROM puzzle_attempts WHERE owner = $1 AND latest = 1",
        )
        .bind(owner)
        .fetch_all(pool)
        .await?);
        Ok(rows.into_iter().map(|(puzzle,)| puzzle).collect())
    }

    /// Returns the puzzles that an owner has failed and not solved since, in the order of the last attempts.
    pub(crate) async fn failed_puzzles(&self, owner: &str) -> Result<Vec<String>, StorageError> {
        let rows: Vec<(String,)> = read!(self, pool => sqlx::query_as(
            "SELECT puzzle FROM puzzle_attempts \
             WHERE owner = $1 AND latest = 1 AND solved = 0 ORDER BY number",
        )
        .bind(owner)
        .fetch_all(pool)
        .await?);
        Ok(rows.into_iter().map(|(puzzle,)| puzzle).collect())
    }

    /// Returns attempts of an owner, newest first.
    pub(crate) async fn attempts(
        &self,
        filter: &AttemptFilter<'_>,
    ) -> Result<Vec<AttemptRecord>, StorageError> {
        let statement = if filter.only_failed {
            attempts_statement!(
                "owner = $1 AND number < $2 AND solved = 0 ORDER BY number DESC LIMIT $3"
            )
        } else {
            attempts_statement!("owner = $1 AND number < $2 ORDER BY number DESC LIMIT $3")
        };
        Ok(read!(self, pool => sqlx::query_as(statement)
            .bind(filter.owner)
            .bind(filter.before)
            .bind(filter.limit)
            .fetch_all(pool)
            .await?))
    }

    /// Returns the ratings of an owner after the last rated attempts, with the times, newest first.
    pub(crate) async fn ratings_over_time(
        &self,
        owner: &str,
        limit: i64,
    ) -> Result<Vec<(i64, f64)>, StorageError> {
        Ok(read!(self, pool => sqlx::query_as(
            "SELECT at, rating FROM puzzle_attempts \
             WHERE owner = $1 AND rated = 1 ORDER BY number DESC LIMIT $2",
        )
        .bind(owner)
        .bind(limit)
        .fetch_all(pool)
        .await?))
    }
}
