//! Files of tables: their bytes do not depend on threads, interrupted runs resume, and damaged or
//! foreign files are rejected with a reason.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use ouro_rules::{Position, Variant};
use ouro_tablebase::{FolderError, Generator, Material, TableError, Tablebase, verify};

fn generate(variant: Variant, threads: usize, name: &str, folder: &Path) -> Vec<String> {
    let mut computed = Vec::new();
    let materials: [Material; 1] = [name.parse().unwrap()];
    Generator::new(variant)
        .threads(threads)
        .run(&materials, folder, &mut |progress| {
            if progress.completed.is_some() {
                computed.push(progress.material.to_string());
            }
        })
        .unwrap();
    computed
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort_unstable();
    files
}

#[test]
fn tables_are_identical_for_any_number_of_threads() {
    let folders = [1, 2, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        generate(Variant::SelfCapture, threads, "KNNvK", folder.path());
        files(folder.path())
    });
    assert_eq!(
        folders[0].iter().map(|(name, _)| name).collect::<Vec<_>>(),
        ["KNNvK.otb", "KNvK.otb"]
    );
    assert!(folders[0] == folders[1] && folders[0] == folders[2]);
}

#[test]
fn tables_that_exist_are_not_computed_again() {
    let folder = tempfile::tempdir().unwrap();
    let all = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    assert_eq!(generate(Variant::Chess, 2, "KPvK", folder.path()), all);
    let first = files(folder.path());
    fs::remove_file(folder.path().join("KRvK.otb")).unwrap();
    assert_eq!(generate(Variant::Chess, 2, "KPvK", folder.path()), ["KRvK"]);
    assert!(files(folder.path()) == first);
}

#[test]
fn verification_passes_for_generated_tables() {
    for variant in [Variant::Chess, Variant::SelfCapture] {
        let folder = tempfile::tempdir().unwrap();
        generate(variant, 2, "KPvK", folder.path());
        let mut tables = Vec::new();
        assert_eq!(verify(folder.path(), 2, &mut |table| tables.push(table)).unwrap(), variant);
        assert_eq!(tables.len(), 5);
        for table in tables {
            assert!(table.positions > 25_000);
            assert_eq!((table.wrong, table.example), (0, None), "{}", table.material);
        }
    }
}

#[test]
fn tables_of_another_move_limit_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let generator = Generator::new(Variant::Chess).threads(2).move_limit(10);
    generator.run(&["KRvK".parse().unwrap()], folder.path(), &mut |_| {}).unwrap();
    let path = folder.path().join("KRvK.otb");
    let bytes = fs::read(&path).unwrap();
    let other = Generator::new(Variant::Chess).threads(2);
    let error = other.run(&["KRvK".parse().unwrap()], folder.path(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, FolderError::MoveLimit { found: 10, expected: 50, .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let mut tables = Vec::new();
    verify(folder.path(), 2, &mut |table| tables.push(table)).unwrap();
    assert_eq!(tables[0].wrong, 0);
}

#[test]
fn damaged_truncated_and_foreign_files_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    generate(Variant::Chess, 2, "KRvK", folder.path());
    let path = folder.path().join("KRvK.otb");
    let bytes = fs::read(&path).unwrap();
    let position = Position::from_fen("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", Variant::Chess).unwrap();
    let probe = |bytes: Vec<u8>| -> Result<(), String> {
        let files = [Cow::Owned(bytes)];
        let tables =
            Tablebase::from_bytes(files, Variant::Chess).map_err(|error| error.to_string())?;
        tables.probe(&position).map_err(|error| error.to_string())?;
        Ok(())
    };
    assert_eq!(probe(bytes.clone()), Ok(()));
    for len in (0..100).chain((100..bytes.len()).step_by(7)) {
        assert!(probe(bytes[..len].to_vec()).is_err(), "{len} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(probe(longer).unwrap_err().contains("instead of"));
    for i in (0..100).chain((100..bytes.len()).step_by(199)) {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0x10;
        assert!(probe(damaged).is_err(), "byte {i}");
    }
    assert_eq!(probe(vec![7; 1_000]).unwrap_err(), "this is not a tablebase file of Ouro");

    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let error = Tablebase::open(folder.path(), Variant::Chess).err().unwrap().to_string();
    assert!(error.contains("KRvK.otb: the file has"), "{error}");
}

#[test]
fn tables_of_another_variant_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    generate(Variant::Chess, 2, "KNvK", folder.path());
    let error = Tablebase::open(folder.path(), Variant::SelfCapture).err().unwrap();
    let FolderError::Table { error: TableError::Variant(variant), .. } = error else {
        panic!("{error}");
    };
    assert_eq!(variant, Variant::Chess);
    assert!(Tablebase::open(folder.path(), Variant::Chess960).is_ok());
    assert!(matches!(
        Tablebase::open(&folder.path().join("missing"), Variant::Chess),
        Err(FolderError::Io { .. })
    ));
}
