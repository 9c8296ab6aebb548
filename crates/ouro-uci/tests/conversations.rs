//! UCI sessions as a GUI drives them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ouro_engine::Networks;
use ouro_engine::network::{self, Head, LinearHead, Network};
use ouro_rules::Variant;
use ouro_uci::{Host, Session};

/// The output of a session.
#[derive(Clone, Default)]
struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transcript {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn best_moves(&self) -> Vec<String> {
        let text = self.text();
        let lines = text.lines().filter_map(|line| line.strip_prefix("bestmove "));
        lines.map(|rest| rest.split(' ').next().unwrap().to_owned()).collect()
    }

    /// Waits up to a minute until the output meets a condition.
    fn wait_until(&self, mut condition: impl FnMut(&Transcript) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            assert!(start.elapsed() < Duration::from_secs(60), "timed out:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the output contains a text.
    fn wait_for(&self, text: &str) {
        self.wait_until(|out| out.text().contains(text));
    }

    /// Waits until `bestmove` has been sent `count` times.
    fn wait_for_best_moves(&self, count: usize) -> Vec<String> {
        self.wait_until(|out| out.best_moves().len() >= count);
        self.best_moves()
    }
}

fn session() -> (Session<Transcript>, Transcript) {
    let transcript = Transcript::default();
    (Session::new(transcript.clone()).unwrap(), transcript)
}

fn send(session: &mut Session<Transcript>, lines: &[&str]) {
    for line in lines {
        assert!(session.line(line).unwrap());
    }
}

#[test]
fn a_variant_without_a_network_is_not_searched_until_it_is_added() {
    let out = Transcript::default();
    let embedded = Networks::embedded();
    let chess = Networks::single(Network::clone(embedded.of(Variant::Chess)));
    let mut session = Session::with_networks(out.clone(), chess, Host::default()).unwrap();
    let search =
        ["setoption name UCI_Variant value selfcapture", "position startpos", "go depth 2"];
    send(&mut session, &search);
    send(&mut session, &["eval", "bench 1"]);
    assert_eq!(out.text().matches("no network for selfcapture is loaded").count(), 3);
    assert_eq!(out.best_moves(), ["0000"]);
    session.add_network(Network::clone(embedded.of(Variant::SelfCapture)));
    send(&mut session, &["go depth 2"]);
    assert_ne!(out.wait_for_best_moves(2)[1], "0000");
}

#[test]
fn uci_lists_the_options_and_isready_responds() {
    let (mut session, out) = session();
    send(&mut session, &["uci", "isready"]);
    let text = out.text();
    assert!(text.starts_with("id name Ouro "));
    for expected in ["option name Hash", "var selfcapture", "uciok", "readyok"] {
        assert!(text.contains(expected), "{text}");
    }
    assert!(!session.line("quit").unwrap());
}

#[test]
fn go_responds_with_a_move_under_every_kind_of_limit() {
    let (mut session, out) = session();
    send(&mut session, &["position startpos moves e2e4 e7e5", "go nodes 5000"]);
    assert_eq!(out.wait_for_best_moves(1).len(), 1);
    send(&mut session, &["go depth 5"]);
    assert_eq!(out.wait_for_best_moves(2).len(), 2);
    send(&mut session, &["go wtime 100 btime 100 winc 1 binc 1"]);
    assert_eq!(out.wait_for_best_moves(3).len(), 3);
    send(&mut session, &["go wtime 9223372036854775807 btime 1 winc 9223372036854775807", "stop"]);
    send(&mut session, &["go depth 4 searchmoves a2a3 h2h3"]);
    let best_moves = out.wait_for_best_moves(5);
    assert!(["a2a3", "h2h3"].contains(&best_moves[4].as_str()), "{best_moves:?}");
    assert!(out.text().contains("info depth 5 seldepth"));
}

#[test]
fn an_invalid_position_is_reported_and_never_searched() {
    let (mut session, out) = session();
    let bad = [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position",
        "position nonsense",
        "position fen",
    ];
    for (i, bad) in bad.into_iter().enumerate() {
        send(&mut session, &["position startpos", bad, "go depth 3"]);
        assert_eq!(out.wait_for_best_moves(i + 1)[i], "0000", "{bad}");
        // One message for the invalid position, one for the missing position.
        assert_eq!(out.text().matches("info string ").count(), 2 * (i + 1), "{bad}");
    }
    // Setting the current variant again does not restore a position either.
    send(&mut session, &["setoption name UCI_Chess960 value false", "go depth 3"]);
    assert_eq!(out.wait_for_best_moves(bad.len() + 1).last().unwrap(), "0000");
    send(&mut session, &["position startpos", "go depth 3"]);
    assert_ne!(out.wait_for_best_moves(bad.len() + 2).last().unwrap(), "0000");
}

#[test]
fn a_change_of_variant_drops_the_position_and_the_same_variant_keeps_it() {
    let (mut session, out) = session();
    send(&mut session, &["position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"]);
    send(&mut session, &["setoption name UCI_Variant value chess", "go depth 3"]);
    assert_eq!(out.wait_for_best_moves(1)[0], "a1a8");
    send(&mut session, &["setoption name UCI_Variant value selfcapture", "go depth 3"]);
    assert_eq!(out.wait_for_best_moves(2)[1], "0000");
}

#[test]
fn unknown_go_parameters_are_ignored_and_a_move_is_played() {
    let (mut session, out) = session();
    for (i, go) in [
        "go wtime 1000 btime 1000 foo",
        "go depth 3 searchmoves e2e4 e2e5 d2d4",
        "go nodes 500 depth x",
        "go movetime 1000.5 depth 2",
    ]
    .into_iter()
    .enumerate()
    {
        send(&mut session, &[go]);
        assert_ne!(out.wait_for_best_moves(i + 1)[i], "0000", "{go}");
        assert!(out.text().matches("info string ").count() > i, "{go}");
    }
    assert!(["e2e4", "d2d4"].contains(&out.best_moves()[1].as_str()));
}

#[test]
fn an_infinite_search_ends_only_with_stop() {
    let (mut session, out) = session();
    send(&mut session, &["go infinite depth 3", "ponderhit"]);
    out.wait_for("info depth 3");
    std::thread::sleep(Duration::from_millis(50));
    assert!(out.best_moves().is_empty());
    send(&mut session, &["stop"]);
    assert_eq!(out.best_moves().len(), 1);
    // Without legal moves the score is sent once.
    send(&mut session, &["position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go infinite", "stop"]);
    assert_eq!(out.text().matches("score mate 0").count(), 1);
}

#[test]
fn a_search_that_is_stopped_at_once_plays_a_sensible_move() {
    let (mut session, out) = session();
    // The queen hangs.
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for i in 0..50 {
        send(&mut session, &["ucinewgame", &format!("position fen {fen}"), "go infinite", "stop"]);
        assert_eq!(out.wait_for_best_moves(i + 1)[i], "f3h4");
    }
}

#[test]
fn an_invalid_castling_right_is_dropped_with_a_message() {
    let (mut session, out) = session();
    send(&mut session, &["position fen r3k3/8/8/8/8/8/8/4K3 b kq - 0 1", "go perft 1"]);
    out.wait_for("Nodes searched");
    let text = out.text();
    assert!(text.contains("info string a castling right was dropped"), "{text}");
    assert!(text.contains("e8c8: 1") && !text.contains("e8g8"), "{text}");
}

#[test]
fn checkmate_and_stalemate_have_no_best_move() {
    let (mut session, out) = session();
    for (i, fen) in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]
        .into_iter()
        .enumerate()
    {
        send(&mut session, &[&format!("position fen {fen}"), "go depth 3"]);
        assert_eq!(out.wait_for_best_moves(i + 1)[i], "0000");
        let score = ["info depth 0 score cp 0", "info depth 0 score mate 0"][i];
        assert!(out.text().contains(score), "{}", out.text());
    }
}

#[test]
fn infinite_and_ponder_searches_wait_for_stop_and_ponderhit() {
    let (mut session, out) = session();
    // A mate in one is found at once, but `bestmove` must wait for `stop`.
    send(&mut session, &["position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go infinite"]);
    std::thread::sleep(Duration::from_millis(100));
    assert!(out.best_moves().is_empty());
    send(&mut session, &["stop"]);
    assert_eq!(out.wait_for_best_moves(1), ["a1a8"]);
    send(&mut session, &["position startpos", "go ponder wtime 50 btime 50"]);
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(out.best_moves().len(), 1);
    send(&mut session, &["ponderhit"]);
    assert_eq!(out.wait_for_best_moves(2).len(), 2);
}

#[test]
fn a_thousand_rapid_pairs_of_go_and_stop_each_get_a_best_move() {
    let (mut session, out) = session();
    send(&mut session, &["stop", "stop"]);
    for _ in 0..1_000 {
        send(&mut session, &["go infinite", "stop"]);
    }
    assert_eq!(out.wait_for_best_moves(1_000).len(), 1_000);
    assert!(out.best_moves().iter().all(|mv| mv != "0000"));
}

#[test]
fn all_variants_are_searched() {
    let (mut session, out) = session();
    send(&mut session, &["setoption name UCI_Variant value selfcapture", "go perft 2"]);
    out.wait_for("Nodes searched: 1519");
    send(&mut session, &["position startpos moves b1d2", "go depth 4"]);
    assert_ne!(out.wait_for_best_moves(1)[0], "0000");
    send(&mut session, &["setoption name UCI_Chess960 value true"]);
    assert!(out.text().contains("info string self-capture Chess960 is not supported"));
    send(
        &mut session,
        &[
            "setoption name UCI_Variant value chess",
            "setoption name UCI_Chess960 value true",
            "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "go perft 2",
        ],
    );
    out.wait_for("Nodes searched: 528");
}

#[test]
fn multipv_threads_and_hash_are_applied() {
    let (mut session, out) = session();
    send(
        &mut session,
        &[
            "setoption name MultiPV value 3",
            "setoption name Threads value 2",
            "setoption name Hash value 2",
            "ucinewgame",
            "go depth 6",
        ],
    );
    out.wait_for_best_moves(1);
    let text = out.text();
    assert!(text.contains("multipv 3"), "{text}");
    assert!(!text.contains("info string"));
}

#[test]
fn invalid_commands_are_reported_or_ignored() {
    let (mut session, out) = session();
    let long = "x".repeat(100_000);
    for garbage in [
        "",
        "   ",
        "xyzzy",
        &long,
        "setoption",
        "setoption name",
        "go go go",
        "go depth",
        "go depth x",
        "go wtime",
        "position startpos moves",
        "\u{0}\u{1}",
        "bench x",
    ] {
        send(&mut session, &[garbage]);
    }
    send(&mut session, &["isready"]);
    assert!(out.text().ends_with("readyok\n"));
    assert!(out.text().len() < 5_000, "{}", out.text());
}

#[test]
fn customary_debug_commands_are_supported() {
    let (mut session, out) = session();
    send(&mut session, &["d", "eval", "flip", "d", "compiler", "bench 1"]);
    out.wait_for(" nodes ");
    let text = out.text();
    assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"));
    assert!(text.contains("Static evaluation: ") && text.contains(" cp for White"), "{text}");
    assert!(text.contains("Rejected TT moves: 0"), "{text}");
}

#[test]
fn perft_finishes_before_quit_and_can_be_stopped() {
    let (mut session, out) = session();
    session.run(&b"go perft 4\nisready\nquit\n"[..]).unwrap();
    assert!(out.text().contains("Nodes searched: 197281"), "{}", out.text());
    send(&mut session, &["go perft 9", "isready"]);
    assert!(out.text().ends_with("readyok\n"));
    send(&mut session, &["stop", "bench 40", "stop", "isready"]);
    assert!(out.text().contains("perft stopped"));
}

#[test]
fn strength_limits_work_with_and_without_multipv() {
    let (mut session, out) = session();
    for (i, settings) in [
        ["setoption name Level value 1", "setoption name MultiPV value 1"],
        ["setoption name Level value 5", "setoption name MultiPV value 3"],
        ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 2000"],
        ["setoption name UCI_AnalyseMode value true", "setoption name UCI_ShowWDL value true"],
    ]
    .into_iter()
    .enumerate()
    {
        send(&mut session, &settings);
        // `go` without limits ends only at limited strength.
        let go = if i == 3 { "go depth 8" } else { "go" };
        send(&mut session, &["ucinewgame", "position startpos moves d2d4", go]);
        assert_ne!(out.wait_for_best_moves(i + 1)[i], "0000");
    }
    let text = out.text();
    assert!(text.contains("multipv 3") && text.contains(" wdl "), "{text}");
}

#[test]
fn debug_mode_reports_tt_statistics_and_the_log_records_the_session() {
    let (mut session, out) = session();
    let path = std::env::temp_dir().join(format!("ouro-log-{}.txt", std::process::id()));
    let log = format!("setoption name Debug Log File value {}", path.display());
    send(&mut session, &[&log, "debug on", "go depth 5"]);
    out.wait_for_best_moves(1);
    assert!(out.text().contains("info string TT: 0 illegal moves rejected, "));
    send(&mut session, &["setoption name Debug Log File value", "isready"]);
    let logged = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(logged.contains(" >> go depth 5\n") && logged.contains(" << bestmove "), "{logged}");
    assert!(!logged.contains("readyok"));
    send(&mut session, &["setoption name Debug Log File value /nowhere/at/all"]);
    assert!(out.text().contains("info string failed to write /nowhere/at/all: "));
}

#[test]
fn a_network_file_is_loaded_and_an_invalid_one_rejected_with_a_reason() {
    let (mut session, out) = session();
    let eval = |session: &mut Session<Transcript>| {
        send(session, &["eval"]);
        out.text().lines().last().unwrap().to_owned()
    };
    let embedded = eval(&mut session);
    // A network with zero weights.
    let head = Head::Linear(LinearHead::new(vec![0; 64], vec![0]).unwrap());
    let network = Network::new(Variant::Chess, vec![0; network::FEATURES * 32], vec![0; 32], head);
    let path = std::env::temp_dir().join(format!("ouro-net-{}.nn", std::process::id()));
    std::fs::write(&path, network.unwrap().to_bytes()).unwrap();
    send(&mut session, &[&format!("setoption name EvalFile value {}", path.display())]);
    assert_eq!(eval(&mut session), "Static evaluation: 0 cp for White (internal score 0)");
    send(&mut session, &["go depth 3"]);
    out.wait_for_best_moves(1);
    std::fs::write(&path, b"something else").unwrap();
    for bad in [path.to_str().unwrap(), "/nowhere/at/all"] {
        send(&mut session, &[&format!("setoption name EvalFile value {bad}")]);
        let last = out.text().lines().last().unwrap().to_owned();
        assert!(last.starts_with(&format!("info string failed to load {bad}: ")), "{last}");
        assert_eq!(eval(&mut session), "Static evaluation: 0 cp for White (internal score 0)");
    }
    std::fs::remove_file(&path).unwrap();
    send(&mut session, &["setoption name EvalFile value <empty>"]);
    assert_eq!(eval(&mut session), embedded);
}

#[test]
fn tables_are_found_at_a_path_and_their_hits_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let materials = ["KPvK".parse().unwrap()];
    ouro_tablebase::Generator::new(Variant::Chess)
        .run(&materials, folder.path(), &mut |_| {})
        .unwrap();
    let (mut session, out) = session();
    let last = |out: &Transcript| out.text().lines().last().unwrap().to_owned();
    send(&mut session, &[&format!("setoption name TablebasePath value {path}")]);
    assert_eq!(last(&out), "info string found 5 tables of chess with up to 3 men");
    for (value, reason) in [
        ("/nowhere/at/all".to_owned(), "/nowhere/at/all: No such file or directory".to_owned()),
        (format!("{path}:"), "found 5 tables of chess".to_owned()),
    ] {
        send(&mut session, &[&format!("setoption name TablebasePath value {value}")]);
        assert!(last(&out).starts_with(&format!("info string {reason}")), "{}", last(&out));
    }
    send(&mut session, &["position fen 8/8/8/3k4/8/8/7p/K6R w - - 0 1", "go depth 4"]);
    assert_eq!(out.wait_for_best_moves(1), ["h1h2"]);
    let text = out.text();
    let info = text.lines().rfind(|line| line.starts_with("info depth 4 ")).unwrap();
    assert!(info.contains(" score cp 19999 ") && !info.contains(" tbhits 0 "), "{info}");
    send(&mut session, &["setoption name TablebasePath value <empty>", "go depth 4"]);
    out.wait_for_best_moves(2);
    assert!(
        out.text().lines().rfind(|line| line.starts_with("info")).unwrap().contains(" tbhits 0 ")
    );

    send(&mut session, &[&format!("setoption name SyzygyPath value {path}")]);
    assert_eq!(last(&out), format!("info string {path}: no Syzygy tables (*.rtbw and *.rtbz)"));
    send(&mut session, &["setoption name SyzygyPath value /nowhere"]);
    assert!(last(&out).starts_with("info string failed to read /nowhere: "), "{}", last(&out));
}

