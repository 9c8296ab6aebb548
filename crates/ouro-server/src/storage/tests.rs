//! Faults of the storage. No acknowledged event may be lost, and the storage must recover by itself.

use ouro_rules::Variant;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::transaction::Transaction;
use super::*;
use crate::games::event::{Event, LoggedEvent, Player, Setup};
use crate::games::state::GameState;
use crate::puzzles::attempt::Answer;
use crate::puzzles::rating::Rating;
use crate::time::now;

/// The size limit of the database in pages, as a stand-in for the size of a disk.
const MAX_PAGES: u32 = 120;

fn options(folder: &tempfile::TempDir) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(folder.path().join("ouro.db"))
        .create_if_missing(true)
        .pragma("max_page_count", MAX_PAGES.to_string())
}

fn first_event() -> LoggedEvent {
    let setup = Setup {
        variant: Variant::Chess,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        players: [Player::Human; 2],
        names: [None, None],
        time_control: None,
        invited: Vec::new(),
        rematch_of: None,
        delay_ms: 0,
    };
    LoggedEvent { version: 1, at: now(), event: Event::Created(setup) }
}

fn record(id: &str) -> GameRecord {
    GameRecord {
        id: id.to_owned(),
        variant: "chess".to_owned(),
        status: "playing".to_owned(),
        result: None,
        version: 1,
        created_at: now(),
        updated_at: now(),
        creator: "owner".to_owned(),
        white_owner: Some("owner".to_owned()),
        black_owner: Some("owner".to_owned()),
    }
}

async fn create(store: &Store, id: &str) -> Result<bool, StorageError> {
    let (record, first) = (record(id), first_event());
    let new = NewGame {
        record: &record,
        first: &first,
        invitation: None,
        idempotency_key: None,
        due_at: None,
    };
    store.create_game(&new, None).await
}

/// Appends a move to a game as it is stored.
async fn play(store: &Store, id: &str, uci: &str) -> Result<bool, StorageError> {
    let record = store.game(id).await?.unwrap();
    let mut after = GameState::from_log(&store.events(id).await?).unwrap();
    let event = Event::Moved { uci: uci.to_owned(), clock_ms: None };
    let logged = LoggedEvent { version: record.version + 1, at: now(), event };
    after.apply(&logged).unwrap();
    let append = Append {
        record: &record,
        events: &[logged],
        after: &after,
        self_captures: &[],
        seat: None,
    };
    store.append(&append).await
}

/// A file on the same disk.
async fn fill(connection: &mut SqliteConnection) {
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS filler (bytes BLOB)")
        .execute(&mut *connection)
        .await
        .unwrap();
    for size in [65_536, 4_096, 512, 16] {
        let statement = "INSERT INTO filler VALUES (zeroblob($1))";
        while sqlx::query(statement).bind(size).execute(&mut *connection).await.is_ok() {}
    }
}

#[tokio::test]
async fn a_full_disk_loses_no_acknowledged_event_and_is_survived_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(options(&folder)).await.unwrap();
    let mut disk = options(&folder).connect().await.unwrap();
    let mut acknowledged: Vec<(String, usize)> = Vec::new();
    for round in 0..3 {
        fill(&mut disk).await;
        // Some moves still fit into free pages.
        let failure = 'full: loop {
            let id = format!("game {}", acknowledged.len());
            match create(&store, &id).await {
                Ok(stored) => assert!(stored),
                Err(error) => break error,
            }
            acknowledged.push((id.clone(), 1));
            for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                match play(&store, &id, uci).await {
                    Ok(stored) => assert!(stored),
                    Err(error) => break 'full error,
                }
                acknowledged.last_mut().unwrap().1 += 1;
            }
        };
        assert!(matches!(failure, StorageError::Unavailable(_)), "{failure}");
        assert!(!store.is_writable());
        sqlx::raw_sql("DELETE FROM filler").execute(&mut disk).await.unwrap();
        store.probe_write().await.unwrap();
        assert!(store.is_writable());
        let id = format!("after {round}");
        assert!(create(&store, &id).await.unwrap());
        assert!(play(&store, &id, "e2e4").await.unwrap());
        acknowledged.push((id, 2));
    }
    store.close().await;
    drop(store);
    let store = Store::open_file(options(&folder)).await.unwrap();
    for (id, events) in acknowledged {
        assert_eq!(store.events(&id).await.unwrap().len(), events, "{id}");
    }
}

