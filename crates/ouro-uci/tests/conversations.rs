//! Conversations with a session as a GUI has them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ouro_engine::network::{self, Network};
use ouro_rules::Variant;
use ouro_uci::Session;

/// What the session has written so far.
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

    /// Waits until something is true of what was written, for a minute at the most.
    fn wait_until(&self, mut is_there: impl FnMut(&Transcript) -> bool) {
        let start = Instant::now();
        while !is_there(self) {
            assert!(start.elapsed() < Duration::from_secs(60), "never came:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for a text.
    fn wait_for(&self, text: &str) {
        self.wait_until(|out| out.text().contains(text));
    }

    /// Waits for the next answers.
    fn wait_for_answers(&self, count: usize) -> Vec<String> {
        self.wait_until(|out| out.best_moves().len() >= count);
        self.best_moves()
    }
}

fn session() -> (Session<Transcript>, Transcript) {
    let transcript = Transcript::default();
    (Session::new(transcript.clone()).unwrap(), transcript)
}

fn say(session: &mut Session<Transcript>, lines: &[&str]) {
    for line in lines {
        assert!(session.line(line).unwrap());
    }
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let (mut session, out) = session();
    say(&mut session, &["uci", "isready"]);
    let text = out.text();
    assert!(text.starts_with("id name Ouro "));
    for expected in ["option name Hash", "var selfcapture", "uciok", "readyok"] {
        assert!(text.contains(expected), "{text}");
    }
    assert!(!session.line("quit").unwrap());
}

#[test]
fn it_answers_a_legal_move_within_its_limits() {
    let (mut session, out) = session();
    say(&mut session, &["position startpos moves e2e4 e7e5", "go nodes 5000"]);
    assert_eq!(out.wait_for_answers(1).len(), 1);
    say(&mut session, &["go depth 5"]);
    assert_eq!(out.wait_for_answers(2).len(), 2);
    say(&mut session, &["go wtime 100 btime 100 winc 1 binc 1"]);
    assert_eq!(out.wait_for_answers(3).len(), 3);
    say(&mut session, &["go wtime 9223372036854775807 btime 1 winc 9223372036854775807", "stop"]);
    say(&mut session, &["go depth 4 searchmoves a2a3 h2h3"]);
    let answers = out.wait_for_answers(5);
    assert!(["a2a3", "h2h3"].contains(&answers[4].as_str()), "{answers:?}");
    assert!(out.text().contains("info depth 5 seldepth"));
}

#[test]
fn a_bad_position_is_told_and_never_searched() {
    let (mut session, out) = session();
    let bad = [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position",
        "position nonsense",
        "position fen",
    ];
    for (i, bad) in bad.into_iter().enumerate() {
        say(&mut session, &["position startpos", bad, "go depth 3"]);
        assert_eq!(out.wait_for_answers(i + 1)[i], "0000", "{bad}");
        // Why the position is wrong, and that there is none to search.
        assert_eq!(out.text().matches("info string ").count(), 2 * (i + 1), "{bad}");
    }
    // Nor does setting the game that is set already bring a board back.
    say(&mut session, &["setoption name UCI_Chess960 value false", "go depth 3"]);
    assert_eq!(out.wait_for_answers(bad.len() + 1).last().unwrap(), "0000");
    say(&mut session, &["position startpos", "go depth 3"]);
    assert_ne!(out.wait_for_answers(bad.len() + 2).last().unwrap(), "0000");
}

#[test]
fn another_game_asks_for_another_position_and_the_same_one_for_none() {
    let (mut session, out) = session();
    say(&mut session, &["position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"]);
    say(&mut session, &["setoption name UCI_Variant value chess", "go depth 3"]);
    assert_eq!(out.wait_for_answers(1)[0], "a1a8");
    say(&mut session, &["setoption name UCI_Variant value selfcapture", "go depth 3"]);
    assert_eq!(out.wait_for_answers(2)[1], "0000");
}

#[test]
fn words_that_make_no_sense_are_passed_over_and_a_move_is_answered() {
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
        say(&mut session, &[go]);
        assert_ne!(out.wait_for_answers(i + 1)[i], "0000", "{go}");
        assert!(out.text().matches("info string ").count() > i, "{go}");
    }
    assert!(["e2e4", "d2d4"].contains(&out.best_moves()[1].as_str()));
}

#[test]
fn an_endless_search_ends_with_stop_alone() {
    let (mut session, out) = session();
    say(&mut session, &["go infinite depth 3", "ponderhit"]);
    out.wait_for("info depth 3");
    std::thread::sleep(Duration::from_millis(50));
    assert!(out.best_moves().is_empty());
    say(&mut session, &["stop"]);
    assert_eq!(out.best_moves().len(), 1);
    // Where there is no move, this is told once.
    say(&mut session, &["position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go infinite", "stop"]);
    assert_eq!(out.text().matches("score mate 0").count(), 1);
}

#[test]
fn a_search_that_is_stopped_at_once_answers_a_sensible_move() {
    let (mut session, out) = session();
    // The queen hangs.
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for i in 0..50 {
        say(&mut session, &["ucinewgame", &format!("position fen {fen}"), "go infinite", "stop"]);
        assert_eq!(out.wait_for_answers(i + 1)[i], "f3h4");
    }
}

#[test]
fn a_false_right_to_castle_is_dropped_with_a_word() {
    let (mut session, out) = session();
    say(&mut session, &["position fen r3k3/8/8/8/8/8/8/4K3 b kq - 0 1", "go perft 1"]);
    out.wait_for("Nodes searched");
    let text = out.text();
    assert!(text.contains("info string a right to castle was dropped"), "{text}");
    assert!(text.contains("e8c8: 1") && !text.contains("e8g8"), "{text}");
}

#[test]
fn mate_and_stalemate_have_no_move() {
    let (mut session, out) = session();
    for (i, fen) in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]
        .into_iter()
        .enumerate()
    {
        say(&mut session, &[&format!("position fen {fen}"), "go depth 3"]);
        assert_eq!(out.wait_for_answers(i + 1)[i], "0000");
        let score = ["info depth 0 score cp 0", "info depth 0 score mate 0"][i];
        assert!(out.text().contains(score), "{}", out.text());
    }
}

