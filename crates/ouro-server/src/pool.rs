//! A fixed number of engines and a short, fair queue in front of them.
//!
//! Each engine lives in a thread of its own. Callers take turns: the next job is the oldest one of
//! the caller who has waited longest since the last of theirs, so that nobody is kept waiting by
//! somebody else's heap of jobs. A job whose caller has gone away is stopped, or never begun.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use ouro_engine::{Engine, Signals};
use tokio::sync::oneshot;

use crate::problem::{Code, Problem};

/// How large it all is.
#[derive(Clone, Copy, Debug)]
pub struct PoolSize {
    /// Engines, each with a thread.
    pub engines: usize,
    /// Mebibytes of hash for each.
    pub hash: usize,
    /// Jobs that may wait.
    pub waiting: usize,
    /// Jobs of one caller that may wait or run.
    pub per_caller: usize,
}

/// Work for an engine. The signals tell it when nobody waits for the answer any more.
type Work = Box<dyn FnOnce(&mut Engine, &Signals) + Send>;

struct Job {
    caller: String,
    signals: Arc<Signals>,
    work: Work,
}

#[derive(Default)]
struct Queue {
    /// By caller, the one whose turn it is first.
    waiting: VecDeque<(String, VecDeque<Job>)>,
    running: Vec<String>,
    closed: bool,
}

impl Queue {
    fn len(&self) -> usize {
        self.waiting.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    fn of_caller(&self, caller: &str) -> usize {
        let waiting = self.waiting.iter().find(|(name, _)| name == caller);
        let running = self.running.iter().filter(|name| *name == caller).count();
        waiting.map_or(0, |(_, jobs)| jobs.len()) + running
    }

    fn push(&mut self, job: Job) {
        match self.waiting.iter_mut().find(|(name, _)| *name == job.caller) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.waiting.push_back((job.caller.clone(), VecDeque::from([job]))),
        }
    }

    /// The next job; its caller goes to the end of the line.
    fn pop(&mut self) -> Option<Job> {
        let (caller, mut jobs) = self.waiting.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.waiting.push_back((caller, jobs));
        }
        job
    }
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A queue is whole at every moment, whoever panicked while holding it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The engines.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    size: PoolSize,
}

/// Tells a job to stop when its caller is gone.
struct Caller(Arc<Signals>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// Starts the engines.
    ///
    /// # Errors
    /// If there is not enough memory for their tables.
    pub(crate) fn start(size: PoolSize) -> Result<Pool, std::collections::TryReserveError> {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new() });
        for _ in 0..size.engines {
            let mut engine = Engine::new(size.hash, 1)?;
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                give_way();
                work(&shared, &mut engine);
            });
        }
        Ok(Pool { shared, size })
    }

    /// Has an engine do something, as soon as it is the caller's turn. If the future is dropped, the
    /// job is stopped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        caller: &str,
        work: impl FnOnce(&mut Engine, &Signals) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.submit(caller, work)?.await
    }

    /// The same in two steps: whether there is room in the queue is known at once.
    pub(crate) fn submit<T: Send + 'static, W>(
        &self,
        caller: &str,
        work: W,
    ) -> Result<impl Future<Output = Result<T, Problem>> + Send + use<T, W>, Problem>
    where
        W: FnOnce(&mut Engine, &Signals) -> T + Send + 'static,
    {
        let (send, receive) = oneshot::channel();
        let signals = Arc::new(Signals::default());
        let job = Job {
            caller: caller.to_owned(),
            signals: Arc::clone(&signals),
            work: Box::new(move |engine, signals| {
                // Nobody may be there to hear it.
                let _ = send.send(work(engine, signals));
            }),
        };
        {
            let mut queue = self.shared.lock();
            if queue.closed {
                return Err(Problem::new(Code::Busy, "the server is shutting down"));
            }
            if queue.of_caller(caller) >= self.size.per_caller {
                return Err(Problem::new(
                    Code::Quota,
                    format!(
                        "{} searches at once are the most for one caller",
                        self.size.per_caller
                    ),
                ));
            }
            if queue.len() >= self.size.waiting {
                return Err(Problem::new(Code::Busy, "all engines are busy and the queue is full"));
            }
            queue.push(job);
        }
        self.shared.changed.notify_one();
        let caller = Caller(signals);
        Ok(async move {
            let answer = receive.await;
            drop(caller);
            answer.map_err(|_| Problem::new(Code::Busy, "the server is shutting down"))
        })
    }

    /// Engines at work and jobs that wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.shared.lock();
        (queue.running.len(), queue.len())
    }

    /// How many engines there are.
    pub(crate) fn engines(&self) -> usize {
        self.size.engines
    }

    /// Lets nobody in any more. What waits is dropped, what runs is finished.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.shared.changed.notify_all();
    }
}

