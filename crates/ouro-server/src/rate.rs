//! How often one client may call.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Seconds' worth of requests that may come at once.
const BURST: f64 = 5.0;
/// Clients that are remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;

struct Bucket {
    tokens: f64,
    at: Instant,
}

/// A bucket of tokens for each client, filled at a steady rate.
pub(crate) struct RateLimit {
    per_second: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl RateLimit {
    pub(crate) fn new(per_second: u32) -> RateLimit {
        RateLimit { per_second: f64::from(per_second), buckets: Mutex::default() }
    }

    /// Takes a token, or tells how long it takes until there is one.
    pub(crate) fn take(&self, client: &str, now: Instant) -> Result<(), Duration> {
        if self.per_second == 0.0 {
            return Ok(());
        }
        let full = self.per_second * BURST;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED {
            // A bucket that has had time to fill up says nothing any more.
            buckets.retain(|_, bucket| now.duration_since(bucket.at).as_secs_f64() < BURST);
        }
        let fresh = || Bucket { tokens: full, at: now };
        let bucket = buckets.entry(client.to_owned()).or_insert_with(fresh);
        let passed = now.duration_since(bucket.at).as_secs_f64();
        bucket.tokens = (bucket.tokens + passed * self.per_second).min(full);
        bucket.at = now;
        if bucket.tokens < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - bucket.tokens) / self.per_second));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_slowed_down_and_others_are_not() {
        let limit = RateLimit::new(2);
        let start = Instant::now();
        for _ in 0..10 {
            assert!(limit.take("a", start).is_ok());
        }
        assert!(limit.take("a", start).is_err());
        assert!(limit.take("b", start).is_ok());
        assert!(limit.take("a", start + Duration::from_millis(600)).is_ok());
        assert!(limit.take("a", start + Duration::from_millis(700)).is_err());
    }
}