#[test]
fn infinite_and_ponder_wait_for_their_word() {
    let (mut session, out) = session();
    // A mate in one is found at once, but nothing is answered before it is asked for.
    say(&mut session, &["position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go infinite"]);
    std::thread::sleep(Duration::from_millis(100));
    assert!(out.best_moves().is_empty());
    say(&mut session, &["stop"]);
    assert_eq!(out.wait_for_answers(1), ["a1a8"]);
    say(&mut session, &["position startpos", "go ponder wtime 50 btime 50"]);
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(out.best_moves().len(), 1);
    say(&mut session, &["ponderhit"]);
    assert_eq!(out.wait_for_answers(2).len(), 2);
}

#[test]
fn a_thousand_rapid_pairs_of_go_and_stop_each_get_an_answer() {
    let (mut session, out) = session();
    say(&mut session, &["stop", "stop"]);
    for _ in 0..1_000 {
        say(&mut session, &["go infinite", "stop"]);
    }
    assert_eq!(out.wait_for_answers(1_000).len(), 1_000);
    assert!(out.best_moves().iter().all(|mv| mv != "0000"));
}

#[test]
fn both_games_and_chess960_are_played() {
    let (mut session, out) = session();
    say(&mut session, &["setoption name UCI_Variant value selfcapture", "go perft 2"]);
    out.wait_for("Nodes searched: 1519");
    say(&mut session, &["position startpos moves b1d2", "go depth 4"]);
    assert_ne!(out.wait_for_answers(1)[0], "0000");
    say(&mut session, &["setoption name UCI_Chess960 value true"]);
    assert!(out.text().contains("info string self-capture Chess960 is not a game"));
    say(
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
fn several_lines_and_threads_can_be_asked_for() {
    let (mut session, out) = session();
    say(
        &mut session,
        &[
            "setoption name MultiPV value 3",
            "setoption name Threads value 2",
            "setoption name Hash value 2",
            "ucinewgame",
            "go depth 6",
        ],
    );
    out.wait_for_answers(1);
    let text = out.text();
    assert!(text.contains("multipv 3"), "{text}");
    assert!(!text.contains("info string"));
}

#[test]
fn garbage_is_answered_with_a_word_or_ignored() {
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
        say(&mut session, &[garbage]);
    }
    say(&mut session, &["isready"]);
    assert!(out.text().ends_with("readyok\n"));
    assert!(out.text().len() < 5_000, "{}", out.text());
}

#[test]
fn customary_commands_show_the_position() {
    let (mut session, out) = session();
    say(&mut session, &["d", "eval", "flip", "d", "compiler", "bench 1"]);
    out.wait_for(" nodes ");
    let text = out.text();
    assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"));
    assert!(text.contains("Static evaluation: ") && text.contains(" cp for White"), "{text}");
    assert!(text.contains("Rejected TT moves: 0"), "{text}");
}

#[test]
fn a_count_is_finished_before_the_session_ends_but_can_be_stopped() {
    let (mut session, out) = session();
    session.run(&b"go perft 4\nisready\nquit\n"[..]).unwrap();
    assert!(out.text().contains("Nodes searched: 197281"), "{}", out.text());
    say(&mut session, &["go perft 9", "isready"]);
    assert!(out.text().ends_with("readyok\n"));
    say(&mut session, &["stop", "bench 40", "stop", "isready"]);
    assert!(out.text().contains("perft was stopped"));
}

#[test]
fn weak_players_answer_with_one_line_or_more() {
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
        say(&mut session, &settings);
        // Without a limit of its own, only a weak player ends its search.
        let go = if i == 3 { "go depth 8" } else { "go" };
        say(&mut session, &["ucinewgame", "position startpos moves d2d4", go]);
        assert_ne!(out.wait_for_answers(i + 1)[i], "0000");
    }
    let text = out.text();
    assert!(text.contains("multipv 3") && text.contains(" wdl "), "{text}");
}

