//! The generated tables equal the results of a slow, independent solver at every position.
#![allow(
    unreachable_pub,
    missing_docs,
    dead_code,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "test helpers, and counts of the long tests"
)]

#[path = "../../ouro-rules/tests/common/reference.rs"]
mod reference;
#[path = "common/simple_solver.rs"]
mod simple_solver;

use ouro_rules::Variant;
use ouro_tablebase::{Generator, Material, Tablebase};
use simple_solver::SimpleSolver;

/// Compares category, distance to zeroing and distance to mate at every position, and returns the
/// number of positions and of those that the move limit changes.
fn compare(variant: Variant, move_limit: u16, name: &str, threads: usize) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let material: Material = name.parse().unwrap();
    let generator = Generator::new(variant).threads(threads).move_limit(move_limit);
    generator.run(&[material], folder.path(), &mut |_| {}).unwrap();
    let tables = Tablebase::open(folder.path(), variant).unwrap();
    let mut solver = SimpleSolver::new(variant, move_limit, threads);
    let (mut positions, mut limited) = (0, 0);
    solver.check(name, |position, category, dtz, dtm| {
        let probe = tables.probe(position).unwrap();
        let found = (probe.category, probe.dtz, probe.dtm);
        assert_eq!(found, (category, dtz, Some(dtm)), "{variant} {name} {position}");
        positions += 1;
        limited += u64::from(dtz.unsigned_abs() > 2 * u32::from(move_limit));
    });
    (positions, limited)
}

/// Returns materials to compare: more of them in the long run, `cargo xtask tablebases`.
fn materials(short: &[&'static str], long: &[&'static str]) -> Vec<&'static str> {
    let is_long = std::env::var_os("OURO_TABLEBASES").is_some();
    [short, if is_long { long } else { &[] }].concat()
}

#[test]
fn tables_of_self_capture_chess_equal_the_simple_solver() {
    let four_men = ["KQPvK", "KPPvK", "KRvKP", "KBvKP", "KPvKP", "KRBvK"];
    for name in materials(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"], &four_men) {
        let (positions, limited) = compare(Variant::SelfCapture, 50, name, 2);
        println!("{name}: {positions} positions");
        assert!(positions > 150_000 && limited == 0, "{name}: {positions} {limited}");
    }
}

#[test]
fn wins_that_a_move_limit_of_10_prevents_equal_the_simple_solver() {
    for name in materials(&["KRvK"], &["KPvK", "KPvKP"]) {
        let (positions, limited) = compare(Variant::Chess, 10, name, 2);
        println!("{name}: {positions} positions, {limited} beyond the limit");
        assert!(limited > 50_000, "{name}: {limited}");
    }
}
