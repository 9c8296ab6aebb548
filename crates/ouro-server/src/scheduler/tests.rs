//! The scheduler with real engines. Jobs that need a core for long are loops that park like a search.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::*;

fn scheduler(engines: usize, waiting: usize, per_caller: usize) -> Arc<Scheduler> {
    let size = PoolSize { engines, hash: 1, waiting, per_caller };
    Arc::new(Scheduler::start(size, Vec::new()).unwrap())
}

/// Runs until it is stopped, like an analysis.
fn endless(signals: &Signals) {
    while !signals.is_stopped() {
        signals.wait_while_paused();
        thread::yield_now();
    }
}

async fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn until_load(scheduler: &Scheduler, class: Class, [running, parked, waiting]: [usize; 3]) {
    let load = ClassLoad { running, parked, waiting };
    until(|| scheduler.load()[class] == load).await;
}

#[tokio::test]
async fn a_full_queue_and_too_many_jobs_of_one_client_are_refused() {
    let scheduler = scheduler(1, 2, 2);
    let _busy = scheduler.submit(Class::BestMove, "z", |_, signals| endless(signals)).unwrap();
    let submit = |class, client: &'static str| scheduler.submit(class, client, move |_, _| client);
    let _waiting = [submit(Class::BestMove, "a").unwrap(), submit(Class::BestMove, "a").unwrap()];
    let refused = |class, client| submit(class, client).err();
    assert_eq!(refused(Class::BestMove, "a"), Some(ScheduleError::ClientLimit(2)));
    assert_eq!(refused(Class::BestMove, "b"), Some(ScheduleError::QueueFull));
    // Another class has a queue of its own, but a client has one limit for all of them.
    assert_eq!(refused(Class::Background, "b"), None);
    assert_eq!(refused(Class::Background, "a"), Some(ScheduleError::ClientLimit(2)));
}

#[tokio::test]
async fn clients_of_a_class_take_turns() {
    let scheduler = scheduler(1, 10, 10);
    let busy = scheduler.submit(Class::BestMove, "z", |_, signals| endless(signals)).unwrap();
    let order = Arc::new(Mutex::new(Vec::new()));
    let jobs = ["a", "a", "a", "b", "c"].map(|client| {
        let order = Arc::clone(&order);
        let work = move |_: &mut Engine, _: &Signals| order.lock().unwrap().push(client);
        scheduler.submit(Class::BestMove, client, work).unwrap()
    });
    drop(busy);
    for job in jobs {
        job.await.unwrap();
    }
    assert_eq!(*order.lock().unwrap(), ["a", "b", "c", "a", "a"]);
}

#[tokio::test]
async fn a_higher_class_takes_the_core_and_gives_it_back() {
    let scheduler = scheduler(1, 10, 10);
    let analysis = scheduler.submit(Class::Analysis, "a", |_, signals| endless(signals)).unwrap();
    until_load(&scheduler, Class::Analysis, [1, 0, 0]).await;
    let game_move = scheduler.submit(Class::GameMove, "b", |_, signals| endless(signals)).unwrap();
    assert_eq!(scheduler.load()[Class::Analysis], ClassLoad { parked: 1, ..ClassLoad::default() });
    assert_eq!(scheduler.load()[Class::GameMove], ClassLoad { running: 1, ..ClassLoad::default() });
    // A game move that ends within its share is never parked for the analysis.
    drop(game_move);
    assert_eq!(scheduler.load()[Class::Analysis], ClassLoad { running: 1, ..ClassLoad::default() });
    drop(analysis);
    assert_eq!(scheduler.load(), PerClass::default());
}

#[tokio::test]
async fn a_higher_class_that_has_used_its_share_is_parked_for_a_starved_one() {
    let scheduler = scheduler(1, 10, 10);
    let _game_move = scheduler.submit(Class::GameMove, "a", |_, signals| endless(signals)).unwrap();
    let (done, is_done) = oneshot::channel();
    let _review = scheduler
        .submit(Class::Background, "b", |_, _| {
            let _ = done.send(());
        })
        .unwrap();
    // The game move never ends, so the other class gets the core only by its guaranteed share.
    is_done.await.unwrap();
}

#[tokio::test]
async fn a_dropped_future_frees_its_place_at_once_in_every_state() {
    let scheduler = scheduler(1, 1, 10);
    let (stopped, has_stopped) = oneshot::channel();
    let parked = scheduler
        .submit(Class::Analysis, "a", |_, signals| {
            endless(signals);
            let _ = stopped.send(());
        })
        .unwrap();
    let running = scheduler.submit(Class::BestMove, "a", |_, signals| endless(signals)).unwrap();
    let waiting = scheduler.submit(Class::BestMove, "a", |_, signals| endless(signals)).unwrap();
    assert_eq!(scheduler.load()[Class::BestMove], ClassLoad { running: 1, parked: 0, waiting: 1 });
    assert_eq!(scheduler.load()[Class::Analysis].parked, 1);
    drop(waiting);
    assert_eq!(scheduler.load()[Class::BestMove], ClassLoad { running: 1, parked: 0, waiting: 0 });
    drop(parked);
    assert_eq!(scheduler.load()[Class::Analysis], ClassLoad::default());
    has_stopped.await.unwrap();
    drop(running);
    assert_eq!(scheduler.load(), PerClass::default());
    scheduler.run(Class::Background, "a", |_, _| ()).await.unwrap();
}

