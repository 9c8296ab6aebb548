//! One run of an attack: what was observed, what was required, and the verdict.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::faults::Injector;
use crate::player::Player;
use crate::service::{Options, Service, resident_memory};
use crate::settings::Settings;

/// The slowest stored move of another client during an attack.
pub const SLOWEST_MOVE: Duration = Duration::from_secs(1);
/// The most memory that the service may use, in MiB.
pub const MOST_MEMORY: u64 = 600;
/// The address of attackers.
pub const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// The address of the client whose moves are measured.
pub const VICTIM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 99);
/// The time between two moves of the victim.
const MOVE_INTERVAL: Duration = Duration::from_millis(200);
/// The shortest observation of the victim.
const SHORTEST_OBSERVATION: Duration = Duration::from_secs(2);

/// Observations and violations of one attack.
pub struct Trial<'a> {
    /// What the user chose.
    pub settings: &'a Settings,
    folder: TempDir,
    latencies: Vec<Duration>,
    memory: u64,
    notes: Vec<String>,
    violations: Vec<String>,
    skipped: Option<String>,
}

impl<'a> Trial<'a> {
    /// Creates a trial with an empty folder.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new(settings: &'a Settings) -> Result<Trial<'a>, String> {
        let folder = tempfile::Builder::new()
            .prefix("ouro-chaos-")
            .tempdir_in(&settings.folder)
            .map_err(|error| format!("failed to create a folder: {error}"))?;
        Ok(Trial {
            settings,
            folder,
            latencies: Vec::new(),
            memory: 0,
            notes: Vec::new(),
            violations: Vec::new(),
            skipped: None,
        })
    }

    /// Returns the folder of the trial.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of the SQLite database.
    #[must_use]
    pub fn database_file(&self) -> PathBuf {
        self.folder().join("ouro.db")
    }

    /// Returns the default options of a service with a SQLite database in the folder.
    #[must_use]
    pub fn options(&self) -> Options {
        let database = format!("sqlite:{}", self.database_file().display());
        Options::new(&self.settings.program, &database, self.folder())
    }

    /// Starts a service with default options and a SQLite database in the folder.
    ///
    /// # Errors
    /// If it does not start.
    pub fn serve(&self, arguments: &[&str]) -> Result<Service, String> {
        Service::start(&self.options().with(arguments))
    }

    /// Returns an injector of faults in a folder. Without the library, the trial is skipped.
    ///
    /// # Errors
    /// If the injector cannot be set up.
    pub fn injector(&mut self, folder: &Path) -> Result<Option<Injector>, String> {
        match &self.settings.injector {
            Some(library) => Injector::new(library, folder).map(Some),
            None => {
                self.skip("the library that injects faults is missing");
                Ok(None)
            }
        }
    }

    /// Adds a fact for the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Records a violation.
    pub fn violation(&mut self, violation: impl Into<String>) {
        let violation = violation.into();
        if !self.violations.contains(&violation) {
            self.violations.push(violation);
        }
    }

    /// Records a violation unless a condition holds.
    pub fn require(&mut self, condition: bool, violation: impl FnOnce() -> String) {
        if !condition {
            self.violation(violation());
        }
    }

    /// Marks the trial as skipped.
    pub fn skip(&mut self, reason: impl Into<String>) {
        self.skipped = Some(reason.into());
    }

    /// Runs an attack while another client plays moves and the memory of the service is sampled. Requires that all
    /// moves are stored in time and that the memory stays below the limit.
    pub fn observe<T>(&mut self, service: &Service, attack: impl FnOnce() -> T) -> T {
        let end = AtomicBool::new(false);
        let process = service.id();
        let player = Player::new(service.client(VICTIM), 1);
        let (result, (latencies, failure), memory) = thread::scope(|scope| {
            let victim = scope.spawn(|| measure_moves(player, &end));
            let sampler = scope.spawn(|| sample_memory(process, &end));
            let start = Instant::now();
            let result = attack();
            thread::sleep(SHORTEST_OBSERVATION.saturating_sub(start.elapsed()));
            end.store(true, Ordering::Relaxed);
            (result, join(victim), join(sampler))
        });
        self.latencies.extend(latencies);
        self.memory = self.memory.max(memory);
        if let Some(failure) = failure {
            self.violation(failure);
        }
        result
    }

    /// Adds latencies of stored moves that were measured in another way.
    pub fn add_latencies(&mut self, latencies: impl IntoIterator<Item = Duration>) {
        self.latencies.extend(latencies);
    }

    /// Finishes the trial. The error is that of an attack that could not be carried out.
    #[must_use]
    pub fn finish(mut self, name: &'static str, outcome: Result<(), String>) -> Row {
        if let Err(error) = outcome {
            self.violation(error);
        }
        self.latencies.sort_unstable();
        let slowest = self.latencies.last().copied();
        if let Some(slowest) = slowest.filter(|&slowest| slowest >= SLOWEST_MOVE) {
            self.violation(format!("another client's move took {}", milliseconds(slowest)));
        }
        if self.memory >= MOST_MEMORY {
            self.violation(format!("the service used {} MiB", self.memory));
        }
        Row {
            name,
            notes: self.notes,
            median: percentile(&self.latencies, 0.5),
            p99: percentile(&self.latencies, 0.99),
            slowest,
            memory: self.memory,
            verdict: match (self.skipped, self.violations) {
                (_, violations) if !violations.is_empty() => Verdict::Failed(violations),
                (Some(reason), _) => Verdict::Skipped(reason),
                _ => Verdict::Held,
            },
        }
    }
}