#[test]
fn the_end_of_the_input_ends_a_search_and_the_session() {
    let (mut session, out) = session();
    session.run(&b"uci\ngo infinite\n\xFF\xFE\nisready\n"[..]).unwrap();
    assert!(out.text().contains("readyok"));
    assert_eq!(out.best_moves().len(), 1);
}

/// Returns the moves that a session plays from the start position in some games.
#[cfg(feature = "book")]
fn book_moves(setup: &[&str], games: usize) -> (Vec<String>, String) {
    let (mut session, out) = session();
    send(&mut session, setup);
    for game in 1..=games {
        send(&mut session, &["ucinewgame", "position startpos", "go nodes 100"]);
        out.wait_for_best_moves(game);
    }
    (out.best_moves(), out.text())
}

#[test]
#[cfg(feature = "book")]
fn own_book_plays_moves_of_the_embedded_book_with_variety() {
    for variant in ["chess", "selfcapture"] {
        let variant = format!("setoption name UCI_Variant value {variant}");
        let (moves, text) = book_moves(&[&variant, "setoption name OwnBook value true"], 40);
        assert_eq!(text.matches("info string book move").count(), 40, "{text}");
        assert!(!text.contains(" depth "));
        let different: std::collections::HashSet<_> = moves.iter().collect();
        assert!(different.len() >= 2, "{moves:?}");
        let (_, text) = book_moves(&[&variant], 1);
        assert!(!text.contains("book move"), "the book is off unless it is asked for");
    }
}

