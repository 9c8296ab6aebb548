//! A UCI session.

use std::collections::TryReserveError;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[cfg(feature = "book")]
use ouro_engine::Limits;
use ouro_engine::network::Network;
use ouro_engine::{Engine, Evaluation, Networks, bench};
use ouro_rules::{Game, TextBoard, TextStyle, Variant};

#[cfg(feature = "book")]
use crate::books::Books;
use crate::command::{GoCommand, parse_go, parse_position};
use crate::host::Host;
use crate::options::{Change, Options};
use crate::output::Output;
use crate::tables::Tables;
use crate::tasks::{SearchTask, run_bench, run_perft};
use crate::worker::{Worker, lock};

/// A UCI session: it reads the commands of a GUI and writes the responses. Searches, perft and bench run
/// on a background thread, so that commands are answered at once while they run.
pub struct Session<W: Write + Send + 'static> {
    out: Arc<Output<W>>,
    worker: Worker<W>,
    engine: Arc<Mutex<Engine>>,
    options: Options,
    host: Host,
    tables: Tables,
    #[cfg(feature = "book")]
    books: Books,
    /// The networks that the session started with.
    initial_networks: Networks,
    /// The networks of the engine. `eval` uses them while the engine is locked by a search.
    networks: Networks,
    /// `None` after an invalid `position` command, until a valid one arrives.
    game: Option<Game>,
    /// Whether a `position` command has been received.
    has_position: bool,
    /// Whether the last search was `go infinite`.
    infinite: bool,
    /// Whether `debug` is on.
    debug: bool,
    /// The seed of the random choices of a limited strength. It changes with each game.
    seed: u64,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Creates a session with the embedded networks that writes its responses to `out`.
    ///
    /// # Errors
    /// If there is not enough memory for the default transposition table.
    #[cfg(feature = "embedded-networks")]
    pub fn new(out: W) -> Result<Session<W>, TryReserveError> {
        Session::with_networks(out, Networks::embedded(), Host::default())
    }

    /// Creates a session with networks that writes its responses to `out`.
    ///
    /// # Errors
    /// If there is not enough memory for the default transposition table.
    pub fn with_networks(
        out: W,
        networks: Networks,
        host: Host,
    ) -> Result<Session<W>, TryReserveError> {
        let options = Options::default();
        let engine = Engine::with_networks(networks.clone(), options.hash, options.threads)?;
        let out = Arc::new(Output::new(out));
        Ok(Session {
            worker: Worker::new(Arc::clone(&out), host.signals()),
            out,
            engine: Arc::new(Mutex::new(engine)),
            options,
            host,
            tables: Tables::default(),
            #[cfg(feature = "book")]
            books: Books::default(),
            initial_networks: networks.clone(),
            networks,
            game: Some(Game::new(Variant::Chess)),
            has_position: false,
            infinite: false,
            debug: false,
            seed: (host.random)(),
        })
    }

    /// Adds the network of another variant and forgets everything about earlier games.
    pub fn add_network(&mut self, network: Network) {
        self.worker.finish();
        self.initial_networks.set(network.clone());
        self.networks.set(network);
        lock(&self.engine).set_networks(self.networks.clone());
    }

    /// Executes commands until `quit` or the end of the input. Both interrupt a search.
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
        self.worker.finish();
        Ok(())
    }

    /// Executes one command. Returns `false` after `quit`.
    ///
    /// # Errors
    /// If writing the response fails.
    pub fn line(&mut self, line: &str) -> io::Result<bool> {
        self.out.log_input(line.trim_end());
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["quit", ..] => {
                self.worker.finish();
                return Ok(false);
            }
            ["uci", ..] => self.identify()?,
            ["isready", ..] => self.send("readyok")?,
            ["stop", ..] => self.worker.stop(),
            ["ponderhit", ..] => self.ponderhit(),
            ["ucinewgame", ..] => {
                self.worker.finish();
                lock(&self.engine).new_game();
                self.seed = (self.host.random)();
            }
            ["debug", "on", ..] => self.debug = true,
            ["debug", "off", ..] => self.debug = false,
            ["setoption", ref rest @ ..] => self.set_option(rest)?,
            ["position", ref rest @ ..] => self.set_position(rest)?,
            ["go", ref rest @ ..] => self.go(rest)?,
            ["d", ..] => self.show()?,
            ["flip", ..] => self.flip()?,
            ["eval", ..] => self.evaluate()?,
            ["bench", ref rest @ ..] => self.bench(rest.first().copied())?,
            ["compiler", ..] => self.send(concat!("Rust ", env!("CARGO_PKG_RUST_VERSION")))?,
            [] => {}
            [other, ..] => {
                let shown: String = other.chars().take(40).collect();
                self.send_info(&format!("unknown command '{shown}'"))?;
            }
        }
        Ok(true)
    }

    fn send(&self, line: &str) -> io::Result<()> {
        self.out.send(line)
    }

    fn send_info(&self, message: &str) -> io::Result<()> {
        self.send(&format!("info string {message}"))
    }

    fn identify(&self) -> io::Result<()> {
        identification().iter().try_for_each(|line| self.send(line))
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        self.worker.finish();
        let value_index = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = words.split_at(value_index);
        let name = name.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let old = self.options.clone();
        let result = self.options.set(&name, &value).and_then(|change| self.apply(change, &old));
        match result {
            Ok(None) => Ok(()),
            Ok(Some(message)) => self.send_info(&message),
            Err(message) => {
                self.options = old;
                self.send_info(&message)
            }
        }
    }

    /// Applies an option that has been set and returns a message for the user. `old` are the options before.
    fn apply(&mut self, change: Change, old: &Options) -> Result<Option<String>, String> {
        match change {
            Change::None => {}
            Change::Hash => {
                let size = self.options.hash;
                lock(&self.engine)
                    .set_hash_size(size)
                    .map_err(|_| format!("not enough memory for a hash table of {size} MiB"))?;
            }
            Change::Threads => lock(&self.engine).set_threads(self.options.threads),
            Change::ClearHash => lock(&self.engine).new_game(),
            Change::EvalFile => {
                let networks = load_networks(&self.initial_networks, &self.options.eval_file)?;
                self.networks = networks.clone();
                lock(&self.engine).set_networks(networks);
            }
            Change::DebugLogFile => {
                let path = &self.options.debug_log_file;
                self.out
                    .log_to(path)
                    .map_err(|error| format!("failed to write {path}: {error}"))?;
            }
            Change::Variant => {
                // The old position is not valid in the new variant. Without it, `go` responds with
                // 0000, never with a move for another board.
                let variant = self.options.variant();
                if variant != old.variant() {
                    self.game = (!self.has_position).then(|| Game::new(variant));
                }
            }
            Change::TablebasePath => {
                let message = self.tables.open_own(&self.options.tablebase_path)?;
                lock(&self.engine).set_tables(self.tables.sources());
                return Ok(message);
            }
            #[cfg(feature = "book")]
            Change::BookFile => return self.books.open(&self.options.book_file),
            #[cfg(not(feature = "book"))]
            Change::BookFile => {}
            #[cfg(feature = "syzygy")]
            Change::Syzygy => {
                let message = self.tables.open_syzygy(&self.options)?;
                lock(&self.engine).set_tables(self.tables.sources());
                return Ok(message);
            }
            #[cfg(not(feature = "syzygy"))]
            Change::Syzygy => {}
        }
        Ok(None)
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.worker.finish();
        self.has_position = true;
        match parse_position(words, self.options.variant()) {
            Ok((game, warnings)) => {
                self.game = Some(game);
                warnings.iter().try_for_each(|warning| self.send_info(warning))
            }
            Err(message) => {
                self.game = None;
                self.send_info(&message)
            }
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.worker.finish();
        let Some(game) = self.game.clone() else {
            self.send_info("no position to search")?;
            return self.send("bestmove 0000");
        };
        if let Err(message) = self.check_network(game.variant()) {
            self.send_info(&message)?;
            return self.send("bestmove 0000");
        }
        let GoCommand { mut limits, ponder, infinite, perft, warnings } =
            parse_go(words, game.position());
        for warning in warnings {
            self.send_info(&warning)?;
        }
        if let Some(depth) = perft {
            let position = game.position().clone();
            self.worker.start_uninterrupted(move |out, control| {
                run_perft(&position, depth, out, control);
            });
            return Ok(());
        }
        #[cfg(feature = "book")]
        if !infinite && !ponder && self.play_book_move(&game, &limits)? {
            return Ok(());
        }
        limits.move_overhead = self.options.move_overhead;
        limits.multipv = self.options.multipv;
        // A mate search is always at full strength.
        if limits.mate.is_none() {
            limits.strength = self.options.strength().map(|strength| strength.with_seed(self.seed));
        }
        if infinite {
            (limits.clock, limits.move_time) = ([None, None], None);
        }
        self.infinite = infinite;
        let control = self.worker.control();
        control.signals.set_pondering(ponder);
        control.hold(infinite || ponder);
        let (show_wdl, debug) = (self.options.show_wdl, self.debug);
        let engine = Arc::clone(&self.engine);
        let task = SearchTask { engine, game, limits, show_wdl, debug };
        self.worker.start(move |out, control| task.run(out, control));
        Ok(())
    }

    /// Responds with a move of the opening book, if one may be used and knows the position.
    #[cfg(feature = "book")]
    fn play_book_move(&self, game: &Game, limits: &Limits) -> io::Result<bool> {
        let unrestricted = limits.search_moves.is_empty() && limits.mate.is_none();
        if !self.options.own_book || self.options.analyse_mode || !unrestricted {
            return Ok(false);
        }
        let Some(chosen) = self.books.choose(game, &self.options, self.seed) else {
            return Ok(false);
        };
        let mv = game.position().uci(chosen.mv);
        self.send_info(&format!("book move {mv} ({})", chosen.comment))?;
        self.send(&format!("bestmove {mv}"))?;
        Ok(true)
    }

    fn ponderhit(&self) {
        let control = self.worker.control();
        let pondering = control.signals.set_pondering(false);
        if pondering && !self.infinite {
            control.release();
        }
    }

    fn show(&self) -> io::Result<()> {
        let Some(game) = &self.game else { return self.send_info("no position") };
        let position = game.position();
        self.send(&TextBoard::new(position, TextStyle::Ascii).to_string())?;
        self.send(&format!("Fen: {position}"))?;
        self.send(&format!("Key: {:016X}", position.key()))
    }

    fn evaluate(&self) -> io::Result<()> {
        let Some(game) = &self.game else { return self.send_info("no position") };
        let position = game.position();
        if let Err(message) = self.check_network(position.variant()) {
            return self.send_info(&message);
        }
        let score = self.networks.evaluate(position);
        let text = match Evaluation::new(score, position) {
            Evaluation::Centipawns(centipawns) => format!("{centipawns} cp"),
            Evaluation::Mate(moves) => format!("mate {moves}"),
        };
        let turn = position.turn();
        self.send(&format!("Static evaluation: {text} for {turn} (internal score {score})"))
    }

    /// Makes a null move, if it is legal.
    fn flip(&mut self) -> io::Result<()> {
        self.worker.finish();
        let mut flipped = self.game.as_ref().map(|game| game.position().clone());
        if flipped.as_mut().is_some_and(|position| position.play_null().is_ok()) {
            self.game = flipped.map(Game::from_position);
            return Ok(());
        }
        self.send_info("a null move is not legal here")
    }

    fn bench(&mut self, depth: Option<&str>) -> io::Result<()> {
        self.worker.finish();
        let depth = match depth.map(str::parse) {
            None => bench::DEPTH,
            Some(Ok(depth @ 1..=40)) => depth,
            Some(_) => return self.send_info("bench must be followed by a depth from 1 to 40"),
        };
        if let Some(message) = Variant::ALL.into_iter().find_map(|v| self.check_network(v).err()) {
            return self.send_info(&message);
        }
        let networks = self.networks.clone();
        self.worker
            .start_uninterrupted(move |out, control| run_bench(networks, depth, out, control));
        Ok(())
    }

    /// Fails if no network for a variant was loaded.
    fn check_network(&self, variant: Variant) -> Result<(), String> {
        if self.networks.has(variant) {
            Ok(())
        } else {
            Err(format!("no network for {variant} is loaded"))
        }
    }
}

/// Returns the response to `uci`.
#[must_use]
pub fn identification() -> Vec<String> {
    let name = concat!("id name Ouro ", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![name.to_owned(), "id author the Ouro developers".to_owned()];
    lines.extend(Options::list());
    lines.push("uciok".to_owned());
    lines
}

/// Returns the networks that the session started with, one of them replaced by that of a file unless the path
/// is empty.
fn load_networks(initial: &Networks, path: &str) -> Result<Networks, String> {
    let mut networks = initial.clone();
    if !matches!(path, "" | "<empty>") {
        let failed = |error: &dyn std::fmt::Display| format!("failed to load {path}: {error}");
        let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
        networks.set(Network::from_bytes(&bytes).map_err(|error| failed(&error))?);
    }
    Ok(networks)
}
