//! The searches of all classes: which wait, which run and which are parked.

use std::sync::mpsc::{SendError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ouro_engine::{Engine, Signals};
use tokio::sync::oneshot;

use super::class::{Class, PerClass};
use super::job::{EngineState, Job, JobId};
use super::metrics::{ClassLoad, SchedulerMetrics};
use super::policy::{Demand, Policy};
use super::queue::Queue;
use super::{PoolSize, ScheduleError, engine_thread};

/// The interval at which shares are checked while searches have to wait.
const TICK: Duration = Duration::from_millis(25);

/// The time after which another engine is tried when memory was short.
const MEMORY_RETRY: Duration = Duration::from_secs(1);

/// Creates an engine, or returns `None` if memory is short.
pub(super) type NewEngine = Box<dyn Fn() -> Option<Engine> + Send + Sync>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running,
    Parked,
    /// Told to stop. The search ends at its next node check, so it counts as gone.
    Stopping,
}

/// A search that has an engine.
struct Started {
    id: JobId,
    class: Class,
    client: String,
    signals: Arc<Signals>,
    phase: Phase,
    /// The thread that runs it.
    thread: Sender<Job>,
}

/// All searches, oldest first, and all engines.
pub(super) struct State {
    policy: Policy,
    queues: PerClass<Queue>,
    started: Vec<Started>,
    /// Engine threads without a search.
    idle: Vec<Sender<Job>>,
    /// Engine threads, with and without a search.
    pub(super) engines: usize,
    /// Set when an engine could not be created: no other is tried before.
    memory_short_until: Option<Instant>,
    last_id: u64,
    closed: bool,
}

impl State {
    fn count(&self, class: Class, phase: Phase) -> usize {
        let is_counted = |search: &&Started| search.class == class && search.phase == phase;
        self.started.iter().filter(is_counted).count()
    }

    pub(super) fn load(&self) -> PerClass<ClassLoad> {
        PerClass::from_fn(|class| ClassLoad {
            running: self.count(class, Phase::Running),
            parked: self.count(class, Phase::Parked),
            waiting: self.queues[class].len(),
        })
    }

    fn of_client(&self, client: &str) -> usize {
        let waiting = Class::ALL.map(|class| self.queues[class].of_client(client));
        let is_counted =
            |search: &&Started| search.client == client && search.phase != Phase::Stopping;
        waiting.iter().sum::<usize>() + self.started.iter().filter(is_counted).count()
    }

    /// Returns `true` if a search waits or is parked.
    fn is_contended(&self) -> bool {
        self.started.iter().any(|search| search.phase == Phase::Parked)
            || Class::ALL.iter().any(|&class| self.queues[class].len() > 0)
    }

    /// Tells a search to stop, also if it is parked.
    fn stop(&mut self, is_wanted: impl Fn(&Started) -> bool) {
        for search in self.started.iter_mut().filter(|search| is_wanted(search)) {
            search.phase = Phase::Stopping;
            search.signals.stop();
        }
    }
}

/// What the scheduler and its threads share.
pub(super) struct Shared {
    pub(super) size: PoolSize,
    pub(super) metrics: SchedulerMetrics,
    pub(super) new_engine: NewEngine,
    state: Mutex<State>,
    /// Wakes the thread that checks the shares.
    contended: Condvar,
}

impl Shared {
    /// Creates the engines and starts the threads. Returns `None` if memory is short.
    pub(super) fn start(size: PoolSize, new_engine: NewEngine) -> Option<Arc<Shared>> {
        let state = State {
            policy: Policy::new(size.engines, Instant::now()),
            queues: PerClass::from_fn(|_| Queue::default()),
            started: Vec::new(),
            idle: Vec::new(),
            engines: 0,
            memory_short_until: None,
            last_id: 0,
            closed: false,
        };
        let shared = Arc::new(Shared {
            size,
            metrics: SchedulerMetrics::new(),
            new_engine,
            state: Mutex::new(state),
            contended: Condvar::new(),
        });
        for _ in 0..size.engines {
            let engine = (shared.new_engine)()?;
            let thread = engine_thread::spawn(&shared, Some(engine))?;
            let mut state = shared.lock();
            state.idle.push(thread);
            state.engines += 1;
        }
        let checking = Arc::clone(&shared);
        let name = "scheduler".to_owned();
        thread::Builder::new().name(name).spawn(move || checking.check_shares()).ok()?;
        Some(shared)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // No code that runs under the lock leaves the state inconsistent, even if it panics.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job if there is room for it, and starts it if it is its turn.
    pub(super) fn submit<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        client: &str,
        work: impl FnOnce(&mut Engine, &Signals) -> T + Send + 'static,
        result: oneshot::Sender<Result<T, ScheduleError>>,
    ) -> Result<JobId, ScheduleError> {
        let mut state = self.lock();
        if state.closed {
            return Err(ScheduleError::Closed);
        }
        if state.of_client(client) >= self.size.per_caller {
            return Err(ScheduleError::ClientLimit(self.size.per_caller));
        }
        if state.queues[class].len() >= self.size.waiting {
            return Err(ScheduleError::QueueFull);
        }
        state.last_id += 1;
        let id = JobId(state.last_id);
        state.queues[class].push(Job::new(id, client, work, result));
        self.reschedule(&mut state);
        Ok(id)
    }

    /// Removes a job that nobody waits for, or stops its search.
    pub(super) fn cancel(self: &Arc<Self>, class: Class, id: JobId) {
        let mut state = self.lock();
        let removed = state.queues[class].remove(id);
        if removed.is_none() {
            state.stop(|search| search.id == id);
        }
        self.reschedule(&mut state);
        // What the job holds is dropped without the lock.
        drop(state);
        drop(removed);
    }

