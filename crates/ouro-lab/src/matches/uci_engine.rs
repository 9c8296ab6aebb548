//! A UCI engine as a child process.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use ouro_rules::Variant;

use super::engine_config::EngineConfig;

/// The failure of an engine. An engine that fails during a game loses it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The program does not start.
    #[error("failed to start {0}: {1}")]
    Start(String, String),
    /// The process exited or closed its pipe.
    #[error("{0} disconnected")]
    Disconnected(String),
    /// No response within the time limit.
    #[error("{0} did not respond")]
    Timeout(String),
}

/// A running engine.
pub(super) struct UciEngine {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// The response to `go`.
pub(super) struct BestMove {
    pub(super) uci: String,
    pub(super) info: MoveInfo,
}

/// The search information that an engine reported with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInfo {
    /// The last reported score in centipawns. Mate scores are beyond 30,000.
    pub score: Option<i32>,
    /// The depth of that score.
    pub depth: Option<u32>,
    /// The time used.
    pub time: Duration,
}

/// Formats as other match runners do: `+0.35/12 0.053s`, `-M3/20 0.100s`.
impl fmt::Display for MoveInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            let sign = if score < 0 { '-' } else { '+' };
            match score.abs() {
                mate @ 30_001.. => write!(f, "{sign}M{}", (MATE - mate).max(0))?,
                score => write!(f, "{sign}{}.{:02}", score / 100, score % 100)?,
            }
            if let Some(depth) = self.depth {
                write!(f, "/{depth}")?;
            }
            f.write_str(" ")?;
        }
        write!(f, "{:.3}s", self.time.as_secs_f64())
    }
}

/// The score of mate in zero moves.
const MATE: i32 = 32_000;

/// The maximum length of a line. A longer one is split.
const MAX_LINE: u64 = 1 << 20;

/// The time limit for `uciok` and `readyok`.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(10);

impl UciEngine {
    /// Starts the process, sets its options and waits until it is ready.
    pub(super) fn start(config: &EngineConfig, variant: Variant) -> Result<UciEngine, EngineError> {
        let failed =
            |error: std::io::Error| EngineError::Start(config.name.clone(), error.to_string());
        let mut child = Command::new(&config.command)
            .args(&config.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let disconnected = || EngineError::Disconnected(config.name.clone());
        let input = child.stdin.take().ok_or_else(disconnected)?;
        let output = child.stdout.take().ok_or_else(disconnected)?;
        let (sender, lines) = mpsc::sync_channel(4_096);
        std::thread::spawn(move || read_lines(output, &sender));
        let mut engine = UciEngine { name: config.name.clone(), child, input, lines };
        engine.send("uci")?;
        engine.wait_for("uciok")?;
        for (name, value) in &config.options {
            engine.send(&format!("setoption name {name} value {value}"))?;
        }
        match variant {
            Variant::Chess => {}
            Variant::Chess960 => engine.send("setoption name UCI_Chess960 value true")?,
            Variant::SelfCapture => engine.send("setoption name UCI_Variant value selfcapture")?,
        }
        engine.wait_until_ready()?;
        Ok(engine)
    }

    /// Starts a new game and waits until the engine is ready.
    pub(super) fn new_game(&mut self) -> Result<(), EngineError> {
        self.send("ucinewgame")?;
        self.wait_until_ready()
    }

    /// Searches a position and returns the best move, or an error after `timeout`.
    pub(super) fn go(
        &mut self,
        position: &str,
        go: &str,
        timeout: Duration,
    ) -> Result<BestMove, EngineError> {
        self.send(position)?;
        let start = Instant::now();
        self.send(go)?;
        let deadline = start + timeout;
        let (mut score, mut depth) = (None, None);
        loop {
            let line = self.line(deadline)?;
            if let Some(rest) = line.strip_prefix("bestmove ") {
                let uci = rest.split(' ').next().unwrap_or("").to_owned();
                let info = MoveInfo { score, depth, time: start.elapsed() };
                return Ok(BestMove { uci, info });
            }
            if line.starts_with("info ")
                && let Some(new) = parse_score(&line)
            {
                score = Some(new);
                depth = number_after(&line, "depth").or(depth);
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| EngineError::Disconnected(self.name.clone()))
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.send("isready")?;
        self.wait_for("readyok")
    }

    fn wait_for(&mut self, word: &str) -> Result<(), EngineError> {
        let deadline = Instant::now() + STARTUP_TIMEOUT;
        while self.line(deadline)? != word {}
        Ok(())
    }

    /// Returns the next line. The deadline also holds for an engine that never stops writing.
    fn line(&mut self, deadline: Instant) -> Result<String, EngineError> {
        let left = deadline
            .checked_duration_since(Instant::now())
            .ok_or_else(|| EngineError::Timeout(self.name.clone()))?;
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => EngineError::Timeout(self.name.clone()),
            RecvTimeoutError::Disconnected => EngineError::Disconnected(self.name.clone()),
        })
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.send("quit");
        std::thread::sleep(Duration::from_millis(5));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards the lines of an engine until it closes its pipe or the receiver is dropped.
fn read_lines(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if sender.send(text).is_err() {
            return;
        }
        line.clear();
    }
}

/// Parses the score of an `info` line, if it has one.
fn parse_score(line: &str) -> Option<i32> {
    let mut words = line.split(' ').skip_while(|&word| word != "score").skip(1);
    match (words.next()?, words.next()?.parse::<i32>().ok()?) {
        ("cp", score) => Some(score),
        ("mate", moves) if moves > 0 => Some(MATE - moves.min(1_000)),
        ("mate", moves) => Some(-MATE - moves.max(-1_000)),
        _ => None,
    }
}

/// Parses the number after a word.
fn number_after(line: &str, word: &str) -> Option<u32> {
    line.split(' ').skip_while(|&other| other != word).nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_depths_are_parsed_from_info_lines() {
        assert_eq!(parse_score("info depth 3 score cp -12 nodes 5"), Some(-12));
        assert_eq!(parse_score("info score mate 3 pv e2e4"), Some(31_997));
        assert_eq!(parse_score("info score mate -2"), Some(-31_998));
        assert_eq!(parse_score("info depth 3"), None);
        assert_eq!(parse_score("info score cp"), None);
        assert_eq!(number_after("info depth 12 score cp 5", "depth"), Some(12));
        assert_eq!(number_after("info string depth", "depth"), None);
    }

    #[test]
    fn move_info_is_formatted_as_in_other_match_runners() {
        let time = Duration::from_millis(53);
        let text = |score, depth| MoveInfo { score, depth, time }.to_string();
        assert_eq!(text(Some(35), Some(12)), "+0.35/12 0.053s");
        assert_eq!(text(Some(-1_205), None), "-12.05 0.053s");
        assert_eq!(text(Some(31_997), Some(20)), "+M3/20 0.053s");
        assert_eq!(text(Some(-31_999), Some(20)), "-M1/20 0.053s");
        assert_eq!(text(None, Some(1)), "0.053s");
    }
}
