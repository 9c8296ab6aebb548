//! An engine and its thread.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use ouro_engine::Engine;

use super::job::Job;
use super::state::Shared;

/// Starts a thread that runs the jobs that it is sent, until the sender is dropped. Without an engine the
/// thread creates its own. Returns `None` if the system has no room for a thread.
pub(super) fn spawn(shared: &Arc<Shared>, engine: Option<Engine>) -> Option<Sender<Job>> {
    let (send, jobs) = mpsc::channel();
    let shared = Arc::clone(shared);
    let run = move || run_jobs(&shared, engine, &jobs);
    thread::Builder::new().name("engine".to_owned()).spawn(run).ok()?;
    Some(send)
}

fn run_jobs(shared: &Arc<Shared>, mut engine: Option<Engine>, jobs: &Receiver<Job>) {
    lower_priority();
    while let Ok(job) = jobs.recv() {
        if engine.is_none() {
            engine = (shared.new_engine)();
        }
        let Some(engine) = &mut engine else {
            shared.give_back(job);
            return;
        };
        let id = job.id;
        let state = job.run(engine);
        shared.finish(id, state);
    }
}

/// Lets the threads that handle requests run first: they need little time, and an engine uses all there
/// is. On Linux a thread has a priority of its own.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "failed to lower the priority of an engine thread");
    }
}
