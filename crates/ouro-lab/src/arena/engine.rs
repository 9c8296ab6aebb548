//! A UCI engine in a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ouro_rules::Variant;

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// What it is called in tables and PGN.
    pub name: String,
    /// The program.
    pub command: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
}

/// What goes wrong with an engine. Whoever it happens to has lost the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("{0} cannot be started: {1}")]
    Start(String, String),
    /// It ended or closed its pipe.
    #[error("{0} has gone away")]
    Gone(String),
    /// It did not answer.
    #[error("{0} does not answer")]
    Silent(String),
}

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' does not describe an engine: write a program, or name=N cmd=PROGRAM arg=A option.NAME=VALUE"
)]
pub struct SpecError(String);

/// A program, or words such as `name=new cmd=./ouro option.Hash=16`. Words with spaces are quoted as in a
/// shell.
impl std::str::FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec {
            name: String::new(),
            command: String::new(),
            arguments: Vec::new(),
            options: Vec::new(),
        };
        for word in shlex::split(text).ok_or_else(|| SpecError(text.to_owned()))? {
            match word.split_once('=') {
                None if spec.command.is_empty() => spec.command = word,
                Some(("cmd", command)) => spec.command = command.to_owned(),
                Some(("arg", argument)) => spec.arguments.push(argument.to_owned()),
                Some(("name", name)) => spec.name = name.to_owned(),
                Some((key, value)) if key.starts_with("option.") => {
                    let name = key["option.".len()..].replace('_', " ");
                    // Options of the protocol itself have underscores of their own.
                    let name =
                        name.strip_prefix("UCI ").map_or(name.clone(), |n| format!("UCI_{n}"));
                    spec.options.push((name, value.to_owned()));
                }
                _ => return Err(SpecError(text.to_owned())),
            }
        }
        if spec.command.is_empty() {
            return Err(SpecError(text.to_owned()));
        }
        if spec.name.is_empty() {
            let file = std::path::Path::new(&spec.command).file_name();
            spec.name =
                file.map_or(spec.command.clone(), |name| name.to_string_lossy().into_owned());
        }
        Ok(spec)
    }
}

/// A running engine.
pub(super) struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// The answer to `go`.
pub(super) struct Answer {
    pub(super) best: String,
    pub(super) thought: Thought,
}

/// What an engine said about the move it made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The last score it reported, in hundredths of a pawn; mates are beyond 30,000.
    pub score: Option<i32>,
    /// The depth it had come to.
    pub depth: Option<u32>,
    /// How long it took.
    pub time: Duration,
}

/// As other match runners write it: `+0.35/12 0.053s`, `-M3/20 0.100s`.
impl std::fmt::Display for Thought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

/// The score of a mate at once.
const MATE: i32 = 32_000;

/// The longest line that is read at once.
const MAX_LINE: u64 = 1 << 20;

/// How long an engine may take to start or get ready.
const PATIENCE: Duration = Duration::from_secs(10);

