//! The engine as a module for other languages: one function that searches the positions of `ouro bench`.
//!
//! `cargo xtask cross` compiles it to WebAssembly, and `signature.mjs` calls it.

use ouro_engine::Signals;
use ouro_engine::bench::{DEPTH, bench};

/// The number of nodes; nothing without memory for a table.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
#[allow(unsafe_code, reason = "a name that is not mangled could stand for something else")]
pub extern "C" fn signature() -> u64 {
    bench(DEPTH, &Signals::default()).map_or(0, |result| result.nodes)
}