#[tokio::test]
async fn a_panic_reaches_its_caller_only() {
    let scheduler = scheduler(1, 10, 10);
    let waiting = scheduler.submit(Class::BestMove, "a", |_, signals| endless(signals)).unwrap();
    let panics = |_: &mut Engine, _: &Signals| panic!("a job of a test");
    let jobs = [(); 3].map(|()| scheduler.submit(Class::BestMove, "a", panics).unwrap());
    let sound = scheduler.submit(Class::BestMove, "b", |_, _| 7).unwrap();
    drop(waiting);
    for job in jobs {
        let result: Result<(), _> = job.await;
        assert_eq!(result, Err(ScheduleError::Panicked));
    }
    assert_eq!(sound.await, Ok(7));
    until(|| scheduler.load() == PerClass::default()).await;
}

#[tokio::test]
async fn without_memory_for_another_engine_a_job_waits_for_one() {
    // One engine can be created, and no other.
    let created = Arc::new(AtomicUsize::new(0));
    let tries = Arc::clone(&created);
    let new_engine = move || {
        (tries.fetch_add(1, Ordering::Relaxed) == 0).then(|| Engine::new(1, 1).ok()).flatten()
    };
    let size = PoolSize { engines: 1, hash: 1, waiting: 10, per_caller: 10 };
    let scheduler = Scheduler::with_engines(size, new_engine).unwrap();
    let analysis = scheduler.submit(Class::Analysis, "a", |_, signals| endless(signals)).unwrap();
    let game_move = scheduler.submit(Class::GameMove, "b", |_, _| ()).unwrap();
    // The analysis has the only engine, so it continues.
    until_load(&scheduler, Class::GameMove, [0, 0, 1]).await;
    until_load(&scheduler, Class::Analysis, [1, 0, 0]).await;
    assert_eq!(created.load(Ordering::Relaxed), 2);
    drop(analysis);
    game_move.await.unwrap();
}

#[tokio::test]
async fn no_more_engines_exist_than_documented() {
    let scheduler = scheduler(2, 20, 100);
    let size = scheduler.shared.size;
    let mut jobs = Vec::new();
    for class in Class::ALL.into_iter().rev() {
        for _ in 0..5 {
            jobs.push(scheduler.submit(class, "a", |_, signals| endless(signals)).unwrap());
        }
    }
    let mut jobs = VecDeque::from(jobs);
    while jobs.pop_front().is_some() {
        let load = scheduler.load();
        let started = PerClass::from_fn(|class| load[class].running + load[class].parked);
        assert!(Class::ALL.iter().all(|&class| started[class] <= size.engines), "{started:?}");
        assert!(scheduler.shared.lock().engines <= size.max_engines());
        let expected = jobs.len().min(size.engines);
        until(|| {
            let load = scheduler.load();
            PerClass::from_fn(|class| load[class].running).sum() == expected
        })
        .await;
    }
    scheduler.run(Class::GameMove, "a", |_, _| ()).await.unwrap();
}

#[tokio::test]
async fn closing_drops_what_waits_and_ends_analyses_but_nothing_else() {
    let scheduler = scheduler(1, 10, 10);
    let (release, released) = std::sync::mpsc::channel::<()>();
    let best_move = scheduler.submit(Class::BestMove, "a", move |_, _| released.recv()).unwrap();
    let waiting = scheduler.submit(Class::BestMove, "a", |_, _| ()).unwrap();
    scheduler.close();
    assert_eq!(waiting.await, Err(ScheduleError::Closed));
    assert_eq!(scheduler.run(Class::BestMove, "a", |_, _| ()).await, Err(ScheduleError::Closed));
    release.send(()).unwrap();
    assert_eq!(best_move.await, Ok(Ok(())));

    let scheduler = self::scheduler(1, 10, 10);
    let analyses = [(); 2].map(|()| {
        let work = |_: &mut Engine, signals: &Signals| endless(signals);
        scheduler.submit(Class::Analysis, "a", work).unwrap()
    });
    scheduler.close();
    let [running, waiting] = analyses;
    assert_eq!(running.await, Ok(()));
    assert_eq!(waiting.await, Err(ScheduleError::Closed));
}
