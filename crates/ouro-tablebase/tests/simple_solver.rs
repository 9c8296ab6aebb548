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

/// Compares category, distance to zeroing and distance to mate at every position of some materials, and
/// returns the number of positions and of those with a distance to zeroing beyond the move limit.
fn compare(variant: Variant, move_limit: u16, names: &[&str]) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let materials: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    let threads = std::thread::available_parallelism().unwrap().get();
    let generator = Generator::new(variant).threads(threads).move_limit(move_limit);
    generator.run(&materials, folder.path(), &mut |_| {}).unwrap();
    let tables = Tablebase::open(folder.path(), variant).unwrap();
    let mut solver = SimpleSolver::new(variant, move_limit, threads);
    let (mut all, mut limited) = (0, 0);
    for name in names {
        let mut positions = 0;
        solver.check(name, |position, category, dtz, dtm| {
            let probe = tables.probe(position).unwrap();
            let found = (probe.category, probe.dtz, probe.dtm);
            assert_eq!(found, (category, dtz, Some(dtm)), "{variant} {name} {position}");
            positions += 1;
            limited += u64::from(dtz.unsigned_abs() > 2 * u32::from(move_limit));
        });
        println!("{variant} {name}: {positions} positions equal");
        all += positions;
    }
    (all, limited)
}

/// Whether this is the long run, `cargo xtask tablebases`.
fn is_long() -> bool {
    std::env::var_os("OURO_TABLEBASES").is_some()
}

#[test]
fn tables_of_self_capture_chess_equal_the_simple_solver() {
    let three_men = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    assert_eq!(compare(Variant::SelfCapture, 50, &three_men), (972_792, 0));
    if is_long() {
        // Pieces and a pawn against each other, and on the same side: each pawn with its promotions.
        for names in [
            ["KRvKQ", "KRvKR", "KRvKB", "KRvKN", "KRvKP"],
            ["KQBvK", "KRBvK", "KBBvK", "KBNvK", "KBPvK"],
        ] {
            compare(Variant::SelfCapture, 50, &names);
        }
    }
}

#[test]
fn wins_that_a_move_limit_of_10_prevents_equal_the_simple_solver() {
    let (positions, limited) = compare(Variant::Chess, 10, &["KRvK"]);
    assert_eq!(positions, 199_556);
    assert!(limited > 50_000, "{limited}");
    if is_long() {
        for (variant, name) in [(Variant::Chess, "KRvKB"), (Variant::SelfCapture, "KRBvK")] {
            let (_, limited) = compare(variant, 10, &[name]);
            assert!(limited > 0);
        }
    }
}
