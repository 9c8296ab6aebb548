//! The commands for positions and searches, and UCI as the default.
#![allow(clippy::unwrap_used, missing_docs)]

mod support {
    pub(crate) mod command;
}

use std::io::Write;
use std::process::{Command, Output, Stdio};

use support::command::{ouro, text};

/// Runs the command with an input.
fn ouro_reading(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ouro"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_ends_with_the_node_count() {
    for (arguments, nodes) in [
        (&["perft", "0"][..], 1),
        (&["perft", "1"], 20),
        (&["perft", "2"], 400),
        (&["perft", "4"], 197_281),
        (&["perft", "3", "--variant", "selfcapture"], 63_034),
        (&["perft", "3", "--fen", KIWIPETE], 97_862),
        (&["perft", "3", "--fen", KIWIPETE, "--threads", "4", "--hash", "1"], 97_862),
        (&["perft", "2", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], 0),
    ] {
        let output = ouro(arguments);
        assert!(output.status.success());
        let expected = format!("Nodes searched: {nodes}");
        assert_eq!(text(&output.stdout).lines().last(), Some(expected.as_str()), "{arguments:?}");
    }
}

#[test]
fn divide_prints_the_node_count_of_each_root_move() {
    let output = text(&ouro(&["perft", "3", "--divide", "--fen", KIWIPETE]).stdout);
    assert!(output.contains("e1g1: 2059\n") && output.contains("a2a3: 2186\n"), "{output}");
    let counts = output.lines().filter_map(|line| line.split_once(": "));
    let sum: u64 = counts
        .filter(|(mv, _)| mv.len() == 4 && *mv != "Time")
        .map(|(_, n)| n.parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 97_862);
}