#[tokio::test]
async fn a_write_that_is_cancelled_leaves_no_open_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(options(&folder)).await.unwrap();
    let Pools::Sqlite { writer, .. } = &store.0.pools else { unreachable!("it is SQLite") };
    {
        let mut transaction = Transaction::begin(writer, "BEGIN IMMEDIATE").await.unwrap();
        let insert = "INSERT INTO write_probe (id, written_at) VALUES (7, 7)";
        sqlx::raw_sql(insert).execute(transaction.connection()).await.unwrap();
        // A client that disconnects drops the future and with it the transaction.
    }
    assert!(create(&store, "game").await.unwrap());
    let probes: (i64,) =
        sqlx::query_as("SELECT COUNT(*) FROM write_probe").fetch_one(writer).await.unwrap();
    assert_eq!(probes.0, 0);
}

#[tokio::test]
async fn a_database_that_another_process_locks_is_unavailable_until_it_is_released() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(options(&folder).busy_timeout(Duration::ZERO)).await.unwrap();
    let mut other = options(&folder).connect().await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let result = create(&store, "game").await;
    assert!(matches!(result, Err(StorageError::Unavailable(_))), "{result:?}");
    assert!(!store.is_writable());
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert!(create(&store, "game").await.unwrap());
    assert!(store.is_writable());
}

#[tokio::test]
async fn an_attempt_that_is_not_stored_changes_nothing_and_counts_when_it_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(options(&folder).busy_timeout(Duration::ZERO)).await.unwrap();
    let attempt = NewAttempt {
        owner: "owner",
        puzzle: "puzzle",
        unplayed: PuzzleRecord { rating: Rating::UNRATED, plays: 0 },
        answer: &Answer { moves: "e2e4".to_owned(), solved: true, hints: 0 },
        at: 1,
        daily: None,
        key: Some("key"),
    };
    let mut other = options(&folder).connect().await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let failed = store.store_attempt(&attempt).await;
    assert!(matches!(failed, Err(StorageError::Unavailable(_))), "{failed:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(store.puzzle("puzzle").await.unwrap(), None);
    for is_new in [true, false] {
        let stored = store.store_attempt(&attempt).await.unwrap();
        assert_eq!((stored.is_new, stored.attempt.number), (is_new, 1));
    }
    assert_eq!(store.puzzle("puzzle").await.unwrap().map(|puzzle| puzzle.plays), Some(1));
    assert_eq!(store.progress("owner").await.unwrap().attempts, 1);
}

#[tokio::test]
async fn a_read_only_database_is_unavailable_for_writing_and_still_readable() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(options(&folder)).await.unwrap();
    assert!(create(&store, "game").await.unwrap());
    store.close().await;
    drop(store);
    let store = Store::open_file(options(&folder).pragma("query_only", "1")).await.unwrap();
    assert!(matches!(create(&store, "other").await, Err(StorageError::Unavailable(_))));
    assert!(!store.is_writable());
    assert!(store.game("game").await.unwrap().is_some());
}

#[tokio::test]
async fn of_two_processes_only_one_gets_the_lease_of_due_work() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(options(&folder)).await.unwrap();
    let (record, first) = (record("game"), first_event());
    let new = NewGame {
        record: &record,
        first: &first,
        invitation: None,
        idempotency_key: None,
        due_at: Some(10),
    };
    assert!(store.create_game(&new, None).await.unwrap());
    let lease = async |name: &str, now: i64| {
        store.lease_work(WorkKind::Game, name, now, now + 100, 10).await.unwrap()
    };
    assert!(lease("a:0", 9).await.is_empty());
    let [work] = &lease("a:0", 10).await[..] else { panic!("one game is due") };
    assert!(lease("b:0", 50).await.is_empty());
    // A process that dies loses its lease.
    assert_eq!(lease("b:0", 110).await.len(), 1);
    // What it does afterwards changes nothing.
    store.end_lease(work, None).await.unwrap();
    assert_eq!(store.next_work_at(WorkKind::Game).await.unwrap(), Some(210));
}
