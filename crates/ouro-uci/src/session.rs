//! A conversation with a GUI.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use ouro_engine::network::Network;
use ouro_engine::{Engine, Evaluation, Networks, Report, Signals, bench};
use ouro_rules::{Game, Move, MoveList, Position, TextBoard, TextStyle, perft};

use crate::command::{self, Go};
use crate::info::info;
use crate::options::{Change, Options};
use crate::output::Output;

/// A session: it takes the lines of a GUI and writes the answers. Whatever takes long runs on a thread
/// of its own, so that lines are answered at once while it lasts.
pub struct Session<W: Write + Send + 'static> {
    out: Arc<Output<W>>,
    engine: Arc<Mutex<Engine>>,
    options: Options,
    /// Those that the engine evaluates with, at hand while it is busy.
    networks: Networks,
    /// None after a position that makes no sense, until a good one arrives.
    game: Option<Game>,
    work: Option<JoinHandle<()>>,
    /// Whether the work is of a fixed amount, which only `stop` cuts short.
    fixed: bool,
    control: Arc<Control>,
    /// Whether the search goes on until it is stopped.
    infinite: bool,
    /// Whether a position has been set.
    positioned: bool,
    /// Tell more than a player wants to know.
    debug: bool,
    /// Which moves a weak player overlooks in this game.
    seed: u64,
}

