//! The `ouro` command as a person or a script meets it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn ouro(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ouro")).args(arguments).output().unwrap()
}

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

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_ends_with_the_number_of_nodes() {
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
fn divide_shows_the_count_behind_each_move() {
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
fn fen_tells_good_from_bad() {
    let good = ouro(&["fen", KIWIPETE]);
    assert!(good.status.success());
    assert_eq!(text(&good.stdout), format!("good: {KIWIPETE}\n"));
    let bad = ouro(&["fen", KIWIPETE, "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(bad.status.code(), Some(2));
    let output = text(&bad.stdout);
    assert!(output.contains("White has no king (at byte 0)"), "{output}");
    assert!(output.contains("Black has no king (at byte 0)"), "{output}");
    let repaired = text(&ouro(&["fen", "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1"]).stdout);
    assert!(repaired.contains("a lenient reader takes it as r3k3/8/8/8/8/8/8/4K3 b q - 0 1"));
    let unquoted = ouro(&["fen", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"]);
    assert!(unquoted.status.success());
}

#[test]
fn fen_reads_a_line_each_from_standard_input() {
    let input = format!("{KIWIPETE}\r\n\nnonsense\n4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let output = ouro_reading(&["fen"], input.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let lines = text(&output.stdout);
    assert_eq!(lines.matches("good: ").count(), 2, "{lines}");
    assert_eq!(lines.matches("bad: ").count(), 1);
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
fn a_false_claim_to_castle_is_dropped_with_a_word() {
    let output = ouro(&["moves", "r3k3/8/8/8/8/8/8/4K3 b kq - 0 1"]);
    assert!(output.status.success());
    assert!(!text(&output.stdout).contains("e8g8"));
    assert!(text(&output.stderr).contains("a right to castle was dropped"));
}

#[test]
fn show_prints_and_draws() {
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
fn bad_input_gets_one_sentence_and_exit_code_2() {
    for arguments in [
        &["moves", "8/8"][..],
        &["show", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["perft", "3", "--fen", "x"],
        &["moves", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"],
    ] {
        let output = ouro(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        let sentence = text(&output.stderr);
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        assert!(sentence.starts_with("ouro: "));
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
fn a_reader_who_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ouro"))
        .arg("fen")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // Far more than a pipe holds, so that it must notice; then it stops reading, too.
    let input = format!("{KIWIPETE}\n").repeat(10_000);
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stderr).is_empty());
}

#[test]
fn without_a_command_it_speaks_uci() {
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
fn bench_ends_with_its_signature() {
    let signature = |output: Output| {
        text(&output.stdout).lines().last().unwrap().split(' ').next().unwrap().to_owned()
    };
    let first = signature(ouro(&["bench", "4"]));
    assert!(first.parse::<u64>().unwrap() > 1_000);
    assert_eq!(signature(ouro(&["bench", "4"])), first);
}

/// An engine that says what its script says to every `go`.
#[cfg(unix)]
fn scripted_engine(name: &str, answer: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = std::env::temp_dir().join(format!("ouro-{name}-{}", std::process::id()));
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\nuci) echo uciok;;\nisready) echo readyok;;\ngo) {answer};;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_match_is_played_written_down_and_resumed() {
    let pgn = std::env::temp_dir().join(format!("ouro-match-{}.pgn", std::process::id()));
    let engine = |name: &str| format!("name={name} cmd={}", env!("CARGO_BIN_EXE_ouro"));
    let b = format!("name=b cmd=/usr/bin/env arg={}", env!("CARGO_BIN_EXE_ouro"));
    let a = engine("a");
    for (games, total) in [("4", 4), ("8", 8)] {
        let output = ouro(&[
            "match",
            "--engine",
            &a,
            "--engine",
            &b,
            "--variant",
            "selfcapture",
            "--nodes",
            "200",
            "--games",
            games,
            "--concurrency",
            "2",
            "--pgn",
            pgn.to_str().unwrap(),
        ]);
        assert!(output.status.success());
        let line = text(&output.stdout);
        assert!(
            line.starts_with("a - b: +") && line.contains(&format!("in {total} games")),
            "{line}"
        );
        assert!(!line.contains("faults"), "{line}");
        let written = std::fs::read_to_string(&pgn).unwrap();
        let read: Vec<_> = ouro_rules::PgnGame::read(&written).map(Result::unwrap).collect();
        assert_eq!(read.len(), total);
        assert!(read.iter().all(|game| game.main_line().is_ok()));
        let mut moves = read.iter().flat_map(|game| &game.moves);
        let told = |comment: &String| comment.contains('/') && comment.ends_with('s');
        assert!(moves.all(|mv| mv.comments.iter().any(told)), "{written}");
    }
    // A pair of which only one game was written is played again, and counted once.
    let written = std::fs::read_to_string(&pgn).unwrap();
    let cut = written.rfind("[Event").unwrap();
    std::fs::write(&pgn, &written[..cut + 40]).unwrap();
    let resume = |b: &str| {
        ouro(&[
            "match",
            "--engine",
            &a,
            "--engine",
            b,
            "--variant",
            "selfcapture",
            "--nodes",
            "200",
            "--games",
            "8",
            "--pgn",
            pgn.to_str().unwrap(),
        ])
    };
    for _ in 0..2 {
        let line = text(&resume(&b).stdout);
        assert!(line.contains("in 8 games"), "{line}");
    }
    let other = resume(&engine("c"));
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("has games of another match"));
    std::fs::remove_file(&pgn).unwrap();
}

#[test]
fn a_book_that_is_too_short_for_a_match_is_told() {
    let book = std::env::temp_dir().join(format!("ouro-book-{}.epd", std::process::id()));
    std::fs::write(&book, "4k3/8/8/8/8/8/8/4KQ2 w - -\n4k3/8/8/8/8/8/8/4KR2 w - -\n").unwrap();
    let engine = env!("CARGO_BIN_EXE_ouro");
    let openings = ["--openings", book.to_str().unwrap()];
    for (pace, games, told) in [
        (["--nodes", "20"], "4", false),
        (["--nodes", "20"], "6", true),
        (["--tc", "1+0.01"], "6", false),
    ] {
        let players = ["match", "--engine", engine, "--engine", engine, "--games", games];
        let output = ouro(&[&players[..], &pace, &openings].concat());
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_eq!(errors.contains("3 pairs of games from 2 openings repeat"), told, "{errors}");
    }
    std::fs::remove_file(&book).unwrap();
}

#[test]
#[cfg(unix)]
fn an_engine_that_errs_loses_the_game_and_the_match_goes_on() {
    let good = format!("name=good cmd={}", env!("CARGO_BIN_EXE_ouro"));
    for (name, answer, fault, time) in [
        ("illegal", "echo bestmove e2e5", "plays an illegal move: e2e5", "60+0"),
        ("leaver", "exit", "has gone away", "60+0"),
        ("sleeper", "sleep 3; echo bestmove e2e4", "loses on time", "2+0"),
        ("talker", "exec yes info", "does not answer", "2+0"),
    ] {
        let path = scripted_engine(name, answer);
        let bad = format!("name={name} cmd={}", path.display());
        let pgn = path.with_extension("pgn");
        let output = ouro(&[
            "match",
            "--engine",
            &good,
            "--engine",
            &bad,
            "--tc",
            time,
            "--games",
            "2",
            "--pgn",
            pgn.to_str().unwrap(),
        ]);
        let line = text(&output.stdout);
        assert!(line.contains("+2 =0 -0 in 2 games") && line.contains("2 faults"), "{line}");
        let written = std::fs::read_to_string(&pgn).unwrap();
        assert_eq!(written.matches(fault).count(), 2, "{written}");
        std::fs::remove_file(&pgn).unwrap();
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn games_of_another_match_are_not_taken_for_its_own() {
    let engine = env!("CARGO_BIN_EXE_ouro");
    let path = std::env::temp_dir().join(format!("ouro-other-{}.pgn", std::process::id()));
    let pgn = path.to_str().unwrap();
    let play = |first: &str, pace: &str, seed: &str| {
        let two = format!("name=two cmd={engine}");
        let players = ["match", "--engine", first, "--engine", &two];
        let rest = ["--nodes", pace, "--seed", seed, "--games", "2", "--pgn", pgn];
        ouro(&[&players[..], &rest].concat())
    };
    let one = format!("name=one cmd={engine}");
    let first = play(&one, "50", "1");
    assert!(first.status.success());
    assert_eq!(play(&one, "50", "1").stdout, first.stdout, "it is finished");
    let weaker = format!("{one} option.Level=1");
    for other in [play(&one, "60", "1"), play(&one, "50", "2"), play(&weaker, "50", "1")] {
        assert_eq!(other.status.code(), Some(2));
        assert!(text(&other.stderr).contains("has games of another match"));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    let engine = env!("CARGO_BIN_EXE_ouro");
    for arguments in [
        &["match", "--engine", engine, "--nodes", "10"][..],
        &["match", "--engine", engine, "--engine", engine],
        &["match", "--engine", engine, "--engine", "/nowhere/engine", "--nodes", "10"],
        &["match", "--engine", engine, "--engine", engine, "--nodes", "10", "--tc", "1+1"],
        &["match", "--engine", engine, "--engine", engine, "--nodes", "10", "--sprt", "5"],
        &["match", "--engine", engine, "--engine", engine, "--tc", "fast"],
        &[
            "match",
            "--engine",
            engine,
            "--engine",
            engine,
            "--nodes",
            "9",
            "--openings",
            "/nowhere",
        ],
    ] {
        let output = ouro(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn positions_with_best_moves_are_solved_and_counted() {
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
    assert!(shown.contains("missed not that") && shown.ends_with("1 of 2 solved\n"), "{shown}");
    std::fs::write(&path, "7k/8/6K1/8/8/8/8/R7 w - - bm Ra9;\n").unwrap();
    let output = ouro(&["solve", file, "--nodes", "2000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 1: "), "{}", text(&output.stderr));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn self_play_goes_through_training_to_a_network_that_loads() {
    let folder = std::env::temp_dir().join(format!("ouro-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (games, more, both) = (path("games.osp"), path("more.osp"), path("both.osp"));
    let play = ["selfplay", "--variant", "selfcapture", "--nodes", "60"];
    for (out, seed) in [(&games, "1"), (&more, "2")] {
        let output = ouro(&[&play[..], &["--games", "30", "--out", out, "--seed", seed]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let merged = ouro(&["selfplay", "merge", &both, &games, &more]);
    assert!(text(&merged.stdout).ends_with("has 60 games\n"));
    assert!(text(&ouro(&["selfplay", "stats", &both]).stdout).contains("Self-captures "));
    assert!(text(&ouro(&["selfplay", "fit", &both]).stdout).contains("Scale "));
    let (net, plot) = (path("new.nn"), path("losses.svg"));
    let train = ["train", "--variant", "selfcapture", "--width", "32", "--epochs", "2"];
    let files = ["--batch", "500", "--out", &net, "--plot", &plot, &both];
    let output = ouro(&[&train[..], &files].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("in integers it differs by"));
    assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    let shown = text(&ouro(&["net", &net, "--variant", "selfcapture"]).stdout);
    assert!(shown.contains("Game         selfcapture") && shown.contains("32 hidden"), "{shown}");
    let other = path("other.nn");
    let chess =
        ["train", "--width", "32", "--epochs", "1", "--batch", "500", "--out", &other, &both];
    let refused = ouro(&chess);
    assert!(text(&refused.stderr).contains("games of selfcapture"), "{}", text(&refused.stderr));
    assert!(ouro(&[&chess[..], &["--both-games"]].concat()).status.success());
    assert!(text(&ouro(&["net", &other]).stdout).contains("Game         chess"));
    for bad in [&["net", &games][..], &["selfplay", "stats", &net], &["train", "--out", &net, &net]]
    {
        let output = ouro(bad);
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