    /// Takes an engine back after a search.
    pub(super) fn finish(self: &Arc<Self>, id: JobId, engine: EngineState) {
        let mut state = self.lock();
        let Some(place) = state.started.iter().position(|search| search.id == id) else { return };
        let Started { class, thread, .. } = state.started.remove(place);
        if engine == EngineState::Suspect {
            tracing::error!(class = class.name(), "search panicked; its engine is replaced");
        }
        let is_kept =
            engine == EngineState::Usable && state.idle.len() < self.size.engines && !state.closed;
        if is_kept {
            state.idle.push(thread);
        } else {
            // Without a sender the thread ends.
            state.engines -= 1;
        }
        self.reschedule(&mut state);
    }

    /// Takes back a job whose engine could not be created.
    pub(super) fn give_back(self: &Arc<Self>, job: Job) {
        let mut state = self.lock();
        let Some(place) = state.started.iter().position(|search| search.id == job.id) else {
            return;
        };
        let Started { class, phase, .. } = state.started.remove(place);
        state.engines -= 1;
        self.report_short_memory(&mut state);
        if state.closed || phase == Phase::Stopping {
            drop(state);
            drop(job);
        } else {
            job.signals.resume();
            state.queues[class].push_front(job);
            self.reschedule(&mut state);
        }
    }

    pub(super) fn close(self: &Arc<Self>) {
        let mut state = self.lock();
        state.closed = true;
        let dropped = PerClass::from_fn(|class| std::mem::take(&mut state.queues[class]));
        state.stop(|search| search.class == Class::Analysis);
        state.engines -= state.idle.len();
        state.idle.clear();
        self.reschedule(&mut state);
        self.contended.notify_all();
        drop(state);
        drop(dropped);
    }

    fn report_short_memory(&self, state: &mut State) {
        if state.memory_short_until.is_none() {
            tracing::warn!(
                engines = state.engines,
                "failed to create another engine: out of memory"
            );
        }
        state.memory_short_until = Some(Instant::now() + MEMORY_RETRY);
    }

    /// Starts, parks and resumes searches as the policy wants it.
    fn reschedule(self: &Arc<Self>, state: &mut State) {
        let now = Instant::now();
        let running = PerClass::from_fn(|class| state.count(class, Phase::Running));
        state.policy.record(now, &running);
        let demand = self.demand(state, now);
        let wanted = state.policy.allocate(&demand);
        for class in Class::ALL {
            for _ in wanted[class]..running[class] {
                self.park_newest(state, class);
            }
        }
        for class in Class::ALL {
            for _ in running[class]..wanted[class] {
                if !resume_oldest(state, class) && !self.start_next(state, class, now) {
                    break;
                }
            }
        }
        if state.is_contended() || state.closed {
            self.contended.notify_one();
        }
    }

    fn demand(&self, state: &mut State, now: Instant) -> Demand {
        if state.memory_short_until.is_some_and(|until| until <= now) {
            state.memory_short_until = None;
        }
        let creatable = match state.memory_short_until {
            Some(_) => 0,
            None => self.size.max_engines().saturating_sub(state.engines),
        };
        Demand {
            started: PerClass::from_fn(|class| {
                state.count(class, Phase::Running) + state.count(class, Phase::Parked)
            }),
            waiting: PerClass::from_fn(|class| state.queues[class].len()),
            engines: state.idle.len() + creatable,
        }
    }

    fn park_newest(&self, state: &mut State, class: Class) {
        let is_running =
            |search: &&mut Started| search.class == class && search.phase == Phase::Running;
        if let Some(search) = state.started.iter_mut().rev().find(is_running) {
            search.phase = Phase::Parked;
            search.signals.pause();
            self.metrics.count_park(class);
        }
    }

    /// Starts the next job of a class. Returns `false` if the queue is empty or no engine is free.
    fn start_next(self: &Arc<Self>, state: &mut State, class: Class, now: Instant) -> bool {
        let Some(mut job) = state.queues[class].pop() else { return false };
        let (id, client) = (job.id, job.client.clone());
        let (signals, wait) = (Arc::clone(&job.signals), now - job.submitted);
        loop {
            let thread = match state.idle.pop() {
                Some(thread) => thread,
                None => match engine_thread::spawn(self, None) {
                    Some(thread) => {
                        state.engines += 1;
                        thread
                    }
                    None => {
                        self.report_short_memory(state);
                        state.queues[class].push_front(job);
                        return false;
                    }
                },
            };
            match thread.send(job) {
                Ok(()) => {
                    self.metrics.observe_wait(class, wait);
                    let phase = Phase::Running;
                    state.started.push(Started { id, class, client, signals, phase, thread });
                    return true;
                }
                // The thread has ended, which it does only if it panicked outside of a job.
                Err(SendError(returned)) => {
                    state.engines -= 1;
                    job = returned;
                }
            }
        }
    }

    /// Checks the shares regularly while searches have to wait, until the scheduler is closed.
    fn check_shares(self: Arc<Self>) {
        let mut state = self.lock();
        while !state.closed || !state.started.is_empty() {
            state = if state.is_contended() {
                let woken = self.contended.wait_timeout(state, TICK);
                woken.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state)
            } else {
                self.contended.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
            self.reschedule(&mut state);
        }
    }
}

fn resume_oldest(state: &mut State, class: Class) -> bool {
    let is_parked = |search: &&mut Started| search.class == class && search.phase == Phase::Parked;
    let Some(search) = state.started.iter_mut().find(is_parked) else { return false };
    search.phase = Phase::Running;
    search.signals.resume();
    true
}
