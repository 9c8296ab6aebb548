//! The bench signature. A commit that changes search or evaluation changes it and states it.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::Signals;
use ouro_engine::bench::{DEPTH, bench};

/// The node count of `ouro bench`.
const SIGNATURE: u64 = 189652;

#[test]
fn the_bench_signature_is_unchanged() {
    let result = bench(DEPTH, &Signals::default()).unwrap();
    assert_eq!(result.nodes, SIGNATURE);
    assert_eq!(result.tt_stats.rejected, 0);
}
