//! The commands of the lab: matches, self-play and training.
#![allow(clippy::unwrap_used, missing_docs)]

mod support {
    pub(crate) mod command;
}

use support::command::{ouro, text};

/// Writes an engine that executes a shell command on every `go`.
#[cfg(unix)]
fn scripted_engine(name: &str, on_go: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = std::env::temp_dir().join(format!("ouro-{name}-{}", std::process::id()));
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\nuci) echo uciok;;\nisready) echo readyok;;\ngo) {on_go};;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_match_is_played_written_as_pgn_and_resumed() {
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
        let has_info = |comment: &String| comment.contains('/') && comment.ends_with('s');
        assert!(moves.all(|mv| mv.comments.iter().any(has_info)), "{written}");
    }
    // An incomplete pair is played again and counted once.
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
    assert!(text(&other.stderr).contains("contains games of another match"));
    std::fs::remove_file(&pgn).unwrap();
}

#[test]
fn a_match_without_clocks_warns_if_the_book_is_too_short() {
    let book = std::env::temp_dir().join(format!("ouro-book-{}.epd", std::process::id()));
    std::fs::write(&book, "4k3/8/8/8/8/8/8/4KQ2 w - -\n4k3/8/8/8/8/8/8/4KR2 w - -\n").unwrap();
    let engine = env!("CARGO_BIN_EXE_ouro");
    let openings = ["--openings", book.to_str().unwrap()];
    for (time_control, games, warned) in [
        (["--nodes", "20"], "4", false),
        (["--nodes", "20"], "6", true),
        (["--tc", "1+0.01"], "6", false),
    ] {
        let players = ["match", "--engine", engine, "--engine", engine, "--games", games];
        let output = ouro(&[&players[..], &time_control, &openings].concat());
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_eq!(errors.contains("3 game pairs repeat 2 openings"), warned, "{errors}");
    }
    std::fs::remove_file(&book).unwrap();
}

