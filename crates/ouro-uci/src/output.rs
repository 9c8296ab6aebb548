//! Where answers go, and the log of the conversation.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Writes whole lines from any thread. With a log, everything said and heard is in it too.
pub(crate) struct Output<W>(Mutex<Inner<W>>);

struct Inner<W> {
    writer: W,
    log: Option<(File, Instant)>,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W) -> Output<W> {
        Output(Mutex::new(Inner { writer, log: None }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner<W>> {
        // Nothing behind the lock is ever left half-done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn say(&self, line: &str) -> io::Result<()> {
        let mut inner = self.lock();
        inner.note("<<", line);
        writeln!(inner.writer, "{line}")?;
        inner.writer.flush()
    }

    /// Puts a line that was heard into the log.
    pub(crate) fn heard(&self, line: &str) {
        self.lock().note(">>", line);
    }

    /// Appends everything from now on to a file; no log if it has no name.
    pub(crate) fn log_to(&self, path: &str) -> io::Result<()> {
        let log = match path {
            "" | "<empty>" => None,
            path => Some(OpenOptions::new().create(true).append(true).open(path)?),
        };
        self.lock().log = log.map(|file| (file, Instant::now()));
        Ok(())
    }
}

impl<W> Inner<W> {
    fn note(&mut self, direction: &str, line: &str) {
        if let Some((file, since)) = &mut self.log {
            let seconds = since.elapsed().as_secs_f64();
            // A full disk must not end a game.
            let _ = writeln!(file, "{seconds:.3} {direction} {line}");
        }
    }
}