#[test]
fn debug_tells_how_the_table_did_and_the_log_what_was_said() {
    let (mut session, out) = session();
    let path = std::env::temp_dir().join(format!("ouro-log-{}.txt", std::process::id()));
    let log = format!("setoption name Debug Log File value {}", path.display());
    say(&mut session, &[&log, "debug on", "go depth 5"]);
    out.wait_for_answers(1);
    assert!(out.text().contains("info string table: 0 illegal moves rejected, "));
    say(&mut session, &["setoption name Debug Log File value", "isready"]);
    let logged = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(logged.contains(" >> go depth 5\n") && logged.contains(" << bestmove "), "{logged}");
    assert!(!logged.contains("readyok"));
    say(&mut session, &["setoption name Debug Log File value /nowhere/at/all"]);
    assert!(out.text().contains("info string /nowhere/at/all cannot be written: "));
}

#[test]
fn another_network_is_taken_and_a_wrong_file_refused_with_a_reason() {
    let (mut session, out) = session();
    let eval = |session: &mut Session<Transcript>| {
        say(session, &["eval"]);
        out.text().lines().last().unwrap().to_owned()
    };
    let ours = eval(&mut session);
    // A network that knows nothing.
    let network = Network::new(
        Variant::Chess,
        vec![0; network::INPUTS * 32],
        vec![0; 32],
        vec![0; 64],
        vec![0],
    );
    let path = std::env::temp_dir().join(format!("ouro-net-{}.nn", std::process::id()));
    std::fs::write(&path, network.unwrap().to_bytes()).unwrap();
    say(&mut session, &[&format!("setoption name EvalFile value {}", path.display())]);
    assert_eq!(eval(&mut session), "Static evaluation: 0 cp for White (0 inside)");
    say(&mut session, &["go depth 3"]);
    out.wait_for_answers(1);
    std::fs::write(&path, b"something else").unwrap();
    for bad in [path.to_str().unwrap(), "/nowhere/at/all"] {
        say(&mut session, &[&format!("setoption name EvalFile value {bad}")]);
        let last = out.text().lines().last().unwrap().to_owned();
        assert!(last.starts_with(&format!("info string {bad} is not used: ")), "{last}");
        assert_eq!(eval(&mut session), "Static evaluation: 0 cp for White (0 inside)");
    }
    std::fs::remove_file(&path).unwrap();
    say(&mut session, &["setoption name EvalFile value <empty>"]);
    assert_eq!(eval(&mut session), ours);
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let (mut session, out) = session();
    session.run(&b"uci\ngo infinite\n\xFF\xFE\nisready\n"[..]).unwrap();
    assert!(out.text().contains("readyok"));
    assert_eq!(out.best_moves().len(), 1);
}
