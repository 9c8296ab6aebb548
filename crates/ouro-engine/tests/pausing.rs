//! Searches that are paused, resumed and stopped from another thread.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ouro_engine::{Engine, Limits, Report, SearchResult, Signals};
use ouro_rules::{Game, Variant};

/// Searches the start position. The search pauses itself at depth 3 and calls `while_paused` on another
/// thread, which has to end the pause.
fn search(
    threads: usize,
    limits: &Limits,
    while_paused: impl FnOnce(&Signals, &mpsc::Receiver<i32>) + Send,
) -> SearchResult {
    let signals = Signals::default();
    let (paused, is_paused) = mpsc::channel();
    let (depths, reported) = mpsc::channel();
    thread::scope(|scope| {
        let signals = &signals;
        scope.spawn(move || {
            is_paused.recv().unwrap();
            while_paused(signals, &reported);
        });
        let mut engine = Engine::new(1, threads).unwrap();
        let mut report = move |report: &Report| {
            if report.depth == 3 {
                signals.pause();
                paused.send(()).unwrap();
            } else if report.depth > 3 {
                // Nobody may be listening any more.
                let _ = depths.send(report.depth);
            }
        };
        engine.search(&Game::new(Variant::Chess), limits, signals, &mut report)
    })
}

#[test]
fn a_paused_search_makes_no_progress_and_completes_after_the_pause() {
    for threads in [1, 2] {
        let limits = Limits { depth: Some(12), ..Limits::default() };
        let result = search(threads, &limits, |signals, reported| {
            // Up to the next check it may complete a small iteration. Then it sleeps.
            let silence = loop {
                if let Err(error) = reported.recv_timeout(Duration::from_millis(200)) {
                    break error;
                }
            };
            assert_eq!(silence, RecvTimeoutError::Timeout, "the search has ended");
            signals.resume();
        });
        assert_eq!(result.report.depth, 12);
    }
}

#[test]
fn the_time_of_a_pause_is_not_search_time() {
    for threads in [1, 2] {
        let start = Instant::now();
        let mut paused = Duration::ZERO;
        // The pause alone exceeds the time for the move.
        let limits = Limits { move_time: Some(800), ..Limits::default() };
        let result = search(threads, &limits, |signals, _| {
            let pause = Instant::now();
            thread::sleep(Duration::from_millis(1_000));
            paused = pause.elapsed();
            signals.resume();
        });
        let searched = u128::from(result.report.time);
        assert!(searched <= (start.elapsed() - paused).as_millis(), "{searched} ms");
        assert!(result.report.depth > 4, "{}", result.report.depth);
    }
}

#[test]
fn stop_ends_a_paused_search() {
    for threads in [1, 2] {
        let result = search(threads, &Limits::default(), |signals, _| signals.stop());
        assert!(result.best.is_some());
        assert!(result.report.depth >= 3);
    }
}

#[test]
fn a_search_that_is_paused_before_it_starts_waits() {
    let signals = Signals::default();
    signals.pause();
    let (reports, reported) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut engine = Engine::new(1, 1).unwrap();
            let limits = Limits { depth: Some(2), ..Limits::default() };
            engine.search(&Game::new(Variant::Chess), &limits, &signals, &mut |report| {
                reports.send(report.depth).unwrap();
            });
        });
        assert!(reported.recv_timeout(Duration::from_millis(50)).is_err());
        signals.resume();
        assert_eq!(reported.recv().unwrap(), 1);
    });
}
