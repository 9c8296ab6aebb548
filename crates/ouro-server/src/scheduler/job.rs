//! A search as the scheduler sees it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Instant;

use ouro_engine::{Engine, Signals};
use tokio::sync::oneshot;

use super::ScheduleError;

/// Identifies a job as long as the scheduler lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JobId(pub(super) u64);

/// What an engine can be used for after a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineState {
    Usable,
    /// The job has panicked, and the engine may be inconsistent.
    Suspect,
}

type Work = Box<dyn FnOnce(&mut Engine, &Signals) -> EngineState + Send>;

/// A job that has not run yet.
pub(super) struct Job {
    pub(super) id: JobId,
    pub(super) client: String,
    pub(super) signals: Arc<Signals>,
    pub(super) submitted: Instant,
    work: Work,
}

impl Job {
    /// Creates a job that sends its result. If the job is dropped instead, the channel closes.
    pub(super) fn new<T: Send + 'static>(
        id: JobId,
        client: &str,
        work: impl FnOnce(&mut Engine, &Signals) -> T + Send + 'static,
        result: oneshot::Sender<Result<T, ScheduleError>>,
    ) -> Job {
        let work = move |engine: &mut Engine, signals: &Signals| {
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| work(engine, signals)));
            let state = if outcome.is_ok() { EngineState::Usable } else { EngineState::Suspect };
            // Nobody may be there to receive it.
            let _ = result.send(outcome.map_err(|_| ScheduleError::Panicked));
            state
        };
        Job {
            id,
            client: client.to_owned(),
            signals: Arc::default(),
            submitted: Instant::now(),
            work: Box::new(work),
        }
    }

    /// Runs the job on an engine that knows nothing of other clients' searches.
    pub(super) fn run(self, engine: &mut Engine) -> EngineState {
        engine.new_game();
        (self.work)(engine, &self.signals)
    }
}
