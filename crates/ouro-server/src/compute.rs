//! CPU-heavy work of requests, off the async workers.
//!
//! A request whose work can take more than a few milliseconds for the largest allowed body runs here, so
//! that it cannot delay other requests. Few jobs run at once, and few wait: what does not fit is
//! rejected at once with 503. One client can hold only half of the places, so others always find room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use crate::problem::{Code, Problem};

/// The number of jobs that may wait or run per thread.
const PLACES_PER_THREAD: usize = 32;

/// A bounded number of blocking threads with a bounded queue, first come, first served.
pub(crate) struct Compute {
    threads: Arc<Semaphore>,
    places: Arc<Places>,
}

/// The jobs that wait or run.
struct Places {
    limit: usize,
    per_client: usize,
    taken: Mutex<HashMap<String, usize>>,
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        // The counters are valid at every moment, so a panic elsewhere does not matter.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that is free again when it is dropped.
struct Place {
    places: Arc<Places>,
    client: String,
}

impl Place {
    fn take(places: &Arc<Places>, client: &str) -> Result<Place, Problem> {
        let mut taken = places.lock();
        if taken.values().sum::<usize>() >= places.limit {
            return Err(Problem::new(Code::Busy, "too many large requests; retry in 1 s"));
        }
        let own = taken.entry(client.to_owned()).or_default();
        if *own >= places.per_client {
            let detail = format!("at most {} large requests at once; retry in 1 s", *own);
            return Err(Problem::new(Code::Quota, detail).retry_after(1));
        }
        *own += 1;
        drop(taken);
        Ok(Place { places: Arc::clone(places), client: client.to_owned() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        if let Some(own) = taken.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

impl Compute {
    /// Uses all cores but one, and at least one.
    pub(crate) fn for_this_machine() -> Compute {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.saturating_sub(1).max(1);
        Compute::new(threads, threads * PLACES_PER_THREAD)
    }

    /// Creates a pool with a number of threads and of jobs that may wait or run.
    fn new(threads: usize, places: usize) -> Compute {
        let places =
            Places { limit: places, per_client: places.div_ceil(2), taken: Mutex::default() };
        Compute { threads: Arc::new(Semaphore::new(threads)), places: Arc::new(places) }
    }

    /// Runs `work` on a blocking thread. A job that has not started when the future is dropped never
    /// does; one that has started keeps its place until it ends.
    ///
    /// # Errors
    /// If too many jobs wait already, of all clients or of this one, or if the job panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Place::take(&self.places, client)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(Problem::internal)?;
        let job = move || {
            let (_place, _thread) = (place, thread);
            work()
        };
        tokio::task::spawn_blocking(job).await.map_err(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;

    use super::*;

    /// Starts a job that runs until the returned sender is dropped.
    async fn occupy(compute: &Arc<Compute>, client: &'static str) -> mpsc::Sender<()> {
        let (release, wait) = mpsc::channel::<()>();
        let (started, has_started) = oneshot::channel();
        let compute = Arc::clone(compute);
        tokio::spawn(async move {
            let job = move || {
                let _ = started.send(());
                let _ = wait.recv();
            };
            compute.run(client, job).await
        });
        has_started.await.unwrap();
        release
    }

    fn spawn(compute: &Arc<Compute>, client: &'static str) -> JoinHandle<Result<(), Problem>> {
        let compute = Arc::clone(compute);
        tokio::spawn(async move { compute.run(client, || ()).await })
    }

    async fn until_taken(compute: &Compute, count: usize) {
        while compute.places.lock().values().sum::<usize>() != count {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_full_queue_rejects_jobs_and_one_client_cannot_fill_it() {
        let compute = Arc::new(Compute::new(1, 4));
        let release = occupy(&compute, "a").await;
        let waiting = spawn(&compute, "a");
        until_taken(&compute, 2).await;
        let refused = compute.run("a", || ()).await.unwrap_err();
        assert_eq!(refused.code(), Code::Quota);
        let others = [spawn(&compute, "b"), spawn(&compute, "c")];
        until_taken(&compute, 4).await;
        let refused = compute.run("d", || ()).await.unwrap_err();
        assert_eq!(refused.code(), Code::Busy);
        drop(release);
        waiting.await.unwrap().unwrap();
        for other in others {
            other.await.unwrap().unwrap();
        }
        until_taken(&compute, 0).await;
        assert!(compute.run("d", || ()).await.is_ok());
    }

    #[tokio::test]
    async fn a_job_whose_client_is_gone_gives_up_its_place() {
        let compute = Arc::new(Compute::new(1, 2));
        let release = occupy(&compute, "a").await;
        let waiting = spawn(&compute, "b");
        until_taken(&compute, 2).await;
        waiting.abort();
        until_taken(&compute, 1).await;
        drop(release);
        until_taken(&compute, 0).await;
    }

    #[tokio::test]
    async fn a_panicking_job_frees_its_place() {
        let compute = Compute::new(1, 1);
        let failed = compute.run("a", || -> () { panic!("a job of this test panics") }).await;
        assert_eq!(failed.unwrap_err().code(), Code::Internal);
        assert_eq!(compute.run("a", || 7).await.unwrap(), 7);
    }
}
