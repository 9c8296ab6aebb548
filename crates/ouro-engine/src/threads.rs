//! The seam to threads: everything in the engine that starts one is here.

use std::thread;

/// Works on chunks of a slice, a thread for each.
pub(crate) fn for_each_chunk<T: Send>(
    items: &mut [T],
    size: usize,
    work: impl Fn(&mut [T]) + Sync,
) {
    thread::scope(|scope| {
        for chunk in items.chunks_mut(size.max(1)) {
            scope.spawn(|| work(chunk));
        }
    });
}

/// Runs a job for each worker, the first on this thread.
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
