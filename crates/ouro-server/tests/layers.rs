//! The domain depends on the rules and the engine only, not on HTTP, SQL or the API.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;

#[test]
fn the_domain_uses_no_other_module() {
    for module in ["games", "puzzles"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module);
        let own = format!("crate::{module}::");
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            for line in text.lines() {
                let foreign = ["axum", "sqlx", "serde", "utoipa", "tokio"]
                    .into_iter()
                    .any(|name| line.contains(&format!("{name}::")));
                let outside = line.contains("crate::") && !line.contains(&own);
                assert!(!foreign && !outside, "{}: {line}", path.display());
            }
        }
    }
}