#[test]
fn fen_accepts_valid_positions_and_explains_invalid_ones() {
    let valid = ouro(&["fen", KIWIPETE]);
    assert!(valid.status.success());
    assert_eq!(text(&valid.stdout), format!("valid: {KIWIPETE}\n"));
    let invalid = ouro(&["fen", KIWIPETE, "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(invalid.status.code(), Some(2));
    let output = text(&invalid.stdout);
    assert!(output.contains("White has no king (at byte 0)"), "{output}");
    assert!(output.contains("Black has no king (at byte 0)"), "{output}");
    let repaired = text(&ouro(&["fen", "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1"]).stdout);
    assert!(repaired.contains("repaired: r3k3/8/8/8/8/8/8/4K3 b q - 0 1"));
    let unquoted = ouro(&["fen", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"]);
    assert!(unquoted.status.success());
}

#[test]
fn fen_reads_one_position_per_line_from_standard_input() {
    let input = format!("{KIWIPETE}\r\n\nnonsense\n4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let output = ouro_reading(&["fen"], input.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let lines = text(&output.stdout);
    let count = |start: &str| lines.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("valid: "), 2, "{lines}");
    assert_eq!(count("invalid: "), 1);
    assert_eq!(ouro_reading(&["fen"], b"\xFF\xFE\x00\n").status.code(), Some(2));
    assert!(ouro_reading(&["fen"], b"").status.success());
}

#[test]
fn moves_are_listed_in_both_notations() {
    let uci = text(&ouro(&["moves", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"]).stdout);
    assert!(uci.lines().any(|mv| mv == "e8c8") && !uci.contains("e8g8"));
    let san = text(&ouro(&["moves", "--variant", "selfcapture", "--san"]).stdout);
    assert_eq!(san.lines().count(), 39);
    assert!(san.lines().any(|mv| mv == "Nxd2"));
}

#[test]
fn an_invalid_castling_right_is_dropped_with_a_message() {
    let output = ouro(&["moves", "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1"]);
    assert!(output.status.success());
    assert!(!text(&output.stdout).contains("e8g8"));
    assert!(text(&output.stderr).contains("a castling right was dropped"));
}

#[test]
fn show_prints_boards_and_writes_svg() {
    let plain = text(&ouro(&["show", "--ascii"]).stdout);
    assert!(plain.contains("1 | R | N | B | Q | K | B | N | R |"));
    assert!(plain.ends_with("chess: White to move, 20 legal moves\n"));
    let mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    assert!(text(&ouro(&["show", mate]).stdout).contains("chess: White wins by checkmate"));
    assert!(text(&ouro(&["show", "--debug"]).stdout).contains("Zobrist key:"));
    let flipped = text(&ouro(&["show", "--flip"]).stdout);
    assert!(flipped.contains("h   g   f"));

    let path = std::env::temp_dir().join(format!("ouro-show-{}.svg", std::process::id()));
    let output = ouro(&[
        "show",
        "--svg",
        path.to_str().unwrap(),
        "--arrow",
        "e2e4",
        "--arrow",
        "d4",
        "--last-move",
        "e7e5",
    ]);
    assert!(output.status.success());
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<polygon ") && svg.contains("<circle "));
    let bad = ouro(&["show", "--svg", "unused.svg", "--arrow", "e2é4"]);
    assert_eq!(bad.status.code(), Some(2));
}

#[test]
fn bad_input_is_reported_in_one_line_with_exit_code_2() {
    for arguments in [
        &["moves", "8/8"][..],
        &["show", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["perft", "3", "--fen", "x"],
        &["moves", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"],
    ] {
        let output = ouro(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        let message = text(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.starts_with("ouro: "));
    }
    for arguments in [
        &["perft"][..],
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "99"],
        &["perft", "3", "--threads", "0"],
        &["perft", "3", "--hash", "0"],
        &["moves", "--variant", "atomic"],
        &["nonsense"],
        &["show", "--svg", "a", "--debug"],
        &["bench", "0"],
    ] {
        let output = ouro(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
    let nowhere = ouro(&["show", "--svg", "/nowhere/at/all.svg"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert_eq!(text(&nowhere.stderr).lines().count(), 1);
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ouro"))
        .arg("fen")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // More than a pipe holds, so that writing must fail. Then the command stops reading too.
    let input = format!("{KIWIPETE}\n").repeat(10_000);
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stderr).is_empty());
}

#[test]
fn without_a_command_it_is_a_uci_engine() {
    let input = b"uci\nposition startpos moves e2e4\ngo depth 4\nisready\n";
    let output = ouro_reading(&[], input);
    assert!(output.status.success());
    let lines = text(&output.stdout);
    assert!(lines.starts_with("id name Ouro ") && lines.contains("\nuciok\n"));
    assert!(lines.contains("\nreadyok\n") && lines.contains("\nbestmove "), "{lines}");
    assert!(ouro_reading(&[], b"quit\n").status.success());
    assert!(ouro_reading(&[], b"").status.success());
}

#[test]
fn bench_ends_with_a_reproducible_signature() {
    let signature = |output: Output| {
        text(&output.stdout).lines().last().unwrap().split(' ').next().unwrap().to_owned()
    };
    let first = signature(ouro(&["bench", "4"]));
    assert!(first.parse::<u64>().unwrap() > 1_000);
    assert_eq!(signature(ouro(&["bench", "4"])), first);
}

#[test]
fn solve_counts_the_solved_positions() {
    let path = std::env::temp_dir().join(format!("ouro-solve-{}.epd", std::process::id()));
    std::fs::write(
        &path,
        "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";\n\
         7k/8/6K1/8/8/8/8/R7 w - - am Ra8#; id \"not that\";\n",
    )
    .unwrap();
    let file = path.to_str().unwrap();
    let output = ouro(&["solve", file, "--nodes", "2000"]);
    assert!(output.status.success());
    let shown = text(&output.stdout);
    assert!(shown.contains("failed not that") && shown.ends_with("solved 1 of 2\n"), "{shown}");
    std::fs::write(&path, "7k/8/6K1/8/8/8/8/R7 w - - bm Ra9;\n").unwrap();
    let output = ouro(&["solve", file, "--nodes", "2000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 1: "), "{}", text(&output.stderr));
    std::fs::remove_file(&path).unwrap();
}
