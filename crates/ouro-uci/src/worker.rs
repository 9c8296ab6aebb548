//! The background thread of a session, or the calling thread where there is no other.

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use ouro_engine::Signals;

use crate::output::Output;

/// Whether tasks run on the calling thread, because there is no other.
const IS_INLINE: bool = cfg!(target_family = "wasm");

/// Runs one task at a time: a search, perft or bench.
pub(crate) struct Worker<W> {
    out: Arc<Output<W>>,
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
    /// Whether only `stop` interrupts the task. Perft and bench run to their end otherwise.
    uninterrupted: bool,
}

/// The state that a session shares with its running task.
#[derive(Default)]
pub(crate) struct Control {
    pub(crate) signals: Signals,
    /// Whether `bestmove` must wait for `stop` or `ponderhit`.
    holding: Mutex<bool>,
    released: Condvar,
}

impl Control {
    /// Holds `bestmove` back, or not.
    pub(crate) fn hold(&self, holding: bool) {
        *lock(&self.holding) = holding;
    }

    /// Allows the task to send `bestmove`.
    pub(crate) fn release(&self) {
        self.hold(false);
        self.released.notify_all();
    }

    /// Waits until `bestmove` may be sent. In WebAssembly the front end has to hold it back: nothing could
    /// end the wait there.
    pub(crate) fn wait(&self) {
        if IS_INLINE {
            return;
        }
        let mut holding = lock(&self.holding);
        while *holding {
            holding = self.released.wait(holding).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns whether the task is asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.signals.wait_while_paused();
        self.signals.is_stopped()
    }
}

/// Locks a mutex whose state a panic cannot leave inconsistent.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write + Send + 'static> Worker<W> {
    pub(crate) fn new(out: Arc<Output<W>>, signals: Signals) -> Worker<W> {
        let control = Arc::new(Control { signals, ..Control::default() });
        Worker { out, control, thread: None, uninterrupted: false }
    }

    /// Starts a task that any command which needs the engine interrupts.
    pub(crate) fn start(&mut self, task: impl FnOnce(&Output<W>, &Control) + Send + 'static) {
        self.uninterrupted = false;
        self.control.signals.reset();
        let (out, control) = (Arc::clone(&self.out), Arc::clone(&self.control));
        if IS_INLINE {
            task(&out, &control);
        } else {
            self.thread = Some(thread::spawn(move || task(&out, &control)));
        }
    }

    /// Starts a task that only `stop` interrupts.
    pub(crate) fn start_uninterrupted(
        &mut self,
        task: impl FnOnce(&Output<W>, &Control) + Send + 'static,
    ) {
        self.start(task);
        self.uninterrupted = true;
    }
}

impl<W> Worker<W> {
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }

    /// Interrupts the task, if there is one, and waits for its response.
    pub(crate) fn stop(&mut self) {
        self.uninterrupted = false;
        self.finish();
    }

    /// Waits for the end of an uninterrupted task, or interrupts any other.
    pub(crate) fn finish(&mut self) {
        if !self.uninterrupted {
            self.control.signals.stop();
            self.control.release();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<W> Drop for Worker<W> {
    fn drop(&mut self) {
        self.stop();
    }
}
