//! The tables as a search sees them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use ouro_rules::{Position, Variant};
use ouro_tablebase::{
    Category, Generator, Material, OwnTables, RootProbe, SearchTables, Tablebase, for_each_position,
};

fn generate(variant: Variant, names: &[&str], folder: &Path) -> Vec<Material> {
    let materials: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    Generator::new(variant).threads(2).run(&materials, folder, &mut |_| {}).unwrap();
    materials
}

#[test]
fn categories_in_memory_are_those_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let materials = generate(Variant::SelfCapture, &["KPvK", "KNvKN"], folder);
    let tables = OwnTables::open(folder).unwrap();
    assert_eq!(
        (tables.variant(), tables.max_men(), tables.size()),
        (Variant::SelfCapture, 4, (6, 4))
    );
    let count = AtomicU64::new(0);
    for material in materials {
        for_each_position(folder, material, 2, &|position, probe| {
            assert_eq!(tables.probe(position), Some(probe.category), "{position}");
            count.fetch_add(1, Ordering::Relaxed);
        })
        .unwrap();
    }
    assert!(count.into_inner() > 1_000_000);
    let missing = Position::from_fen("8/8/8/8/8/2k5/8/1R2K2R w - - 0 1", Variant::SelfCapture);
    assert_eq!(tables.probe(&missing.unwrap()), None);
}

#[test]
fn the_results_of_root_moves_count_from_the_side_that_moves() {
    let folder = tempfile::tempdir().unwrap();
    generate(Variant::Chess, &["KPvK"], folder.path());
    let tables = Tablebase::open(folder.path(), Variant::Chess).unwrap();
    let tables = OwnTables::for_root(tables);
    assert_eq!(tables.max_men(), 0);
    let results = |fen: &str| {
        let position = Position::from_fen(fen, Variant::Chess).unwrap();
        let probes = tables.probe_root(&position).unwrap();
        let result = move |RootProbe { mv, category, dtz }| (position.san(mv), category, dtz);
        probes.into_iter().map(result).collect::<Vec<_>>()
    };
    let mate = results("1k6/8/1K6/8/8/8/8/3R4 w - - 0 1");
    assert_eq!(mate[0], ("Rd8#".to_owned(), Category::Win, 1));
    let pawn = results("8/4P3/8/8/8/1k6/8/4K3 w - - 40 80");
    assert_eq!(pawn[0], ("e8=Q".to_owned(), Category::Win, 1));
    let capture = results("8/8/8/8/8/8/1k1p4/4K3 w - - 0 1");
    assert_eq!(capture[0], ("Kxd2".to_owned(), Category::Draw, 0));
    // The king steps aside, and the pawn promotes.
    assert_eq!(*capture.last().unwrap(), ("Kf1".to_owned(), Category::Loss, -2));
}

#[cfg(feature = "embedded")]
#[test]
fn the_embedded_tables_are_those_that_the_generator_writes() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    generate(Variant::SelfCapture, &names, folder.path());
    for name in names {
        let file = format!("{name}.otb");
        let committed = format!("{}/tables/selfcapture/{file}", env!("CARGO_MANIFEST_DIR"));
        let generated = std::fs::read(folder.path().join(&file)).unwrap();
        assert!(std::fs::read(committed).unwrap() == generated, "{file}");
    }
    let tables = Tablebase::embedded();
    assert_eq!((tables.variant(), tables.max_men()), (Variant::SelfCapture, 3));
}

#[cfg(feature = "syzygy")]
mod syzygy {
    use ouro_tablebase::syzygy::{SyzygyTables, to_shakmaty};

    use super::*;

    #[test]
    fn a_folder_without_syzygy_files_has_no_positions() {
        let folder = tempfile::tempdir().unwrap();
        let (tables, files) = SyzygyTables::open([folder.path()]).unwrap();
        assert_eq!((files, tables.max_men()), (0, 0));
        let position =
            Position::from_fen("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", Variant::Chess).unwrap();
        assert_eq!((tables.probe(&position), tables.probe_root(&position)), (None, None));
        assert!(SyzygyTables::open([&*folder.path().join("missing")]).is_err());
    }

    #[test]
    fn positions_are_passed_on_with_pieces_turn_and_en_passant_square() {
        use shakmaty::fen::Fen;
        for fen in ["8/8/8/8/8/2k5/8/R3K3 w - - 0 1", "8/8/8/1k6/2pP4/8/8/4K3 b - d3 0 1"] {
            let position = Position::from_fen(fen, Variant::Chess).unwrap();
            let chess = to_shakmaty(&position).unwrap();
            let found = Fen::from_position(&chess, shakmaty::EnPassantMode::Legal).to_string();
            assert_eq!(found, fen);
        }
    }
}
