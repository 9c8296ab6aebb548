//! Threads: the only module that starts any.

use std::thread;

/// The greatest number of threads of an engine. WebAssembly has only the calling one.
pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 256 };

/// Processes the chunks of a slice in parallel, the first on the current thread.
pub(crate) fn for_each_chunk<T: Sync>(items: &[T], size: usize, work: impl Fn(&[T]) + Sync) {
    let mut chunks = items.chunks(size.max(1));
    let Some(first) = chunks.next() else { return };
    thread::scope(|scope| {
        for chunk in chunks {
            scope.spawn(|| work(chunk));
        }
        work(first);
    });
}

/// Runs a job for every worker in parallel, the first on the current thread.
pub(crate) fn run_all<T: Send>(workers: &mut [T], job: impl Fn(usize, &mut T) + Sync) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    thread::scope(|scope| {
        for (i, worker) in others.iter_mut().enumerate() {
            let job = &job;
            scope.spawn(move || job(i + 1, worker));
        }
        job(0, first);
    });
}