impl Engine {
    pub(super) fn start(spec: &EngineSpec, variant: Variant) -> Result<Engine, EngineError> {
        let failed =
            |error: std::io::Error| EngineError::Start(spec.name.clone(), error.to_string());
        let mut child = Command::new(&spec.command)
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let gone = || EngineError::Gone(spec.name.clone());
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let (sender, lines) = mpsc::sync_channel(4_096);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            // Until the engine or the match is gone. A line without end comes in pieces.
            while output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                if sender.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
        let mut engine = Engine { name: spec.name.clone(), child, input, lines };
        engine.say("uci")?;
        engine.wait_for("uciok")?;
        for (name, value) in &spec.options {
            engine.say(&format!("setoption name {name} value {value}"))?;
        }
        match variant {
            Variant::Chess => {}
            Variant::Chess960 => engine.say("setoption name UCI_Chess960 value true")?,
            Variant::SelfCapture => engine.say("setoption name UCI_Variant value selfcapture")?,
        }
        engine.ready()?;
        Ok(engine)
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| EngineError::Gone(self.name.clone()))
    }

    fn wait_for(&mut self, word: &str) -> Result<(), EngineError> {
        let deadline = Instant::now() + PATIENCE;
        while self.line(deadline)? != word {}
        Ok(())
    }

    pub(super) fn ready(&mut self) -> Result<(), EngineError> {
        self.say("isready")?;
        self.wait_for("readyok")
    }

    fn line(&mut self, deadline: Instant) -> Result<String, EngineError> {
        // An engine that talks without end is as good as silent.
        let left = deadline
            .checked_duration_since(Instant::now())
            .ok_or_else(|| EngineError::Silent(self.name.clone()))?;
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => EngineError::Silent(self.name.clone()),
            RecvTimeoutError::Disconnected => EngineError::Gone(self.name.clone()),
        })
    }

    /// Lets the engine think about a position, for `limit` at the most.
    pub(super) fn go(
        &mut self,
        position: &str,
        go: &str,
        limit: Duration,
    ) -> Result<Answer, EngineError> {
        self.say(position)?;
        let start = Instant::now();
        self.say(go)?;
        let deadline = start + limit;
        let (mut score, mut depth) = (None, None);
        loop {
            let line = self.line(deadline)?;
            if let Some(rest) = line.strip_prefix("bestmove ") {
                let best = rest.split(' ').next().unwrap_or("").to_owned();
                return Ok(Answer {
                    best,
                    thought: Thought { score, depth, time: start.elapsed() },
                });
            }
            if line.starts_with("info ")
                && let Some(new) = score_of(&line)
            {
                score = Some(new);
                depth = number_after(&line, "depth").or(depth);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end.
        let _ = self.say("quit");
        std::thread::sleep(Duration::from_millis(5));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The score of an `info` line, if it has one.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.split(' ').skip_while(|&word| word != "score").skip(1);
    match (words.next()?, words.next()?.parse::<i32>().ok()?) {
        ("cp", score) => Some(score),
        ("mate", moves) if moves > 0 => Some(MATE - moves.min(1_000)),
        ("mate", moves) => Some(-MATE - moves.max(-1_000)),
        _ => None,
    }
}

fn number_after(line: &str, word: &str) -> Option<u32> {
    line.split(' ').skip_while(|&other| other != word).nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_described_in_words() {
        let spec: EngineSpec =
            "name=new cmd=./ouro option.Hash=16 option.Move_Overhead=5 option.UCI_Elo=1500"
                .parse()
                .unwrap();
        assert_eq!((spec.name.as_str(), spec.command.as_str()), ("new", "./ouro"));
        let names: Vec<_> = spec.options.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Hash", "Move Overhead", "UCI_Elo"]);
        let plain: EngineSpec = "/usr/games/stockfish".parse().unwrap();
        assert_eq!(plain.name, "stockfish");
        let spaced: EngineSpec =
            r#"name="the old" cmd='/my engines/node' arg=lozza.js arg="a b""#.parse().unwrap();
        assert_eq!(
            (spaced.name.as_str(), spaced.command.as_str()),
            ("the old", "/my engines/node")
        );
        assert_eq!(spaced.arguments, ["lozza.js", "a b"]);
        assert!("cmd='never closed".parse::<EngineSpec>().is_err());
        assert!("".parse::<EngineSpec>().is_err());
        assert!("cmd=a nonsense=1".parse::<EngineSpec>().is_err());
    }

    #[test]
    fn scores_are_read_from_info_lines() {
        assert_eq!(score_of("info depth 3 score cp -12 nodes 5"), Some(-12));
        assert_eq!(score_of("info score mate 3 pv e2e4"), Some(31_997));
        assert_eq!(score_of("info score mate -2"), Some(-31_998));
        assert_eq!(score_of("info depth 3"), None);
        assert_eq!(score_of("info score cp"), None);
        assert_eq!(number_after("info depth 12 score cp 5", "depth"), Some(12));
        assert_eq!(number_after("info string depth", "depth"), None);
    }

    #[test]
    fn thoughts_are_written_as_other_runners_write_them() {
        let time = Duration::from_millis(53);
        let text = |score, depth| Thought { score, depth, time }.to_string();
        assert_eq!(text(Some(35), Some(12)), "+0.35/12 0.053s");
        assert_eq!(text(Some(-1_205), None), "-12.05 0.053s");
        assert_eq!(text(Some(31_997), Some(20)), "+M3/20 0.053s");
        assert_eq!(text(Some(-31_999), Some(20)), "-M1/20 0.053s");
        assert_eq!(text(None, Some(1)), "0.053s");
    }
}
