//! The bench as a WebAssembly module: `cargo xtask cross` builds it, and `signature.mjs` calls it.

use ouro_engine::Signals;
use ouro_engine::bench::{DEPTH, bench};

/// Returns the bench signature, or 0 if there is not enough memory.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
#[allow(unsafe_code, reason = "an unmangled name could clash with another symbol")]
pub extern "C" fn signature() -> u64 {
    bench(DEPTH, &Signals::default()).map_or(0, |result| result.nodes)
}