#[test]
#[cfg(feature = "book")]
fn analysis_infinite_and_restricted_searches_do_not_use_the_book() {
    let (mut session, out) = session();
    send(&mut session, &["setoption name OwnBook value true", "position startpos"]);
    send(&mut session, &["go searchmoves a2a3 nodes 100"]);
    assert_eq!(out.wait_for_best_moves(1), ["a2a3"]);
    send(&mut session, &["go infinite", "stop", "go ponder nodes 100", "stop", "go mate 1"]);
    send(&mut session, &["stop", "setoption name UCI_AnalyseMode value true", "go nodes 100"]);
    out.wait_for_best_moves(5);
    assert!(!out.text().contains("book move"), "{}", out.text());
}

#[test]
#[cfg(feature = "book")]
fn books_of_both_formats_are_read_and_their_illegal_moves_never_played() {
    use ouro_book::{Book, Entry, Origin, PolyglotBook, Score, polyglot_key};
    use ouro_rules::{Move, Position, Square};

    let folder = tempfile::tempdir().unwrap();
    let start = Position::start(Variant::Chess);
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        format!("setoption name BookFile value {}", path.display())
    };
    let on = "setoption name OwnBook value true";
    let entry = |best| Entry { score: Score::centipawns(20), depth: 9, best: Some(best) };
    let book = |best| {
        let entries = vec![(start.key(), entry(best))];
        Book::new(Variant::Chess, Origin::default(), entries).to_bytes()
    };

    let own = book(Move::normal(Square::A2, Square::A4));
    let (moves, text) = book_moves(&[&write("own", &own), on], 3);
    assert_eq!(moves, ["a2a4"; 3]);
    assert!(text.contains("info string found 1 positions of chess"), "{text}");
    assert!(text.contains("info string book move a2a4 (+0.20)"), "{text}");

    // A legal move of another position, as after a collision of keys.
    let collision = book(Move::normal(Square::E7, Square::E5));
    let (moves, text) = book_moves(&[&write("collision", &collision), on], 1);
    assert!(start.parse_uci(&moves[0]).is_ok() && !text.contains("book move"), "{text}");

    let key = polyglot_key(&start).unwrap();
    let polyglot = |codes: &[u16]| {
        let entries = codes.iter().flat_map(|code| {
            [&key.to_be_bytes()[..], &code.to_be_bytes(), &[0, 9, 0, 0, 0, 0]].concat()
        });
        entries.collect::<Vec<u8>>()
    };
    let bytes = polyglot(&[0o1131, 0o1444]);
    assert_eq!(PolyglotBook::from_bytes(&bytes).unwrap().to_bytes(), bytes);
    let (moves, text) = book_moves(&[&write("polyglot.bin", &bytes), on], 3);
    assert_eq!(moves, ["b2b4"; 3], "{text}");
    assert!(text.contains("info string found a Polyglot book with 2 moves"), "{text}");

    let damaged = &mut own.clone();
    damaged[20] ^= 1;
    for (name, bytes, reason) in [
        ("damaged", &damaged[..], "the file is damaged: its checksum is wrong"),
        ("truncated", &own[..own.len() - 1], "the file is damaged: its checksum is wrong"),
        ("text", b"1. e4 e5 2. Nf3 Nc6 3. Bb5 *", "this is not a Polyglot book"),
        ("empty", b"", "this is not a Polyglot book"),
    ] {
        let (moves, text) = book_moves(&[&write(name, bytes), on], 1);
        let messages = text.lines().filter(|line| line.contains("failed to load"));
        let messages: Vec<_> = messages.collect();
        assert_eq!(messages.len(), 1, "{text}");
        assert!(messages[0].contains(reason), "{text}");
        assert_eq!(moves.len(), 1);
    }
    let (_, text) = book_moves(&["setoption name BookFile value /does/not/exist", on], 1);
    assert!(text.contains("info string failed to load /does/not/exist"), "{text}");
}
