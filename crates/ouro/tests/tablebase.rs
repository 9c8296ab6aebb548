//! The commands of `ouro tablebase`.
#![allow(clippy::unwrap_used, missing_docs)]

mod support {
    pub(crate) mod command;
}

use std::fs;
use std::process::Output;

use support::command::{ouro, text};

/// Asserts that a command fails with exit code 2 and one line that contains `message`.
fn assert_bad_input(output: &Output, message: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(message), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn tables_are_generated_verified_counted_and_probed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let generate = ["tablebase", "generate", "--variant", "selfcapture", "--out", path];
    let output = ouro(&[&generate[..], &["--material", "KRvK"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("KRvK"));
    let again = ouro(&[&generate[..], &["--material", "KRvK"]].concat());
    assert!(again.status.success() && again.stderr.is_empty());

    let verified = ouro(&["tablebase", "verify", path]);
    assert!(verified.status.success());
    assert!(text(&verified.stdout).contains("selfcapture: 51044 positions"), "{verified:?}");

    let stats = text(&ouro(&["tablebase", "stats", path]).stdout);
    assert!(stats.contains("longest win of White: 31 plies (16 moves)"), "{stats}");
    let same = text(&ouro(&["tablebase", "stats", path, "--against", path]).stdout);
    assert!(same.contains("KRvK              0    0.000 %"), "{same}");

    let fen = "1k6/8/1K6/8/8/8/8/3R4 w - - 0 1";
    let probe = ["tablebase", "probe", fen, "--variant", "selfcapture", "--path", path];
    let lines = text(&ouro(&probe).stdout);
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines[0], "win          dtz 1, dtm 1");
    assert_eq!(lines[1], "Rd8#     loss         dtz 0, dtm 0");
    let json = ouro(&[&probe[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["category"], "win");
    assert_eq!(json["dtm"], 1);
    assert_eq!(json["moves"][0]["uci"], "d1d8");
    assert_eq!(json["moves"][0]["checkmate"], true);

    let syzygy = ["tablebase", "compare", path, "--syzygy", path];
    assert_bad_input(&ouro(&syzygy), "Syzygy tables are for chess");
    let file = folder.path().join("KRvK.otb");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..100]).unwrap();
    assert_bad_input(&ouro(&probe), "KRvK.otb: the file has 100 bytes instead of");
    assert_bad_input(&ouro(&["tablebase", "verify", path]), "the file has 100 bytes");
}

#[test]
fn the_built_in_tables_are_probed_without_a_path_and_others_convert_wins() {
    let fen = "1k6/8/1K6/8/8/8/8/3R4 w - - 0 1";
    let probe = ouro(&["tablebase", "probe", fen, "--variant", "selfcapture"]);
    assert!(text(&probe.stdout).starts_with("win          dtz 1, dtm 1\n"), "{probe:?}");
    assert_bad_input(&ouro(&["tablebase", "probe", fen]), "the tables are for selfcapture");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let generate =
        ["tablebase", "generate", "--variant", "selfcapture", "--men", "3", "--out", path];
    assert!(ouro(&generate).status.success());
    let converted = ouro(&["tablebase", "convert", path, "--positions", "5", "--nodes", "100"]);
    let report = text(&converted.stdout);
    assert!(report.starts_with("selfcapture: 5 of 5 converted, "), "{converted:?}");
}

#[test]
fn bad_input_is_explained_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let generate = ["tablebase", "generate", "--variant", "chess", "--out", path];
    assert!(ouro(&[&generate[..], &["--material", "KNvK"]].concat()).status.success());
    let probe = |fen: &str, variant: &str, path: &str| {
        ouro(&["tablebase", "probe", fen, "--variant", variant, "--path", path])
    };
    let fen = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1";
    assert!(probe(fen, "chess960", path).status.success());
    assert_bad_input(&probe(fen, "chess", "/nowhere"), "/nowhere: ");
    assert_bad_input(&probe(fen, "selfcapture", path), "the table is for chess");
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_bad_input(&probe(castling, "chess", path), "castling rights");
    let rook = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    assert_bad_input(&probe(rook, "chess", path), "the table KRvK is missing");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_bad_input(&probe(start, "chess", path), "32 pieces are on the board");
    let syzygy = ["tablebase", "compare", path, "--syzygy", path];
    assert_bad_input(&ouro(&syzygy), "the folder contains no Syzygy tables");
    let limit = [&generate[..], &["--material", "KNvK", "--move-limit", "10"]].concat();
    assert_bad_input(&ouro(&limit), "the table has a move limit of 50, not of 10");
    let kings = [&generate[..], &["--material", "KvK"]].concat();
    assert_bad_input(&ouro(&kings), "two kings are always a draw");
}
