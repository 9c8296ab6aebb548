//! The results of chess, counted over all legal positions. The counts are those of tables that were
//! compared with Syzygy at every position (`ouro tablebase compare`).
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;

use ouro_rules::Variant;
use ouro_tablebase::{Category, Generator, Material, statistics};

/// Returns the counts of losses, draws and wins for White and for Black to move, and the longest win
/// of each side in plies.
fn committed() -> HashMap<String, Vec<u64>> {
    let path = format!("{}/tests/tables/chess-counts.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let mut columns = row.split('\t');
        let name = columns.next().unwrap().to_owned();
        (name, columns.map(|column| column.parse().unwrap()).collect())
    })
    .collect()
}

fn check(materials: &[Material]) {
    let folder = tempfile::tempdir().unwrap();
    Generator::new(Variant::Chess).run(materials, folder.path(), &mut |_| {}).unwrap();
    let committed = committed();
    let mut tables = 0;
    statistics(folder.path(), 2, &mut |table| {
        let results = [Category::Loss, Category::Draw, Category::Win];
        let mut row = Vec::new();
        for side in table.counts {
            row.extend(results.map(|category| side[category as usize]));
            assert_eq!(row.iter().rev().take(3).sum::<u64>(), side.iter().sum());
        }
        row.extend(table.longest.iter().map(|win| win.as_ref().map_or(0, |win| win.plies.into())));
        assert_eq!(row, committed[&table.material.to_string()], "{}", table.material);
        tables += 1;
    })
    .unwrap();
    assert!(tables >= materials.len());
}

#[test]
fn results_of_chess_are_those_of_syzygy() {
    // All tables with four men in the long run, `cargo xtask tablebases`.
    let materials = match std::env::var_os("OURO_TABLEBASES") {
        Some(_) => Material::all_with(4),
        None => ["KNNvK", "KBvKN", "KPvK"].map(|name| name.parse().unwrap()).to_vec(),
    };
    check(&materials);
}