#[test]
#[cfg(unix)]
fn an_engine_that_fails_loses_its_games_and_the_match_continues() {
    let good = format!("name=good cmd={}", env!("CARGO_BIN_EXE_ouro"));
    for (name, on_go, fault, time) in [
        ("illegal", "echo bestmove e2e5", "plays an illegal move: e2e5", "60+0"),
        ("leaver", "exit", "disconnected", "60+0"),
        ("sleeper", "sleep 3; echo bestmove e2e4", "loses on time", "2+0"),
        ("talker", "exec yes info", "did not respond", "2+0"),
    ] {
        let path = scripted_engine(name, on_go);
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
fn games_of_another_match_are_rejected() {
    let engine = env!("CARGO_BIN_EXE_ouro");
    let path = std::env::temp_dir().join(format!("ouro-other-{}.pgn", std::process::id()));
    let pgn = path.to_str().unwrap();
    let play = |first: &str, nodes: &str, seed: &str| {
        let two = format!("name=two cmd={engine}");
        let players = ["match", "--engine", first, "--engine", &two];
        let rest = ["--nodes", nodes, "--seed", seed, "--games", "2", "--pgn", pgn];
        ouro(&[&players[..], &rest].concat())
    };
    let one = format!("name=one cmd={engine}");
    let first = play(&one, "50", "1");
    assert!(first.status.success());
    assert_eq!(play(&one, "50", "1").stdout, first.stdout, "the match is finished already");
    let weaker = format!("{one} option.Level=1");
    for other in [play(&one, "60", "1"), play(&one, "50", "2"), play(&weaker, "50", "1")] {
        assert_eq!(other.status.code(), Some(2));
        assert!(text(&other.stderr).contains("contains games of another match"));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn invalid_match_arguments_are_rejected() {
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
fn self_play_games_train_a_network_that_loads() {
    let folder = std::env::temp_dir().join(format!("ouro-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let both = path("games");
    let play = ["selfplay", "--variant", "selfcapture", "--nodes", "60", "--out", &both];
    for seed in ["1", "2"] {
        let count = ["--games", "30", "--chunk-games", "20", "--seed", seed];
        let output = ouro(&[&play[..], &count].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let manifest = std::fs::read_to_string(folder.join("games/manifest.tsv")).unwrap();
    assert_eq!(manifest.lines().count(), 5, "{manifest}");
    let games = path("games/selfcapture-60-1-0000.osp");
    let stats = text(&ouro(&["selfplay", "stats", &both]).stdout);
    assert!(stats.contains("Games           60") && stats.contains("Self-captures "), "{stats}");
    assert!(text(&ouro(&["selfplay", "fit", &both]).stdout).contains("Score scale "));
    let (net, plot) = (path("new.nn"), path("losses.svg"));
    let train = ["train", "--variant", "selfcapture", "--width", "32", "--epochs", "2"];
    let files = ["--batch", "500", "--out", &net, "--plot", &plot, &both];
    let output = ouro(&[&train[..], &files].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("quantisation error"));
    assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    let shown = text(&ouro(&["net", &net, "--variant", "selfcapture"]).stdout);
    assert!(
        shown.contains("Variant        selfcapture") && shown.contains("(768 → 32)×2"),
        "{shown}"
    );
    let other = path("other.nn");
    let chess =
        ["train", "--width", "32", "--epochs", "1", "--batch", "500", "--out", &other, &both];
    let refused = ouro(&chess);
    assert!(text(&refused.stderr).contains("games of selfcapture"), "{}", text(&refused.stderr));
    assert!(ouro(&[&chess[..], &["--both-variants"]].concat()).status.success());
    assert!(text(&ouro(&["net", &other]).stdout).contains("Variant        chess"));
    for bad in [&["net", &games][..], &["selfplay", "stats", &net], &["train", "--out", &net, &net]]
    {
        let output = ouro(bad);
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn puzzles_are_mined_counted_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [pgn, csv, svg, mates] = ["games.pgn", "puzzles.csv", "puzzles.svg", "mates.csv"].map(path);
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/selfcapture.nn");
    let game = |fen: &str, moves: &str| {
        format!("[Variant \"Self-capture\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n\n")
    };
    let games = [
        game("8/1p4k1/2p5/6R1/4P1KP/P3r1P1/8/7R b - - 6 42", "42... Kh8 43. Rxh4#"),
        game("6rk/6pp/8/8/8/8/8/4K1N1 w - - 0 1", "1. Nf3 Rd8 2. Ng5 Rg8"),
        game("R5rk/6pp/8/6N1/8/8/1B6/1B2K3 w - - 0 1", "1. Nf7#"),
        game("kr6/pp6/8/1N6/8/8/8/4K3 w - - 0 1", "1. Nc7+ Kxb8"),
    ];
    std::fs::write(&pgn, games.concat()).unwrap();
    let mine = ["puzzles", "mine", &pgn, "--second-net", net, "--out", &csv];
    let mine = [&mine[..], &["--nodes", "5000,5000,5000", "--threads", "1"]].concat();
    let output = ouro(&mine);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = text(&output.stdout);
    assert!(report.contains("puzzles") && report.contains("self-capture does not decide"));
    let puzzles = ouro_puzzles::Puzzle::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    assert!(puzzles.iter().any(|puzzle| puzzle.ucis() == ["g7h8", "h1h4"]));
    // A second run finds nothing new.
    let before = std::fs::read(&csv).unwrap();
    assert!(ouro(&mine).status.success());
    assert_eq!(std::fs::read(&csv).unwrap(), before);

    let stats = ouro(&["puzzles", "stats", &csv, "--plot", &svg]);
    assert!(text(&stats.stdout).contains("| mateIn1 | 1 |"), "{}", text(&stats.stdout));
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));

    let verify = ["puzzles", "verify", &csv, "--nodes", "5000", "--threads", "1"];
    assert!(text(&ouro(&verify).stdout).contains("puzzles hold"));
    let mut wrong = puzzles[0].clone();
    let (position, solution) = wrong.solver_moves().next().unwrap();
    let other = position.legal_moves().into_iter().find(|&mv| mv != solution).unwrap();
    wrong.moves = vec![wrong.moves[0], other];
    std::fs::write(&csv, ouro_puzzles::Puzzle::write_csv([&puzzles[0], &wrong])).unwrap();
    let output = ouro(&[&verify[..], &["--remove"]].concat());
    assert!(text(&output.stdout).contains("1 of 2 puzzles hold (50.0 %)"));
    let kept = ouro_puzzles::Puzzle::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    assert_eq!(kept, puzzles[..1]);

    let mut unrated = puzzles[0].clone();
    unrated.rating = 1;
    std::fs::write(&csv, ouro_puzzles::Puzzle::write_csv([&unrated])).unwrap();
    assert_eq!(text(&ouro(&["puzzles", "rate", &csv]).stdout), "1 puzzle rated\n");
    let rated = ouro_puzzles::Puzzle::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    assert_eq!(rated, puzzles[..1], "mining gives the same rating");

    unrated.explanation = "check move=Rxh4# piece=rook victim=pawn square=h4".parse().unwrap();
    std::fs::write(&csv, ouro_puzzles::Puzzle::write_csv([&unrated])).unwrap();
    assert_eq!(text(&ouro(&["puzzles", "describe", &csv]).stdout), "1 of 1 puzzles changed\n");
    let described =
        ouro_puzzles::Puzzle::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    assert_eq!(described[0].explanation, puzzles[0].explanation);
    assert_eq!(described[0].rating, 1);

    let output = ouro(&["puzzles", "mates", &pgn, "--count", "2", "--out", &mates]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rows = std::fs::read_to_string(&mates).unwrap();
    let rows = ouro_puzzles::MateOrNot::read_csv(&rows).unwrap();
    assert_eq!(
        rows.iter().map(ouro_puzzles::MateOrNot::is_mate).collect::<Vec<_>>(),
        [false, true]
    );
}

#[test]
fn the_documented_commands_make_verified_puzzles_from_self_play() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [games, pgn, csv] = ["games", "mate.pgn", "puzzles.csv"].map(path);
    let run = |arguments: &[&str]| {
        let output = ouro(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let play = ["selfplay", "--variant", "selfcapture", "--nodes", "20", "--games", "20"];
    run(&[&play[..], &["--chunk-games", "10", "--seed", "25", "--out", &games]].concat());
    // Whatever the games contain, there is one mate.
    let fen = "8/1p4k1/2p5/6R1/4P1KP/P3r1P1/8/7R b - - 6 42";
    let tags = format!("[Variant \"Self-capture\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]");
    std::fs::write(&pgn, format!("{tags}\n\n42... Kh8 43. Rxh4# 1-0\n")).unwrap();
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/selfcapture.nn");
    let mine = ["puzzles", "mine", &games, &pgn, "--second-net", net, "--out", &csv];
    let mine = [&mine[..], &["--nodes", "2000,3000,4000"]].concat();
    let ids = || {
        let rows = std::fs::read_to_string(&csv).unwrap();
        let puzzles = ouro_puzzles::Puzzle::read_csv(&rows).unwrap();
        puzzles.iter().map(|puzzle| puzzle.id().to_string()).collect::<Vec<_>>()
    };
    let counted = |report: &str| {
        let row = report.lines().find(|line| line.starts_with("games "));
        row.unwrap().rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!(counted(&run(&[&mine[..], &["--only-mates"]].concat())), "21");
    let mates = ids();
    assert!(!mates.is_empty());
    assert_eq!(counted(&run(&mine)), "21");
    assert!(ids().starts_with(&mates), "the mates are kept");
    let verify = ["puzzles", "verify", &csv, "--sample", "1", "--nodes", "20000"];
    let report = run(&verify);
    assert!(report.contains(" of 1 puzzles hold"), "{report}");
}

#[test]
fn bad_puzzle_files_and_games_are_reported_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [csv, pgn, out] = ["bad.csv", "chess.pgn", "out.csv"].map(path);
    std::fs::write(&csv, "something\n").unwrap();
    std::fs::write(&pgn, "1. e4 e5 *\n").unwrap();
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/selfcapture.nn");
    let mine = ["puzzles", "mine", &pgn, "--second-net", net, "--out", &out, "--threads", "1"];
    for (arguments, message) in [
        (&["puzzles", "stats", &csv][..], "bad.csv: line 1: expected the columns PuzzleId,"),
        (&["puzzles", "verify", &csv], "bad.csv: line 1: expected the columns PuzzleId,"),
        (&mine, "chess.pgn: the file contains a game that is not of self-capture chess"),
        (
            &[&mine[..], &["--nodes", "9,8,7"]].concat(),
            "expected three growing numbers, as in 20000,200000,2000000",
        ),
    ] {
        let output = ouro(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    assert!(!std::fs::exists(&out).unwrap());
}
