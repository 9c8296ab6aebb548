//! Short attacks on the service. `cargo xtask chaos` carries out all of them, for longer.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_chaos::attacks;
use ouro_chaos::settings::{DatabaseKind, Settings};
use ouro_chaos::trial::Verdict;

/// Carries out an attack on SQLite, with a number of repetitions.
fn assert_held_off(name: &str, count: usize) {
    let mut settings = Settings::new(env!("CARGO_BIN_EXE_ouro").into());
    settings.count = Some(count);
    settings.database = Some(DatabaseKind::Sqlite);
    let row = attacks::find(name).unwrap().attempt(&settings).unwrap();
    assert!(matches!(row.verdict, Verdict::Held), "{:?}", row.verdict);
}

#[test]
fn no_acknowledged_event_is_lost_when_the_service_is_killed() {
    assert_held_off("kills", 8);
}
