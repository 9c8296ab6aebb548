//! The output of a session and its debug log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A writer of whole lines that threads can share. The debug log records output and input.
pub(crate) struct Output<W>(Mutex<Inner<W>>);

struct Inner<W> {
    writer: W,
    /// The log file and the time when logging started.
    log: Option<(File, Instant)>,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W) -> Output<W> {
        Output(Mutex::new(Inner { writer, log: None }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner<W>> {
        // A panic cannot leave the state inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line and flushes it.
    pub(crate) fn send(&self, line: &str) -> io::Result<()> {
        let mut inner = self.lock();
        inner.log("<<", line);
        writeln!(inner.writer, "{line}")?;
        inner.writer.flush()
    }

    /// Records an input line in the debug log.
    pub(crate) fn log_input(&self, line: &str) {
        self.lock().log(">>", line);
    }

    /// Starts logging to a file in append mode, or stops logging if the path is empty.
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
    fn log(&mut self, direction: &str, line: &str) {
        if let Some((file, start)) = &mut self.log {
            let seconds = start.elapsed().as_secs_f64();
            // A failed write, for example to a full disk, must not end the session.
            let _ = writeln!(file, "{seconds:.3} {direction} {line}");
        }
    }
}