/// Lets the threads that answer requests go first: an engine has time, and they take little. On Linux a
/// thread has a priority of its own.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "engines have the same priority as everything else");
    }
}

/// What an engine's thread does.
fn work(shared: &Shared, engine: &mut Engine) {
    loop {
        let job = {
            let mut queue = shared.lock();
            loop {
                if let Some(job) = queue.pop() {
                    queue.running.push(job.caller.clone());
                    break job;
                }
                if queue.closed {
                    return;
                }
                queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        };
        if !job.signals.is_stopped() {
            // Nothing that one caller's search has found is left for the next.
            engine.new_game();
            (job.work)(engine, &job.signals);
        }
        let mut queue = shared.lock();
        if let Some(i) = queue.running.iter().position(|name| *name == job.caller) {
            queue.running.swap_remove(i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    fn pool(engines: usize, waiting: usize, per_caller: usize) -> Pool {
        Pool::start(PoolSize { engines, hash: 1, waiting, per_caller }).unwrap()
    }

    /// Keeps the only engine busy until told otherwise.
    async fn occupy(pool: &Pool) -> mpsc::Sender<()> {
        let (release, wait) = mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let busy = pool.clone();
        tokio::spawn(async move {
            busy.run("first", move |_, _| {
                let _ = begun.send(());
                let _ = wait.recv();
            })
            .await
        });
        has_begun.await.unwrap();
        release
    }

    async fn until_waiting(pool: &Pool, count: usize) {
        while pool.load().1 != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn a_full_queue_is_refused_and_so_are_too_many_jobs_of_one_caller() {
        let pool = pool(1, 2, 2);
        let release = occupy(&pool).await;
        let spawn = |caller: &'static str| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.run(caller, move |_, _| caller).await })
        };
        let (a, b) = (spawn("a"), spawn("a"));
        until_waiting(&pool, 2).await;
        let refused = pool.run("a", |_, _| ()).await.unwrap_err();
        assert_eq!(refused.code(), Code::Quota);
        let refused = pool.run("b", |_, _| ()).await.unwrap_err();
        assert_eq!(refused.code(), Code::Busy);
        release.send(()).unwrap();
        assert_eq!((a.await.unwrap().unwrap(), b.await.unwrap().unwrap()), ("a", "a"));
    }

    #[tokio::test]
    async fn callers_take_turns() {
        let pool = pool(1, 10, 10);
        let release = occupy(&pool).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (i, caller) in ["a", "a", "a", "b", "c"].into_iter().enumerate() {
            let (runner, order) = (pool.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                runner.run(caller, move |_, _| order.lock().unwrap().push(caller)).await
            }));
            until_waiting(&pool, i + 1).await;
        }
        release.send(()).unwrap();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["a", "b", "c", "a", "a"]);
    }

    #[tokio::test]
    async fn a_job_whose_caller_is_gone_is_told_to_stop() {
        let pool = pool(1, 2, 2);
        let (stopped, has_stopped) = mpsc::channel();
        let job = pool.run("a", move |_, signals| {
            while !signals.is_stopped() {
                thread::yield_now();
            }
            stopped.send(()).unwrap();
        });
        // Long enough for it to begin; if it has not, it never will, and nothing is sent.
        assert!(tokio::time::timeout(Duration::from_secs(2), job).await.is_err());
        has_stopped.recv_timeout(Duration::from_secs(20)).unwrap();
    }
}
