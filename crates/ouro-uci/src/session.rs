//! A conversation with a GUI.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use ouro_engine::{Engine, Evaluation, Report, Signals, bench};
use ouro_rules::{Game, Move, Position, TextBoard, TextStyle, perft};

use crate::command::{self, Go};
use crate::options::{Change, Options};

/// A session: it takes the lines of a GUI and writes the answers. Searches run on a thread of their
/// own, so that lines are answered at once while they last; `go perft` and `bench` are answered when
/// they are done.
pub struct Session<W: Write + Send + 'static> {
    out: Arc<Mutex<W>>,
    engine: Arc<Mutex<Engine>>,
    options: Options,
    /// None after a position that makes no sense, until a good one arrives.
    game: Option<Game>,
    search: Option<JoinHandle<()>>,
    control: Arc<Control>,
}

/// What the session and a running search share.
#[derive(Default)]
struct Control {
    signals: Signals,
    /// Set while the answer must wait for `stop` or `ponderhit`.
    waiting: Mutex<bool>,
    released: Condvar,
}

impl Control {
    fn release(&self) {
        *lock(&self.waiting) = false;
        self.released.notify_all();
    }

    fn wait(&self) {
        let mut waiting = lock(&self.waiting);
        while *waiting {
            waiting = self.released.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Nothing behind these locks is ever left half-done.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that writes its answers to `out`.
    ///
    /// # Errors
    /// If there is no memory for the smallest table.
    pub fn new(out: W) -> Result<Session<W>, std::collections::TryReserveError> {
        let options = Options::default();
        let engine = Engine::new(options.hash, options.threads)?;
        Ok(Session {
            out: Arc::new(Mutex::new(out)),
            engine: Arc::new(Mutex::new(engine)),
            options,
            game: Some(Game::new(ouro_rules::Variant::Chess)),
            search: None,
            control: Arc::new(Control::default()),
        })
    }

    /// Takes lines until `quit` or the end of the input, which ends a search too.
    ///
    /// # Errors
    /// If reading or writing fails.
    pub fn run(&mut self, input: impl io::BufRead) -> io::Result<()> {
        for line in input.split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            if !self.line(&line)? {
                return Ok(());
            }
        }
        self.stop();
        Ok(())
    }

    /// Takes one line. The answer is whether the session goes on.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn line(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["quit", ..] => {
                self.stop();
                return Ok(false);
            }
            ["uci", ..] => self.introduce()?,
            ["isready", ..] => self.say("readyok")?,
            ["stop", ..] => self.stop(),
            ["ponderhit", ..] => {
                self.control.signals.pondering.store(false, Ordering::Relaxed);
                self.control.release();
            }
            ["ucinewgame", ..] => {
                self.stop();
                lock(&self.engine).new_game();
            }
            ["setoption", ref rest @ ..] => self.set_option(rest)?,
            ["position", ref rest @ ..] => {
                self.stop();
                self.set_position(rest)?;
            }
            ["go", ref rest @ ..] => {
                self.stop();
                self.go(rest)?;
            }
            ["d", ..] => self.show()?,
            ["flip", ..] => self.flip()?,
            ["eval", ..] => self.evaluate()?,
            ["bench", ref rest @ ..] => {
                self.stop();
                self.bench(rest.first().copied())?;
            }
            ["compiler", ..] => self.say(concat!("Rust ", env!("CARGO_PKG_RUST_VERSION")))?,
            [] => {}
            [other, ..] => {
                let shown: String = other.chars().take(40).collect();
                self.say(&format!("info string unknown command '{shown}'"))?;
            }
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.out, line)
    }

    /// Ends a running search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        self.control.signals.stop.store(true, Ordering::Relaxed);
        self.control.release();
        if let Some(search) = self.search.take() {
            let _ = search.join();
        }
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(concat!("id name Ouro ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Ouro developers")?;
        for option in Options::list() {
            self.say(&option)?;
        }
        self.say("uciok")
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        self.stop();
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = words.split_at(value_at);
        let name = name.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let old = self.options.clone();
        let refused = match self.options.set(&name, &value) {
            Err(sentence) => Some(sentence),
            Ok(Change::Nothing) => None,
            Ok(Change::Hash) => {
                let size = self.options.hash;
                let failed = lock(&self.engine).set_table_size(size).is_err();
                failed.then(|| {
                    self.options = old;
                    format!("there is no room for a table of {size} MB")
                })
            }
            Ok(Change::Threads) => {
                lock(&self.engine).set_threads(self.options.threads);
                None
            }
            Ok(Change::ClearHash) => {
                lock(&self.engine).new_game();
                None
            }
            Ok(Change::Variant) => {
                self.game = Some(Game::new(self.options.variant()));
                None
            }
        };
        match refused {
            Some(sentence) => self.say(&format!("info string {sentence}")),
            None => Ok(()),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        match command::position(words, self.options.variant()) {
            Ok((game, notes)) => {
                self.game = Some(game);
                for note in notes {
                    self.say(&format!("info string {note}"))?;
                }
                Ok(())
            }
            Err(sentence) => {
                self.game = None;
                self.say(&format!("info string {sentence}"))
            }
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        // Never a move for another board.
        let Some(game) = self.game.clone() else {
            self.say("info string there is no position to search")?;
            return self.say("bestmove 0000");
        };
        let Go { mut limits, ponder, infinite, perft } = match command::go(words, game.position()) {
            Ok(go) => go,
            Err(sentence) => {
                self.say(&format!("info string {sentence}"))?;
                return self.say("bestmove 0000");
            }
        };
        if let Some(depth) = perft {
            return self.perft(game.position(), depth);
        }
        limits.overhead = self.options.overhead;
        limits.lines = self.options.lines;
        if infinite {
            (limits.clock, limits.move_time) = ([None, None], None);
        }
        self.control.signals.stop.store(false, Ordering::Relaxed);
        self.control.signals.pondering.store(ponder, Ordering::Relaxed);
        *lock(&self.control.waiting) = infinite || ponder;
        let (out, engine, control) =
            (Arc::clone(&self.out), Arc::clone(&self.engine), Arc::clone(&self.control));
        self.search = Some(thread::spawn(move || {
            let root = game.position().clone();
            let tell = Arc::clone(&out);
            let mut report = |news: &Report| {
                for line in info(&root, news) {
                    // If nobody listens any more, the session will notice.
                    let _ = say(&tell, &line);
                }
            };
            let answer = lock(&engine).search(&game, &limits, &control.signals, &mut report);
            report(&answer.report);
            control.wait();
            let best = answer.best.unwrap_or(Move::NULL);
            let mut line = format!("bestmove {}", root.uci(best));
            let mut after = root.clone();
            if let (Some(ponder), true) = (answer.ponder, after.play(best)) {
                line.push_str(&format!(" ponder {}", after.uci(ponder)));
            }
            let _ = say(&out, &line);
        }));
        Ok(())
    }

    fn perft(&self, position: &Position, depth: u32) -> io::Result<()> {
        let mut total = u64::from(depth == 0);
        for mv in &position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if let Some(rest) = depth.checked_sub(1) {
                let count = perft::count(&after, rest);
                total += count;
                self.say(&format!("{}: {count}", position.uci(mv)))?;
            }
        }
        self.say(&format!("\nNodes searched: {total}"))
    }

    fn show(&self) -> io::Result<()> {
        let Some(game) = &self.game else { return self.say("info string there is no position") };
        let position = game.position();
        self.say(&TextBoard::new(position, TextStyle::Ascii).to_string())?;
        self.say(&format!("Fen: {position}"))?;
        self.say(&format!("Key: {:016X}", position.key()))
    }

    fn evaluate(&self) -> io::Result<()> {
        let Some(game) = &self.game else { return self.say("info string there is no position") };
        let score = Engine::evaluate(game.position());
        self.say(&format!("Static evaluation: {score} for {}", game.position().turn()))
    }

    /// Gives the move to the other side, if that makes sense.
    fn flip(&mut self) -> io::Result<()> {
        self.stop();
        let mut flipped = self.game.as_ref().map(|game| game.position().clone());
        if flipped.as_mut().is_some_and(Position::play_null) {
            self.game = flipped.map(Game::from_position);
            return Ok(());
        }
        self.say("info string the turn cannot be passed here")
    }

    fn bench(&self, depth: Option<&str>) -> io::Result<()> {
        let depth = match depth.map(str::parse) {
            None => bench::DEPTH,
            Some(Ok(depth @ 1..=40)) => depth,
            Some(_) => return self.say("info string bench is followed by a depth from 1 to 40"),
        };
        match bench::bench(depth) {
            Ok(result) => {
                let speed = result.nodes * 1000 / result.time.max(1);
                self.say(&format!("Rejected table moves: {}", result.rejected))?;
                self.say(&format!("{} nodes {speed} nps", result.nodes))
            }
            Err(_) => self.say("info string there is no memory for the bench"),
        }
    }
}

impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

fn say(out: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut out = lock(out);
    writeln!(out, "{line}")?;
    out.flush()
}

/// The `info` lines of a report, one for each line of play.
fn info(root: &Position, report: &Report) -> Vec<String> {
    let speed = report.nodes * 1000 / report.time.max(1);
    let mut lines = Vec::new();
    if report.lines.is_empty() {
        // No move, no line: the game is over.
        let score = if root.in_check() { "mate 0" } else { "cp 0" };
        lines.push(format!("info depth 0 score {score}"));
    }
    for (i, line) in report.lines.iter().enumerate() {
        let score = match line.evaluation {
            Evaluation::Centipawns(score) => format!("cp {score}"),
            Evaluation::Mate(moves) => format!("mate {moves}"),
        };
        let mut position = root.clone();
        let mut pv = String::new();
        for &mv in &line.moves {
            let uci = position.uci(mv);
            if !position.play(mv) {
                break;
            }
            pv.push(' ');
            pv.push_str(&uci);
        }
        lines.push(format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {speed} hashfull {} \
             time {} pv{pv}",
            report.depth,
            report.seldepth,
            i + 1,
            report.nodes,
            report.hashfull,
            report.time,
        ));
    }
    lines
}
