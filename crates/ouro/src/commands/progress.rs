//! The progress of a command: a bar on a terminal, a line per minute elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The interval of progress lines if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);
/// The steps of the bar.
const STEPS: f64 = 10_000.0;

pub(crate) struct Progress {
    bar: ProgressBar,
    live: bool,
    /// The time and the share at the first update.
    start: Option<(Instant, f64)>,
    last_line: Instant,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let live = io::stderr().is_terminal();
        let bar = if live { ProgressBar::new(STEPS as u64) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent} %, {msg}, {eta} left") {
            bar.set_style(style);
        }
        Progress { bar, live, start: None, last_line: Instant::now() }
    }

    /// Shows a share from 0 to 1 and what has been achieved.
    pub(crate) fn update(&mut self, share: f64, message: &str) {
        let (start, first) = *self.start.get_or_insert_with(|| {
            self.bar.set_position((share * STEPS) as u64);
            self.bar.reset_eta();
            (Instant::now(), share)
        });
        self.bar.set_position((share * STEPS) as u64);
        self.bar.set_message(message.to_owned());
        if !self.live && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let left = (1.0 - share) * start.elapsed().as_secs_f64() / (share - first).max(1e-6);
            // If standard error is closed, there is nowhere to report to.
            let _ = writeln!(io::stderr(), "{:.1} %, {message}, {left:.0} s left", 100.0 * share);
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
