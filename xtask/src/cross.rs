//! The engine on other machines: 64-bit ARM under QEMU, and WebAssembly in Node.js.
//!
//! Everything is in integers, so each must come to the very signature that this machine has.

use std::path::Path;
use std::process::Command;

use crate::{Outcome, ROOT, apt_install, cargo, cargo_command, run};

const WASM: &str = "wasm32-unknown-unknown";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// What Debian has to link and run programs for 64-bit ARM.
const ARM_TOOLS: [&str; 3] = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user-static"];
/// Where it has the libraries that they are linked with.
const ARM_LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// Builds for all of them and compares.
pub(crate) fn cross() -> Outcome {
    run(Command::new("rustup").args(["target", "add", WASM, ARM]).current_dir(ROOT))?;
    let signature = ["build", "--release", "--package", "ouro-engine", "--example", "signature"];
    for flags in ["", "-C target-feature=+simd128"] {
        run(cargo_command(&signature)
            .args(["--target", WASM])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags))?;
        let module = format!("target/{WASM}/release/examples/signature.wasm");
        let script = "crates/ouro-engine/examples/signature.mjs";
        run(Command::new("node").args([script, &module]).current_dir(ROOT))?;
    }
    cargo(&["check", "--package", "ouro-rules", "--target", WASM])?;
    apt_install(&ARM_TOOLS)?;
    // A loader of the machine's own does not go with those libraries.
    let runner = if Path::new("/lib/ld-linux-aarch64.so.1").exists() {
        "qemu-aarch64-static".to_owned()
    } else {
        format!("qemu-aarch64-static -L {ARM_LIBRARIES}")
    };
    run(cargo_command(&["test", "--package", "ouro-engine", "--lib", "--test", "signature"])
        .args(["--target", ARM])
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner))
}