/// What the session and running work share.
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
            out: Arc::new(Output::new(out)),
            engine: Arc::new(Mutex::new(engine)),
            options,
            networks: Networks::embedded(),
            game: Some(Game::new(ouro_rules::Variant::Chess)),
            work: None,
            fixed: false,
            control: Arc::new(Control::default()),
            infinite: false,
            positioned: false,
            debug: false,
            seed: random(),
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
        self.end_work();
        Ok(())
    }

    /// Takes one line. The answer is whether the session goes on.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn line(&mut self, line: &str) -> io::Result<bool> {
        self.out.heard(line.trim_end());
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["quit", ..] => {
                self.end_work();
                return Ok(false);
            }
            ["uci", ..] => self.introduce()?,
            ["isready", ..] => self.say("readyok")?,
            ["stop", ..] => self.stop(),
            ["ponderhit", ..] => {
                let pondering = self.control.signals.pondering.swap(false, Ordering::Relaxed);
                if pondering && !self.infinite {
                    self.control.release();
                }
            }
            ["ucinewgame", ..] => {
                self.end_work();
                lock(&self.engine).new_game();
                self.seed = random();
            }
            ["debug", "on", ..] => self.debug = true,
            ["debug", "off", ..] => self.debug = false,
            ["setoption", ref rest @ ..] => self.set_option(rest)?,
            ["position", ref rest @ ..] => {
                self.end_work();
                self.set_position(rest)?;
            }
            ["go", ref rest @ ..] => {
                self.end_work();
                self.go(rest)?;
            }
            ["d", ..] => self.show()?,
            ["flip", ..] => self.flip()?,
            ["eval", ..] => self.evaluate()?,
            ["bench", ref rest @ ..] => {
                self.end_work();
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
        self.out.say(line)
    }

    /// Starts work on a thread of its own.
    fn start(&mut self, fixed: bool, work: impl FnOnce(&Output<W>, &Control) + Send + 'static) {
        self.fixed = fixed;
        self.control.signals.stop.store(false, Ordering::Relaxed);
        let (out, control) = (Arc::clone(&self.out), Arc::clone(&self.control));
        self.work = Some(thread::spawn(move || work(&out, &control)));
    }

    /// Ends running work, if there is any, and waits for its answer.
    fn stop(&mut self) {
        self.fixed = false;
        self.end_work();
    }

    /// Waits for the end of work of a fixed amount, and ends any other.
    fn end_work(&mut self) {
        if !self.fixed {
            self.control.signals.stop.store(true, Ordering::Relaxed);
            self.control.release();
        }
        if let Some(work) = self.work.take() {
            let _ = work.join();
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
        self.end_work();
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
                let failed = lock(&self.engine).set_hash_size(size).is_err();
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
            Ok(Change::EvalFile) => match networks(&self.options.eval_file) {
                Ok(networks) => {
                    self.networks = networks.clone();
                    lock(&self.engine).set_networks(networks);
                    None
                }
                Err(sentence) => {
                    self.options = old;
                    Some(sentence)
                }
            },
            Ok(Change::Log) => self.out.log_to(&self.options.log).err().map(|error| {
                let sentence = format!("{} cannot be written: {error}", self.options.log);
                self.options = old;
                sentence
            }),
            Ok(Change::Variant) => {
                // A position of one game is none of another: never a move for another board.
                if self.options.variant() != old.variant() {
                    let start = (!self.positioned).then(|| Game::new(self.options.variant()));
                    self.game = start;
                }
                None
            }
        };
        match refused {
            Some(sentence) => self.say(&format!("info string {sentence}")),
            None => Ok(()),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.positioned = true;
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
        let Go { mut limits, ponder, infinite, perft, notes } = command::go(words, game.position());
        for note in notes {
            self.say(&format!("info string {note}"))?;
        }
        if let Some(depth) = perft {
            self.perft(game.position().clone(), depth);
            return Ok(());
        }
        limits.move_overhead = self.options.overhead;
        limits.multipv = self.options.lines;
        // Who asks for a mate wants to know whether there is one.
        if limits.mate.is_none() {
            limits.strength = self.options.strength().map(|strength| strength.with_seed(self.seed));
        }
        if infinite {
            (limits.clock, limits.move_time) = ([None, None], None);
        }
        self.control.signals.pondering.store(ponder, Ordering::Relaxed);
        *lock(&self.control.waiting) = infinite || ponder;
        self.infinite = infinite;
        let engine = Arc::clone(&self.engine);
        let (show_wdl, debug) = (self.options.show_wdl, self.debug);
        self.start(false, move |out, control| {
            let root = game.position().clone();
            let mut told = None;
            let mut report = |news: &Report| {
                // What is known already is not told again at the end.
                let known = Some((news.depth, news.lines.clone()));
                if told == known {
                    return;
                }
                told = known;
                for line in info(&root, news, show_wdl) {
                    // If nobody listens any more, the session will notice.
                    let _ = out.say(&line);
                }
            };
            let answer = lock(&engine).search(&game, &limits, &control.signals, &mut report);
            report(&answer.report);
            if debug {
                let _ = out.say(&format!(
                    "info string table: {} illegal moves rejected, {} collisions",
                    answer.tt_stats.rejected, answer.tt_stats.collisions
                ));
            }
            control.wait();
            let best = answer.best.unwrap_or(Move::NULL);
            let mut line = format!("bestmove {}", root.uci(best));
            let mut after = root.clone();
            if let (Some(ponder), true) = (answer.ponder, after.play(best)) {
                line.push_str(&format!(" ponder {}", after.uci(ponder)));
            }
            let _ = out.say(&line);
        });
        Ok(())
    }

    /// Counts the positions behind each move.
    fn perft(&mut self, position: Position, depth: u32) {
        self.start(true, move |out, control| {
            let stopped = || control.signals.stop.load(Ordering::Relaxed);
            let mut total = u64::from(depth == 0);
            let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
            for mv in &moves {
                let after = play(&position, mv);
                let count = if depth < 3 {
                    perft::count(&after, depth - 1)
                } else {
                    // Reply by reply, so that it can be stopped in between.
                    let replies = after.legal_moves().into_iter().take_while(|_| !stopped());
                    replies.map(|reply| perft::count(&play(&after, reply), depth - 2)).sum()
                };
                if stopped() {
                    let _ = out.say("info string perft was stopped");
                    return;
                }
                total += count;
                let _ = out.say(&format!("{}: {count}", position.uci(mv)));
            }
            let _ = out.say(&format!("\nNodes searched: {total}"));
        });
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
        let position = game.position();
        let score = self.networks.evaluate(position);
        let text = match Evaluation::new(score, position) {
            Evaluation::Centipawns(hundredths) => format!("{hundredths} cp"),
            Evaluation::Mate(moves) => format!("mate {moves}"),
        };
        self.say(&format!("Static evaluation: {text} for {} ({score} inside)", position.turn()))
    }

    /// Gives the move to the other side, if that makes sense.
    fn flip(&mut self) -> io::Result<()> {
        self.end_work();
        let mut flipped = self.game.as_ref().map(|game| game.position().clone());
        if flipped.as_mut().is_some_and(Position::play_null) {
            self.game = flipped.map(Game::from_position);
            return Ok(());
        }
        self.say("info string the turn cannot be passed here")
    }

    fn bench(&mut self, depth: Option<&str>) -> io::Result<()> {
        let depth = match depth.map(str::parse) {
            None => bench::DEPTH,
            Some(Ok(depth @ 1..=40)) => depth,
            Some(_) => return self.say("info string bench is followed by a depth from 1 to 40"),
        };
        self.start(true, move |out, control| {
            let text = match bench::bench(depth, &control.signals) {
                Ok(result) => result.to_string(),
                Err(_) => "info string there is no memory for the bench".to_owned(),
            };
            let _ = out.say(&text);
        });
        Ok(())
    }
}

/// The networks of the program, one of them replaced by that of a file if it has a name.
fn networks(path: &str) -> Result<Networks, String> {
    let mut networks = Networks::embedded();
    if !matches!(path, "" | "<empty>") {
        let refused = |why: &dyn std::fmt::Display| format!("{path} is not used: {why}");
        let bytes = std::fs::read(path).map_err(|error| refused(&error))?;
        networks.set(Network::from_bytes(&bytes).map_err(|error| refused(&error))?);
    }
    Ok(networks)
}

/// The position after a legal move.
fn play(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// A number that is another one each time.
fn random() -> u64 {
    RandomState::new().hash_one(0)
}

impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop();
    }
}
