//! The engine as a child process of a GUI.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use ouro_rules::{Position, Variant};

struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Gui {
    fn start() -> Gui {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ouro"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Gui { child, input, output }
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// Reads lines up to and including one that starts with a word.
    fn read_to(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "the engine closed its output before '{word}': {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let lines = self.read_to("bestmove ");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// Waits up to a minute for the process to exit.
    fn wait_for_exit(mut self) -> ExitStatus {
        self.input = None;
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let mut errors = String::new();
                self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
                assert!(!errors.contains("panicked"), "{errors}");
                return status;
            }
            if start.elapsed() > Duration::from_secs(60) {
                self.child.kill().unwrap();
                panic!("the engine does not exit");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_session_of_handshake_search_and_quit() {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.read_to("uciok");
    for option in [
        "Hash type spin",
        "Threads type spin",
        "MultiPV type spin",
        "Ponder type check",
        "Move Overhead type spin",
        "Clear Hash type button",
        "UCI_Variant type combo default chess var chess var selfcapture",
        "UCI_Chess960 type check",
        "UCI_ShowWDL type check",
        "UCI_AnalyseMode type check",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "Level type spin default 0 min 0 max 10",
        "EvalFile type string",
        "Debug Log File type string",
    ] {
        let line = format!("option name {option}");
        assert!(lines.iter().any(|shown| shown.starts_with(&line)), "{option} is missing");
    }
    gui.send("isready");
    gui.read_to("readyok");
    gui.send("position startpos moves e2e4\ngo movetime 50");
    assert_ne!(gui.best_move(), "0000");
    gui.send("quit");
    assert!(gui.wait_for_exit().success());
}

#[test]
fn stop_without_a_search_and_a_thousand_rapid_pairs_of_go_and_stop() {
    let mut gui = Gui::start();
    gui.send("stop\nponderhit\nstop\nisready");
    gui.read_to("readyok");
    for i in 0..1_000 {
        gui.send("go infinite\nstop");
        assert_ne!(gui.best_move(), "0000", "pair {i}");
    }
    gui.send("isready");
    gui.read_to("readyok");
    gui.send("quit");
    assert!(gui.wait_for_exit().success());
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    for _ in 0..100 {
        gui.send("isready");
        let lines = gui.read_to("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    }
    gui.send("stop");
    assert_ne!(gui.best_move(), "0000");
    gui.send("quit");
    assert!(gui.wait_for_exit().success());
}

#[test]
fn invalid_input_does_not_crash_the_engine() {
    let mut gui = Gui::start();
    let mut bytes: Vec<u8> = Vec::new();
    let mut state = 1_u32;
    for _ in 0..200_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes.push((state >> 24) as u8);
    }
    // The garbage must not contain the command that ends the session.
    let text = String::from_utf8_lossy(&bytes).replace("quit", "");
    gui.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    for line in [
        "",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "go nonsense",
        "setoption name Hash value 999999999999999999999",
        "setoption name Threads value -1",
        "setoption value x name y",
        "go depth -5 nodes 99999999999999999999999",
        "bench -1",
        "debug",
    ] {
        gui.send(line);
    }
    gui.send("isready");
    gui.read_to("readyok");
    gui.send("position startpos\ngo depth 3");
    assert_ne!(gui.best_move(), "0000");
    gui.send("quit");
    assert!(gui.wait_for_exit().success());
}

#[test]
fn a_closed_pipe_ends_the_engine_without_output() {
    // The GUI closes the input during a search.
    let mut gui = Gui::start();
    gui.send("go infinite");
    assert!(gui.wait_for_exit().success());
    // The GUI closes the output.
    let mut gui = Gui::start();
    gui.send("go infinite");
    let Gui { child, input, output } = gui;
    drop(output);
    let mut input = input.unwrap();
    for _ in 0..1_000 {
        if writeln!(input, "isready").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).is_empty());
}

/// Some front ends send all castling rights in every FEN.
#[test]
fn invalid_castling_rights_never_lead_to_castling() {
    let mut gui = Gui::start();
    for (placement, turn) in [
        ("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "b"),
        ("r3k3/8/8/8/8/8/8/4K3", "b"),
        ("4k3/8/8/8/8/8/8/R3K3", "w"),
        ("4k2r/8/8/8/8/8/8/4K3", "b"),
        ("8/4k3/8/8/8/8/4K3/8", "w"),
        ("rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR", "w"),
    ] {
        for variant in [Variant::Chess, Variant::SelfCapture] {
            let fen = format!("{placement} {turn} KQkq - 0 1");
            let (position, repairs) = Position::from_fen_lenient(&fen, variant).unwrap();
            assert!(!repairs.is_empty());
            gui.send(&format!("setoption name UCI_Variant value {variant}"));
            gui.send(&format!("position fen {fen}\ngo depth 8"));
            let lines = gui.read_to("bestmove ");
            for line in &lines {
                let pv = line.split_once(" pv ").map(|(_, pv)| pv);
                let moves = pv.or_else(|| line.strip_prefix("bestmove ")).unwrap_or("");
                let mut position = position.clone();
                for text in moves.split(' ').filter(|word| !word.is_empty() && *word != "ponder") {
                    let mv = position.parse_uci(text);
                    assert!(mv.is_ok_and(|mv| position.play(mv).is_ok()), "{fen}: {line}");
                }
            }
            assert!(lines.iter().any(|line| line.starts_with("info string a castling right")));
        }
    }
    gui.send("quit");
    assert!(gui.wait_for_exit().success());
}

/// A reported game: the rook on h8 is captured, so Black may not castle with it.
#[test]
fn a_captured_rook_does_not_castle() {
    let mut gui = Gui::start();
    let moves = "g2g3 b7b6 f1g2 g8f6 g2a8 g7g6 a8g2 f8g7 g2f3 h7h5 d2d4 h5h4 c1h6 h4g3 h6g7 h8h2 \
                 h1h2 g3h2 g7f6 d7d6";
    gui.send(&format!("position startpos moves {moves}\nd"));
    let shown = gui.read_to("Fen: ");
    let fen = shown.last().unwrap().strip_prefix("Fen: ").unwrap().to_owned();
    assert_eq!(fen.split(' ').nth(2), Some("Q"), "{fen}");
    gui.send("go depth 8");
    let best = gui.best_move();
    let position = Position::from_fen(&fen, Variant::Chess).unwrap();
    assert!(position.parse_uci(&best).is_ok(), "{best} in {fen}");
    gui.send("quit");
    assert!(gui.wait_for_exit().success());
}
