//! Work on ranges of indices, shared by threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with every chunk of `0..len`, on several threads if there are several chunks.
pub(crate) fn for_each_chunk(
    threads: usize,
    len: usize,
    chunk: usize,
    work: impl Fn(Range<usize>) + Sync,
) {
    map_chunks(threads, len, chunk, work);
}

/// Calls `work` with every chunk of `0..len` on several threads and returns the results in order.
pub(crate) fn map_chunks<T: Send>(
    threads: usize,
    len: usize,
    chunk: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let count = len.div_ceil(chunk);
    let range = |i: usize| i * chunk..((i + 1) * chunk).min(len);
    if threads <= 1 || count <= 1 {
        return (0..count).map(|i| work(range(i))).collect();
    }
    let next = AtomicUsize::new(0);
    let run = || {
        let mut results = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return results;
            }
            results.push((i, work(range(i))));
        }
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count)).map(|_| scope.spawn(run)).collect();
        let mut results = run();
        for thread in others {
            match thread.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|&(i, _)| i);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_visited_once_and_results_are_in_order() {
        for threads in [1, 2, 5] {
            let ranges = map_chunks(threads, 1_003, 10, |range| range);
            assert_eq!(
                ranges.into_iter().flatten().collect::<Vec<_>>(),
                (0..1_003).collect::<Vec<_>>()
            );
        }
    }
}
