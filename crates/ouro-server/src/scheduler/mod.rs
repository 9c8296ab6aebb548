//! Shares a fixed number of cores among searches of different priority.
//!
//! `policy` decides how many searches of each class run. `state` starts, parks and resumes searches
//! accordingly, after every change and, while anything has to wait, at regular intervals. `engine_thread`
//! runs them. A parked search keeps its engine, so more engines may exist than searches run: up to
//! [`PoolSize::max_engines`].

mod class;
mod engine_thread;
mod job;
mod metrics;
mod policy;
mod queue;
mod state;
#[cfg(test)]
mod tests;
mod usage;

use std::sync::Arc;

use ouro_engine::{Engine, Signals};
use ouro_tablebase::SearchTables;
use prometheus_client::registry::Registry;
use tokio::sync::oneshot;

pub(crate) use class::{Class, PerClass};
pub(crate) use metrics::ClassLoad;

use job::JobId;
use state::Shared;

/// The size of the engine pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSize {
    /// Searches that run at the same time, each on one thread.
    pub engines: usize,
    /// Size of the transposition table of an engine in MiB.
    pub hash: usize,
    /// Searches of one priority class that may wait.
    pub waiting: usize,
    /// Searches of one client that may wait, run or be parked.
    pub per_caller: usize,
}

impl PoolSize {
    /// Returns the greatest number of engines: as many as run at the same time, for each priority class.
    /// Their transposition tables take up to this many times `hash` MiB.
    #[must_use]
    pub const fn max_engines(&self) -> usize {
        self.engines * Class::ALL.len()
    }
}

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ScheduleError {
    /// The client has too many searches.
    #[error("at most {0} searches per client may wait or run")]
    ClientLimit(usize),
    /// The queue of the class is full.
    #[error("all engines are busy and the queue is full")]
    QueueFull,
    /// The scheduler is closed.
    #[error("the server is shutting down")]
    Closed,
    /// The search has panicked.
    #[error("the search has panicked")]
    Panicked,
}

/// Schedules searches.
pub(crate) struct Scheduler {
    shared: Arc<Shared>,
}

impl Scheduler {
    /// Starts the scheduler with as many engines as searches run at the same time. They probe `tables`.
    ///
    /// Returns `None` if there is not enough memory for them.
    pub(crate) fn start(size: PoolSize, tables: Vec<Arc<dyn SearchTables>>) -> Option<Scheduler> {
        Scheduler::with_engines(size, move || {
            let mut engine = Engine::new(size.hash, 1).ok()?;
            engine.set_tables(tables.clone());
            Some(engine)
        })
    }

    /// Starts the scheduler with a source of engines that fails when memory is short.
    fn with_engines(
        size: PoolSize,
        new_engine: impl Fn() -> Option<Engine> + Send + Sync + 'static,
    ) -> Option<Scheduler> {
        let shared = Shared::start(size, Box::new(new_engine))?;
        Some(Scheduler { shared })
    }

    /// Runs `work` on an engine as soon as its class and its client have their turn. Dropping the future
    /// cancels the search.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        class: Class,
        client: &str,
        work: impl FnOnce(&mut Engine, &Signals) -> T + Send + 'static,
    ) -> Result<T, ScheduleError> {
        self.submit(class, client, work)?.await
    }

    /// Submits a search and returns a future for its result. Whether there is room for the search is
    /// known at once.
    pub(crate) fn submit<T: Send + 'static, W>(
        &self,
        class: Class,
        client: &str,
        work: W,
    ) -> Result<impl Future<Output = Result<T, ScheduleError>> + Send + use<T, W>, ScheduleError>
    where
        W: FnOnce(&mut Engine, &Signals) -> T + Send + 'static,
    {
        let (send, result) = oneshot::channel();
        let id = self.shared.submit(class, client, work, send)?;
        let ticket = Ticket { shared: Arc::clone(&self.shared), class, id };
        Ok(async move {
            // A job is dropped without a result only when the scheduler is closed.
            let result = result.await.unwrap_or(Err(ScheduleError::Closed));
            drop(ticket);
            result
        })
    }

    /// Returns the number of searches that run at the same time.
    pub(crate) fn slots(&self) -> usize {
        self.shared.size.engines
    }

    /// Returns the current number of searches of each class.
    pub(crate) fn load(&self) -> PerClass<ClassLoad> {
        self.shared.lock().load()
    }

    /// Registers the metrics of the scheduler.
    pub(crate) fn register(&self, registry: &mut Registry) {
        self.shared.metrics.register(registry);
    }

    /// Brings the metrics up to date.
    pub(crate) fn update_metrics(&self) {
        self.shared.metrics.set_load(&self.load());
    }

    /// Rejects new searches and drops queued ones. Running analyses stop and report their last result, and
    /// other searches that have started run to their end.
    pub(crate) fn close(&self) {
        self.shared.close();
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.close();
    }
}

/// Cancels a search when its future is dropped.
struct Ticket {
    shared: Arc<Shared>,
    class: Class,
    id: JobId,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.shared.cancel(self.class, self.id);
    }
}
