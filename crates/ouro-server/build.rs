//! Rebuilds the service when the web app that it embeds appears or changes.

use std::path::Path;

fn main() {
    // Cargo regards a missing path as changed in every build. While the web app is not built, the folder in which
    // it will appear is watched instead.
    let watched = ["../../web/dist", "../../web"].into_iter().find(|path| Path::new(path).exists());
    println!("cargo::rerun-if-changed={}", watched.unwrap_or("build.rs"));
}