/// Plays moves at a steady rate until the end. Returns their latencies and the first failure.
fn measure_moves(mut player: Player, end: &AtomicBool) -> (Vec<Duration>, Option<String>) {
    let (mut latencies, mut failure) = (Vec::new(), None);
    while !end.load(Ordering::Relaxed) {
        let start = Instant::now();
        match player.play() {
            Ok(()) => latencies.push(start.elapsed()),
            Err(refusal) => {
                latencies.push(start.elapsed());
                failure.get_or_insert_with(|| format!("another client's move failed: {refusal}"));
                // The next move needs the current version.
                let _ = player.check();
            }
        }
        thread::sleep(MOVE_INTERVAL.saturating_sub(start.elapsed()));
    }
    (latencies, failure)
}

/// Returns the peak of the resident memory until the end, in MiB.
fn sample_memory(process: u32, end: &AtomicBool) -> u64 {
    let mut peak = 0;
    while !end.load(Ordering::Relaxed) {
        peak = peak.max(resident_memory(process));
        thread::sleep(Duration::from_millis(20));
    }
    peak.max(resident_memory(process))
}

fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Returns a percentile of sorted values.
#[must_use]
pub fn percentile(sorted: &[Duration], share: f64) -> Option<Duration> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last as f64 * share).round() as usize).copied()
}

/// Formats a duration in milliseconds.
#[must_use]
pub fn milliseconds(duration: Duration) -> String {
    let milliseconds = duration.as_secs_f64() * 1e3;
    if milliseconds < 10.0 {
        format!("{milliseconds:.1} ms")
    } else {
        format!("{milliseconds:.0} ms")
    }
}

/// The result of an attack.
pub struct Row {
    /// The name of the attack.
    pub name: &'static str,
    /// What was tried and observed.
    pub notes: Vec<String>,
    /// The median latency of another client's stored moves.
    pub median: Option<Duration>,
    /// The 99th percentile.
    pub p99: Option<Duration>,
    /// The slowest one.
    pub slowest: Option<Duration>,
    /// The peak of the resident memory in MiB; 0 if it was not measured.
    pub memory: u64,
    /// Whether the service held.
    pub verdict: Verdict,
}

impl Row {
    /// Returns the result of an attack that could not be carried out.
    #[must_use]
    pub fn failed(name: &'static str, error: String) -> Row {
        Row {
            name,
            notes: Vec::new(),
            median: None,
            p99: None,
            slowest: None,
            memory: 0,
            verdict: Verdict::Failed(vec![error]),
        }
    }
}

/// Whether the service held an attack off.
#[derive(Debug)]
pub enum Verdict {
    /// Everything required was observed.
    Held,
    /// Something else was.
    Failed(Vec<String>),
    /// The attack was not carried out.
    Skipped(String),
}
