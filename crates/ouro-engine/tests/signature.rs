//! The signature of the search: any change of behaviour shows here, and in the message of the
//! commit that makes it.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::Signals;
use ouro_engine::bench::{DEPTH, bench};

/// What `ouro bench` prints.
const SIGNATURE: u64 = 246072;

#[test]
fn the_search_does_what_it_did() {
    let result = bench(DEPTH, &Signals::default()).unwrap();
    assert_eq!(result.nodes, SIGNATURE);
    assert_eq!(result.tt_stats.rejected, 0);
}
