//! Engine time that each class has used, over a sliding window.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::class::PerClass;

/// The resolution of the window.
const BUCKET: Duration = Duration::from_millis(25);

/// Engine time per class: with two searches of a class running, a second counts as two.
#[derive(Debug)]
pub(super) struct Usage {
    window: Duration,
    /// The time used in each bucket, the current one last. The window holds no more of them.
    buckets: VecDeque<PerClass<Duration>>,
    /// When the current bucket ends.
    bucket_end: Instant,
    /// Up to when time is recorded.
    recorded: Instant,
}

impl Usage {
    /// Creates an empty window of this length.
    pub(super) fn new(window: Duration, now: Instant) -> Usage {
        let buckets = VecDeque::from([PerClass::default()]);
        Usage { window, buckets, bucket_end: now + BUCKET, recorded: now }
    }

    /// Records that since the last call this many searches of each class have been running.
    pub(super) fn record(&mut self, now: Instant, running: &PerClass<usize>) {
        if now.saturating_duration_since(self.recorded) > self.window {
            // Older time is outside of the window.
            let start = now - self.window;
            *self = Usage::new(self.window, start);
        }
        while self.recorded < now {
            let until = now.min(self.bucket_end);
            let passed = until - self.recorded;
            if let Some(bucket) = self.buckets.back_mut() {
                *bucket = PerClass::from_fn(|class| {
                    let running = u32::try_from(running[class]).unwrap_or(u32::MAX);
                    bucket[class] + passed * running
                });
            }
            self.recorded = until;
            if until == self.bucket_end {
                self.bucket_end += BUCKET;
                self.buckets.push_back(PerClass::default());
                if self.buckets.len() > buckets(self.window) {
                    self.buckets.pop_front();
                }
            }
        }
    }

    /// Returns the engine time of each class over the last part of the window.
    pub(super) fn over(&self, last: Duration) -> PerClass<Duration> {
        let recent = self.buckets.iter().rev().take(buckets(last));
        recent.fold(PerClass::default(), |sum, bucket| {
            PerClass::from_fn(|class| sum[class] + bucket[class])
        })
    }
}

/// The number of buckets in a span of time.
const fn buckets(span: Duration) -> usize {
    (span.as_millis() / BUCKET.as_millis()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::class::Class;

    const WINDOW: Duration = Duration::from_secs(10);

    fn running(class: Class, count: usize) -> PerClass<usize> {
        let mut running = PerClass::default();
        running[class] = count;
        running
    }

    #[test]
    fn time_counts_once_per_search_and_leaves_the_window() {
        let start = Instant::now();
        let mut usage = Usage::new(WINDOW, start);
        usage.record(start + Duration::from_secs(2), &running(Class::Analysis, 3));
        assert_eq!(usage.over(WINDOW)[Class::Analysis], Duration::from_secs(6));
        assert_eq!(usage.over(WINDOW)[Class::GameMove], Duration::ZERO);
        usage.record(start + Duration::from_secs(9), &PerClass::default());
        assert_eq!(usage.over(WINDOW)[Class::Analysis], Duration::from_secs(6));
        assert_eq!(usage.over(Duration::from_secs(1))[Class::Analysis], Duration::ZERO);
        usage.record(start + Duration::from_secs(13), &PerClass::default());
        assert_eq!(usage.over(WINDOW)[Class::Analysis], Duration::ZERO);
    }

    #[test]
    fn an_hour_without_a_change_fills_the_window_and_no_more() {
        let start = Instant::now();
        let mut usage = Usage::new(WINDOW, start);
        usage.record(start + Duration::from_secs(3_600), &running(Class::Background, 2));
        let used = usage.over(WINDOW)[Class::Background];
        assert!(used <= 2 * WINDOW && used > 2 * WINDOW - 4 * BUCKET, "{used:?}");
    }
}
