//! Faults of the system under the service: a small disk, failing writes, a jumping clock.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use xtask::process::is_root;

use crate::service::Options;

/// The error codes that writes fail with, on Linux.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// `EIO`: the device is broken.
    Io = 5,
    /// `ENOSPC`: the device is full.
    NoSpace = 28,
    /// `EROFS`: the file system is mounted read-only.
    ReadOnly = 30,
}

/// The control file of the injected library (`ouro-faults`).
pub struct Injector {
    control: File,
    path: PathBuf,
    folder: PathBuf,
    library: PathBuf,
}

impl Injector {
    /// Creates an injector without faults, for files in a folder.
    ///
    /// # Errors
    /// If the control file cannot be created.
    pub fn new(library: &Path, folder: &Path) -> Result<Injector, String> {
        let failed = |error| format!("failed to set up the fault injector: {error}");
        let folder = folder.canonicalize().map_err(failed)?;
        // Outside of the affected folder, which may be on a full disk.
        let path = folder.with_extension("faults");
        let mut control = File::create(&path).map_err(failed)?;
        control.write_all(&[0; 16]).map_err(failed)?;
        let library = library.canonicalize().map_err(failed)?;
        Ok(Injector { control, path, folder, library })
    }

    /// Adds the library to a service.
    #[must_use]
    pub fn inject(&self, options: Options) -> Options {
        options
            .with_env("LD_PRELOAD", &self.library)
            .with_env("OURO_FAULTS_CONTROL", &self.path)
            .with_env("OURO_FAULTS_FOLDER", &self.folder)
    }

    fn set(&self, offset: u64, bytes: &[u8]) -> Result<(), String> {
        self.control
            .write_all_at(bytes, offset)
            .map_err(|error| format!("failed to control the fault injector: {error}"))
    }

    /// Makes writes fail, or succeed again.
    ///
    /// # Errors
    /// If the control file cannot be written.
    pub fn fail_writes(&self, error: Option<ErrorCode>) -> Result<(), String> {
        self.set(0, &error.map_or(0, |error| error as i32).to_ne_bytes())
    }

    /// Makes syncs fail, or succeed again.
    ///
    /// # Errors
    /// If the control file cannot be written.
    pub fn fail_syncs(&self, error: Option<ErrorCode>) -> Result<(), String> {
        self.set(4, &error.map_or(0, |error| error as i32).to_ne_bytes())
    }

    /// Sets the offset of the wall clock in seconds.
    ///
    /// # Errors
    /// If the control file cannot be written.
    pub fn move_clock(&self, seconds: i64) -> Result<(), String> {
        self.set(8, &(seconds * 1_000_000_000).to_ne_bytes())
    }
}

impl Drop for Injector {
    fn drop(&mut self) {
        // A file in the temporary folder at worst.
        let _ = fs::remove_file(&self.path);
    }
}

/// A mount namespace of its own, which a waiting process keeps alive. Mounts inside are not visible outside and
/// disappear with it.
pub struct Namespace {
    holder: Child,
}

impl Namespace {
    /// Creates a namespace and runs mount commands of the shell in it.
    ///
    /// # Errors
    /// If namespaces or mounts are not permitted.
    pub fn new(mounts: &str) -> Result<Namespace, String> {
        let mut command = Command::new("unshare");
        if !is_root() {
            command.arg("--map-root-user");
        }
        // `cat` ends with this process, even if this process is killed.
        let script = format!("{mounts} && echo ready && exec cat");
        let mut holder = command
            .args(["--mount", "sh", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("failed to start unshare: {error}"))?;
        let mut line = String::new();
        let stdout = holder.stdout.take().expect("standard output is piped");
        let read = BufReader::new(stdout).read_line(&mut line);
        let namespace = Namespace { holder };
        match read {
            Ok(_) if line.trim() == "ready" => Ok(namespace),
            _ => Err("mounting in a namespace is not permitted".to_owned()),
        }
    }

    /// Creates a namespace with a file system of limited size on a folder.
    ///
    /// # Errors
    /// If namespaces or mounts are not permitted.
    pub fn with_small_disk(folder: &Path, mebibytes: u32) -> Result<Namespace, String> {
        Namespace::new(&format!("mount -t tmpfs -o size={mebibytes}m tmpfs '{}'", folder.display()))
    }

    /// Creates a namespace in which a folder is read-only.
    ///
    /// # Errors
    /// If namespaces or mounts are not permitted.
    pub fn with_read_only(folder: &Path) -> Result<Namespace, String> {
        let folder = folder.display();
        Namespace::new(&format!(
            "mount --bind '{folder}' '{folder}' && mount -o remount,bind,ro '{folder}'"
        ))
    }

    /// Returns the command that executes a program inside.
    #[must_use]
    pub fn wrapper(&self) -> Vec<String> {
        let target = self.holder.id().to_string();
        let mut wrapper = vec!["nsenter".to_owned(), "--target".to_owned(), target];
        if !is_root() {
            wrapper.extend(["--user", "--preserve-credentials"].map(str::to_owned));
        }
        wrapper.extend(["--mount", "--"].map(str::to_owned));
        wrapper
    }

    /// Returns the path that leads to an inside path from outside.
    #[must_use]
    pub fn outside(&self, inside: &Path) -> PathBuf {
        let inside = inside.strip_prefix("/").unwrap_or(inside);
        Path::new("/proc").join(self.holder.id().to_string()).join("root").join(inside)
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// Writes a file until the disk is full.
///
/// # Errors
/// If anything but a full disk stops it.
pub fn fill_disk(path: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("failed to fill the disk: {error}");
    let mut file = File::create(path).map_err(failed)?;
    loop {
        match file.write_all(&[0; 4096]) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::StorageFull => return Ok(()),
            Err(error) => return Err(failed(error)),
        }
    }
}

/// Waits until a condition holds. Returns the elapsed time, or `None` after the limit.
pub fn wait_for(limit: Duration, mut condition: impl FnMut() -> bool) -> Option<Duration> {
    let start = std::time::Instant::now();
    while start.elapsed() < limit {
        if condition() {
            return Some(start.elapsed());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}
