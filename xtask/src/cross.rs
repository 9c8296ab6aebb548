//! The engine on other targets: 64-bit ARM in QEMU, and WebAssembly in Node.js.
//!
//! Search and evaluation use integers only, so every target must have the same bench signature.

use std::path::Path;
use std::process::Command;

use crate::process::{apt_install, cargo, cargo_command, run};
use crate::{Outcome, ROOT};

const WASM: &str = "wasm32-unknown-unknown";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// The Debian packages that link and run programs for 64-bit ARM.
const ARM_TOOLS: [&str; 3] = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user-static"];
/// The folder of the libraries for 64-bit ARM.
const ARM_LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// Builds for all targets and compares the signatures.
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
    // On a machine with its own ARM loader, these libraries do not match it.
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
