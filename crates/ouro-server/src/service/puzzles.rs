//! Puzzles of the program with the ratings and attempts of the storage.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ouro_puzzles::{Puzzle, PuzzleId, Theme};
use tokio::sync::Semaphore;

use crate::puzzles::attempt::{Answer, AttemptError};
use crate::puzzles::choice::{Choice, Difficulty, Wish};
use crate::puzzles::daily::Day;
use crate::puzzles::progress::{Progress, thin_out};
use crate::puzzles::rating::Rating;
use crate::puzzles::stock::{Stock, StockPuzzle};
use crate::storage::{NewAttempt, PuzzleRecord, StorageError, Store, StoredAttempt};
use crate::time::now;

/// How old the ratings may be by which puzzles are chosen.
const RATINGS_AGE: Duration = Duration::from_secs(60);
/// The attempts that are stored at the same time. Many solvers attempt the daily puzzle and so wait for the same row;
/// the others wait without a connection to the database.
const CONCURRENT_ATTEMPTS: usize = 4;
/// The rated attempts that a graph covers.
const GRAPH_ATTEMPTS: i64 = 1_000;

/// Why something cannot be done with a puzzle. Nothing has changed, except after an unknown outcome of the storage.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PuzzleError {
    #[error("there is no such puzzle")]
    NotFound,
    #[error(transparent)]
    Attempt(#[from] AttemptError),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// The ratings of all puzzles that somebody has attempted.
type Ratings = HashMap<PuzzleId, PuzzleRecord>;

/// A rating graph: times and ratings.
pub(crate) type Graph = Vec<(i64, f64)>;

/// The puzzles of the service.
pub(crate) struct Puzzles {
    pub(crate) stock: Stock,
    pub(crate) store: Store,
    recent: Mutex<Option<(Instant, Arc<Ratings>)>>,
    turns: Semaphore,
}

impl Puzzles {
    pub(crate) fn new(stock: Stock, store: Store) -> Puzzles {
        Puzzles {
            stock,
            store,
            recent: Mutex::default(),
            turns: Semaphore::new(CONCURRENT_ATTEMPTS),
        }
    }

    pub(crate) fn find(&self, id: &str) -> Result<&StockPuzzle, PuzzleError> {
        self.stock.get(id).ok_or(PuzzleError::NotFound)
    }

    /// Returns the current rating of a puzzle.
    pub(crate) async fn record(&self, puzzle: &StockPuzzle) -> Result<PuzzleRecord, StorageError> {
        let stored = self.store.puzzle(&puzzle.id.to_string()).await?;
        Ok(stored.unwrap_or_else(|| unplayed(&puzzle.puzzle)))
    }

    /// Returns the daily puzzle and its day.
    pub(crate) fn daily(&self) -> Result<(Day, &StockPuzzle), PuzzleError> {
        let today = Day::at(now());
        Ok((today, self.stock.daily(today).ok_or(PuzzleError::NotFound)?))
    }

    /// Chooses a puzzle that an owner has not attempted.
    pub(crate) async fn next(
        &self,
        owner: &str,
        difficulty: Difficulty,
        theme: Option<Theme>,
    ) -> Result<Choice<'_>, StorageError> {
        let rating = self.store.progress(owner).await?.rating.value;
        let attempted = self.store.attempted_puzzles(owner).await?;
        let attempted: HashSet<PuzzleId> =
            attempted.iter().filter_map(|id| id.parse().ok()).collect();
        let ratings = self.recent_ratings().await?;
        let wish = Wish { owner, rating, difficulty, theme };
        Ok(wish.choose(&self.stock, &attempted, |entry| match ratings.get(&entry.id) {
            Some(record) => record.rating.value,
            None => f64::from(entry.puzzle.rating),
        }))
    }

    /// Chooses the puzzle that an owner has failed and not solved since, of which the last attempt is the longest ago.
    pub(crate) async fn replay(&self, owner: &str) -> Result<Choice<'_>, StorageError> {
        let failed = self.store.failed_puzzles(owner).await?;
        let failed: Vec<&StockPuzzle> = failed.iter().filter_map(|id| self.stock.get(id)).collect();
        Ok(Choice { puzzle: failed.first().copied(), left: failed.len() })
    }

    /// Checks an attempt and stores it with what it changes.
    pub(crate) async fn attempt(
        &self,
        owner: &str,
        id: &str,
        moves: &[String],
        hints: u32,
        key: Option<&str>,
    ) -> Result<StoredAttempt, PuzzleError> {
        let StockPuzzle { id, puzzle } = self.find(id)?;
        let answer = Answer::check(puzzle, moves, hints)?;
        let at = now();
        let is_daily = |day: &Day| self.stock.daily(*day).is_some_and(|daily| daily.id == *id);
        let new = NewAttempt {
            owner,
            puzzle: &id.to_string(),
            unplayed: unplayed(puzzle),
            answer: &answer,
            at,
            daily: Day::open_at(at).into_iter().find(is_daily),
            key,
        };
        // It is never closed.
        let _turn = self.turns.acquire().await;
        Ok(self.store.store_attempt(&new).await?)
    }

    /// Returns the progress of an owner, with the graph of the rating, oldest point first.
    pub(crate) async fn progress(&self, owner: &str) -> Result<(Progress, Graph), StorageError> {
        let progress = self.store.progress(owner).await?;
        let mut graph = self.store.ratings_over_time(owner, GRAPH_ATTEMPTS).await?;
        graph.reverse();
        Ok((progress, thin_out(&graph)))
    }

    /// Returns the ratings of all puzzles that somebody has attempted, which may be a minute old.
    async fn recent_ratings(&self) -> Result<Arc<Ratings>, StorageError> {
        let kept = self.recent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((read_at, ratings)) = kept
            && read_at.elapsed() < RATINGS_AGE
        {
            return Ok(ratings);
        }
        let read_at = Instant::now();
        let ratings = Arc::new(self.ratings().await?);
        *self.recent.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((read_at, Arc::clone(&ratings)));
        Ok(ratings)
    }

    /// Returns the ratings of all puzzles that somebody has attempted.
    pub(crate) async fn ratings(&self) -> Result<Ratings, StorageError> {
        let rows = self.store.played_puzzles().await?;
        let parsed = rows.into_iter().filter_map(|(id, record)| Some((id.parse().ok()?, record)));
        Ok(parsed.collect())
    }

    /// Returns the data file with current ratings.
    pub(crate) fn csv(&self, ratings: &Ratings) -> String {
        let rated = self.stock.puzzles().iter().map(|entry| {
            let mut puzzle = entry.puzzle.clone();
            if let Some(record) = ratings.get(&entry.id) {
                puzzle.rating = record.rating.value.round() as u16;
                puzzle.rating_deviation = record.rating.deviation.round() as u16;
                puzzle.plays = u32::try_from(record.plays).unwrap_or(u32::MAX);
            }
            puzzle
        });
        let rated: Vec<Puzzle> = rated.collect();
        Puzzle::write_csv(&rated)
    }
}

/// Returns the rating of a puzzle that nobody has attempted.
fn unplayed(puzzle: &Puzzle) -> PuzzleRecord {
    PuzzleRecord {
        rating: Rating {
            value: f64::from(puzzle.rating),
            deviation: f64::from(puzzle.rating_deviation),
            ..Rating::UNRATED
        },
        plays: i64::from(puzzle.plays),
    }
}
